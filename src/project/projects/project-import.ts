import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { CreateProject, UpdateProject } from './project.dto.js';
import { Project } from './project.entity.js';
import { ProjectHooks } from './project-hooks.js';
import { ProjectRepository } from './project.repository.js';
import { STATUSES } from './project.resource.js';
import { ProjectsService } from './projects.service.js';

/** Imports projects. Archived ones are imported as completed, because an archived project is read-only. */
@Injectable()
export class ProjectImportKind extends ImportKind<Project> {
  readonly name = 'project';
  override readonly header = ['name'];
  readonly fields = {
    name: { type: 'text', max: 255, required: true, aliases: ['title'] },
    description: { type: 'long_text', max: 10_000 },
    status: { type: 'choice', values: STATUSES },
    start_date: { type: 'date' },
    target_date: { type: 'date' },
    owner: { type: 'user', aliases: ['owner_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
    billable: { type: 'flag' },
    hourly_rate: { type: 'number' },
  } as const;
  override readonly matchable = ['name'];

  constructor(
    @InjectStore(Project) store: ResourceStore<Project>,
    private readonly projects: ProjectsService,
    private readonly repository: ProjectRepository,
    private readonly hooks: ProjectHooks,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.projects(given);
  }

  check({ owner, status, ...values }: ImportValues, known: Project | null): ImportValues {
    const owner_id = owner === undefined ? {} : { owner_id: owner };
    const state = { status: status === 'archived' ? 'completed' : status };
    return known
      ? { ...read(UpdateProject, { ...values, ...owner_id, ...state }) }
      : { ...read(CreateProject, { ...values, ...owner_id }), ...state };
  }

  async write(items: readonly ImportItem<Project>[]): Promise<ImportOutcome<Project>[]> {
    const outcomes: ImportOutcome<Project>[] = [];
    for (const { known, values } of items)
      outcomes.push(known ? await this.#change(known, values) : await this.#make(values));
    return outcomes;
  }

  override matches(_field: string, values: readonly string[]): Promise<Project[]> {
    return this.store.findAll(['lower(name) = any(?::text[])', values]);
  }

  /** Projects stay that have further tasks, or that an open deal names. */
  override async remove(records: readonly Project[]): Promise<Project[]> {
    const used = await this.repository.withTasks(records.map(({ id }) => id));
    for (const project of records) {
      if (await this.hooks.isLinked(project)) used.add(project.id);
      if (used.has(project.id)) continue;
      await this.projects.remove(await this.projects.archive(project));
    }
    return records.filter(({ id }) => used.has(id));
  }

  async #make({ status, ...values }: ImportValues): Promise<ImportOutcome<Project>> {
    const project = await this.projects.create(values as unknown as CreateProject);
    const record = status === undefined ? project : await this.projects.update(project, { status: status as string });
    return { record, result: 'created' };
  }

  async #change(known: Project, values: ImportValues): Promise<ImportOutcome<Project>> {
    const record = await this.projects.update(known, values as UpdateProject);
    return { record, result: record.revision === known.revision ? 'skipped' : 'updated' };
  }
}
