import { isFrozen } from '../errors/api-error.js';
import type { Database } from './database.js';
import { ConcurrentChange, listsOf, type RecordChange } from './unit-of-work.js';

/** Maximum changes per statement. */
const MAX_CHANGES = 16;
/** Maximum concurrent batched statements. */
const LANES = 2;
/** Maximum wait of a partial batch for the running statement: one more statement costs as much as seven changes in a batch. */
const MAX_WAIT_MS = 5;

interface Waiting {
  change: RecordChange;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Group commit: changes of the same shape that arrive together share one statement and one commit. A single change waits only
 * for the current turn of the event loop. Others wait for a lane; a second lane is used only after MAX_WAIT_MS. Every caller is
 * answered after the commit.
 */
export class SharedStatements {
  #waiting: Waiting[] = [];
  #running = 0;
  /** Timer after which a partial batch uses another lane. */
  #laneTimer: NodeJS.Timeout | null = null;

  constructor(private readonly database: Database) {}

  run(change: RecordChange): Promise<void> {
    return new Promise((done, failed) => {
      // Collects the changes of one turn of the event loop.
      if (!this.#waiting.length) setImmediate(() => this.#next());
      this.#waiting.push({ change, done, failed });
    });
  }

  #next(): void {
    const shared = this.#waiting[0]?.change.shared;
    if (!shared || this.#running === LANES) return;
    if (this.#running && this.#laneTimer && this.#waiting.length < MAX_CHANGES) return;
    const taken = new Map<string, Waiting>();
    this.#waiting = this.#waiting.filter((each) => {
      const { text, id } = each.change.shared;
      // Two changes of one record in a batch come from concurrent requests that read the same revision; one of them must
      // conflict.
      const joins = taken.size < MAX_CHANGES && text === shared.text && !taken.has(id);
      if (joins) taken.set(id, each);
      return !joins;
    });
    this.#running++;
    if (this.#laneTimer) clearTimeout(this.#laneTimer);
    this.#laneTimer = setTimeout(() => {
      this.#laneTimer = null;
      this.#next();
    }, MAX_WAIT_MS);
    // Sorted by id, to avoid deadlocks between statements.
    const sorted = [...taken].toSorted(([one], [other]) => (one < other ? -1 : 1));
    void this.#write(new Map(sorted), shared.text).finally(() => {
      this.#running--;
      this.#next();
    });
    this.#next();
  }

  async #write(taken: Map<string, Waiting>, text: string): Promise<void> {
    const all = [...taken.values()];
    if (all.length > 1) {
      try {
        const lists = listsOf(all.map(({ change }) => change));
        const { rows } = await this.database.run(this.database.pool, text, lists);
        const changed = new Set(rows.map(({ id }) => id));
        for (const [id, { done, failed }] of taken) {
          if (changed.has(id)) done();
          else failed(new ConcurrentChange());
        }
        return;
      } catch (error) {
        // After a lost connection the statement may have committed, so it must not be repeated.
        if ((error as { status?: unknown }).status === 503 && !isFrozen(error)) {
          for (const { failed } of all) failed(error);
          return;
        }
        // The batch was rejected. Retried one by one, to find the failing change.
      }
    }
    await Promise.all(all.map(({ change, done, failed }) => this.database.change(change).then(done, failed)));
  }
}
