import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { tooMany } from '../../platform/index.js';

/**
 * Counts failed attempts by a key and refuses further ones with 429 when there were too many, however many come at
 * once: of what one process tries at a time, everything is taken for a failure until it has ended.
 */
export class Failures {
  readonly #running = new Map<string, { count: number; ended: (() => void)[] }>();

  /** The points of the limiter are the failures allowed in its duration. */
  constructor(private readonly limiter: RateLimiterAbstract) {}

  /** Runs an attempt; null is a failure. */
  async attempt<T>(key: string, work: () => Promise<T | null>): Promise<T | null> {
    await this.#begin(key);
    try {
      const result = await work();
      if (result === null) await this.limiter.penalty(key);
      return result;
    } finally {
      this.#end(key);
    }
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  async #begin(key: string): Promise<void> {
    for (;;) {
      const known = await this.limiter.get(key);
      const left = this.limiter.points - (known?.consumedPoints ?? 0);
      if (left <= 0) throw tooMany(known!.msBeforeNext);
      const running = this.#running.get(key) ?? { count: 0, ended: [] };
      if (running.count < left) {
        running.count++;
        this.#running.set(key, running);
        return;
      }
      await new Promise<void>((go) => running.ended.push(go));
    }
  }

  #end(key: string): void {
    const running = this.#running.get(key)!;
    if (--running.count === 0) this.#running.delete(key);
    // Everybody looks again; those for whom there is no room wait on.
    for (const go of running.ended.splice(0)) go();
  }
}
