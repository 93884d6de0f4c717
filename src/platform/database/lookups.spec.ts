import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Socket } from 'node:net';
import pg, { type Pool } from 'pg';
import { PostgresProxy } from '../../../test/support/postgres-proxy.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Lookups } from './lookups.js';

let test: TestApp;
let lookups: Lookups;
beforeAll(async () => {
  test = await startTestApp();
  const { options } = test.database.pool;
  lookups = new Lookups({ options: { ...options, password: options.password } } as Pool, 1);
});
afterAll(async () => {
  await lookups.close();
  await test.close();
});

const numberOf = async (text: string, values: unknown[] = [], name?: string) =>
  (await lookups.query({ text, values, name })).rows[0]!.n as number;

/** Undocumented behaviour of `pg` that the lookups rely on. A new version that changes it fails here. */
describe('Lookups on one connection', () => {
  it('leave in one piece, all that one turn of the event loop asks, and are answered in order', async () => {
    await numberOf('select 0 as n');
    const writes = vi.spyOn(Socket.prototype, '_writev');
    const answered: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (n) => answered.push(await numberOf('select $1::int as n', [n], 'the same for all'))),
    );
    expect(answered).toEqual([1, 2, 3]);
    // Node leaves the bare buffers behind where it has written them.
    const pieces = writes.mock.calls.map(([chunks]) => Buffer.concat(chunks as unknown as Buffer[]).toString('latin1'));
    writes.mockRestore();
    // Each of the three binds what was prepared under the name.
    const carrying = pieces.map((piece) => piece.split('B\0\0\0').length - 1).filter((binds) => binds > 0);
    expect(pieces.filter((piece) => piece.includes('the same for all'))).toHaveLength(1);
    expect(carrying).toContain(3);
  });

  it('are prepared once', async () => {
    for (const n of [1, 2]) expect(await numberOf('select $1::int + 100 as n', [n], 'prepared')).toBe(100 + n);
    const found = await lookups.query({ text: `select 1 from pg_prepared_statements where name = 'prepared'` });
    expect(found.rowCount).toBe(1);
  });

  it('fail alone, with the place of their caller in the error', async () => {
    const results = await Promise.allSettled([
      numberOf('select 1 as n'),
      numberOf('select 1 / $1::int as n', [0]),
      numberOf('select nothing'),
      numberOf('select 2 as n'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ code: '22012' });
  });

  it('find a new connection when theirs is lost, and what ran on it fails', async () => {
    const pid = await numberOf('select pg_backend_pid() as n');
    const other = new pg.Client(test.settings.DATABASE_URL);
    await other.connect();
    await other.query('select pg_advisory_lock(1)');
    const waiting = numberOf('select 1 as n from pg_advisory_lock(1)');
    const behind = numberOf('select 1 as n');
    const ended = Promise.allSettled([waiting, behind]);
    await other.query('select pg_terminate_backend($1)', [pid]);
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await other.end();
    await expect.poll(() => numberOf('select 3 as n').catch(() => 0)).toBe(3);
  });
});

it('A lookup connection whose end arrives late leaves no other one open', async () => {
  const proxy = await PostgresProxy.before(test.settings.DATABASE_URL!);
  const own = new Lookups({ options: { connectionString: proxy.url } } as unknown as Pool, 1);
  const pid = async () => (await own.query({ text: 'select pg_backend_pid() as n' })).rows[0]!.n as number;
  const first = await pid();
  proxy.holdEnds();
  // Waits for its end: what is sent to it meanwhile would never be answered.
  await test.database.execute('select pg_terminate_backend($1, 60_000)', [first]);
  await expect.poll(() => pid().catch(() => first)).not.toBe(first);
  proxy.releaseEnds();
  await pid();
  await own.close();
  await expect.poll(() => proxy.open).toBe(0);
  await proxy.close();
});
