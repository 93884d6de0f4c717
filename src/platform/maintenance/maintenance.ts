import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pump } from '../concurrency/pump.js';
import { Settings } from '../config/settings.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import { plainReason } from '../errors/plain-reason.js';
import { inSpan } from '../tracing/tracing.js';
import { DueQueries } from './due-queries.js';
import { type TaskRun, TaskRuns } from './task-runs.js';

/** A background task: periodic, or run when a query finds work. */
export type MaintenanceTask = {
  /** Unique over all apps. */
  name: string;
  /** The purpose of the task, in a sentence for operators. */
  description: string;
  /** Must be idempotent, and safe to run concurrently in another process. */
  run: () => Promise<unknown>;
} & (
  | {
      /** Milliseconds between two runs. */
      every: number;
    }
  | {
      /** A query that returns a row if there is work; `$1` is the time. The queries of all tasks are combined into one. */
      due: string;
    }
);

type PeriodicTask = MaintenanceTask & { every: number };

const CHANNEL = 'suite_maintenance';
/** Prefix of a notification for a task that a user requested. */
const REQUESTED = 'asked: ';
/** Advisory lock of the leader, which runs the tasks. */
const LOCK = 'workspace-suite.maintenance';
/** Interval of leader election. */
const ELECTION_MS = 5_000;
/** Poll interval of `due` queries. */
const POLL_MS = 2_000;
/** Time that a running task has to end at shutdown. */
const SHUTDOWN_MS = 30_000;
/** Backoff of a failed task, unless its interval is shorter. */
const RETRY_MS = 10_000;

/**
 * Scheduler of the maintenance tasks of all apps. One process, elected by an advisory lock, runs them with in-memory timers;
 * the lock passes on when its connection ends. So an idle tick writes nothing.
 *
 * @example
 * constructor(maintenance: Maintenance) {
 *   maintenance.add({ name: 'deals.stale', description: 'Marks old deals.', every: 3_600_000, run: () => this.markStale() });
 *   const due = 'select 1 from rooms where ends_at <= $1';
 *   maintenance.add({ name: 'rooms.ended', description: 'Closes rooms.', due, run: () => this.close() });
 * }
 */
@Injectable()
export class Maintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('Maintenance');
  readonly #tasks = new Map<string, { task: MaintenanceTask; pump: Pump }>();
  readonly #looks = new Pump(() => this.#poll(), this.#logger);
  /** Failed tasks, which are retried by timer and not because they are still due. */
  readonly #failed = new Set<string>();
  readonly #due: DueQueries;
  /** Next run of periodic tasks, in milliseconds since 1970. */
  readonly #next = new Map<string, number>();
  /** Tasks requested by a user, whose result is recorded at once. */
  readonly #asked = new Set<string>();
  /** Timers of election and polling. */
  #timers: NodeJS.Timeout[] = [];
  /** The timer of each periodic task. */
  readonly #runTimers = new Map<string, NodeJS.Timeout>();
  #leads = false;
  #stopped = false;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly runs: TaskRuns,
  ) {
    this.#due = new DueQueries(database, clock);
    notifications.on(CHANNEL, (payload) => {
      const name = payload.replace(REQUESTED, '');
      if (name !== payload && this.#leads) this.#asked.add(name);
      this.#wake(name);
    });
  }

  /** All registered tasks, whichever process runs them. */
  get tasks(): readonly MaintenanceTask[] {
    return [...this.#tasks.values()].map(({ task }) => task);
  }

  /** Must be called before the application has started. */
  add(task: MaintenanceTask): void {
    if (this.#tasks.has(task.name)) throw new Error(`There are two maintenance tasks named ${task.name}.`);
    const pump = new Pump(() => this.#turn(task), this.#logger);
    this.#tasks.set(task.name, { task, pump });
  }

  /** Runs a task now, in this process. */
  async run(name: string): Promise<void> {
    await this.#tasks.get(name)!.task.run();
  }

  /**
   * Requests a run of a task in the leader. If that cannot be notified, the task runs at its usual time. `asked`: a user waits
   * for the result; without a leader the task runs when there is one.
   */
  async wake(name: string, { asked = false } = {}): Promise<void> {
    if (asked) await this.runs.ask(name).catch(() => undefined);
    const payload = asked ? REQUESTED + name : name;
    await this.database.execute('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
  }

  onApplicationBootstrap(): void {
    if (!this.settings.worksQueues) return;
    this.#timers = [setInterval(() => void this.#elect(), ELECTION_MS)];
    void this.#elect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    for (const timer of [...this.#timers, ...this.#runTimers.values()]) clearTimeout(timer);
    const pumps = [this.#looks, ...[...this.#tasks.values()].map(({ pump }) => pump)];
    const ended = Promise.all(pumps.map((pump) => pump.stop()));
    await Promise.race([ended, sleep(SHUTDOWN_MS, undefined, { ref: false })]);
  }

  /** A new leader goes on with the schedule of the former one, so that a restart does not run every task. */
  async #elect(): Promise<void> {
    if (this.#leads && this.notifications.holds(LOCK)) return;
    this.#leads = await this.notifications.lock(LOCK).catch(() => false);
    if (!this.#leads) return;
    const runs = await this.runs.all().catch(() => new Map<string, TaskRun>());
    if (this.#stopped) return;
    for (const task of this.tasks) {
      const last = runs.get(task.name);
      if ('every' in task) this.#schedule(task, this.#wait(task, last));
      // It never ran, it failed, or somebody asked for it.
      else if (!last || last.next_run_at) this.#wake(task.name);
    }
    for (const timer of this.#timers.splice(1)) clearInterval(timer);
    this.#timers.push(setInterval(() => void this.#looks.wake(), POLL_MS));
    void this.#looks.wake();
  }

  /** Milliseconds until the next run of a task: none where it has not run before, or its last run was broken off. */
  #wait({ every }: PeriodicTask, last?: TaskRun): number {
    if (!last?.finished_at || !last.next_run_at) return 0;
    return Math.min(Math.max(Date.parse(last.next_run_at) - this.clock.now(), 0), every);
  }

  #schedule(task: PeriodicTask, wait: number): void {
    clearTimeout(this.#runTimers.get(task.name));
    this.#next.set(task.name, this.clock.now() + wait);
    const timer = setTimeout(() => {
      this.#schedule(task, task.every);
      this.#wake(task.name);
    }, wait);
    this.#runTimers.set(task.name, timer);
  }

  /** Wakes the tasks whose `due` query finds work. */
  async #poll(): Promise<null> {
    const tasks = this.tasks.filter((task) => 'due' in task);
    const names = await this.#due.ask(tasks, (name, error) => {
      this.#logger.error(error, `The query of ${name} failed.`);
      const at = this.clock.iso();
      const reason = `The query for work failed: ${plainReason(error)}`;
      this.runs.note(name, { name, started_at: at, finished_at: at, duration_ms: 0, error: reason, next_run_at: null });
    });
    for (const name of names) if (!this.#failed.has(name)) this.#wake(name);
    return null;
  }

  /** Ignores unknown names, which may come from another version of the application. */
  #wake(name: string): void {
    if (this.#leads && this.notifications.holds(LOCK)) void this.#tasks.get(name)?.pump.wake();
  }

  async #turn({ name, run }: MaintenanceTask): Promise<number | null> {
    const asked = this.#asked.delete(name);
    const began = this.clock.now();
    const started_at = this.clock.iso();
    const note = async (end?: { error: string | null; retry: boolean }) => {
      const now = this.clock.now();
      const next = Math.min(this.#next.get(name) ?? Infinity, end?.retry ? now + RETRY_MS : Infinity);
      this.runs.note(name, {
        name,
        started_at,
        finished_at: end ? this.clock.iso() : null,
        duration_ms: end ? now - began : null,
        error: end?.error ?? null,
        next_run_at: next === Infinity ? null : new Date(next).toISOString(),
      });
      if (asked) await this.runs.flush().catch(() => undefined);
    };
    await note();
    try {
      await inSpan({ name, kind: 'consumer' }, run);
      this.#failed.delete(name);
      await note({ error: null, retry: false });
      return null;
    } catch (error) {
      this.#failed.add(name);
      this.#logger.warn(`${name} failed and will be retried: ${(error as Error).message}`);
      await note({ error: plainReason(error), retry: true });
      return RETRY_MS;
    }
  }
}
