import type { Database } from './database.js';
import type { RecordChange } from './unit-of-work.js';

/** Changes that one statement carries. */
const MOST = 16;
/** Such statements that run at a time. */
const LANES = 2;

interface Waiting {
  change: RecordChange;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Lets changes of the same kind that arrive together share one statement, and with it one commit. One that arrives alone
 * waits for nothing; the others wait for a lane. Nobody is answered before the commit.
 */
export class SharedStatements {
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(private readonly database: Database) {}

  run(change: RecordChange): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ change, done, failed });
      this.#next();
    });
  }

  #next(): void {
    const several = this.#waiting[0]?.change.several;
    if (!several || this.#running === LANES) return;
    const taken: Waiting[] = [];
    this.#waiting = this.#waiting.filter((each) => {
      const joins = taken.length < MOST && each.change.several === several;
      if (joins) taken.push(each);
      return !joins;
    });
    this.#running++;
    void this.#write(taken, several).finally(() => {
      this.#running--;
      this.#next();
    });
  }

  async #write(taken: Waiting[], several: (count: number) => string): Promise<void> {
    if (taken.length > 1) {
      try {
        const values = taken.flatMap(({ change }) => change.values);
        await this.database.run(this.database.pool, several(taken.length), values);
        for (const { done } of taken) done();
        return;
      } catch (error) {
        // A statement whose connection was lost may have been committed: it must not run again.
        if ((error as { status?: unknown }).status === 503) {
          for (const { failed } of taken) failed(error);
          return;
        }
        // PostgreSQL refused it as a whole. Alone, each change shows whether it is the one.
      }
    }
    await Promise.all(taken.map(({ change, done, failed }) => this.database.change(change).then(done, failed)));
  }
}
