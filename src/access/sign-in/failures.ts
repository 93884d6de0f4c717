import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { tooMany } from '../../platform/index.js';

/**
 * Limits failed attempts per key with 429. Attempts in progress count as failures until they end, so that concurrency does not
 * bypass the limit.
 */
export class Failures {
  readonly #running = new Map<string, { count: number; ended: (() => void)[] }>();

  /** The points of the limiter are the allowed failures per duration. */
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
    // Wakes all waiting attempts; those without a free slot wait again.
    for (const go of running.ended.splice(0)) go();
  }
}
