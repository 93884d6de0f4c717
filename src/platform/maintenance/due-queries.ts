import pg from 'pg';
import { asSystem } from '../context/request-context.js';
import type { Clock } from '../database/clock.js';
import type { Database } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';

/** Time limit of a poll. */
const LIMIT_SECONDS = 5;
/** Interval at which a query that failed is tried again. */
const RETRY_MS = 60_000;

/** A task with a query that returns a row if there is work; `$1` is the time. */
interface DueTask {
  name: string;
  due: string;
}

/**
 * Asks which tasks have work: one statement for all of them. If it fails or takes too long, each query is asked alone, and those
 * that fail stay out of the statement for a minute. So the other tasks go on.
 */
export class DueQueries {
  /** When queries that failed are tried again (milliseconds since 1970), by task. */
  readonly #retryAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Names of the tasks with work; `failed` is called for a task whose query fails. */
  async ask(tasks: readonly DueTask[], failed: (name: string, error: Error) => void): Promise<string[]> {
    const now = this.clock.now();
    const asked = tasks.filter(({ name }) => (this.#retryAt.get(name) ?? 0) <= now);
    const isTrusted = asked.every(({ name }) => !this.#retryAt.has(name));
    try {
      if (isTrusted) return await this.#ask(asked);
    } catch (error) {
      // Then no query is to blame.
      if (error instanceof ApiError) throw error;
    }
    const due: string[] = [];
    for (const task of asked) {
      try {
        due.push(...(await this.#ask([task])));
        this.#retryAt.delete(task.name);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        this.#retryAt.set(task.name, this.clock.now() + RETRY_MS);
        failed(task.name, error as Error);
      }
    }
    return due;
  }

  async #ask(tasks: readonly DueTask[]): Promise<string[]> {
    if (!tasks.length) return [];
    // Not every query uses the time, and PostgreSQL refuses values that a statement does not use.
    const none = 'select null as name where $1::timestamptz is null';
    const queries = tasks.map(({ name, due }) => `select ${pg.escapeLiteral(name)} where exists (${due})`);
    return asSystem('', () =>
      this.database.transaction(async () => {
        await this.database.write(`select set_config('statement_timeout', '${LIMIT_SECONDS}s', true)`);
        const rows = await this.database.read<{ name: string }>([none, ...queries].join(' union all '), [
          this.clock.iso(),
        ]);
        return rows.map(({ name }) => name);
      }),
    );
  }
}
