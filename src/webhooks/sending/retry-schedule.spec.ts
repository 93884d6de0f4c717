import { describe, expect, it } from 'vitest';
import { type FailedAttempt, nextRetryAt, retryDelaySeconds } from './retry-schedule.js';

const latest = () => 1;
const earliest = () => 0;
const start = new Date('2026-01-01T00:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const HOURS = 3600;

describe('retryDelaySeconds', () => {
  it('grows by 5.8 each time, five times', () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) => Math.round(retryDelaySeconds(attempt, 60, latest) ?? NaN));
    expect(delays).toEqual([60, 348, 2018, 11707, 67899]);
    expect(delays.reduce((sum, delay) => sum + delay)).toBeLessThan(24 * HOURS);
    expect(retryDelaySeconds(6, 60, latest)).toBeNull();
  });

  it('is shortened by a tenth at most', () => {
    expect(retryDelaySeconds(1, 60, earliest)).toBeCloseTo(54);
    expect(retryDelaySeconds(1, 60, () => 0.5)).toBeCloseTo(57);
    expect(retryDelaySeconds(1, 60)).toSatisfy((delay: number) => delay >= 54 && delay <= 60);
  });

  it('takes parts of a second as base', () => {
    expect(retryDelaySeconds(2, 0.01, latest)).toBeCloseTo(0.058);
  });
});

describe('nextRetryAt', () => {
  const next = (given: Partial<FailedAttempt>) =>
    nextRetryAt({ attempt: 1, firstAttemptAt: start, now: start, baseSeconds: 60, random: latest, ...given });

  it('is the delay after now', () => {
    expect(next({})).toEqual(after(60));
    expect(next({ attempt: 2, now: after(100) })).toEqual(after(448));
  });

  it('ends after five retries', () => {
    expect(next({ attempt: 5, now: after(4 * HOURS) })).toEqual(after(4 * HOURS + 67898.976));
    expect(next({ attempt: 6, now: after(23 * HOURS) })).toBeNull();
  });

  it('ends 24 hours after the first attempt', () => {
    expect(next({ now: after(24 * HOURS - 60) })).toEqual(after(24 * HOURS));
    expect(next({ now: after(24 * HOURS - 59) })).toBeNull();
    expect(next({ now: after(30 * HOURS) })).toBeNull();
  });

  describe('with a Retry-After', () => {
    const asked = (retryAfter: string | undefined, status = 503, given: Partial<FailedAttempt> = {}) =>
      next({ answer: { status, retryAfter }, ...given });

    it.each([429, 503])('waits longer if a %i asks for it', (status) => {
      expect(asked('3600', status)).toEqual(after(3600));
    });

    it.each([200, 301, 400, 500, 502])('does not listen to a %i', (status) => {
      expect(asked('3600', status)).toEqual(after(60));
    });

    it.each(['Thu, 01 Jan 2026 01:00:00 GMT', 'Thursday, 01-Jan-26 01:00:00 GMT', 'Thu Jan  1 01:00:00 2026'])(
      'reads the date %s',
      (date) => expect(asked(date)).toEqual(after(3600)),
    );

    it('never waits shorter', () => {
      expect(asked('0')).toEqual(after(60));
      expect(asked('59')).toEqual(after(60));
      expect(asked('Wed, 31 Dec 2025 00:00:00 GMT')).toEqual(after(60));
    });

    it('does not wait past the 24 hours', () => {
      expect(asked(String(24 * HOURS))).toEqual(after(24 * HOURS));
      expect(asked(String(24 * HOURS + 1))).toEqual(after(60));
      expect(asked('9'.repeat(400))).toEqual(after(60));
      expect(asked('Thu, 01 Jan 2099 00:00:00 GMT')).toEqual(after(60));
    });

    it.each([undefined, '', 'soon', '-5', '1.5', '1e3', '2026-01-01T01:00:00Z', 'Monday', 'Thu, 99 Foo 2026 GMT'])(
      'ignores %j',
      (value) => expect(asked(value)).toEqual(after(60)),
    );

    it('grants no sixth retry', () => {
      expect(asked('3600', 503, { attempt: 6 })).toBeNull();
    });
  });
});
