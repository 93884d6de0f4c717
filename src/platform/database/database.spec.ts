import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { LongReads } from '../concurrency/long-reads.js';
import { asSystem } from '../context/request-context.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { UnitOfWork } from './unit-of-work.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('a connection that PostgreSQL ends', () => {
  const end = (pid: number) => test.database.execute('select pg_terminate_backend($1, 5000)', [pid]);

  it('fails its transaction as unavailable, and the process goes on', async () => {
    const unit = new UnitOfWork(test.database);
    await unit.open();
    const { rows } = await unit.write('select pg_backend_pid() as pid', []);
    await end(rows[0]!.pid);
    await expect(unit.write('select 1', [])).rejects.toMatchObject({ status: 503 });
    await unit.rollback();
    expect((await test.client.get('/v1/office/documents')).status).toBe(200);
  });

  it('may be lost in the very moment in which a request takes it', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    test.database.pool.once('acquire', (client) => process.nextTick(() => client.emit('error', lost)));
    const unit = new UnitOfWork(test.database);
    await unit.open();
    await unit.rollback();
  });

  it('fails the statement that runs on it as unavailable', async () => {
    const [holder, unit] = [new UnitOfWork(test.database), new UnitOfWork(test.database)];
    await holder.open();
    await holder.write('select pg_advisory_xact_lock(1)', []);
    await unit.open();
    const { rows } = await unit.write('select pg_backend_pid() as pid', []);
    const waiting = unit.write('select pg_advisory_xact_lock(1)', []);
    await Promise.all([expect(waiting).rejects.toMatchObject({ status: 503 }), end(rows[0]!.pid)]);
    await unit.rollback();
    await holder.rollback();
    expect((await test.client.get('/v1/office/documents')).status).toBe(200);
  });
});

describe('A statement', () => {
  it('is neither compiled nor spread over workers, whatever the database is set to', async () => {
    const settings = ['jit = on', 'max_parallel_workers_per_gather = 2'];
    for (const setting of settings)
      await test.database.execute(
        `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`,
      );
    const client = new pg.Client(test.database.pool.options as pg.ClientConfig);
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`,
    );
    await client.end();
    expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
  });

  it('that writes needs a unit of work', async () => {
    const write = () => test.database.write('select pg_advisory_xact_lock(1)');
    await expect(write()).rejects.toThrow(/unit of work/);
    await asSystem(test.workspaceId, () => expect(write()).rejects.toThrow(/unit of work/));
  });

  it('that is read changes, locks and tells nothing', () => {
    const DOES =
      /\b(insert\s+into|update\s+\w+\s+set|delete\s+from|for\s+(no\s+key\s+)?(update|(key\s+)?share))\b|_lock\(|pg_notify\(/i;
    const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.spec.ts'));
    // A snapshot has a connection of its own.
    const reads = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/(?<!snapshot)\.(?:read|lookup)(?:<[^(]*>)?\(\s*(`[^`]*`|'[^'\n]*')/g),
      ].map(([, text]) => ({ file, text })),
    );
    expect(reads.length).toBeGreaterThan(20);
    expect(reads.filter(({ text }) => DOES.test(text!))).toEqual([]);
  });
});

describe('rows', () => {
  const busy = () => test.database.pool.totalCount - test.database.pool.idleCount;

  it('come in portions, all as they were when the first was read', async () => {
    await test.database.execute('create table things as select n, n::text as name from generate_series(1, 1200) n');
    const rows = test.database.rows<{ n: number }>('select n from things where n > $1 order by n', [100]);
    const seen = [(await rows.next()).value!];
    await test.database.execute('delete from things');
    for await (const portion of rows) seen.push(portion);
    expect(seen.map(({ length }) => length)).toEqual([500, 500, 100]);
    expect(seen.flat().map(({ n }) => n)).toEqual(Array.from({ length: 1100 }, (_, index) => 101 + index));
    // Background work has a connection now and then.
    await expect.poll(busy).toBe(0);
  });

  it('of different shapes come over one connection', async () => {
    for (const [sql, row] of [
      ['select 1 as a', { a: 1 }],
      [`select 'x' as b, 2 as c`, { b: 'x', c: 2 }],
      ['select 1 as a where false', undefined],
    ] as const) {
      const seen = [];
      for await (const portion of test.database.rows(sql)) seen.push(...portion);
      expect(seen).toEqual([row].filter(Boolean));
    }
  });

  it('let go of their connection when nobody wants the rest, and when they fail', async () => {
    for await (const _ of test.database.rows('select n from generate_series(1, 2000) n')) break;
    await expect.poll(busy).toBe(0);
    await expect(test.database.rows('select 1 / n from generate_series(0, 3) n').next()).rejects.toThrow('zero');
    await expect.poll(busy).toBe(0);
  });

  it('fail where the next portion cannot be had, also while the one before is worked on', async () => {
    const seen: unknown[] = [];
    const read = async () => {
      for await (const portion of test.database.rows('select 1 / (700 - n) from generate_series(1, 2000) n')) {
        seen.push(...portion);
        // The failure of the next portion comes in now.
        await test.database.execute('select 1');
      }
    };
    await expect(read()).rejects.toThrow('zero');
    expect(seen.length).toBe(500);
    await expect.poll(busy).toBe(0);
  });
});

describe('with the smallest pool', () => {
  it('long answers leave a connection to requests, and wait for each other', async () => {
    const small = await startTestApp({ DATABASE_POOL: '4', ROLE: 'all', DATABASE_WAIT_SECONDS: '5' });
    try {
      expect(small.settings.requestConnections).toBe(2);
      // Transactions that have all connections do not wait for one more.
      const all = Promise.withResolvers<void>();
      let open = 0;
      const transaction = () =>
        small.database.transaction(async () => {
          await small.database.write('select 1');
          if (++open === 2) all.resolve();
          await all.promise;
          return (await small.database.execute('select 1 as one')).rows;
        });
      const both = await Promise.all([1, 2].map(() => asSystem(small.workspaceId, transaction)));
      expect(both).toEqual([[{ one: 1 }], [{ one: 1 }]]);
      const first = await small.database.snapshot();
      const rows = small.database.rows('select n from generate_series(1, 1100) n');
      const copied = small.database.copy('jsonl', 'select 1', []);
      const waiting = Promise.all([rows.next(), copied.next()]);
      const documents = '/v1/office/documents';
      // Each of these needs a connection of its own.
      const made = await Promise.all([1, 2, 3, 4].map((n) => small.client.post(documents, { title: `${n}` })));
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect((await small.client.get(`${documents}?sort=title:asc`)).status).toBe(200);
      await first.close();
      for await (const _ of rows);
      for await (const _ of copied);
      expect((await waiting).map(({ done }) => done)).toEqual([false, false]);
      // Background work waits as long as it takes.
      const acquire = vi.spyOn(small.app.get(LongReads), 'acquire');
      await (await asSystem(small.workspaceId, () => small.database.snapshot())).close();
      expect(acquire).toHaveBeenCalledExactlyOnceWith({ waitMs: Infinity });
    } finally {
      await small.close();
    }
  });
});
