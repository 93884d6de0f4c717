import type { Database } from './database.js';
import { ConcurrentChange, listsOf, type RecordChange } from './unit-of-work.js';

/** Changes that one statement carries. */
const MAX_CHANGES = 16;
/** Such statements that run at a time. */
const LANES = 2;
/** So long changes that do not fill a statement wait for the one that runs: another one costs as much as seven of them. */
const MAX_WAIT_MS = 5;

interface Waiting {
  change: RecordChange;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Lets changes of the same kind that arrive together share one statement, and with it one commit. One that arrives alone
 * waits for nothing but the turn of the event loop; the others wait for a lane, and for a second one only as long as that
 * makes the statements fuller. Nobody is answered before the commit.
 */
export class SharedStatements {
  #waiting: Waiting[] = [];
  #running = 0;
  /** Runs as long as the latest statement is waited for. */
  #patience: NodeJS.Timeout | null = null;

  constructor(private readonly database: Database) {}

  run(change: RecordChange): Promise<void> {
    return new Promise((done, failed) => {
      // The changes of all requests in one turn of the event loop go together.
      if (!this.#waiting.length) setImmediate(() => this.#next());
      this.#waiting.push({ change, done, failed });
    });
  }

  #next(): void {
    const shared = this.#waiting[0]?.change.shared;
    if (!shared || this.#running === LANES) return;
    if (this.#running && this.#patience && this.#waiting.length < MAX_CHANGES) return;
    const taken = new Map<string, Waiting>();
    this.#waiting = this.#waiting.filter((each) => {
      const { text, id } = each.change.shared;
      // Two changes of one record are those of two requests that both saw it as it was: one of them loses.
      const joins = taken.size < MAX_CHANGES && text === shared.text && !taken.has(id);
      if (joins) taken.set(id, each);
      return !joins;
    });
    this.#running++;
    if (this.#patience) clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#patience = null;
      this.#next();
    }, MAX_WAIT_MS);
    // In one order, so that two statements that change the same records do not wait for each other.
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
        // A statement whose connection was lost may have been committed: it must not run again.
        if ((error as { status?: unknown }).status === 503) {
          for (const { failed } of all) failed(error);
          return;
        }
        // PostgreSQL refused it as a whole. Alone, each change shows whether it is the one.
      }
    }
    await Promise.all(all.map(({ change, done, failed }) => this.database.change(change).then(done, failed)));
  }
}
