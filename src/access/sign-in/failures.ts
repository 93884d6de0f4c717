import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { tooMany } from '../../platform/index.js';
import { Attempts } from './attempts.js';

/** Limits failed attempts per key with 429. */
export class Failures extends Attempts {
  /** The points of the limiter are the allowed failures per duration. */
  constructor(private readonly limiter: RateLimiterAbstract) {
    super();
  }

  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }

  async noteFailure(key: string): Promise<void> {
    await this.limiter.penalty(key);
  }

  protected async slots(key: string): Promise<number> {
    const known = await this.limiter.get(key);
    const left = this.limiter.points - (known?.consumedPoints ?? 0);
    if (left <= 0) throw tooMany(known!.msBeforeNext);
    return left;
  }
}
