import { Injectable, Module } from '@nestjs/common';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { ApiKeyCleanup } from '../../access/api-keys/api-keys.cleanup.js';
import { newId } from '../fields/ids.js';
import { recordingLogger } from '../../../test/support/recording-logger.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { Maintenance } from './maintenance.js';
import { OldIdempotencyKeys } from '../request/old-idempotency-keys.js';
import { Partitions } from './partitions.js';
import { TaskRuns } from './task-runs.js';
import { Trash } from './trash.js';

const DOCUMENTS = '/v1/office/documents';
const KEYS = '/v1/access/api-keys';
const DAY = 86_400;

/** Two processes that serve; neither does maintenance unless a test tells it to. */
let suite: TestApp;
let beside: TestApp;
let client: Client;
const { logger, lines } = recordingLogger();
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  beside = await startTestApp({ ROLE: 'api' }, { beside: suite, logger });
  client = suite.client;
});
afterAll(async () => {
  await beside.close();
  await suite.close();
});

/** Runs `work` with the clocks moved on. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  for (const { clock } of [suite, beside]) clock.advance(seconds);
  try {
    return await work();
  } finally {
    for (const { clock } of [suite, beside]) clock.advance(-seconds);
  }
}

async function aTrashedDocument(): Promise<string> {
  const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
  await client.delete(`${DOCUMENTS}/${id}`);
  return id;
}

const query = async (sql: string, values: unknown[] = []) => (await suite.database.execute(sql, values)).rows;

describe('Partitions', () => {
  const PARTITIONED = ['events', 'audit_entries', 'audit_seals', 'webhook_deliveries', 'webhook_attempts'];
  const partitions = async (table: string) =>
    (await query('select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass', [table]))
      .map(({ name }) => name)
      .sort();

  it('reach three months ahead, whatever time it is', async () => {
    const ensure = (app: TestApp) => app.app.get(Partitions).ensure();
    expect(await ensure(suite)).toBe(0);
    const month = (months: number) => {
      const [year, now] = suite.clock.iso().split('-').map(Number) as [number, number];
      return new Date(Date.UTC(year, now - 1 + months)).toISOString().slice(0, 7).replace('-', '_');
    };
    await later(400 * DAY, async () => {
      expect((await client.post(DOCUMENTS, { title: 'Plan' })).status).toBe(500);
      const made = await Promise.all([ensure(suite), ensure(beside)]);
      expect(made[0]! + made[1]!).toBe(4 * PARTITIONED.length);
      for (const table of PARTITIONED) {
        expect((await partitions(table)).slice(-4)).toEqual([0, 1, 2, 3].map((n) => `${table}_${month(n)}`));
      }
      expect((await client.post(DOCUMENTS, { title: 'Plan' })).status).toBe(201);
    });
  });

  it('are made without waiting for those who write, nor making them wait', async () => {
    const writer = new pg.Client(suite.settings.DATABASE_URL);
    await writer.connect();
    await writer.query('begin');
    await writer.query(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome)
       values ('ws', 'evt', now(), 'system', 'a.b.c', 'a.b', 'success')`,
    );
    await later(600 * DAY, async () => expect(await suite.app.get(Partitions).ensure()).toBe(4 * PARTITIONED.length));
    await writer.query('rollback');
    await writer.end();
  });
});

describe('Saved answers', () => {
  const forget = () => suite.app.get(OldIdempotencyKeys).forget();
  const saved = async () => (await query('select count(*)::int as n from idempotency_keys'))[0]!.n;

  it('are forgotten after 24 hours', async () => {
    await client.post(DOCUMENTS, { title: 'Plan' }, { headers: { 'Idempotency-Key': 'k' } });
    await later(DAY - 60, async () => expect(await forget()).toBe(0));
    await later(DAY, async () => expect(await forget()).toBe(1));
    expect(await saved()).toBe(0);
  });

  it('are forgotten in batches, by several at once', async () => {
    await query(
      `insert into idempotency_keys select 'ws', 'key', 'POST', '/', n::text, '', 201, '{}', '', false, now() - interval '2 days'
         from generate_series(1, 2500) as n`,
    );
    const [one, other] = await Promise.all([forget(), beside.app.get(OldIdempotencyKeys).forget()]);
    expect(one + other + (await forget())).toBe(2500);
    expect(await saved()).toBe(0);
  });
});

describe('The trash', () => {
  it('loses what has had its time behind 500 records that cannot be removed', async () => {
    const like = await aTrashedDocument();
    const columns = (
      await query(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
          where attrelid = 'documents'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            and attname not in ('id', 'purge_at')`,
      )
    )[0]!.names;
    await query(
      `insert into documents (id, purge_at, ${columns}) select 'doc_stuck' || n, purge_at - interval '1 hour', ${columns}
         from documents, generate_series(1, 500) n where id = $1`,
      [like],
    );
    const id = await aTrashedDocument();
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
    await query(
      `create trigger refuse before delete on documents for each row
         when (old.id like 'doc_stuck%') execute function refuse()`,
    );
    await later(31 * DAY, () => suite.app.get(Trash).purge());
    expect(await query('select 1 from documents where id = $1', [id])).toEqual([]);
    await query('drop function refuse cascade');
    await query(`delete from documents where id like 'doc_stuck%'`);
  });

  const purge = (app = suite) => app.app.get(Trash).purge();

  it('is emptied of what lay there for 30 days', async () => {
    const id = await aTrashedDocument();
    await later(30 * DAY - 3_600, async () => expect(await purge()).toBe(0));
    expect((await client.get(`${DOCUMENTS}/${id}?include_deleted=true`)).status).toBe(200);
    await later(30 * DAY, async () => expect(await purge()).toBeGreaterThan(0));
    expect((await client.get(`${DOCUMENTS}/${id}?include_deleted=true`)).status).toBe(404);
    expect((await eventsAbout(suite.database, 'document_id', id)).at(-1)).toEqual({
      type: 'office.document.deleted',
      actor_type: 'system',
      actor_id: null,
      payload: { document_id: id, title: 'Plan', owner_id: suite.ownerId, hard: true },
    });
    const [entry] = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.data;
    expect(entry).toMatchObject({
      action: 'office.document.deleted',
      actor: { type: 'system', id: null },
      outcome: 'success',
    });
  });

  it('keeps what cannot be removed, which is a warning, as the next run tries it again', async () => {
    const [stuck, other] = [await aTrashedDocument(), await aTrashedDocument()];
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
    await query(
      `create trigger refuse before delete on documents for each row when (old.id = '${stuck}') execute function refuse()`,
    );
    const status = async (id: string) => (await client.get(`${DOCUMENTS}/${id}?include_deleted=true`)).status;
    await later(30 * DAY, async () => {
      lines.length = 0;
      await purge();
      expect([await status(stuck), await status(other)]).toEqual([200, 404]);
      const about = lines.filter(([, text]) => text.includes(stuck));
      expect(about).toEqual([['warn', expect.stringContaining(`${stuck} could not be removed and will be retried`)]]);
      await query('drop function refuse cascade');
      await purge();
      expect(await status(stuck)).toBe(404);
    });
  });

  it('keeps what was taken out of it', async () => {
    const id = await aTrashedDocument();
    await client.post(`${DOCUMENTS}/${id}/restore`);
    await later(31 * DAY, purge);
    expect((await client.get(`${DOCUMENTS}/${id}`)).status).toBe(200);
  });

  it('can be emptied by two at once, of many records', async () => {
    const { id: workspace } = await suite.workspace();
    const ids = Array.from({ length: 600 }, () => newId('doc'));
    await query(
      `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, tags,
                              created_at, updated_at, revision, deleted_at, purge_at)
       select $1, id, 'Old', '', 'html', 'draft', 'usr', '{"visibility": "private"}', '{}', now(), now(), 2, now(), now() - interval '1 second'
         from unnest($2::text[]) as id`,
      [workspace, ids],
    );
    const [one, other] = await Promise.all([purge(), purge(beside)]);
    expect(one + other).toBe(600);
    expect(await query('select 1 from documents where workspace_id = $1', [workspace])).toEqual([]);
    const entries = `select distinct resource_id from audit_entries where workspace_id = $1 and resource_type = 'office.document'`;
    expect(await query(entries, [workspace])).toHaveLength(600);
    expect(await query(entries.replace('distinct ', ''), [workspace])).toHaveLength(600);
  });
});

describe('API keys', () => {
  it('are removed 90 days after they ended', async () => {
    const make = async (fields: object = {}) =>
      (await client.post(KEYS, { name: 'Key', scopes: ['office:read'], ...fields })).body.id as string;
    const revoked = await make();
    await client.delete(`${KEYS}/${revoked}`);
    const expired = await make({ expires_at: suite.clock.iso(60) });
    const alive = await make();
    const clean = () => suite.app.get(ApiKeyCleanup).clean();
    const found = async () =>
      Promise.all([revoked, expired, alive].map(async (id) => (await client.get(`${KEYS}/${id}`)).status));
    await later(90 * DAY - 60, async () => {
      expect(await clean()).toBe(0);
      expect(await found()).toEqual([200, 200, 200]);
    });
    await later(90 * DAY, async () => expect([await clean(), ...(await found())]).toEqual([1, 404, 200, 200]));
    await later(90 * DAY + 60, async () => expect([await clean(), ...(await found())]).toEqual([1, 404, 404, 200]));
    const [entry] = (await client.get(`/v1/guard/audit-logs?resource_id=${revoked}`)).body.data;
    expect(entry).toMatchObject({ action: 'access.api_key.deleted', actor: { type: 'system' } });
  });
});

describe('In a process that works the queues', () => {
  it('maintenance tasks come by themselves, those of apps too', async () => {
    const id = await aTrashedDocument();
    await query(`update documents set purge_at = now() - interval '1 second' where id = $1`, [id]);
    let runs = 0;
    @Injectable()
    class Sweeper {
      constructor(maintenance: Maintenance) {
        maintenance.add({
          name: 'sweep',
          description: 'Does what a spec wants.',
          every: 3_600_000,
          run: async () => runs++,
        });
      }
    }
    @Module({ providers: [Sweeper] })
    class SweeperModule {}

    const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
    try {
      await eventually(async () => {
        expect((await client.get(`${DOCUMENTS}/${id}?include_deleted=true`)).status).toBe(404);
        expect(runs).toBe(1);
      });
      const another = await aTrashedDocument();
      await query(`update documents set purge_at = now() - interval '1 second' where id = $1`, [another]);
      await suite.app.get(Maintenance).wake('a task of another version');
      await suite.app.get(Maintenance).wake('trash');
      await eventually(async () =>
        expect((await client.get(`${DOCUMENTS}/${another}?include_deleted=true`)).status).toBe(404),
      );
    } finally {
      await worker.close();
    }
  });

  it('a query that fails or hangs stops no other task, and operators see the reason', async () => {
    let runs = 0;
    const title = newId('doc');
    @Injectable()
    class Sweeper {
      constructor(maintenance: Maintenance) {
        const add = (name: string, due: string, run: () => Promise<unknown>) =>
          maintenance.add({ name, description: 'Does what a spec wants.', due, run });
        add('broken', 'select 1 from no_table', async () => undefined);
        add('slow', 'select 1 from pg_sleep(3600)', async () => undefined);
        add('works', `select 1 from documents where title = '${title}' and created_at <= $1`, async () => runs++);
      }
    }
    @Module({ providers: [Sweeper] })
    class SweeperModule {}

    const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
    try {
      await eventually(() => expect(runs).toBe(1));
      await client.post(DOCUMENTS, { title });
      await eventually(() => expect(runs).toBeGreaterThan(2));
      await worker.app.get(TaskRuns).flush();
      const tasks = await suite.app.get(TaskRuns).all();
      for (const name of ['broken', 'slow']) expect(tasks.get(name)?.error).toMatch(/^The query for work failed/);
    } finally {
      await worker.close();
    }
  });

  it('a task that says what makes it due runs then, and at no other time', async () => {
    const runs = { due: 0, never: 0 };
    const title = newId('doc');
    @Injectable()
    class Sweeper {
      constructor(maintenance: Maintenance) {
        const due = `select 1 from documents where title = '${title}' and created_at <= $1`;
        maintenance.add({ name: 'due', description: 'Does what a spec wants.', due, run: async () => runs.due++ });
        maintenance.add({
          name: 'never',
          description: 'Does what a spec wants.',
          due: `${due} and revision < 0`,
          run: async () => runs.never++,
        });
      }
    }
    @Module({ providers: [Sweeper] })
    class SweeperModule {}

    const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
    try {
      // Once when they are new, whatever there is to do.
      await eventually(() => expect(runs).toEqual({ due: 1, never: 1 }));
      await client.post(DOCUMENTS, { title });
      await eventually(() => expect(runs.due).toBeGreaterThan(2));
      expect(runs.never).toBe(1);
    } finally {
      await worker.close();
    }
  });

  it('one process does them, and another goes on when that one ends', async () => {
    const runs: string[] = [];
    const start = (name: string) => {
      @Injectable()
      class Sweeper {
        constructor(maintenance: Maintenance) {
          maintenance.add({
            name: 'sweep',
            description: 'Does what a spec wants.',
            every: 100,
            run: async () => runs.push(name),
          });
        }
      }
      @Module({ providers: [Sweeper] })
      class SweeperModule {}
      return startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
    };
    const first = await start('first');
    await eventually(() => expect(runs.length).toBeGreaterThan(2));
    const second = await start('second');
    try {
      const before = runs.length;
      await eventually(() => expect(runs.length).toBeGreaterThan(before + 2));
      expect(new Set(runs)).toEqual(new Set(['first']));
      // However its connection ends.
      await query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and objid = (hashtext('workspace-suite.maintenance')::bigint & 4294967295)::oid and database =
        (select oid from pg_database where datname = current_database())`);
      await first.close();
      await eventually(() => expect(runs.at(-1)).toBe('second'));
    } finally {
      await second.close();
    }
  });

  it('a new leader goes on with the schedule of the former one', async () => {
    const runs = { scheduled: 0, due: 0, added: 0 };
    /** The tasks that a leader runs at its start, beside one that no leader had before. */
    const startOfLeader = async (added: string) => {
      @Injectable()
      class Sweeper {
        constructor(maintenance: Maintenance) {
          const add = (name: string, run: () => Promise<unknown>) =>
            maintenance.add({ name, description: 'Does what a spec wants.', every: 3_600_000, run });
          add('scheduled', async () => runs.scheduled++);
          const run = async () => runs.due++;
          maintenance.add({
            name: 'never due',
            description: 'Does what a spec wants.',
            due: "select 1 where $1 < now() - interval '1 year'",
            run,
          });
          add(added, async () => runs.added++);
        }
      }
      @Module({ providers: [Sweeper] })
      class SweeperModule {}
      Object.assign(runs, { scheduled: 0, due: 0, added: 0 });
      const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
      try {
        await eventually(() => expect(runs.added).toBe(1));
        return [runs.scheduled, runs.due];
      } finally {
        await worker.close();
      }
    };
    const change = (set: string) => query(`update maintenance_tasks set ${set} where name = 'scheduled'`);
    expect(await startOfLeader('added 1')).toEqual([1, 1]);
    expect(await startOfLeader('added 2')).toEqual([0, 0]);
    await change(`next_run_at = now() - interval '1 second'`);
    expect(await startOfLeader('added 3')).toEqual([1, 0]);
    await change('finished_at = null');
    expect(await startOfLeader('added 4')).toEqual([1, 0]);
    for (const name of ['scheduled', 'never due']) await suite.app.get(Maintenance).wake(name, { asked: true });
    expect(await startOfLeader('added 5')).toEqual([1, 1]);
  });

  it('a task never runs beside itself, and again where it is woken meanwhile', async () => {
    let [runs, active, most] = [0, 0, 0];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    @Injectable()
    class Sweeper {
      constructor(maintenance: Maintenance) {
        const run = async () => {
          runs++;
          most = Math.max(most, ++active);
          await held;
          active--;
        };
        maintenance.add({ name: 'sweep', description: 'Does what a spec wants.', every: 3_600_000, run });
      }
    }
    @Module({ providers: [Sweeper] })
    class SweeperModule {}
    const worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [SweeperModule] });
    try {
      await eventually(() => expect(runs).toBe(1));
      await suite.app.get(Maintenance).wake('sweep');
      await suite.app.get(Maintenance).wake('trash');
      release();
      await eventually(() => expect(runs).toBe(2));
      expect(most).toBe(1);
    } finally {
      release();
      await worker.close();
    }
  });

  it('two tasks of one name are refused', () => {
    const task = { name: 'trash', description: 'Twice.', every: 1000, run: async () => undefined };
    expect(() => suite.app.get(Maintenance).add(task)).toThrow(/two maintenance tasks/);
  });
});
