import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Pump } from '../concurrency/pump.js';
import { Settings } from '../config/settings.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import { plainReason } from '../errors/plain-reason.js';
import { TaskRuns } from './task-runs.js';

/** Work that comes by itself: every so often, or when there is something to do. */
export type MaintenanceTask = {
  /** Unique over all apps. */
  name: string;
  /** The purpose of the task, in a sentence for operators. */
  description: string;
  /** Must bear being repeated, and another process doing the same at the same time. */
  run: () => Promise<unknown>;
} & (
  | {
      /** Milliseconds between two runs. */
      every: number;
    }
  | {
      /** A query that finds a row when there is something to do; `$1` is the time. Those of all tasks are asked in one. */
      due: string;
    }
);

const CHANNEL = 'suite_maintenance';
/** Before the name of a task that somebody asked for. */
const ASKED = 'asked: ';
/** The advisory lock of the process that does the maintenance. */
const LOCK = 'workspace-suite.maintenance';
/** Between two attempts to become that process. */
const ELECTION_MS = 5_000;
/** Between two questions what is due. */
const LOOK_MS = 2_000;
/** Milliseconds that a running task may take to end once its process stops. */
const SHUTDOWN_MS = 30_000;
/** Before a task that failed runs again, unless its time comes before. */
const RETRY_MS = 10_000;

/**
 * The maintenance tasks of all apps. Of all processes that work the queues one does them, by timers of its own: the one
 * that has an advisory lock, which goes to another when its connection ends. So nothing is written down for a tick in
 * which there is nothing to do.
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
  readonly #looks = new Pump(() => this.#look(), this.#logger);
  /** Tasks whose last run failed; they come again by themselves, not because they are still due. */
  readonly #failed = new Set<string>();
  #question?: string;
  /** When the timer of a task comes next, in milliseconds since 1970; those that are `due` have none. */
  readonly #next = new Map<string, number>();
  /** Tasks that somebody waits for: what becomes of them is written down at once. */
  readonly #asked = new Set<string>();
  #timers: NodeJS.Timeout[] = [];
  #leads = false;
  #stopped = false;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly clock: Clock,
    private readonly runs: TaskRuns,
  ) {
    notifications.on(CHANNEL, (payload) => {
      const name = payload.replace(ASKED, '');
      if (name !== payload && this.#leads) this.#asked.add(name);
      this.#wake(name);
    });
  }

  /** All tasks there are, whichever process runs them. */
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
   * Has a task run soon, in the process that does the maintenance; where that cannot be told, it comes with its time. `asked`:
   * somebody waits to see what becomes of it.
   */
  async wake(name: string, { asked = false } = {}): Promise<void> {
    const payload = asked ? ASKED + name : name;
    await this.database.execute('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined);
  }

  onApplicationBootstrap(): void {
    if (!this.settings.worksQueues) return;
    this.#timers = [setInterval(() => void this.#elect(), ELECTION_MS)];
    void this.#elect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    const pumps = [this.#looks, ...[...this.#tasks.values()].map(({ pump }) => pump)];
    const ended = Promise.all(pumps.map((pump) => pump.stop()));
    await Promise.race([ended, setTimeout(SHUTDOWN_MS, undefined, { ref: false })]);
  }

  /** The first tick of each task comes at once: how long ago the last one was nobody knows. */
  async #elect(): Promise<void> {
    if (this.#leads && this.notifications.holds(LOCK)) return;
    this.#leads = await this.notifications.lock(LOCK).catch(() => false);
    if (!this.#leads || this.#stopped) return;
    for (const timer of this.#timers.splice(1)) clearInterval(timer);
    for (const { task } of this.#tasks.values()) {
      if ('every' in task) this.#timers.push(setInterval(() => this.#tick(task), task.every));
      this.#tick(task);
    }
    this.#timers.push(setInterval(() => void this.#looks.wake(), LOOK_MS));
  }

  /** Wakes the tasks that have something to do. */
  async #look(): Promise<null> {
    const { rows } = await this.database.execute<{ name: string }>((this.#question ??= this.#ask()), [
      this.clock.iso(),
    ]);
    for (const { name } of rows) if (!this.#failed.has(name)) this.#wake(name);
    return null;
  }

  #ask(): string {
    const tasks = [...this.#tasks.values()].map(({ task }) => task).filter((task) => 'due' in task);
    return tasks
      .map(({ name, due }) => `select ${pg.escapeLiteral(name)} as name where exists (${due})`)
      .join(' union all ');
  }

  #tick(task: MaintenanceTask): void {
    if ('every' in task) this.#next.set(task.name, this.clock.now() + task.every);
    this.#wake(task.name);
  }

  /** A name of another version of the application is nothing to do here. */
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
      await run();
      this.#failed.delete(name);
      await note({ error: null, retry: false });
      return null;
    } catch (error) {
      this.#failed.add(name);
      this.#logger.warn(`${name} failed and runs again: ${(error as Error).message}`);
      await note({ error: plainReason(error), retry: true });
      return RETRY_MS;
    }
  }
}
