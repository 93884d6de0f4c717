import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  invalidField,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { TimeEntriesService } from './time-entries.service.js';
import { CreateTimeEntry, UpdateTimeEntry } from './time-entry.dto.js';
import { TimeEntry } from './time-entry.entity.js';

/** Time entries of files of other systems. */
@Injectable()
export class TimeEntryImportKind extends ImportKind<TimeEntry> {
  readonly name = 'time_entry';
  override readonly plural = 'time_entries';
  override readonly header = ['duration_seconds|duration', 'date', 'task|task_id'];
  readonly fields = {
    task: { type: 'record', kind: 'task', required: true, aliases: ['task_id'] },
    user: { type: 'user', required: true, aliases: ['user_id'] },
    date: { type: 'date', required: true },
    duration_seconds: { type: 'seconds', required: true, aliases: ['duration'] },
    note: { type: 'long_text', max: 10_000, aliases: ['description'] },
    billable: { type: 'flag' },
  } as const;

  constructor(
    @InjectStore(TimeEntry) store: ResourceStore<TimeEntry>,
    private readonly entries: TimeEntriesService,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.timeEntries(given);
  }

  check({ task, user, ...values }: ImportValues, known: TimeEntry | null): ImportValues {
    if (!known) return { ...read(UpdateTimeEntry, values), task_id: task, user_id: user };
    if (task !== undefined && task !== known.task_id)
      throw invalidField('task', 'immutable', 'A time entry stays on its task.');
    return { ...read(UpdateTimeEntry, values) };
  }

  async write(items: readonly ImportItem<TimeEntry>[]): Promise<ImportOutcome<TimeEntry>[]> {
    const fresh = items.filter(({ known }) => !known);
    const created = await this.entries.createMany(fresh.map(({ values }) => values as unknown as CreateTimeEntry));
    const outcomes = new Map(
      fresh.map((item, index) => [item, { record: created[index]!, result: 'created' as const }]),
    );
    const all: ImportOutcome<TimeEntry>[] = [];
    for (const item of items) {
      const made = outcomes.get(item);
      if (made) {
        all.push(made);
        continue;
      }
      const record = await this.entries.update(item.known!, item.values as UpdateTimeEntry);
      all.push({ record, result: record.revision === item.known!.revision ? 'skipped' : 'updated' });
    }
    return all;
  }

  override async remove(records: readonly TimeEntry[]): Promise<TimeEntry[]> {
    for (const entry of records) await this.entries.remove(entry);
    return [];
  }
}
