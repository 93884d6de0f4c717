import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { tooMany } from '../../platform/index.js';
import { Attempts } from './attempts.js';

/** Failures before attempts are delayed. */
const FREE_FAILURES = 5;

/** First delay in seconds, doubled with each further failure. */
const FIRST_WAIT_SECONDS = 4;
const MAX_WAIT_SECONDS = 60;

/** The limiters of a slowdown. Their points do not matter. */
interface Limiters {
  /** Counts failures. */
  failures: RateLimiterAbstract;
  /** Keys that are currently delayed. */
  waits: RateLimiterAbstract;
}

/**
 * Exponential backoff per key instead of a lockout: after five failures the next attempt is refused with 429 for some seconds,
 * doubled with each failure up to 60. Concurrent attempts in one process are limited to the remaining free failures, then to
 * one.
 */
export class Slowdown extends Attempts {
  constructor(private readonly limiters: Limiters) {
    super();
  }

  async forget(key: string): Promise<void> {
    await Promise.all([this.limiters.failures.delete(key), this.limiters.waits.delete(key)]);
  }

  protected async slots(key: string): Promise<number> {
    const wait = await this.limiters.waits.get(key);
    if (wait && wait.msBeforeNext > 0) throw tooMany(wait.msBeforeNext);
    const failures = (await this.limiters.failures.get(key))?.consumedPoints ?? 0;
    return Math.max(1, FREE_FAILURES - failures);
  }

  protected async noteFailure(key: string): Promise<void> {
    const { consumedPoints } = await this.limiters.failures.penalty(key);
    const seconds = waitAfter(consumedPoints);
    if (seconds > 0) await this.limiters.waits.block(key, seconds);
  }
}

/** Delay in seconds after this many failures. */
export const waitAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES));
