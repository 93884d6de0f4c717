import type { PoolClient, QueryResult } from 'pg';
import type { Database, Row } from './database.js';

/** A statement that answers one row `{ n }`: how many records it changed. */
export interface Write {
  text: string;
  values: unknown[];
}

/** The record changed between being loaded and being written. The request is run again on the new state. */
export class ConcurrentChange extends Error {}

/**
 * All that one request writes, committed together or not at all.
 *
 * The first write is held back: most requests make only one, and one statement is a transaction by itself, so it
 * costs one round trip at commit. A second write, any read after the first, and every statement that does more than read
 * opens a real transaction.
 * Errors of a held write (a unique violation, say) therefore surface at commit, not at the call.
 */
export class UnitOfWork {
  #held: Write | null = null;
  #client: PoolClient | null = null;
  #opening: Promise<void> | null = null;
  #afterCommit: (() => void)[] = [];

  /** `pessimistic`: records are locked when loaded, because an earlier attempt lost a race. */
  constructor(
    private readonly database: Database,
    readonly pessimistic = false,
  ) {}

  async query(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    if (this.#held || this.#opening || !onlyReads(text)) await this.open();
    return this.database.run(this.#client ?? this.database.pool, text, values);
  }

  /** Adds a write. It is durable only once `commit` has returned. */
  async write(write: Write): Promise<void> {
    if (this.#held || this.#opening) {
      await this.open();
      await this.#run(write);
    } else {
      this.#held = write;
    }
  }

  /** Runs after a successful commit, for wake-ups and caches; must not throw. */
  afterCommit(hook: () => void): void {
    this.#afterCommit.push(hook);
  }

  /** Makes sure that a real transaction is open and everything held has reached it. */
  async open(): Promise<void> {
    await (this.#opening ??= this.#begin());
    const held = this.#held;
    this.#held = null;
    if (held) await this.#run(held);
  }

  async savepoint(): Promise<void> {
    await this.open();
    await this.query('savepoint handler', []);
  }

  /** Forgets what was written since the savepoint; the transaction goes on. */
  async rollbackToSavepoint(): Promise<void> {
    this.#held = null;
    this.#afterCommit = [];
    await this.query('rollback to savepoint handler', []);
  }

  async commit(): Promise<void> {
    if (this.#opening) {
      await this.open();
      const { command } = await this.database.run(this.#client!, 'commit', []);
      this.#release();
      // PostgreSQL answers so when a statement had failed and somebody went on regardless.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
    } else if (this.#held) {
      await this.#run(this.#held);
      this.#held = null;
    }
    for (const hook of this.#afterCommit) hook();
  }

  async rollback(): Promise<void> {
    this.#held = null;
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

  async #run({ text, values }: Write): Promise<void> {
    const { rows } = await this.database.run(this.#client ?? this.database.pool, text, values);
    if (rows[0]?.n !== 1) throw new ConcurrentChange();
  }

  #release(error?: Error): void {
    this.#client?.release(error);
    this.#client = null;
    this.#opening = null;
  }
}

const reads = new Map<string, boolean>();

/** Whether a statement only looks something up. What may change, lock or tell anything belongs into the transaction. */
function onlyReads(text: string): boolean {
  let answer = reads.get(text);
  if (answer === undefined) {
    // Without FROM it calls a function for what that does.
    const asks = /^\s*(select|with)\b/i.test(text) && /\bfrom\b/i.test(text);
    reads.set(text, (answer = asks && !/\b(insert|update|delete|share)\b|_lock\(|pg_notify\(/i.test(text)));
  }
  return answer;
}
