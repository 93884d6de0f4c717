import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { eventually } from './support/eventually.js';
import { databaseUrl } from './support/global-setup.js';
import { startRedis, type TestRedis } from './support/redis.js';
import { Client } from './support/test-app.js';
import { type AppProcess, type Build, buildApp, startProcess } from './processes.js';

/** The shape of docker-compose.yml as processes: two that serve, one that works, one PostgreSQL, one Redis. */

const SECRETS_KEY = 'a secret that only tests know, long enough';

// Processes start and stop here while other specs keep the machine busy.
let build: Build;
let redis: TestRedis | null;
let databases: pg.Client;
const running = new Set<AppProcess>();
const made: string[] = [];

beforeAll(async () => {
  databases = new pg.Client(inject('postgresUrl'));
  [build, redis] = await Promise.all([buildApp(), startRedis(), databases.connect()]);
});

afterAll(async () => {
  await Promise.all([...running].map((app) => app.stop('SIGKILL')));
  for (const name of made) await databases.query(`drop database if exists ${name} with (force)`);
  await databases.end();
  await redis?.stop();
});

/** A database without anything in it: the processes under test bring the schema. */
async function emptyDatabase(): Promise<string> {
  const name = `shape_${randomBytes(6).toString('hex')}`;
  await databases.query(`create database ${name}`);
  made.push(name);
  return databaseUrl(inject('postgresUrl'), name);
}

async function start(settings: Record<string, string>): Promise<AppProcess> {
  const app = await startProcess(build, {
    SECRETS_KEY,
    DATABASE_POOL: '4',
    RATE_LIMIT: 'off',
    ...(redis && { REDIS_URL: redis.url }),
    ...settings,
  });
  running.add(app);
  void app.exited.then(() => running.delete(app));
  return app;
}

const printedKeys = (...apps: AppProcess[]) => apps.flatMap((app) => app.stdout().match(/wsk_(live|test)_\w+/g) ?? []);

describe('two API processes and a worker', () => {
  let common: Record<string, string>;
  let api1: AppProcess;
  let api2: AppProcess;
  let worker: AppProcess;
  let one: Client;
  let two: Client;

  beforeAll(async () => {
    common = {
      APP_ENV: 'staging',
      DATABASE_URL: await emptyDatabase(),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_BASE_SECONDS: '0.5',
    };
    [api1, api2, worker] = await Promise.all([
      start({ ...common, ROLE: 'api' }),
      start({ ...common, ROLE: 'api' }),
      start({ ...common, ROLE: 'worker' }),
    ]);
    const [key] = printedKeys(api1, api2, worker);
    one = new Client(api1.base, key!);
    two = new Client(api2.base, key!);
  });

  async function newKey(): Promise<{ id: string; key: string }> {
    const { status, body } = await one.post('/v1/access/api-keys', { name: 'Key', scopes: ['office:read'] });
    expect(status).toBe(201);
    return body;
  }

  it('start together on an empty database and make one workspace', () => {
    expect(printedKeys(api1, api2, worker)).toHaveLength(1);
  });

  it('take a key made at the other, and refuse it once it is revoked there', async () => {
    const { id, key } = await newKey();
    const documents = () => two.get('/v1/office/documents', { key });
    expect((await documents()).status).toBe(200);
    expect((await one.delete(`/v1/access/api-keys/${id}`)).status).toBe(204);
    await vi.waitUntil(async () => (await documents()).status === 401, { interval: 1, timeout: 60_000 });
    expect((await documents()).status).toBe(401);
  });

  it('count one request budget', async ({ skip }) => {
    if (!redis) skip('there is no redis-server on the PATH');
    const [limited1, limited2] = await Promise.all(
      ['api', 'api'].map((ROLE) => start({ ...common, ROLE, RATE_LIMIT: '20' })),
    );
    // A busy machine may start them before they have reached Redis.
    await eventually(async () => {
      const { key } = await newKey();
      const left = async ({ base }: AppProcess) =>
        (await new Client(base, key).get('/v1/office/documents')).headers.get('x-ratelimit-remaining');
      expect([await left(limited1!), await left(limited2!)]).toEqual(['19', '18']);
    });
    const { key } = await newKey();
    const statuses: number[] = [];
    for (let i = 0; i < 24; i++) {
      const { base } = i % 2 ? limited1! : limited2!;
      statuses.push((await new Client(base, key).get('/v1/office/documents')).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
    await Promise.all([limited1!.stop(), limited2!.stop()]);
  });

  it('deliver at the worker what was made at an API process', async () => {
    const receiver = await startReceiver();
    await subscribe(receiver);
    const made = await one.post('/v1/office/documents', { title: 'Made at the first' });
    expect(made.status).toBe(201);
    await vi.waitUntil(() => receiver.delivered.has(made.body.id), { timeout: 60_000 });
    await receiver.close();
  });

  it('finish at a new worker what a killed one left', async () => {
    const receiver = await startReceiver();
    await subscribe(receiver);
    receiver.answering = false;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push((await one.post('/v1/office/documents', { title: `${i}` })).body.id);
    await vi.waitUntil(() => receiver.waiting > 0, { timeout: 60_000 });
    await worker.stop('SIGKILL');
    expect(receiver.delivered.size).toBe(0);
    receiver.answering = true;
    worker = await start({ ...common, ROLE: 'worker' });
    await vi.waitUntil(() => ids.every((id) => receiver.delivered.has(id)), { timeout: 90_000 });
    await receiver.close();
  });

  // The kernel resets connections that still wait to be accepted when a listener closes, so their client must
  // try again; the rows at the end show that no request was made twice or without an answer.
  it.each([
    ['a connection each', false, ['ECONNREFUSED', 'ECONNRESET']],
    ['kept connections', true, ['ECONNREFUSED']],
  ])('lose no request when one of them is stopped under a load of %s', async (title, keepAlive, retried) => {
    const agent = new Agent({ keepAlive });
    const leaving = await start({ ...common, ROLE: 'api' });
    const bases = [leaving.base, api2.base];
    let stopped = false;
    let answeredByLeaving = 0;
    const created: string[] = [];

    async function load(): Promise<void> {
      for (let after = 0; after < 20; after += stopped ? 1 : 0) {
        for (const base of bases) {
          const answer = await post(base, '/v1/office/documents', { agent, key: one.key!, body: { title } }).catch(
            (error: NodeJS.ErrnoException) => {
              if (!retried.includes(error.code!)) throw error;
            },
          );
          if (!answer) continue;
          expect(answer.status).toBe(201);
          created.push(answer.body.id);
          if (base === leaving.base) answeredByLeaving++;
          break;
        }
      }
    }

    const loads = Promise.all(Array.from({ length: 8 }, load));
    await Promise.race([vi.waitUntil(() => answeredByLeaving > 50, { timeout: 60_000 }), loads]);
    const exit = leaving.stop('SIGTERM');
    void exit.then(() => (stopped = true));
    await loads;
    expect(await exit).toEqual({ code: 0, signal: null });
    agent.destroy();
    const { rows } = await query(common.DATABASE_URL!, 'select id from documents where title = $1', [title]);
    expect(rows.map(({ id }) => id).sort()).toEqual(created.sort());
  });

  /** A webhook receiver that notes the documents it was told of. */
  async function startReceiver() {
    const receiver = {
      url: '',
      answering: true,
      waiting: 0,
      delivered: new Set<string>(),
      close: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
    const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
      const event = (await json(incoming)) as { payload: { document_id: string } };
      if (!receiver.answering) return void receiver.waiting++;
      receiver.delivered.add(event.payload.document_id);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    return receiver;
  }

  async function subscribe({ url }: { url: string }): Promise<void> {
    const { status } = await two.post('/v1/webhooks', { url, events: ['office.document.created'] });
    expect(status).toBe(201);
  }
});

describe('production', () => {
  let settings: Record<string, string>;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'suite-shape-'));
    settings = { APP_ENV: 'production', DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir };
  });

  afterEach(() => Promise.all([...running].map((app) => app.stop())));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('does not start without SECRETS_KEY', async () => {
    await expect(start({ ...settings, SECRETS_KEY: '' })).rejects.toMatchObject({
      exit: { code: 1 },
      stderr: expect.stringContaining('SECRETS_KEY must be set when APP_ENV is production'),
    });
  });

  it('has live keys and sends webhooks over https only', async () => {
    const app = await start(settings);
    const path = join(dataDir, 'first-sign-in.txt');
    expect(app.stdout()).toContain(`First sign-in      ${path} has the API key and the link.`);
    expect(app.stdout()).not.toMatch(/wsk_|token=/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(/First sign-in +http\S+\/welcome\?token=/);
    const [key] = /wsk_live_\w+/.exec(text)!;
    const client = new Client(app.base, key!);
    const subscribe = (url: string) => client.post('/v1/webhooks', { url, events: ['office.document.created'] });
    const refused = await subscribe('http://hooks.example.com/');
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'url' }] } } });
    expect((await subscribe('https://hooks.example.com/')).status).toBe(201);
  });
});

async function query(url: string, sql: string, values: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  return client.query(sql, values).finally(() => client.end());
}

interface Post {
  agent: Agent;
  key: string;
  body: object;
}

async function post(base: string, path: string, { agent, key, body }: Post) {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  const outgoing = request(base + path, { method: 'POST', agent, headers });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, body: (await json(response)) as { id: string } };
}
