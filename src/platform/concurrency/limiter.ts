import { unavailable } from '../errors/api-error.js';

export interface Limits {
  /** Maximum concurrency over all keys. */
  atOnce: number;
  /** Maximum concurrency per key. Default: unlimited. */
  perKey?: number;
  /** Maximum queue length. Claims beyond it are refused with 503. */
  maxWaiting?: number;
  /** Maximum wait in milliseconds; then 503. */
  waitMs?: number;
  /** The message of that 503. */
  message?: string;
}

export interface Claim {
  /** Fair queueing: waiting claims get leases round-robin by key. */
  key?: string;
  /** Further keys that the claim counts for, each with its own concurrency limit. */
  within?: Record<string, number>;
  /** Overrides `Limits.waitMs`. */
  waitMs?: number;
}

/** The right to run, until it is released. */
interface Lease {
  /** Whether the claim had to wait. */
  waited: boolean;
  release: () => void;
}

/** The keys that a claim counts under. */
type Under = Required<Pick<Claim, 'key' | 'within'>>;

interface Waiting {
  claim: Under;
  start: () => void;
}

/** A semaphore with limits in total and per key, and a fair queue. */
export class Limiter {
  readonly #limits: Required<Limits>;
  readonly #running = new Map<string, number>();
  /** Time of the last lease of each waiting key, in order. */
  readonly #served = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #leases = 0;
  #rounds = 0;

  constructor(limits: Limits) {
    this.#limits = { perKey: Infinity, maxWaiting: Infinity, waitMs: Infinity, message: BUSY, ...limits };
  }

  /** Length of the queue. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` under a lease. `waited`: whether it had to wait. */
  async run<T>(work: (waited: boolean) => Promise<T>, claim?: Claim): Promise<T> {
    const lease = await this.acquire(claim);
    try {
      return await work(lease.waited);
    } finally {
      lease.release();
    }
  }

  /** Waits for a lease; the caller must release it. Throws 503 when the queue is full or the wait is over. */
  async acquire({ key = '', within = {}, waitMs = this.#limits.waitMs }: Claim = {}): Promise<Lease> {
    const claim = { key, within };
    const waited = !this.#hasRoom(claim);
    if (waited) await this.#wait(claim, waitMs);
    else this.#enter(claim);
    let isHeld = true;
    const release = () => {
      if (isHeld) this.#leave(claim);
      isHeld = false;
    };
    return { waited, release };
  }

  #hasRoom({ key, within }: Under): boolean {
    if (this.#leases >= this.#limits.atOnce) return false;
    if (this.#count(accountOf(key)) >= this.#limits.perKey) return false;
    return Object.entries(within).every(([other, limit]) => this.#count(other) < limit);
  }

  #wait(claim: Under, waitMs: number): Promise<void> {
    const { maxWaiting, message } = this.#limits;
    if (this.#waiting.length >= maxWaiting) throw unavailable(message);
    return new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const start = () => {
        clearTimeout(late);
        resolve();
      };
      const waiting = { claim, start };
      if (waitMs < Infinity) {
        late = setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          this.#forget(claim.key);
          reject(unavailable(message));
        }, waitMs);
      }
      this.#waiting.push(waiting);
    });
  }

  #enter({ key, within }: Under): void {
    this.#leases++;
    this.#served.set(key, ++this.#rounds);
    for (const name of [accountOf(key), ...Object.keys(within)]) this.#running.set(name, this.#count(name) + 1);
  }

  #leave({ key, within }: Under): void {
    this.#leases--;
    for (const name of [accountOf(key), ...Object.keys(within)]) {
      const left = this.#count(name) - 1;
      if (left) this.#running.set(name, left);
      else this.#running.delete(name);
    }
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      // Entered synchronously, so that no new claim takes the slot.
      this.#enter(next.claim);
      next.start();
    }
    this.#forget(key);
  }

  /** Picks the next claim with free slots: fewest running of its key, then least recently served key, then FIFO. */
  #next(): Waiting | undefined {
    const rank = ({ claim: { key } }: Waiting) => [this.#count(accountOf(key)), this.#served.get(key) ?? 0] as const;
    let best: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!this.#hasRoom(waiting.claim)) continue;
      if (!best) {
        best = waiting;
        continue;
      }
      const [[running, served], [least, earliest]] = [rank(waiting), rank(best)];
      if (running < least || (running === least && served < earliest)) best = waiting;
    }
    return best;
  }

  #count(name: string): number {
    return this.#running.get(name) ?? 0;
  }

  /** Drops idle keys. They come first when they return. */
  #forget(key: string): void {
    if (!this.#count(accountOf(key)) && !this.#waiting.some(({ claim }) => claim.key === key)) this.#served.delete(key);
  }
}

/** Separate namespaces for `key` and `within`. */
const accountOf = (key: string) => `key:${key}`;

const BUSY = 'The server is busy. Try again in a moment.';
