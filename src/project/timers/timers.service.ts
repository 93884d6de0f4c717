import { Injectable } from '@nestjs/common';
import {
  Clock,
  conflict,
  currentContext,
  failure,
  InjectStore,
  invalidField,
  notFound,
  type Page,
  type ResourceStore,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { ProjectHooks } from '../projects/project-hooks.js';
import { MAX_SECONDS, TimeEntry } from '../time-entries/time-entry.entity.js';
import { timeEntries } from '../time-entries/time-entry.resource.js';
import { type Target, TimeEntryRepository } from '../time-entries/time-entry.repository.js';
import { checkActive, checkMayLog, checkOpen } from '../time-entries/time-rules.js';
import { type StartTimer, type StoppedTimer, type StopTimer, type TimerQuery, TimerView } from './timer.dto.js';
import { Timer } from './timer.entity.js';
import { timers } from './timer.resource.js';
import { TimerRepository } from './timer.repository.js';

/** Timers (D-PRJ-6): at most one per user, also under concurrent starts. */
@Injectable()
export class TimersService {
  constructor(
    @InjectStore(Timer) private readonly store: ResourceStore<Timer>,
    @InjectStore(TimeEntry) private readonly entries: ResourceStore<TimeEntry>,
    private readonly time: TimeEntryRepository,
    private readonly repository: TimerRepository,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
    hooks: ProjectHooks,
  ) {
    hooks.beforeArchive(async ({ id }) => {
      await this.finish('project_id', id);
    });
  }

  /** Running timers: all for admins, own ones for others. */
  async list(query: TimerQuery): Promise<Page<TimerView>> {
    const { data, meta } = await this.store.page(query, TimerView);
    return { data: data.map((timer) => this.show(timer as unknown as Timer)), meta };
  }

  show(timer: Timer): TimerView {
    return { ...timer, timer_id: timer.id, status: 'running' };
  }

  async start({ task_id, user_id, stop_running }: StartTimer): Promise<Timer> {
    const who = currentContext().credential!;
    const userId = user_id ?? who.user_id;
    const target = await this.time.target(task_id, userId);
    if (!target) throw invalidField('task_id', 'not_found', `There is no task ${task_id}.`);
    checkMayLog(who, target, userId);
    checkActive(target, userId);
    return this.#start(target, userId, stop_running);
  }

  /** Starts a timer of the caller on the task of an entry. */
  async continue({ task_id }: TimeEntry, stopRunning: boolean): Promise<Timer> {
    const { user_id } = currentContext().credential!;
    const target = await this.time.target(task_id, user_id);
    if (!target) throw failure(timers, 'taskDeleted');
    return this.#start(target, user_id, stopRunning);
  }

  async stop({ timer_id, note }: StopTimer): Promise<StoppedTimer> {
    const timer =
      (await this.store.find(timer_id)) !== null || (await this.repository.isInAdministeredProject(timer_id));
    const [stopped] = timer ? await this.finish('id', timer_id, note) : [];
    if (stopped) return stopped;
    if (timer || (await this.repository.isEntry(entryOf(timer_id)))) throw failure(timeEntries, 'stopped');
    throw notFound(`There is no timer ${timer_id}.`);
  }

  /** Turns running timers into time entries, whatever their duration. */
  async finish(by: 'id' | 'user_id' | 'project_id', value: string, note = ''): Promise<StoppedTimer[]> {
    const [taken, calendar] = [await this.repository.take(by, value), await this.calendar.here()];
    const now = this.clock.now();
    const entries = await this.entries.createMany(
      taken.map(({ id, started_at, ...facts }) => {
        // Guards against clock skew between processes.
        const seconds = Math.max(0, Math.floor((now - Date.parse(started_at)) / 1000));
        const measured = {
          duration_seconds: seconds,
          date: calendar.dayOf(started_at),
          started_at,
          ended_at: new Date(now).toISOString(),
          long_running: seconds > MAX_SECONDS,
        };
        return [{ ...facts, ...measured, note, source: 'timer' }, { id: entryOf(id) }] as const;
      }),
    );
    await this.time.addTimeSpent(entries.map((entry) => ({ entry, seconds: entry.duration_seconds })));
    return entries.map((entry, index) => ({ ...entry, timer_id: taken[index]!.id, timer_status: 'stopped' }));
  }

  async #start(target: Target, userId: string, stopRunning: boolean): Promise<Timer> {
    checkMayLog(currentContext().credential, target, userId);
    checkOpen(target);
    const { running, task_id, project_id } = target;
    if (running && !stopRunning) {
      const { message } = failure(timers, 'running');
      throw conflict(message, [{ field: 'user_id', code: 'duplicate', message: running }]);
    }
    if (running) await this.finish('user_id', userId);
    return this.store.create({ task_id, project_id, user_id: userId, started_at: this.clock.iso() }, { as: 'started' });
  }
}

/** The id of the entry that a timer becomes. */
const entryOf = (timerId: string): string => timerId.replace(/^tmr/, 'tme');
