import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEYOND, countConnections } from '../../../test/support/connections.js';
import { eventually } from '../../../test/support/eventually.js';
import { PostgresProxy } from '../../../test/support/postgres-proxy.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { migrateQueues, QueueServer, SuiteQueue } from '../queues/queue-server.js';
import { migrate } from './data-source.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.js';

const DOCUMENTS = '/v1/office/documents';

let directory: string;
let primary: EmbeddedPostgres;
let replica: EmbeddedPostgres;
let onReplica: pg.Client;
let suite: TestApp;
let beside: TestApp;

const startReplica = (port?: number) => {
  const { port: from, username, password } = new URL(primary.url);
  const conninfo = `host=127.0.0.1 port=${from} user=${username} password=${password}`;
  const settings = { fsync: 'off', primary_conninfo: conninfo };
  return startEmbeddedPostgres({ dataDir: join(directory, 'replica'), settings, ...(port && { port }) });
};

async function connect(): Promise<void> {
  onReplica = new pg.Client(replica.url);
  onReplica.on('error', () => undefined);
  await onReplica.connect();
}

/** Lists that the replica has answered so far are those that its connections ran last. */
const asked = async (): Promise<string[]> =>
  (
    await onReplica.query(
      `select state_change::text as at from pg_stat_activity
        where pid <> pg_backend_pid() and query like '%from documents%' order by 1`,
    )
  ).rows.map(({ at }) => at);

/** Whether a list makes the replica work. */
async function reads(): Promise<boolean> {
  const before = await asked();
  expect((await suite.client.get(DOCUMENTS)).status).toBe(200);
  return JSON.stringify(await asked()) !== JSON.stringify(before);
}

/** Makes a document through one process and sees it in the list of the other, at once. */
async function seesItsOwn(title: string): Promise<void> {
  const { id } = (await suite.client.post(DOCUMENTS, { title })).body;
  for (const app of [suite, beside]) {
    const { body } = await app.client.get(`${DOCUMENTS}?limit=1&sort=created_at:desc`);
    expect(body.data[0].id).toBe(id);
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'suite-replica-'));
  await chmod(directory, 0o755);
  primary = await startEmbeddedPostgres({ dataDir: join(directory, 'primary'), settings: { fsync: 'off' } });
  await migrate(primary.url);
  await migrateQueues(primary.url);

  // As pg_basebackup does, which the embedded PostgreSQL comes without.
  const client = new pg.Client(primary.url);
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  // Files may go while they are copied; PostgreSQL expects that, so the status of cp says nothing.
  spawnSync('cp', ['-a', join(directory, 'primary'), join(directory, 'replica')]);
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  await client.end();
  const home = join(directory, 'replica', 'postgres');
  for (const left of ['lock', 'owner.pid', 'port', 'cluster/postmaster.pid'])
    await rm(join(home, left), { force: true });
  const { uid, gid } = await stat(home);
  for (const [name, text] of Object.entries({ backup_label: rows[0].labelfile, 'standby.signal': '' })) {
    await writeFile(join(home, 'cluster', name), text);
    await chown(join(home, 'cluster', name), uid, gid);
  }
  replica = await startReplica();
  await connect();

  const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url };
  suite = await startTestApp(env);
  beside = await startTestApp(env, { beside: suite });
});
afterAll(async () => {
  await beside?.close();
  await suite?.close();
  await onReplica?.end();
  await replica?.stop();
  await primary?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('A process that a proxy leads to a standby answers 503 until it is led to the primary', async () => {
  const proxy = await PostgresProxy.before(primary.url);
  const third = await startTestApp({ DATABASE_URL: proxy.url, ROLE: 'api' }, { beside: suite });
  try {
    const { id } = (await third.client.post(DOCUMENTS, { title: 'Old' })).body;
    const all = async () => [
      (await third.client.get(`${DOCUMENTS}/${id}`)).status,
      (await third.client.get(DOCUMENTS)).status,
      (await third.client.patch(`${DOCUMENTS}/${id}`, { title: 'New' })).status,
      (await third.client.get('/health/ready')).status,
    ];
    proxy.leadTo(replica.url);
    expect(await all()).toEqual([503, 503, 503, 503]);
    proxy.leadTo(primary.url);
    await eventually(async () => expect(await all()).toEqual([200, 200, 200, 200]));
  } finally {
    await third.close();
    await proxy.close();
  }
});

describe('With a replica', () => {
  it('lists are read from it', async () => {
    await suite.client.post(DOCUMENTS, { title: 'First' });
    await expect.poll(reads).toBe(true);
  });

  it('a client always sees what was written, through whichever process', async () => {
    for (let n = 0; n < 20; n++) await seesItsOwn(`Number ${n}`);
    await expect.poll(reads).toBe(true);
  });

  it('a process opens no more to it than it has for requests, and no more to the primary than without one', async () => {
    await onReplica.end();
    const [toReplica, toPrimary] = [replica.url, primary.url].map(countConnections);
    try {
      const lists = Array.from({ length: 100 }, (_, n) => (n % 2 ? suite : beside).client.get(DOCUMENTS));
      for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
    } finally {
      const [read, served] = [await toReplica!(), await toPrimary!()];
      await connect();
      const { DATABASE_POOL, requestConnections } = suite.settings;
      expect(read).toBeLessThanOrEqual(2 * requestConnections);
      expect(served).toBeLessThanOrEqual(2 * (DATABASE_POOL + BEYOND));
    }
  });

  it('that lags, the primary answers', async () => {
    await onReplica.query('select pg_wal_replay_pause()');
    await expect
      .poll(async () => (await onReplica.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state)
      .toBe('paused');
    await seesItsOwn('Unseen by the replica');
    expect(await reads()).toBe(false);
    await onReplica.query('select pg_wal_replay_resume()');
    await expect.poll(reads, { timeout: 60_000 }).toBe(true);
  });

  it('that is away, the primary answers, and the replica again when it is back', async () => {
    const port = Number(new URL(replica.url).port);
    await replica.stop();
    await seesItsOwn('While it is away');
    replica = await startReplica(port);
    await connect();
    await expect.poll(reads, { timeout: 60_000 }).toBe(true);
    await seesItsOwn('When it is back');
  });
});

/**
 * PostgreSQL gives NOTIFY one lock for all databases, which a transaction that also writes keeps until its commit is on the
 * disk. Here commits wait for a replica that never comes, which is the same wait, for as long as it is looked at.
 */
describe('While a commit waits', () => {
  let onPrimary: pg.Client;
  const wait = async (forWhom: string) => {
    await onPrimary.query(`alter system set synchronous_standby_names = '${forWhom}'`);
    await onPrimary.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await onPrimary.query('show synchronous_standby_names')).rows[0].synchronous_standby_names)
      .toBe(forWhom);
  };
  beforeAll(async () => {
    onPrimary = new pg.Client({ connectionString: primary.url, statement_timeout: 20_000 });
    await onPrimary.connect();
  });
  afterAll(() => onPrimary?.end());

  const KEYS = '/v1/access/api-keys';
  const POLICIES = '/v1/guard/policies';
  const denial = {
    name: 'No deleting',
    effect: 'deny',
    resources: [{ type: 'office.document' }],
    actions: ['office:delete'],
  };
  const aKey = async () => (await suite.client.post(KEYS, { name: 'Key', scopes: ['office:read'] })).body;

  it.each([
    [
      'api_keys',
      async () => {
        const { id } = await aKey();
        return () => suite.client.delete(`${KEYS}/${id}`);
      },
    ],
    [
      'policies',
      async () => {
        const principals = [{ type: 'api_key', id: (await aKey()).id }];
        const { id } = (await suite.client.post(POLICIES, { ...denial, principals })).body;
        return () => suite.client.patch(`${POLICIES}/${id}`, { status: 'active' });
      },
    ],
  ])('of the change of a row of %s, everybody else can be told of something', async (table, prepare) => {
    const change = await prepare();
    await wait('nobody');
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep' and query ~ '^commit|${table}'`;
    let changed: Promise<{ status: number }> | undefined;
    try {
      changed = change();
      await expect.poll(async () => (await onPrimary.query(waiting)).rows[0].n).toBeGreaterThan(0);
      await onPrimary.query('notify anybody');
    } finally {
      await wait('');
    }
    expect((await changed).status).toBeLessThan(300);
  });

  it('a job is given to its queue', async () => {
    const { connection } = suite.app.get(QueueServer);
    const queue = new SuiteQueue('of-a-test', { connection: connection as never });
    await queue.waitUntilReady();
    await wait('nobody');
    let added = false;
    const adding = queue.add('anything', {}).then(() => (added = true));
    try {
      await expect.poll(() => added).toBe(true);
    } finally {
      await wait('');
      await adding;
    }
    await queue.obliterate();
    await queue.close();
  });
});
