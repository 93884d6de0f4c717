import { unavailable } from '../errors/api-error.js';

export interface Limits {
  /** How many run at a time, of all keys together. */
  atOnce: number;
  /** How many of one key run at a time. Default: as many as there is room for. */
  perKey?: number;
  /** How many may wait. What comes beyond that is refused with 503. */
  maxWaiting?: number;
  /** Milliseconds that one may wait; then it is a 503. */
  waitMs?: number;
  /** The message of that 503. */
  message?: string;
}

export interface Claim {
  /** On whose account it runs: those waiting get leases in rotation by key. */
  key?: string;
  /** Further keys that the claim counts under, each with its limit of concurrent claims. */
  within?: Record<string, number>;
  /** Milliseconds that it may wait, where that is not what others may. */
  waitMs?: number;
}

/** The right to run, until it is released. */
interface Lease {
  /** It was not to be had at once. */
  waited: boolean;
  release: () => void;
}

/** The keys that a claim counts under. */
type Under = Required<Pick<Claim, 'key' | 'within'>>;

interface Waiting {
  claim: Under;
  start: () => void;
}

/** Lets so much run at a time, altogether and for each key, and lets what is beyond that wait. */
export class Limiter {
  readonly #limits: Required<Limits>;
  readonly #running = new Map<string, number>();
  /** When each key that has something waiting got its last lease, in order. */
  readonly #served = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #leases = 0;
  #rounds = 0;

  constructor(limits: Limits) {
    this.#limits = { perKey: Infinity, maxWaiting: Infinity, waitMs: Infinity, message: BUSY, ...limits };
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs work under a lease; tells it whether it had to wait. */
  async run<T>(work: (waited: boolean) => Promise<T>, claim?: Claim): Promise<T> {
    const lease = await this.acquire(claim);
    try {
      return await work(lease.waited);
    } finally {
      lease.release();
    }
  }

  /** Waits for a lease, which is to be released. Throws a 503 where there is none to be had. */
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
      // Before it goes on, so that nobody slips in.
      this.#enter(next.claim);
      next.start();
    }
    this.#forget(key);
  }

  /** Of those with room, one whose key runs the least, then one whose key was served the longest ago, then the first. */
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

  /** A key that neither runs nor waits comes first when it is back. */
  #forget(key: string): void {
    if (!this.#count(accountOf(key)) && !this.#waiting.some(({ claim }) => claim.key === key)) this.#served.delete(key);
  }
}

/** Keys and what they run within may have the same name. */
const accountOf = (key: string) => `key:${key}`;

const BUSY = 'The server is busy. Try again in a moment.';
