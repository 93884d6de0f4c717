import { Injectable, Module } from '@nestjs/common';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Document } from '../../office/documents/document.entity.js';
import { asSystem } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { newId } from '../fields/ids.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { eventually } from '../../../test/support/eventually.js';
import { startRedis } from '../../../test/support/redis.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { EventListener, type StoredEvent } from './event-listener.js';

const redis = await startRedis();
afterAll(() => redis?.stop());

const backends: { backend: string; queues: Record<string, string> }[] = [
  { backend: 'PostgreSQL', queues: {} },
  ...(redis ? [{ backend: 'Redis', queues: { REDIS_URL: redis.url } as Record<string, string> }] : []),
];

const running: TestApp[] = [];
afterEach(async () => {
  for (const app of running.splice(0).reverse()) await app.close();
});

async function start(...args: Parameters<typeof startTestApp>): Promise<TestApp> {
  const app = await startTestApp(...args);
  running.push(app);
  return app;
}

const write = (app: TestApp, title: string, client = app.client) => client.post('/v1/office/documents', { title });
const events = async ({ database }: TestApp): Promise<StoredEvent[]> =>
  (await database.execute('select * from events order by position')).rows as StoredEvent[];
const titles = (list: StoredEvent[]) => list.map(({ payload }) => payload.title);
const waiting = async ({ database }: TestApp) =>
  (await database.execute('select count(*)::int as n from outbox')).rows[0]!.n;
const relayed = (app: TestApp, count: number) =>
  eventually(async () => {
    const found = await events(app);
    expect(found).toHaveLength(count);
    return found;
  });

describe('the relay', () => {
  it('lets no reader skip an event while the rows of a pass are written one by one, with another relay beside', async () => {
    const app = await start();
    const beside = await start({}, { beside: app });
    const count = 12;
    const gate = new pg.Client(app.settings.DATABASE_URL);
    await gate.connect();
    try {
      // Each row of the log waits for a lock of its own, which the test releases.
      await gate.query(`create sequence spec_rows`);
      await gate.query(`create function spec_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(41, nextval('spec_rows')::int); return new; end $$`);
      await gate.query('create trigger spec_gate before insert on events for each row execute function spec_gate()');
      await gate.query('select pg_advisory_lock(41, n) from generate_series(1, $1::int) n', [count]);
      const readers = [1, 2, 5, 100].map((page) => ({ page, last: '0', read: [] as string[] }));
      const read = async () => {
        for (const reader of readers) {
          const { rows } = await gate.query<{ id: string; position: string }>(
            'select id, position from events where position > $1 order by position limit $2',
            [reader.last, reader.page],
          );
          reader.last = rows.at(-1)?.position ?? reader.last;
          reader.read.push(...rows.map(({ id }) => id));
        }
      };
      for (let row = 1; row <= count; row++) {
        await write(row % 2 ? app : beside, `${row}`);
        const blocked = `select from pg_locks where locktype = 'advisory' and classid = 41 and not granted`;
        await eventually(async () => expect((await gate.query(blocked)).rowCount).toBe(1));
        await read();
        await gate.query('select pg_advisory_unlock(41, $1)', [row]);
        await read();
      }
      const all = (await relayed(app, count)).map(({ id }) => id);
      for (let pages = 0; pages < count; pages++) await read();
      expect(readers.map((reader) => reader.read)).toEqual(readers.map(() => all));
    } finally {
      await gate.end();
    }
  });

  it('numbers the events of each workspace in their order, without holes', async () => {
    const app = await start();
    const other = await app.workspace();
    for (let i = 0; i < 20; i++) await Promise.all([write(app, `${i}`), write(app, `other ${i}`, other.client)]);
    const found = await relayed(app, 40);
    for (const [, own] of Map.groupBy(found, ({ workspace_id }) => workspace_id)) {
      expect(own.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(own.map(({ timestamp }) => timestamp)).toEqual(own.map(({ timestamp }) => timestamp).toSorted());
    }
    expect(titles(found).filter((title) => !String(title).startsWith('other'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index}`),
    );
    expect(await waiting(app)).toBe(0);
  });

  it('of several processes moves each event once', async () => {
    const first = await start();
    const second = await start({}, { beside: first });
    const third = await start({ ROLE: 'api' }, { beside: first });
    const apps = [first, second, third];
    await Promise.all(Array.from({ length: 150 }, (_, index) => write(apps[index % 3]!, `${index}`)));
    const found = await relayed(first, 150);
    expect(new Set(found.map(({ id }) => id)).size).toBe(150);
    expect(found.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
  });

  it('keeps the order of the changes of a record, whatever the clocks of the processes say', async () => {
    const ahead = await start({ ROLE: 'api' });
    const behind = await start({ ROLE: 'api' }, { beside: ahead });
    behind.clock.advance(-1);
    const { id } = (await write(ahead, 'Plan')).body;
    expect((await behind.client.patch(`/v1/office/documents/${id}`, { title: 'New' })).status).toBe(200);
    await start({ ROLE: 'worker' }, { beside: ahead });
    expect(titles(await relayed(ahead, 2))).toEqual(['Plan', 'New']);
  });

  it('works off more than a batch', async () => {
    const api = await start({ ROLE: 'api' });
    await api.database.execute(
      `insert into outbox select $1, 'evt_' || n, 'office.document.created', now(), 'system', null, '{}'
       from generate_series(1, 1200) n`,
      [api.workspaceId],
    );
    const worker = await start({ ROLE: 'worker' }, { beside: api });
    const found = await relayed(worker, 1200);
    expect(found.at(-1)!.sequence).toBe(1200);
  });

  it('finds nothing of a request that was rolled back', async () => {
    const app = await start();
    const store = app.app.get(StoreRegistry).of(Document);
    const facts = { content: '', content_type: 'html', status: 'draft', permissions: {}, tags: [], owner_id: 'usr_x' };
    const failed = asSystem(app.workspaceId, () =>
      app.database.transaction(async (unit) => {
        await store.create({ title: 'never', ...facts });
        await unit.open();
        throw new Error('no');
      }),
    );
    await expect(failed).rejects.toThrow('no');
    await write(app, 'real');
    expect(titles(await relayed(app, 1))).toEqual(['real']);
  });

  it('finds what happened while no worker ran, after a signal got lost too', async () => {
    const api = await start({ ROLE: 'api' });
    await write(api, 'early');
    expect(await waiting(api)).toBe(1);
    const worker = await start({ ROLE: 'worker' }, { beside: api });
    await relayed(worker, 1);
    // Without a signal, as of a process that was killed behind its commit.
    await api.database.execute(
      `insert into outbox values ($1, $2, 'office.document.created', now(), 'system', null, '{"title": "silent"}')`,
      [api.workspaceId, newId('evt')],
    );
    expect(titles(await relayed(worker, 2))).toEqual(['early', 'silent']);
  });

  it('makes a missing partition of the log', async () => {
    const app = await start();
    await app.database.execute(
      `insert into outbox values ($1, $2, 'office.document.created', '2020-02-29T23:59:59Z', 'system', null, '{}')`,
      [app.workspaceId, newId('evt')],
    );
    expect(await relayed(app, 1)).toMatchObject([{ timestamp: '2020-02-29T23:59:59.000Z' }]);
  });
});

/** Listeners of the application under test. */
@Injectable()
class Careful extends EventListener {
  readonly name = 'careful';
  override readonly types = ['office.document.created'];
  readonly failing = new Set<unknown>();

  constructor(private readonly database: Database) {
    super();
  }

  async handle(list: StoredEvent[]): Promise<void> {
    for (const event of list) {
      await this.database.write('insert into seen (id) values ($1)', [event.id]);
      if (this.failing.has(event.payload.title)) throw new Error(`cannot handle ${event.payload.title as string}`);
    }
  }
}

@Injectable()
class Witness extends EventListener {
  readonly name = 'witness';
  readonly handled: StoredEvent[] = [];

  async handle(list: StoredEvent[]): Promise<void> {
    this.handled.push(...list);
  }
}

@Injectable()
class Aloof extends EventListener {
  readonly name = 'aloof';
  override readonly types = ['access.*', 'office.document.*'];
  override readonly concerns = `e.payload ->> 'title' like 'dear %'`;
  readonly handled: StoredEvent[] = [];

  async handle(list: StoredEvent[]): Promise<void> {
    this.handled.push(...list);
  }
}

@Module({ providers: [Careful, Witness, Aloof] })
class Listening {}

describe.each(backends)('listeners, with queues on $backend', ({ queues }) => {
  let api: TestApp;
  let app: TestApp;
  let careful: Careful;
  let witness: Witness;
  beforeAll(async () => {
    api = await startTestApp({ ...queues, ROLE: 'api' });
    await write(api, 'before');
    await api.database.execute('create table seen (n serial, id text)');
    app = await startTestApp(queues, { beside: api, modules: [Listening] });
    [careful, witness] = [app.app.get(Careful), app.app.get(Witness)];
  });
  afterAll(async () => {
    await app.close();
    await api.close();
  });

  /** The titles of what `careful` has handled: written by it, so each stands there once. */
  const handled = async () =>
    titles(
      (await app.database.execute('select e.* from seen s join events e on e.id = s.id order by n')).rows as never,
    );
  const failures = async () =>
    (await app.database.execute(`select failures from event_cursors where listener = 'careful'`)).rows[0]!.failures;

  it('get what they ask for, in order, from their first start on', async () => {
    const { body } = await write(app, 'one');
    await app.client.patch(`/v1/office/documents/${body.id}`, { title: 'two' });
    await write(app, 'three');
    await eventually(() => expect(titles(witness.handled)).toEqual(['before', 'one', 'two', 'three']));
    await eventually(async () => expect(await handled()).toEqual(['before', 'one', 'three']));
  });

  it('pass over what does not concern them', async () => {
    await write(app, 'dear one');
    await write(app, 'some one');
    await eventually(() => expect(titles(witness.handled).slice(-2)).toEqual(['dear one', 'some one']));
    await eventually(async () => {
      const { rows } = await app.database.execute(
        `select 1 from event_cursors where listener = 'aloof' and position = (select max(position) from events)`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(titles(app.app.get(Aloof).handled)).toEqual(['dear one']);
  });

  it('that fail lose nothing they wrote, are tried again, and hold up nobody else', async () => {
    careful.failing.add('flaky');
    await write(app, 'flaky');
    await write(app, 'next');
    await eventually(() => expect(titles(witness.handled)).toContain('next'));
    await eventually(async () => expect(await failures()).toBeGreaterThan(0));
    expect(await handled()).toEqual(['before', 'one', 'three', 'dear one', 'some one']);
    careful.failing.clear();
    await eventually(async () =>
      expect(await handled()).toEqual(['before', 'one', 'three', 'dear one', 'some one', 'flaky', 'next']),
    );
    expect(await failures()).toBe(0);
  });

  it('go on without an event that fails five times, which is kept aside', async () => {
    careful.failing.add('poison');
    for (const title of ['around 1', 'around 2', 'poison', 'around 3', 'around 4']) await write(app, title);
    const around = async () => (await handled()).filter((title) => /around/.test(`${title}`));
    await eventually(async () => expect(await around()).toHaveLength(4));
    const kept = (await app.database.execute('select * from event_failures')).rows;
    const poison = (await events(app)).find(({ payload }) => payload.title === 'poison')!;
    expect(kept).toMatchObject([{ listener: 'careful', workspace_id: app.workspaceId, event_id: poison.id }]);
    expect(kept[0]!.error).toContain('cannot handle poison');
    expect(await handled()).not.toContain('poison');
  });

  it('of several processes handle each event once', async () => {
    const second = await startTestApp(queues, { beside: app, modules: [Listening] });
    const before = (await handled()).length;
    await Promise.all(Array.from({ length: 100 }, (_, index) => write([app, second][index % 2]!, `shared ${index}`)));
    await eventually(async () => expect(await handled()).toHaveLength(before + 100));
    expect(new Set(await handled()).size).toBe(before + 100);
    await second.close();
  });
});

describe('operations', () => {
  it('show how far behind the relay is and what the queues hold', async () => {
    const app = await start();
    const { text } = await app.client.get('/metrics');
    expect(text).toMatch(/^outbox_lag_seconds 0$/m);
    expect(text).toMatch(/^queue_jobs\{queue="webhooks",state="waiting"\} \d+$/m);
    expect(text).toMatch(/^database_pool_connections\{state="idle"\} \d+$/m);
    expect((await app.client.get('/health/ready')).body).toEqual({
      status: 'ok',
      checks: { database: true, notifications: true },
    });
  });

  it.skipIf(!redis)('are not ready while Redis is away', async () => {
    const own = (await startRedis())!;
    const app = await start({ REDIS_URL: own.url });
    const ready = () => app.client.get('/health/ready');
    await eventually(async () =>
      expect(await ready()).toMatchObject({ status: 200, body: { checks: { database: true, redis: true } } }),
    );
    await own.kill('SIGKILL');
    await eventually(async () =>
      expect(await ready()).toMatchObject({ status: 503, body: { checks: { redis: false } } }),
    );
    await own.start();
    await eventually(async () => expect((await ready()).status).toBe(200));
    await app.close();
    running.pop();
    await own.stop();
  });
});
