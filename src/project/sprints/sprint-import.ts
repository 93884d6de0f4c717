import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  invalidField,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { CreateSprint, UpdateSprint } from './sprint.dto.js';
import { Sprint } from './sprint.entity.js';
import { checkDates, SprintsService } from './sprints.service.js';

/** Imports sprints, always as planned. */
@Injectable()
export class SprintImportKind extends ImportKind<Sprint> {
  readonly name = 'sprint';
  override readonly header = ['name', 'project|project_id'];
  readonly fields = {
    name: { type: 'text', max: 255, required: true, aliases: ['title'] },
    project: { type: 'record', kind: 'project', required: true, aliases: ['project_id'] },
    goal: { type: 'long_text', max: 10_000 },
    start_date: { type: 'date' },
    end_date: { type: 'date' },
  } as const;
  override readonly matchable = ['name'];
  override readonly within = 'project';

  constructor(
    @InjectStore(Sprint) store: ResourceStore<Sprint>,
    private readonly sprints: SprintsService,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.sprints(given);
  }

  check({ project, ...values }: ImportValues, known: Sprint | null): ImportValues {
    if (known && project !== undefined && project !== known.project_id)
      throw invalidField('project', 'immutable', 'A sprint stays in its project.');
    const checked = known ? read(UpdateSprint, values) : read(CreateSprint, values);
    const { start_date = known?.start_date ?? null, end_date = known?.end_date ?? null } = checked;
    checkDates({ start_date, end_date });
    return known ? { ...checked } : { ...checked, project_id: project };
  }

  write(items: readonly ImportItem<Sprint>[]): Promise<ImportOutcome<Sprint>[]> {
    return this.writeAll(items.map((item) => ({ ...item, stored: item.values as Input<Sprint> })));
  }

  override matches(_field: string, values: readonly string[]): Promise<Sprint[]> {
    return this.store.findAll(['lower(name) = any(?::text[])', values]);
  }

  override async remove(records: readonly Sprint[]): Promise<Sprint[]> {
    for (const sprint of records) await this.sprints.remove(sprint);
    return [];
  }
}
