import pg from 'pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { migrateQueues } from '../queues/queue-server.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { migrate } from './data-source.js';
import { newId } from '../fields/ids.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { PrimaryClient, READ_ONLY } from './primary-client.js';

const DOCUMENTS = '/v1/office/documents';

let dataDir: string;
let postgres: EmbeddedPostgres;
let suite: TestApp;
const start = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'suite-away-'));
  postgres = await start();
  await migrate(postgres.url);
  await migrateQueues(postgres.url);
  suite = await startTestApp({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await suite.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('While PostgreSQL is away', () => {
  it('requests are 503, and all goes on by itself when it is back', async () => {
    const { client } = suite;
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const running = client.get(DOCUMENTS);
    await postgres.stop();
    expect([200, 503]).toContain((await running).status);

    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const refresh = `grant_type=refresh_token&refresh_token=x&client_id=${newId('cli')}`;
    const token = await client.post('/oauth/token', refresh, { headers: form });
    expect([token.status, token.body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(token.headers.get('retry-after')).toBe('1');

    for (const answer of [
      await client.get(DOCUMENTS),
      await client.get(`${DOCUMENTS}/${id}`),
      await client.post(DOCUMENTS, { title: 'Plan' }),
      await client.post(DOCUMENTS, { title: 'Plan' }, { headers: { 'Idempotency-Key': 'k' } }),
      await client.patch(`${DOCUMENTS}/${id}`, { title: 'New' }),
      await client.delete(`${DOCUMENTS}/${id}`),
      await client.get(`/v1/office/public/documents/${id}`, { key: null }),
    ]) {
      expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
        503,
        'UNAVAILABLE',
        '1',
      ]);
    }
    expect((await client.get('/health/live')).status).toBe(200);
    expect((await client.get('/health/ready')).status).toBe(503);
    expect((await client.get('/nothing')).status).toBe(404);

    const { url } = postgres;
    postgres = await start();
    expect(postgres.url).toBe(url);
    await eventually(async () => expect((await client.get('/health/ready')).status).toBe(200));
    expect((await client.get(`${DOCUMENTS}/${id}`)).body).toMatchObject({ title: 'Plan', revision: 1 });
    const again = await client.post(DOCUMENTS, { title: 'Plan' }, { headers: { 'Idempotency-Key': 'k' } });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });
});

describe('Where commits wait for a standby', () => {
  it('one whose wait is cancelled is no success, since another primary may lack it', async () => {
    const { client } = suite;
    const admin = new pg.Client(postgres.url);
    await admin.connect();
    const set = async (standbys: string) => {
      await admin.query(`alter system set synchronous_standby_names = '${standbys}'`);
      await admin.query('select pg_reload_conf()');
    };
    try {
      await set('nobody');
      await eventually(async () =>
        expect((await admin.query('show synchronous_standby_names')).rows).toEqual([
          { synchronous_standby_names: 'nobody' },
        ]),
      );
      const key = { headers: { 'Idempotency-Key': 'waits' } };
      for (const options of [{}, key]) {
        let status: number | undefined;
        void client.post(DOCUMENTS, { title: 'Waits' }, options).then((answer) => (status = answer.status));
        await eventually(async () => {
          await admin.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
          expect(status).toBeDefined();
        });
        expect(status).toBe(503);
      }
      await set('');
      const again = await client.post(DOCUMENTS, { title: 'Waits' }, key);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    } finally {
      await set('');
      await admin.end();
    }
  });
});

// Pools of libraries keep a connection whose statement has failed.
it('A connection whose server has come to read only ends with the change that is refused', async () => {
  const client = new PrimaryClient(postgres.url);
  client.on('error', () => undefined);
  await client.connect();
  const ended = new Promise((resolve) => client.once('end', () => resolve('ended')));
  await client.query('set default_transaction_read_only = on');
  await expect(client.query('create table other ()')).rejects.toMatchObject({ code: READ_ONLY });
  expect(await ended).toBe('ended');
});
