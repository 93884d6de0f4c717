import type { PoolClient } from 'pg';
import { type CopyFormat, copyTo } from './copy.js';
import type { Database, Row } from './database.js';

/** Idle timeout between two reads; long, because a response is as slow as its client. */
const IDLE_MS = 300_000;

/** Rows per FETCH. */
const FETCH_ROWS = 500;

/** A repeatable-read view of the database. It holds a connection until it is closed. */
export class Snapshot {
  /** Whether rows are being copied. A connection that is left in the middle of a COPY is of no further use. */
  #isCopying = false;

  private constructor(
    private readonly database: Database,
    private readonly client: PoolClient,
    private readonly release: (failed?: Error) => void,
  ) {}

  /** Only the platform needs this: see `Database.snapshot`. */
  static async of(database: Database): Promise<Snapshot> {
    const { client, release } = await database.connectForLong();
    const snapshot = new Snapshot(database, client, release);
    try {
      await snapshot.read('begin isolation level repeatable read read only');
      await snapshot.read(`set local idle_in_transaction_session_timeout = ${IDLE_MS}`);
      return snapshot;
    } catch (error) {
      release(error as Error);
      throw error;
    }
  }

  async read<T extends Row = Row>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.database.run(this.client, text, values)).rows as T[];
  }

  /** Reads the rows of a query through a cursor, in portions. One query at a time. */
  async *rows<T extends Row = Row>(text: string, values: unknown[] = []): AsyncGenerator<T[]> {
    // Unprepared: the row type of FETCH depends on the cursor.
    const run = (statement: string, given: unknown[] = []) => this.database.run(this.client, statement, given, false);
    const fetch = () => {
      const answer = run(`fetch ${FETCH_ROWS} from found`);
      // Handled where the portion is awaited, which may be later.
      answer.catch(() => undefined);
      return answer;
    };
    await run(`declare found no scroll cursor for ${text}`, values);
    let coming = fetch();
    try {
      for (let isMore = true; isMore;) {
        const { rows } = await coming;
        isMore = rows.length === FETCH_ROWS;
        // Prefetches the next portion.
        if (isMore) coming = fetch();
        if (rows.length) yield rows as T[];
      }
    } finally {
      await coming.catch(() => undefined);
    }
    await run('close found');
  }

  /** All rows of a query as PostgreSQL itself writes them (see `Database.copy`). One at a time. */
  async *copy(format: CopyFormat, query: string, values: readonly unknown[] = []): AsyncGenerator<Buffer> {
    this.#isCopying = true;
    yield* copyTo(this.client, format, query, values);
    this.#isCopying = false;
  }

  /** Removes timeouts and sets UTC, for long background reads. */
  async withoutLimits(): Promise<void> {
    for (const setting of ['idle_in_transaction_session_timeout = 0', 'statement_timeout = 0', `timezone = 'UTC'`])
      await this.read(`set local ${setting}`);
  }

  async close(): Promise<void> {
    if (this.#isCopying) return this.release(new Error('Rows were being copied.'));
    try {
      await this.read('commit');
      this.release();
    } catch (error) {
      this.release(error as Error);
    }
  }
}
