import type { PoolClient, QueryResult } from 'pg';
import type { Database, Executor, Row } from './database.js';

/**
 * The change of one record, as a statement that returns one row `{ n, open }`: the number of changed records, and false if the
 * precondition does not hold.
 */
export interface RecordChange {
  text: string;
  values: unknown[];
  /** Creates the error of a failed precondition. */
  refused?: () => Error;
  /**
   * How to batch it with changes of the same shape: the batched statement, which takes JSON arrays and returns the ids of the
   * changed records; the id of this record; and its element of each array.
   */
  shared: { text: string; id: string; parts: () => unknown[] };
  /** Too large to be batched. */
  long: boolean;
  /** The same change with dependent rows. */
  with: (companion: Companion) => RecordChange;
}

/**
 * Dependent rows in other tables, each with the id of its record as `record`. `sql` returns CTEs over the placeholder of their
 * JSON array. They join the CTE `changed` by `id`, so nothing is written if the record did not change.
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

/** The record was changed after it was loaded. The request is retried on the new state. */
export class ConcurrentChange extends Error {}

/** Longest time that a brief transaction holds locks. */
const BRIEF_MS = 2_000;

/** Statements begin in the first half of the time, and last, or have the connection idle, for half of it at most. */
const BEGIN_BRIEFLY = `begin; set local statement_timeout = ${BRIEF_MS / 2};
  set local idle_in_transaction_session_timeout = ${BRIEF_MS / 2}`;

/** The time of a brief transaction is over. */
class TooLate extends Error {}

/**
 * All writes of one request, in one transaction.
 *
 * The first record change is deferred: most requests make only one, and a single statement is a transaction by itself, so it
 * costs one round trip at commit. A second change, a read after the first, or any `write` opens a real transaction. Errors of a
 * deferred change (such as a unique violation) therefore surface at commit, not at the call.
 */
export class UnitOfWork {
  #deferred: RecordChange | null = null;
  #client: PoolClient | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** The connection of the transaction, which the driver wants to be asked one statement after the other. */
  readonly #connection: Executor = {
    query: (statement) => {
      const result = this.#last.then(() => {
        if (this.isLate && statement.text !== 'rollback') throw new TooLate();
        return this.#client!.query(statement);
      });
      this.#last = result.catch(() => undefined);
      return result;
    },
  };
  #opening: Promise<void> | null = null;
  #afterCommit: (() => void)[] = [];

  /** Milliseconds at which the transaction began, by `performance.now`. */
  #began = 0;

  /**
   * `pessimistic`: records are locked when loaded, because an earlier attempt lost a race. `brief`: the transaction holds its locks
   * for at most `BRIEF_MS`. `reads`: it only reads, so that a freeze of the workspace does not matter.
   */
  constructor(
    private readonly database: Database,
    readonly pessimistic = false,
    private readonly brief = false,
    private readonly reads = false,
  ) {}

  /** Whether it has a connection, or waits for one. */
  get isOpen(): boolean {
    return this.#opening !== null;
  }

  /** Whether the time of a brief transaction is over. */
  get isLate(): boolean {
    return this.brief && this.#client !== null && performance.now() - this.#began >= BRIEF_MS / 2;
  }

  /** Runs a query, which sees earlier writes of this unit of work. */
  async read(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    if (this.#deferred || this.#opening) await this.open();
    return this.database.run(this.#client ? this.#connection : this.database.pool, text, values);
  }

  /** Writes, locks or notifies in the transaction. */
  async write(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    await this.open();
    return this.database.run(this.#connection, text, values);
  }

  /** Changes a record now or at commit. Throws `ConcurrentChange` if its revision has changed. */
  async change(change: RecordChange): Promise<void> {
    if (this.#deferred || this.#opening) {
      await this.open();
      await this.database.change(change, this.#connection);
    } else {
      this.#deferred = change;
    }
  }

  /** Writes dependent rows, in the statement of the deferred change if possible. */
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
   * Changes many records, in one statement per shape. Throws `ConcurrentChange` if a revision has changed. Records are sorted
   * by id, to avoid deadlocks.
   */
  async changeAll(changes: readonly RecordChange[]): Promise<void> {
    const sorted = changes.toSorted((one, other) => (one.shared.id < other.shared.id ? -1 : 1));
    // One of two changes of a record would be lost, because a statement changes a row once.
    for (const [index, { shared }] of sorted.entries())
      if (shared.id === sorted[index + 1]?.shared.id) throw new Error(`${shared.id} is changed twice at once.`);
    for (const [text, same] of Map.groupBy(sorted, ({ shared }) => shared.text)) {
      for (let from = 0; from < same.length; from += MAX_TOGETHER) {
        const some = same.slice(from, from + MAX_TOGETHER);
        const { rows } = await this.write(text, listsOf(some));
        if (rows.length === some.length) continue;
        const changed = new Set(rows.map(({ id }) => id));
        // Repeated alone, to get the specific error.
        await this.database.change(
          some.find(({ shared }) => !changed.has(shared.id))!,
          this.#connection,
        );
        throw new ConcurrentChange();
      }
    }
  }

  /** Runs after a successful commit, for wake-ups and caches; must not throw. */
  afterCommit(hook: () => void): void {
    this.#afterCommit.push(hook);
  }

  /** Opens the real transaction, if necessary, and flushes the deferred change. */
  async open(): Promise<void> {
    await (this.#opening ??= this.#begin());
    const deferred = this.#deferred;
    this.#deferred = null;
    if (deferred) await this.database.change(deferred, this.#connection);
  }

  async savepoint(): Promise<void> {
    await this.write('savepoint handler', []);
  }

  /** Keeps the writes since the savepoint. Savepoints that stay make each further read of their rows slower. */
  async releaseSavepoint(): Promise<void> {
    await this.write('release savepoint handler', []);
  }

  /** Rolls back to the savepoint, and releases it; the transaction stays open. */
  async rollbackToSavepoint(): Promise<void> {
    this.#deferred = null;
    this.#afterCommit = [];
    await this.write('rollback to savepoint handler', []);
    await this.releaseSavepoint();
  }

  async commit(): Promise<void> {
    if (this.#opening) {
      await this.open();
      const { command } = await this.database.run(this.#connection, 'commit', []);
      this.#release();
      // PostgreSQL answers ROLLBACK to COMMIT if an earlier statement failed and its error was swallowed.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
    } else if (this.#deferred) {
      await this.database.refuseFrozen();
      await this.database.commit(this.#deferred);
      this.#deferred = null;
    }
    for (const hook of this.#afterCommit) hook();
  }

  async rollback(): Promise<void> {
    this.#deferred = null;
    if (!this.#client) return;
    try {
      await this.database.run(this.#connection, 'rollback', []);
      this.#release();
    } catch (error) {
      // A connection in an unknown state is closed; that rolls back too.
      this.#release(error as Error);
    }
  }

  async #begin(): Promise<void> {
    const client = await this.database.connect();
    try {
      // Not before, because others may have all connections for seconds.
      if (!this.reads) await this.database.refuseFrozen();
    } catch (error) {
      client.release();
      this.#opening = null;
      throw error;
    }
    this.#client = client;
    this.#began = performance.now();
    await this.database.run(this.#connection, this.brief ? BEGIN_BRIEFLY : 'begin', [], !this.brief);
  }

  #release(error?: Error): void {
    this.#client?.release(error);
    this.#client = null;
    this.#opening = null;
  }
}
