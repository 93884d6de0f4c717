import { Injectable } from '@nestjs/common';
import {
  type Calendar,
  type Changes,
  currentContext,
  InjectStore,
  type Input,
  invalidField,
  ResourceService,
  type ResourceStore,
  WorkspaceCalendar,
} from '../../platform/index.js';
import type { CreateTimeEntry, UpdateTimeEntry } from './time-entry.dto.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeEntryRepository } from './time-entry.repository.js';
import { checkActive, checkMayLog, checkNotLocked, checkOpen } from './time-rules.js';

/** Time that has been spent (D-PRJ-7). */
@Injectable()
export class TimeEntriesService extends ResourceService<TimeEntry> {
  constructor(
    @InjectStore(TimeEntry) store: ResourceStore<TimeEntry>,
    private readonly repository: TimeEntryRepository,
    private readonly calendar: WorkspaceCalendar,
  ) {
    super(store);
  }

  override async create(input: CreateTimeEntry): Promise<TimeEntry> {
    const [entry] = await this.createMany([input]);
    return entry!;
  }

  /** All pairs of task and user are looked up by one statement. `also`: for their entries of the audit trail. */
  async createMany(inputs: readonly CreateTimeEntry[], options: { also?: Changes } = {}): Promise<TimeEntry[]> {
    const { credential } = currentContext();
    const named = inputs.map((input) => ({ ...input, user_id: input.user_id ?? credential!.user_id }));
    const pairs = new Map(named.map(({ task_id, user_id }) => [`${task_id} ${user_id}`, [task_id, user_id] as const]));
    const [calendar, found] = await Promise.all([this.calendar.here(), this.repository.targets([...pairs.values()])]);
    for (const { date } of named) if (date !== undefined) checkDate(date, calendar);
    const targets = new Map([...pairs.keys()].map((pair, index) => [pair, found[index]]));
    const made = named.map(({ task_id, user_id, date = calendar.today(), billable, ...input }): Input<TimeEntry> => {
      const target = targets.get(`${task_id} ${user_id}`);
      if (!target) throw invalidField('task_id', 'not_found', `There is no task ${task_id}.`);
      checkMayLog(credential, target, user_id);
      checkActive(target, user_id);
      checkOpen(target);
      checkNotLocked(target, date);
      const { project_id, hourly_rate } = target;
      return { ...input, task_id, project_id, user_id, date, billable: billable ?? target.billable, hourly_rate };
    });
    const entries = await this.store.createMany(made.map((input) => [input, options]));
    await this.repository.addTimeSpent(entries.map((entry) => ({ entry, seconds: entry.duration_seconds })));
    return entries;
  }

  override async update(entry: TimeEntry, changes: UpdateTimeEntry): Promise<TimeEntry> {
    if (changes.date !== undefined) checkDate(changes.date, await this.calendar.here());
    await this.#mayChange(entry, changes.date);
    const changed = await this.store.update(entry, changes);
    const seconds = changed.duration_seconds - entry.duration_seconds;
    await this.repository.addTimeSpent([{ entry, seconds }]);
    return changed;
  }

  override async remove(entry: TimeEntry): Promise<void> {
    await this.#mayChange(entry);
    await this.store.remove(entry);
    await this.repository.addTimeSpent([{ entry, seconds: -entry.duration_seconds }]);
  }

  async #mayChange(entry: TimeEntry, date = entry.date): Promise<void> {
    const grounds = await this.repository.grounds(entry);
    checkMayLog(currentContext().credential, grounds, entry.user_id);
    checkNotLocked(grounds, entry.date, date);
  }
}

function checkDate(date: string, calendar: Calendar): void {
  if (date > calendar.today(1))
    throw invalidField('date', 'out_of_range', 'date must be at most one day ahead of today in the workspace.');
}
