import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppProcess, type Build, buildApp, startProcess } from './processes.js';
import { eventually } from './support/eventually.js';
import { Client, createDatabase } from './support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

let build: Build;
let database: Awaited<ReturnType<typeof createDatabase>>;
let directory: string;
let app: AppProcess;
let key: string;
let sql: pg.Client;

const start = () =>
  startProcess(build, {
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    RATE_LIMIT: 'off',
    SECRETS_KEY: 'a secret that only tests know, long enough',
  });
const client = () => new Client(app.base, key);

beforeAll(async () => {
  [build, database, directory] = await Promise.all([
    buildApp(),
    createDatabase(),
    mkdtemp(join(tmpdir(), 'suite-batch-')),
  ]);
  app = await start();
  key = /wsk_test_\w+/.exec(app.stdout())![0];
  sql = new pg.Client(database.url);
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.stop();
  await database.drop();
  await rm(directory, { recursive: true });
});

const create = (title: string) => ({ method: 'POST', path: DOCUMENTS, body: { title } });

async function titles(begin: string): Promise<string[]> {
  const { rows } = await sql.query('select title from documents where title like $1 order by title', [`${begin}%`]);
  return rows.map(({ title }) => title);
}

/** Sends a batch whose second operation waits for a lock, kills the process then, and sends it again to a new one. */
async function killedAndRepeated(name: string, atomic: boolean) {
  const { id } = (await client().post(DOCUMENTS, { title: 'Locked' })).body;
  const operations = [
    create(`${name} 1`),
    { method: 'PATCH', path: `${DOCUMENTS}/${id}`, body: { tags: [name.toLowerCase()] } },
    create(`${name} 2`),
  ];
  const send = () => client().post('/v1/batch', { atomic, operations }, { headers: { 'Idempotency-Key': name } });
  await sql.query('begin');
  await sql.query('select from documents where id = $1 for update', [id]);
  const sent = send().catch(() => null);
  await eventually(async () => {
    const { rows } = await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    );
    expect(rows).toHaveLength(1);
  });
  await app.stop('SIGKILL');
  expect(await sent).toBeNull();
  await sql.query('rollback');
  const left = await titles(name);
  app = await start();
  const again = await send();
  return { left, again, tags: (await client().get(`${DOCUMENTS}/${id}`)).body.tags };
}

it('an atomic batch whose process is killed in the middle is not done, and can be sent again', async () => {
  const { left, again, tags } = await killedAndRepeated('Whole', true);
  expect(left).toEqual([]);
  expect(again.status, again.text).toBe(200);
  expect([await titles('Whole'), tags]).toEqual([['Whole 1', 'Whole 2'], ['whole']]);
});

it('a batch that is not atomic keeps what was done before its process was killed, and sent again makes nothing twice', async () => {
  const { left, again, tags } = await killedAndRepeated('Apart', false);
  expect(left).toEqual(['Apart 1']);
  expect(again.body.results, again.text).toMatchObject([
    { status: 201, headers: { 'Idempotency-Replayed': 'true' } },
    { status: 200 },
    { status: 201 },
  ]);
  expect([await titles('Apart'), tags]).toEqual([['Apart 1', 'Apart 2'], ['apart']]);
});
