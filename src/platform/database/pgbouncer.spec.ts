import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEYOND, countConnections } from '../../../test/support/connections.js';
import { eventually } from '../../../test/support/eventually.js';
import { isMissing } from '../../../test/support/programs.js';
import { createDatabase, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { anyFreePort } from './embedded/free-port.js';
import { Notifications } from './notifications.js';

const KEYS = '/v1/access/api-keys';
const DOCUMENTS = '/v1/office/documents';
const POOL = 4;

const missing = isMissing('pgbouncer', spawnSync('pgbouncer', ['--version']).status === 0);

describe.skipIf(missing)('Behind a PgBouncer in transaction mode', () => {
  let bouncer: ChildProcess;
  let directory: string;
  let drop: () => Promise<void>;
  let suite: TestApp;
  let beside: TestApp;
  beforeAll(async () => {
    const database = await createDatabase();
    drop = database.drop;
    const { hostname, port, username, password, pathname } = new URL(database.url);
    directory = await mkdtemp(join(tmpdir(), 'suite-pgbouncer-'));
    // It does not run as root, but reads its files as whoever it runs as.
    await chmod(directory, 0o755);
    const listenPort = await anyFreePort();
    const [users, config] = [join(directory, 'users.txt'), join(directory, 'pgbouncer.ini')];
    await writeFile(users, `"${username}" "${password}"\n`);
    // Two connections for two processes: whatever needs one of its own would not get it.
    await writeFile(
      config,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
    );
    const asRoot = process.getuid?.() === 0;
    bouncer = spawn('pgbouncer', [...(asRoot ? ['--user', 'nobody'] : []), config], { stdio: 'ignore' });
    await once(bouncer, 'spawn');
    const through = `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`;
    await eventually(async () => {
      const client = new pg.Client(through);
      await client.connect();
      await client.end();
    });
    const env = { DATABASE_DIRECT_URL: database.url, DATABASE_POOL: `${POOL}` };
    suite = await startTestApp({ ...env, DATABASE_URL: through });
    beside = await startTestApp(env, { beside: suite });
  });
  afterAll(async () => {
    await beside?.close();
    await suite?.close();
    if (bouncer) {
      const gone = once(bouncer, 'exit');
      bouncer.kill('SIGINT');
      await gone;
    }
    await drop?.();
    await rm(directory, { recursive: true, force: true });
  });

  it('many requests at once are answered, each with its own', async () => {
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, n) => [suite, beside][n % 2]!.client.post(DOCUMENTS, { title: `${n}` })),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const read = await Promise.all(
      made.map(({ body }, n) => [beside, suite][n % 2]!.client.get(`${DOCUMENTS}/${body.id}`)),
    );
    expect(read.map(({ body }) => body.title)).toEqual(made.map((_, n) => `${n}`));
    expect((await suite.client.get(`${DOCUMENTS}?limit=100`)).body.meta.total).toBe(60);
    const changed = await Promise.all(
      made
        .slice(0, 20)
        .map(({ body }) =>
          suite.client.patch(
            `${DOCUMENTS}/${body.id}`,
            { status: 'published' },
            { headers: { 'Idempotency-Key': body.id } },
          ),
        ),
    );
    expect(changed.map(({ status, body }) => [status, body.status])).toEqual(changed.map(() => [200, 'published']));
  });

  it('a revoked key is refused by the other process at once', async () => {
    const { id, key } = (await suite.client.post(KEYS, { name: 'Key', scopes: ['office:read'] })).body;
    expect((await beside.client.get(DOCUMENTS, { key })).status).toBe(200);
    await suite.client.delete(`${KEYS}/${id}`);
    await expect.poll(async () => (await beside.client.get(DOCUMENTS, { key })).status).toBe(401);
    expect(beside.app.get(Notifications).live).toBe(true);
  });

  it('rows come in portions over one connection, while other requests go on', async () => {
    const rows = suite.database.rows('select n from generate_series(1, 1100) n');
    const lengths = [(await rows.next()).value!.length];
    expect((await beside.client.get(DOCUMENTS)).status).toBe(200);
    for await (const portion of rows) lengths.push(portion.length);
    expect(lengths).toEqual([500, 500, 100]);
  });
});

/** A file sent as a form. */
async function sendFile({ client }: TestApp, path: string, name: string, text: string) {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  const headers = { 'X-API-Key': client.key! };
  const answer = await fetch(client.base + path, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as any };
}

it('a process opens no more connections than its pool and three, whatever it does', async () => {
  // All roles in one, and its queues in PostgreSQL.
  const suite = await startTestApp({ DATABASE_POOL: `${POOL}`, ROLE: 'all' });
  const { client, database } = suite;
  const most = countConnections(suite.settings.DATABASE_URL!);
  const copy = () => database.copy('jsonl', 'select n::text from generate_series(1, $1::int) n', [50_000]);
  const copied = async () => {
    let lines = 0;
    for await (const piece of copy()) lines += piece.toString().split('\n').length - 1;
    return lines;
  };
  const left = async () => {
    for await (const piece of copy()) return piece.length;
  };
  const completed = (path: string) => expect.poll(async () => (await client.get(path)).body.status).toBe('completed');
  const rows = Array.from({ length: 300 }, (_, n) => `Person ${n},person${n}@example.com`).join('\n');
  const [events, secret] = [['office.*', 'sales.*'], 'never-delivered-anywhere'];
  try {
    for (let n = 0; n < 3; n++) await client.post('/v1/webhooks', { url: `http://127.0.0.1:9/${n}`, events, secret });
    const copies = Promise.all([copied(), copied(), left(), left(), left(), left()]);
    await Promise.all([
      ...Array.from({ length: 80 }, async (_, n) => {
        const { body } = await client.post(DOCUMENTS, { title: `${n}` });
        await Promise.all([
          client.get(`${DOCUMENTS}/${body.id}`),
          client.get(DOCUMENTS),
          client.delete(`${DOCUMENTS}/${body.id}`),
        ]);
      }),
      ...Array.from({ length: 3 }, async () => {
        const { body } = await client.post('/v1/guard/audit-logs/export', { format: 'csv' });
        await completed(`/v1/guard/exports/${body.job_id}`);
      }),
      ...Array.from({ length: 3 }, async () => {
        const { body } = await sendFile(suite, '/v1/sales/contacts/import', 'people.csv', `Name,E-Mail\n${rows}\n`);
        await completed(`/v1/sales/imports/${body.id}`);
        expect((await client.get('/v1/sales/contacts?export=csv')).status).toBe(200);
      }),
      ...Array.from({ length: 5 }, async () => {
        const { body } = await sendFile(suite, '/v1/office/sheets/import', 'people.csv', rows);
        expect((await client.get(`/v1/office/sheets/${body.id}/export?format=xlsx`)).status).toBe(200);
        expect((await client.get('/v1/guard/audit-logs/verify')).status).toBe(200);
      }),
      ...Array.from({ length: 10 }, async () => {
        const { body } = await client.post(KEYS, { name: 'Key', scopes: ['office:read'] });
        expect((await client.get(DOCUMENTS, { key: body.key })).status).toBe(200);
        expect((await client.delete(`${KEYS}/${body.id}`)).status).toBe(204);
      }),
    ]);
    expect((await copies).slice(0, 2)).toEqual([50_000, 50_000]);
    expect(database.pool.totalCount).toBeGreaterThan(1);
  } finally {
    const number = await most();
    await suite.close();
    expect(number).toBeGreaterThan(POOL);
    expect(number).toBeLessThanOrEqual(POOL + BEYOND);
  }
});
