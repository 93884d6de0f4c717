import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it } from 'vitest';
import { Failures } from './failures.js';

const failures = () => new Failures(new RateLimiterMemory({ points: 5, duration: 900 }));

const fail = async () => null;
const succeed = async () => true;
const refused = { status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } };

describe('Failures', () => {
  it('refuse everything after so many of them, what would succeed too, with the time that is left', async () => {
    const counted = failures();
    for (let times = 0; times < 5; times++) expect(await counted.attempt('ada', fail)).toBeNull();
    await expect(counted.attempt('ada', succeed)).rejects.toMatchObject(refused);
    expect(await counted.attempt('eve', succeed)).toBe(true);
    await counted.forget('ada');
    expect(await counted.attempt('ada', succeed)).toBe(true);
  });

  it('are never more than allowed, however many come at once', async () => {
    const counted = failures();
    let tried = 0;
    const attempts = Array.from({ length: 100 }, () =>
      counted.attempt('ada', async () => {
        tried++;
        await new Promise((done) => setImmediate(done));
        return null;
      }),
    );
    const results = await Promise.allSettled(attempts);
    expect(tried).toBe(5);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(95);
  });

  it('hold up nobody who succeeds', async () => {
    const counted = failures();
    const slow = async () => new Promise<boolean>((done) => setImmediate(() => done(true)));
    const results = await Promise.all(Array.from({ length: 100 }, () => counted.attempt('ada', slow)));
    expect(results.every(Boolean)).toBe(true);
  });

  it('do not count what broke', async () => {
    const counted = failures();
    const broken = async () => Promise.reject(new Error('The database is away.'));
    for (let times = 0; times < 9; times++) await expect(counted.attempt('ada', broken)).rejects.toThrow('away');
    expect(await counted.attempt('ada', succeed)).toBe(true);
  });
});
