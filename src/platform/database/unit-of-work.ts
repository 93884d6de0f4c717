import type { PoolClient, QueryResult } from 'pg';
import type { Database, Row } from './database.js';

/**
 * The change of one record, by a statement that answers one row `{ n, open }`: how many records it changed, and false where
 * what must hold for that does not.
 */
export interface RecordChange {
  text: string;
  values: unknown[];
  /** Makes the error for that. */
  refused?: () => Error;
  /**
   * How it shares a statement with others of its kind: that statement, which takes a list in JSON for each part and answers
   * the ids of those records that changed; the id of this one; and what it adds to each list.
   */
  shared: { text: string; id: string; parts: () => unknown[] };
  /** Too long to be worth waiting for others of its kind. */
  long: boolean;
  /** The same change with rows that follow from it. */
  with: (companion: Companion) => RecordChange;
}

/**
 * Rows of other tables that follow from changes of records, each with the id of its record as `record`. `sql` makes CTEs from
 * the placeholder of their list in JSON. They join the CTE `changed` on its `id`, so nothing follows where nothing changed.
 */
export interface Companion {
  sql: (list: string) => string;
  rows: readonly { record: string }[];
}

/** The values of the statement that changes of one kind share. */
export function listsOf(changes: readonly RecordChange[]): string[] {
  const parts = changes.map(({ shared }) => shared.parts());
  return parts[0]!.map((_, list) => JSON.stringify(parts.flatMap((each) => each[list])));
}

/** Changes that one statement carries at most. */
const MAX_TOGETHER = 500;

/** The record changed between being loaded and being written. The request is run again on the new state. */
export class ConcurrentChange extends Error {}

/**
 * All that one request writes, committed together or not at all.
 *
 * The first change of a record is deferred: most requests make only one, and one statement is a transaction by itself,
 * so it costs one round trip at commit. A second change, any read after the first, and every `write` opens a real
 * transaction.
 * Errors of a deferred change (a unique violation, say) therefore surface at commit, not at the call.
 */
export class UnitOfWork {
  #deferred: RecordChange | null = null;
  #client: PoolClient | null = null;
  #opening: Promise<void> | null = null;
  #afterCommit: (() => void)[] = [];

  /** `pessimistic`: records are locked when loaded, because an earlier attempt lost a race. */
  constructor(
    private readonly database: Database,
    readonly pessimistic = false,
  ) {}

  /** Looks something up. It sees what the unit of work has written. */
  async read(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    if (this.#deferred || this.#opening) await this.open();
    return this.database.run(this.#client ?? this.database.pool, text, values);
  }

  /** Changes, locks or tells something, in the transaction. */
  async write(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    await this.open();
    return this.database.run(this.#client!, text, values);
  }

  /** Changes a record, at the latest with the commit; throws `ConcurrentChange` where it is not there as it was. */
  async change(change: RecordChange): Promise<void> {
    if (this.#deferred || this.#opening) {
      await this.open();
      await this.database.change(change, this.#client!);
    } else {
      this.#deferred = change;
    }
  }

  /** Writes what follows from changes: by the statement of the deferred change, or else by one of its own. */
  async alongside(companion: Companion): Promise<void> {
    const deferred = this.#deferred;
    if (deferred && companion.rows.every(({ record }) => record === deferred.shared.id)) {
      this.#deferred = deferred.with(companion);
      return;
    }
    const changed = 'changed as (select distinct record as id from json_to_recordset($1) as (record text))';
    await this.write(`with ${changed}, ${companion.sql('$1')} select 1`, [JSON.stringify(companion.rows)]);
  }

  /**
   * Changes many records, those of one kind by one statement; throws `ConcurrentChange` where one is not there as it was. They
   * are taken in the order of their ids, so that two requests which change the same ones do not wait for each other.
   */
  async changeAll(changes: readonly RecordChange[]): Promise<void> {
    const sorted = changes.toSorted((one, other) => (one.shared.id < other.shared.id ? -1 : 1));
    for (const [text, same] of Map.groupBy(sorted, ({ shared }) => shared.text)) {
      for (let from = 0; from < same.length; from += MAX_TOGETHER) {
        const some = same.slice(from, from + MAX_TOGETHER);
        const { rows } = await this.write(text, listsOf(some));
        if (rows.length === some.length) continue;
        const changed = new Set(rows.map(({ id }) => id));
        // Alone, it says why.
        await this.database.change(
          some.find(({ shared }) => !changed.has(shared.id))!,
          this.#client!,
        );
        throw new ConcurrentChange();
      }
    }
  }

  /** Runs after a successful commit, for wake-ups and caches; must not throw. */
  afterCommit(hook: () => void): void {
    this.#afterCommit.push(hook);
  }

  /** Makes sure that a real transaction is open and what was deferred has reached it. */
  async open(): Promise<void> {
    await (this.#opening ??= this.#begin());
    const deferred = this.#deferred;
    this.#deferred = null;
    if (deferred) await this.database.change(deferred, this.#client!);
  }

  async savepoint(): Promise<void> {
    await this.write('savepoint handler', []);
  }

  /** Forgets what was written since the savepoint; the transaction goes on. */
  async rollbackToSavepoint(): Promise<void> {
    this.#deferred = null;
    this.#afterCommit = [];
    await this.write('rollback to savepoint handler', []);
  }

  async commit(): Promise<void> {
    if (this.#opening) {
      await this.open();
      const { command } = await this.database.run(this.#client!, 'commit', []);
      this.#release();
      // PostgreSQL answers so when a statement had failed and somebody went on regardless.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
    } else if (this.#deferred) {
      await this.database.commit(this.#deferred);
      this.#deferred = null;
    }
    for (const hook of this.#afterCommit) hook();
  }

  async rollback(): Promise<void> {
    this.#deferred = null;
    if (!this.#client) return;
    try {
      await this.database.run(this.#client, 'rollback', []);
      this.#release();
    } catch (error) {
      // A connection in an unknown state is closed; that rolls back too.
      this.#release(error as Error);
    }
  }

  async #begin(): Promise<void> {
    this.#client = await this.database.connect();
    await this.database.run(this.#client, 'begin', []);
  }

  #release(error?: Error): void {
    this.#client?.release(error);
    this.#client = null;
    this.#opening = null;
  }
}
