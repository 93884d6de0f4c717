import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Slowdown, waitAfter } from './slowdown.js';

const slowdown = () => {
  const limiter = (keyPrefix: string) => new RateLimiterMemory({ keyPrefix, points: 1, duration: 86_400 });
  return new Slowdown({ failures: limiter('failures'), waits: limiter('waits') });
};

const fail = async () => null;
const succeed = async () => true;

describe('a slowdown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('makes attempts wait after five failures, longer each time, and never more than a minute', async () => {
    const counted = slowdown();
    for (let times = 0; times < 5; times++) expect(await counted.attempt('ada', fail)).toBeNull();
    for (const seconds of [4, 8, 16, 32, 60, 60, 60]) {
      const headers = { 'Retry-After': String(seconds) };
      await expect(counted.attempt('ada', succeed)).rejects.toMatchObject({ status: 429, headers });
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      expect(await counted.attempt('ada', fail)).toBeNull();
    }
    expect(await counted.attempt('eve', succeed)).toBe(true);
    await counted.forget('ada');
    expect(await counted.attempt('ada', succeed)).toBe(true);
  });

  it('takes one attempt at a time once they have to wait', async () => {
    const counted = slowdown();
    for (let times = 0; times < 5; times++) await counted.attempt('ada', fail);
    await vi.advanceTimersByTimeAsync(4_000);
    let tried = 0;
    const attempts = Array.from({ length: 20 }, () =>
      counted.attempt('ada', async () => {
        tried++;
        await Promise.resolve();
        return null;
      }),
    );
    expect((await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected')).toHaveLength(19);
    expect(tried).toBe(1);
  });
});

it('The wait doubles up to a minute', () => {
  expect([0, 4, 5, 6, 8, 9, 1_000].map(waitAfter)).toEqual([0, 0, 4, 8, 32, 60, 60]);
});
