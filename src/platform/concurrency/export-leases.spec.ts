import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '../config/read-settings.js';
import { ExportLeases } from './export-leases.js';
import { LongReads } from './long-reads.js';

let leases: ExportLeases;
let longReads: LongReads;
beforeEach(() => {
  vi.useFakeTimers();
  longReads = new LongReads(readSettings({ DATABASE_POOL: '4' }));
  leases = new ExportLeases(longReads);
});
afterEach(() => {
  vi.useRealTimers();
});

/** An export of three pieces. `next` is what its client takes, `seen` is what became of it. */
function anExport() {
  const seen: string[] = [];
  async function* source() {
    try {
      yield* ['a', 'b', 'c'];
    } finally {
      seen.push('closed');
    }
  }
  const pieces = leases.run('', source, () => {
    seen.push('ended');
    void pieces.return(undefined);
  });
  const next = () => pieces.next().then(({ value, done }) => (done ? 'over' : value));
  return { next, seen };
}

/** The present state of a promise. */
async function now<T>(promise: Promise<T>): Promise<T | string> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([promise, Promise.resolve('waits')]);
}

it('two run at a time, the others in the order in which they came', async () => {
  const [a, b, c] = [anExport(), anExport(), anExport()];
  expect([await a.next(), await b.next()]).toEqual(['a', 'a']);
  const third = c.next();
  expect(await now(third)).toBe('waits');
  expect([await a.next(), await a.next(), await a.next()]).toEqual(['b', 'c', 'over']);
  expect(await third).toBe('a');
});

it('one whose client is slow gives way when another waits, but not before', async () => {
  const [slow, slower] = [anExport(), anExport()];
  await slower.next();
  await vi.advanceTimersByTimeAsync(3_600_000);
  await slow.next();
  expect(await slower.next()).toBe('b');
  expect([slow.seen, slower.seen]).toEqual([[], []]);
  const third = anExport().next();
  expect(await now(third)).toBe('waits');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await third).toBe('a');
  expect([slow.seen, slower.seen]).toEqual([[], ['ended', 'closed']]);
});

it('one whose client is slow gives way to what waits for a connection, such as a verification', async () => {
  const slow = anExport();
  const lease = await longReads.acquire();
  await slow.next();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(slow.seen).toEqual([]);
  const second = longReads.acquire();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(slow.seen).toEqual(['ended', 'closed']);
  lease.release();
  (await second).release();
});

it('a connection is waited for a minute, or as long as it takes', async () => {
  const lease = await longReads.acquire();
  const patient = longReads.acquire({ waitMs: Infinity });
  const request = longReads.acquire();
  request.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  await expect(request).rejects.toMatchObject({ status: 503 });
  lease.release();
  (await patient).release();
  expect(longReads.waiting).toBe(0);
});

it('one that works for long goes on, and one that waits for too long is refused', async () => {
  const work = Promise.withResolvers<void>();
  async function* source() {
    await work.promise;
    yield 'done';
  }
  const end = vi.fn();
  const long = [leases.run('', source, end).next(), leases.run('', source, end).next()];
  const late = anExport().next();
  late.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(late).rejects.toMatchObject({ status: 503 });
  work.resolve();
  expect((await Promise.all(long)).map(({ value }) => value)).toEqual(['done', 'done']);
  expect(end).not.toHaveBeenCalled();
});

it('one that fails leaves its lease to the next', async () => {
  async function* broken() {
    yield await Promise.reject(new Error('broken'));
  }
  for (let round = 0; round < 3; round++)
    await expect(leases.run('', broken, () => undefined).next()).rejects.toThrow('broken');
  expect(await anExport().next()).toBe('a');
});
