import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Claim, Limiter, type Limits } from './limiter.js';

let running: string[];
beforeEach(() => {
  vi.useFakeTimers();
  running = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that runs until it is ended. */
function begin(limiter: Limiter, name: string, claim?: Claim) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const done = limiter.run(async (waited) => {
    running.push(name);
    await promise;
    return waited;
  }, claim);
  // Its failure is looked at by those who wait for it.
  done.catch(() => undefined);
  return { done, end: () => (end(), done) };
}

/** The work that runs once everything due has happened. */
async function started(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return running;
}

describe('Limiter', () => {
  it('lets so much run at a time, the rest in order, and tells what waited', async () => {
    const limiter = new Limiter({ atOnce: 2 });
    const [a, b, c] = ['a', 'b', 'c', 'd'].map((name) => begin(limiter, name));
    expect(await started()).toEqual(['a', 'b']);
    expect(limiter.waiting).toBe(2);
    expect(await b!.end()).toBe(false);
    expect(await started()).toEqual(['a', 'b', 'c']);
    await a!.end();
    expect(await c!.end()).toBe(true);
    expect(await started()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets so much of one key run at a time, others beside it', async () => {
    const limiter = new Limiter({ atOnce: 3, perKey: 2 });
    const [first] = ['a1', 'a2', 'a3'].map((name) => begin(limiter, name, { key: 'a' }));
    begin(limiter, 'b1', { key: 'b' });
    expect(await started()).toEqual(['a1', 'a2', 'b1']);
    await first!.end();
    expect(await started()).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('serves keys in rotation, however many of one wait', async () => {
    const limiter = new Limiter({ atOnce: 1 });
    const work = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => begin(limiter, name, { key: name[0]! }));
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) {
      expect((await started()).at(-1)).toBe(name);
      await work[['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].indexOf(name)]!.end();
    }
  });

  it('gives a free place to the key that runs the least', async () => {
    const limiter = new Limiter({ atOnce: 3 });
    const [a1] = ['a1', 'a2'].map((name) => begin(limiter, name, { key: 'a' }));
    const b1 = begin(limiter, 'b1', { key: 'b' });
    begin(limiter, 'a3', { key: 'a' });
    begin(limiter, 'b2', { key: 'b' });
    await b1.end();
    expect((await started()).at(-1)).toBe('b2');
    await a1!.end();
    expect((await started()).at(-1)).toBe('a3');
  });

  it('heeds what else work runs within', async () => {
    const limiter = new Limiter({ atOnce: 5 });
    const first = begin(limiter, 'w1', { key: 'w', within: { record: 1 } });
    begin(limiter, 'w2', { key: 'w', within: { record: 1 } });
    begin(limiter, 'v1', { key: 'v', within: { record: 1 } });
    begin(limiter, 'w3', { key: 'w', within: { other: 1 } });
    // A key may have the name of something else.
    begin(limiter, 'r1', { key: 'record' });
    expect(await started()).toEqual(['w1', 'w3', 'r1']);
    await first.end();
    expect((await started()).at(-1)).toBe('v1');
  });

  it('starts all that a released lease makes room for', async () => {
    const limiter = new Limiter({ atOnce: 5, perKey: 1 });
    const first = begin(limiter, 'a1', { key: 'a', within: { record: 1 } });
    begin(limiter, 'a2', { key: 'a' });
    begin(limiter, 'b1', { key: 'b', within: { record: 1 } });
    await first.end();
    expect(await started()).toEqual(['a1', 'b1', 'a2']);
  });

  it.each([
    ['fails', (limiter: Limiter) => limiter.run(() => Promise.reject(new Error('broken')))],
    ['is released twice', (limiter: Limiter) => limiter.acquire().then(({ release }) => (release(), release()))],
  ])('goes on after what %s', async (_, use) => {
    const limiter = new Limiter({ atOnce: 1 });
    await use(limiter).catch((error) => expect(error.message).toBe('broken'));
    const [a] = ['a', 'b'].map((name) => begin(limiter, name));
    expect(await started()).toEqual(['a']);
    await a!.end();
    expect(await started()).toEqual(['a', 'b']);
  });

  it.each<[string, Limits]>([
    ['when too many wait', { atOnce: 1, maxWaiting: 1, message: 'Full.' }],
    ['when it has waited too long', { atOnce: 1, waitMs: 30_000, message: 'Full.' }],
  ])('refuses work with 503 %s', async (_, limits) => {
    const limiter = new Limiter(limits);
    const [first, second, third] = ['a', 'b', 'c'].map((name) => begin(limiter, name, { key: name }));
    if (limits.waitMs) {
      await vi.advanceTimersByTimeAsync(limits.waitMs);
      await expect(second!.done).rejects.toMatchObject({ status: 503 });
    }
    await expect(third!.done).rejects.toMatchObject({ status: 503, message: 'Full.' });
    await first!.end();
    begin(limiter, 'd');
    expect(await started()).toEqual(limits.waitMs ? ['a', 'd'] : ['a', 'b']);
  });
});
