import { describe, expect, it } from 'vitest';
import { retryAfter } from './works.js';

const backoff = { firstSeconds: 30, maxSeconds: 100 };
const created_at = '2026-01-01T00:00:00.000Z';
const at = (seconds: number) => Date.parse(created_at) + seconds * 1_000;

describe('the backoff after a failed attempt', () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 100],
    [2_000, 100],
  ])('after attempt %i is %i seconds', (attempts, seconds) => {
    expect(retryAfter({ backoff }, { attempts }, at(0))).toBe(seconds);
  });

  it('ends with the last of the declared attempts', () => {
    const work = { backoff, giveUp: { attempts: 3 } };
    expect([1, 2, 3, 4].map((attempts) => retryAfter(work, { attempts }, at(0)))).toEqual([30, 60, null, null]);
  });

  it('ends where the next attempt would be later than the declared age', () => {
    const work = { backoff, giveUp: { ageSeconds: 3_600 } };
    const item = { attempts: 1, created_at };
    expect([3_570, 3_571].map((seconds) => retryAfter(work, item, at(seconds)))).toEqual([30, null]);
  });
});
