import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StreamReader } from '../../../test/support/event-stream.js';
import { eventually } from '../../../test/support/eventually.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { PostgresProxy } from '../../../test/support/postgres-proxy.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

const DOCUMENTS = '/v1/office/documents';
const KEYS = '/v1/access/api-keys';
const LOCK = 'a spec';
const NOTIFICATIONS = { name: 'workspace-suite notifications' };

let suite: TestApp;
let proxy: PostgresProxy;
/** Another process, whose connection for notifications can become half-open. */
let other: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
  proxy = await PostgresProxy.before(suite.settings.DATABASE_URL!);
  other = await startTestApp({ DATABASE_URL: proxy.url, ROLE: 'api' }, { beside: suite });
});
afterAll(async () => {
  await other.close();
  await proxy.close();
  await suite.close();
});

const there = (client: Client) => new Client(other.base, client.key);
const status = async (client: Client) => (await there(client).get(DOCUMENTS)).status;
const readiness = async () => {
  const { status: code, body } = await there(suite.client).get('/health/ready');
  return [code, body];
};
const READY = [200, { status: 'ok', checks: { database: true, notifications: true } }];
const NOT_READY = [503, { status: 'unavailable', checks: { database: true, notifications: false } }];
const aKey = async () => {
  const { body } = await suite.client.post(KEYS, { name: 'Key', scopes: ['office:read'] });
  return { id: body.id as string, client: new Client(suite.base, body.key) };
};
const live = async () => (await there(suite.client).get('/metrics')).text.match(/^notifications_live (\d)$/m)?.[1];

describe('A process with a half-open connection for notifications', () => {
  const keys: Record<'cached' | 'revoked' | 'denied' | 'streaming', { id: string; client: Client }> = {} as any;
  let stream: StreamReader;
  beforeAll(async () => {
    for (const name of ['cached', 'revoked', 'denied', 'streaming'] as const) keys[name] = await aKey();
    stream = await StreamReader.open(there(keys.streaming.client));
    expect([await status(keys.cached.client), stream.response.status]).toEqual([200, 200]);
    expect([await readiness(), await live()]).toEqual([READY, '1']);
    expect(await other.app.get(Notifications).lock(LOCK)).toBe(true);
    expect(await suite.app.get(Notifications).lock(LOCK)).toBe(false);
    proxy.cut(NOTIFICATIONS);
    await suite.client.delete(`${KEYS}/${keys.cached.id}`);
    await eventually(async () => expect(await readiness()).toEqual(NOT_READY));
  });
  afterAll(async () => {
    proxy.restore();
    await eventually(async () => expect(await readiness()).toEqual(READY));
  });

  it('serves nothing from its caches', async () => {
    const [{ cached, revoked, denied }, user] = [keys, await suite.client.signedIn('office:viewer')];
    const own = [revoked.client, user.client, denied.client];
    expect([await live(), await status(cached.client)]).toEqual(['0', 401]);
    expect(await Promise.all(own.map(status))).toEqual([200, 200, 200]);
    await suite.client.delete(`${KEYS}/${revoked.id}`);
    await suite.client.post(`/v1/access/users/${user.userId}/deactivate`);
    const principals = [{ type: 'api_key', id: denied.id }];
    await enforcePolicy(suite.client, { principals, actions: ['office:read'] });
    expect(await Promise.all(own.map(status))).toEqual([401, 401, 403]);
  });

  it('sends no event to a stream of an ended credential', async () => {
    await suite.client.delete(`${KEYS}/${keys.streaming.id}`);
    await suite.client.post(DOCUMENTS, { title: 'Secret' });
    await stream.end();
    expect(stream.sent).toEqual([]);
  });

  it('tells others of its own changes', async () => {
    const { id, client } = await aKey();
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    expect((await there(suite.client).delete(`${KEYS}/${id}`)).status).toBe(204);
    await expect.poll(async () => (await client.get(DOCUMENTS)).status).toBe(401);
  });

  it('does not lead any more, and its locks pass on', async () => {
    expect(other.app.get(Notifications).holds(LOCK)).toBe(false);
    await eventually(async () => expect(await suite.app.get(Notifications).lock(LOCK)).toBe(true));
    expect(await other.app.get(Notifications).lock(LOCK)).toBe(false);
  });
});

it('A process can stop while its connection is half-open', async () => {
  const third = await startTestApp({ DATABASE_URL: proxy.url, ROLE: 'api' }, { beside: suite });
  proxy.cut(NOTIFICATIONS);
  await third.close();
  proxy.restore();
  await eventually(async () => expect(await readiness()).toEqual(READY));
});

it('Requests on connections that have become half-open are 503, and later ones get new connections', async () => {
  const { id } = (await suite.client.post(DOCUMENTS, { title: 'Here' })).body;
  const database = other.app.get(Database);
  const all = async () => {
    const pooled = Array.from({ length: Math.max(1, database.pool.idleCount) }, () => database.execute('select 1'));
    const reads = Array.from({ length: 4 }, () => there(suite.client).get(`${DOCUMENTS}/${id}`));
    const settled = await Promise.allSettled(pooled);
    return [
      ...(await Promise.all(reads)).map((answer) => answer.status),
      ...settled.map((each) => (each.status === 'fulfilled' ? 200 : each.reason.status)),
    ];
  };
  // Connections of the case before may still be on their way out. Silence is noticed by the one for notifications.
  await eventually(async () => expect(new Set(await all())).toEqual(new Set([200])));
  await eventually(async () => expect(await readiness()).toEqual(READY));
  proxy.cutAll();
  // Some get new connections at once.
  const statuses = new Set(await all());
  expect(statuses).toContain(503);
  expect(statuses).not.toContain(undefined);
  await eventually(async () => expect(new Set([...(await all()), (await readiness())[0]])).toEqual(new Set([200])));
});

it('A dry run whose connection is lost late is 503, since nothing is wrong with the request', async () => {
  const before = proxy.halfOpen.total;
  proxy.cut({ name: 'workspace-suite', from: 'set local statement_timeout' });
  const began = performance.now();
  const answer = there(suite.client).post(DOCUMENTS, { title: 'Dry' }, { headers: { Prefer: 'dry-run' } });
  await eventually(() => {
    expect(proxy.halfOpen.total).toBeGreaterThan(before);
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });
  proxy.restore();
  proxy.endAll();
  expect((await answer).status).toBe(503);
  await eventually(async () => expect(await readiness()).toEqual(READY));
});

it('A connection that cannot listen is closed before the next attempt', async () => {
  const { total } = proxy.halfOpen;
  proxy.cut({ ...NOTIFICATIONS, from: 'listen' });
  await suite.database.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [NOTIFICATIONS.name],
  );
  await eventually(() => expect(proxy.halfOpen.total).toBeGreaterThan(total + 1));
  expect(proxy.halfOpen.open).toBeLessThanOrEqual(1);
  proxy.restore();
  await eventually(async () => expect(await readiness()).toEqual(READY));
});

it('A lock that the session does not have is not held, whatever a pooler in between answered', async () => {
  const notifications = other.app.get(Notifications);
  proxy.replace('select pg_try_advisory_lock(hashtext($1)) as locked', 'select hashtext($1) is not null as locked');
  expect(await notifications.lock('a lock of nobody')).toBe(true);
  await eventually(() => expect(notifications.holds('a lock of nobody')).toBe(false));
  expect(notifications.live).toBe(true);
});

it('An entry of a cache is read again after ten seconds, though nobody announced a change', async () => {
  const { id, client } = await aKey();
  expect((await client.get(DOCUMENTS)).status).toBe(200);
  await suite.database.execute('update api_keys set revoked_at = now() where id = $1', [id]);
  suite.clock.advance(10);
  expect((await client.get(DOCUMENTS)).status).toBe(401);
  suite.clock.advance(-10);
});

it('A process that was suspended does not trust its caches before notifications have arrived', async () => {
  const { id, client } = await aKey();
  expect((await client.get(DOCUMENTS)).status).toBe(200);
  await suite.database.execute('update api_keys set revoked_at = now() where id = $1', [id]);
  const now = performance.now.bind(performance);
  const suspended = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000);
  expect((await client.get(DOCUMENTS)).status).toBe(401);
  suspended.mockRestore();
});
