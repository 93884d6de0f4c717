import { unavailable } from '../../platform/errors/api-error.js';

/** Exports that run at a time in one process: each holds a connection until its client has all of it. */
const AT_ONCE = 2;

/** Milliseconds that an export may wait for its client, all in all, while others wait for its turn to end. */
const SLOW = 30_000;

/** Milliseconds that an export waits for its turn. */
const PATIENCE = 60_000;

/** Milliseconds between two looks at who is slow. */
const LOOK = 1_000;

/** An export that has its turn. */
interface Running {
  /** Milliseconds that its client kept it waiting, not counting the present time. */
  waited: number;
  /** Since when it waits for its client; null while it works. */
  since: number | null;
  end: () => void;
}

/** Exports take turns. One whose client takes its time may do so until others wait. */
export class ExportTurns {
  readonly #running = new Set<Running>();
  readonly #waiting: (() => void)[] = [];
  /** Turns that are taken, or about to be. */
  #taken = 0;

  /**
   * What `source` yields, once it has its turn. `end` is called where its client is too slow for the others: it is to end
   * what reads this. Throws a 503 where the turn does not come.
   */
  async *run<T>(source: () => AsyncGenerator<T>, end: () => void): AsyncGenerator<T> {
    if (this.#taken === AT_ONCE) await this.#turn();
    else this.#taken++;
    const running: Running = { waited: 0, since: null, end };
    this.#running.add(running);
    try {
      for await (const item of source()) {
        running.since = performance.now();
        yield item;
        running.waited = waitedBy(running);
        running.since = null;
      }
    } finally {
      this.#running.delete(running);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken--;
    }
  }

  /** Waits for a turn that somebody else leaves. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(late);
        clearInterval(look);
        resolve();
      };
      const late = setTimeout(() => {
        clearInterval(look);
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(unavailable('Too many others export sheets right now. Try again.'));
      }, PATIENCE);
      const look = setInterval(() => this.#endSlowest(), LOOK);
      this.#waiting.push(start);
    });
  }

  #endSlowest(): void {
    const [slowest] = [...this.#running].sort((a, b) => waitedBy(b) - waitedBy(a));
    if (slowest && waitedBy(slowest) > SLOW) slowest.end();
  }
}

const waitedBy = ({ waited, since }: Running) => waited + (since === null ? 0 : performance.now() - since);
