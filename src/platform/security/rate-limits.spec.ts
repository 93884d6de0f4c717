import { Controller, Module, Post } from '@nestjs/common';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { documents } from '../../office/documents/document.resource.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Endpoint } from '../request/endpoint.js';
import { consume, RateLimits } from './rate-limits.js';
import { connect } from '../../../test/support/mcp.js';
import { registerClient, type RegisteredClient, signedInThrough } from '../../../test/support/oauth.js';
import { allScopes } from './apps.js';
import { eventually } from '../../../test/support/eventually.js';
import { startRedis } from '../../../test/support/redis.js';
import {
  type Answer,
  Client,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

@Controller('v1/test')
class HeavyController {
  @Post('heavy')
  @Endpoint(documents, { scope: 'write', heavy: true, status: 204 })
  heavy() {}
}
@Module({ controllers: [HeavyController] })
class HeavyModule {}

const redis = await startRedis();
const running: TestApp[] = [];
afterEach(async () => {
  for (const app of running.splice(0).reverse()) await app.close();
});
afterAll(() => redis?.stop());

async function start(env: Record<string, string>, options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp({ ROLE: 'api', ...env }, options);
  running.push(app);
  return app;
}

const anApp = (app: TestApp) => registerClient(app, { scopes: allScopes() });
const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
const statusesOf = async (client: Client, times: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await client.get(DOCUMENTS)).status);
  return statuses;
};

describe('The budget of a credential', () => {
  it('is told with every answer to it', async () => {
    const { client } = await start({ RATE_LIMIT: '50' });
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const answers = [
      await client.get(`${DOCUMENTS}/${id}`),
      await client.get(`${DOCUMENTS}/${id}`, { headers: { 'If-None-Match': '*' } }),
      await client.post(DOCUMENTS, {}),
      await client.get(`${DOCUMENTS}/x`),
      await client.post(`${DOCUMENTS}/${id}/restore`),
      await client.patch(`${DOCUMENTS}/${id}`, {}, { headers: { 'If-Match': '"0"' } }),
      await client.delete(`${DOCUMENTS}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 404, 409, 412, 204]);
    answers.forEach(({ headers }, index) => {
      const remaining = 50 - 2 - index;
      expect(headers.get('ratelimit-policy')).toBe('"default";q=50;w=60');
      const [, reset] = new RegExp(`^"default";r=${remaining};t=(\\d+)$`).exec(headers.get('ratelimit')!)!;
      expect(Number(reset)).toBeGreaterThan(0);
      expect(Number(reset)).toBeLessThanOrEqual(60);
      expect(headers.get('x-ratelimit-limit')).toBe('50');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(remaining));
      const end = Number(headers.get('x-ratelimit-reset')) * 1000;
      expect(end).toBeGreaterThan(Date.now());
      expect(end).toBeLessThanOrEqual(Date.now() + 62_000);
    });
  });

  it('is 429 when it is used up, whatever is asked, and for nobody else', async () => {
    const { client, withScopes } = await start({ RATE_LIMIT: '4' });
    const other = await withScopes('sales:read');
    expect(await statusesOf(client, 4)).toEqual([200, 200, 200, 429]);
    const refused = await client.post(DOCUMENTS, {});
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${wait}`);
    expect(left(refused)).toBe(0);
    // The budget is asked before the scope, and the other key has its own.
    expect(await statusesOf(other, 5)).toEqual([403, 403, 403, 403, 429]);
  });

  it('is not told to requests without a credential', async () => {
    const { client } = await start({ RATE_LIMIT: '2' });
    for (const key of [null, 'wsk_test_x']) {
      const { status, headers } = await client.get(DOCUMENTS, { key });
      expect([status, headers.get('ratelimit'), headers.get('x-ratelimit-limit')]).toEqual([401, null, null]);
    }
    expect(await statusesOf(client, 2)).toEqual([200, 200]);
    expect((await client.get('/health/live')).headers.get('ratelimit')).toBeNull();
  });

  it('bounds the audit entries of a credential that has ended', async () => {
    const { client, withScopes, database } = await start({ RATE_LIMIT: '5' });
    const ended = await withScopes('office:read');
    await database.execute(`update api_keys set revoked_at = now() where name = 'office:read'`);
    expect(await statusesOf(ended, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    const { rows } = await database.execute(`select 1 from audit_entries where outcome = 'denied'`);
    expect(rows).toHaveLength(5);
  });

  it('has a fifth for heavy work', async () => {
    const { client } = await start({ RATE_LIMIT: '10' }, { modules: [HeavyModule] });
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await client.post('/v1/test/heavy'));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 429]);
    expect(answers[0]!.headers.get('ratelimit-policy')).toBe('"heavy";q=2;w=60');
    const light = await client.get(DOCUMENTS);
    expect([light.status, left(light)]).toEqual([200, 6]);
  });

  it('is 600 a minute by default, and none with RATE_LIMIT=off', async () => {
    const { client } = await start({ RATE_LIMIT: '' });
    expect((await client.get(DOCUMENTS)).headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    const free = await start({ RATE_LIMIT: 'off' });
    const { headers } = await free.client.get(DOCUMENTS);
    expect([...headers.keys()].filter((name) => /ratelimit/.test(name))).toEqual([]);
  });
});

describe('The writes of an app', () => {
  it('are bounded in an hour over its users, keys and processes; reads, people and other apps go on', async () => {
    const env = { RATE_LIMIT: 'off', APP_WRITES_PER_HOUR: '4' };
    const one = await start(env);
    const two = await start(env, { beside: one });
    const [notes, other] = [await anApp(one), await anApp(one)];
    const through = async (app: RegisteredClient) =>
      (await signedInThrough(app, one.client, 'office:admin', 'access:admin')).client;
    const [ada, bo, beside] = [await through(notes), await through(notes), await through(other)];
    const at = (process: TestApp, { key }: Client) => new Client(process.base, key);
    const write = async (by: Client) => (await by.post(DOCUMENTS, { title: 'Plan' })).status;
    // Making a key is a write, too, and so is one that is refused.
    const { body: key } = await ada.post('/v1/access/api-keys', {
      name: 'Key',
      scopes: ['office:write', 'office:read'],
    });
    const around = new Client(two.base, key.key);
    expect([await write(around), await write(at(two, bo)), (await ada.post(DOCUMENTS, {})).status]).toEqual([
      201, 201, 400,
    ]);

    const refused = await ada.post(DOCUMENTS, { title: 'Plan' });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(refused.body.error.message).toMatch(
      /^The app has made 4 writes within an hour, its limit. Reading still works. Write again in \d+ minutes.$/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect([await write(around), await write(at(two, bo)), await write(beside), await write(one.client)]).toEqual([
      429, 429, 201, 201,
    ]);
    expect((await at(two, ada).get(DOCUMENTS)).status).toBe(200);

    const assistant = await connect(at(two, bo));
    const { data, isError } = await assistant.call('create', { type: 'office.document', fields: { title: 'Plan' } });
    expect([isError, data.status, data.next]).toEqual([
      true,
      429,
      expect.stringContaining('Tell the person what is done'),
    ]);
    expect((await assistant.call('list', { type: 'office.document' })).data.data).toHaveLength(4);
  });
});

describe('A shared limiter', () => {
  it('counts over all processes without Redis, whatever RATE_LIMIT says, and forgets what is over', async () => {
    const one = await start({ RATE_LIMIT: 'off' });
    const two = await start({ RATE_LIMIT: 'off' }, { beside: one });
    const limiters = [one, two].map(({ app }) => app.get(RateLimits).sharedLimiter('test', 5, 60));
    const takes = Array.from({ length: 12 }, (_, n) => consume(limiters[n % 2]!, 'key').catch((error) => error));
    const refused = (await Promise.all(takes)).filter((error) => error !== undefined);
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^\d\d$/) } });
    await consume(limiters[0]!, 'another');

    await one.app.get(Maintenance).run('rate-limits');
    await expect(consume(limiters[1]!, 'key')).rejects.toMatchObject({ status: 429 });
    await one.database.execute('update rate_limits set expire = 1');
    await one.app.get(Maintenance).run('rate-limits');
    expect((await one.database.execute('select * from rate_limits')).rows).toEqual([]);
  });
});

describe.skipIf(!redis)('With Redis', () => {
  it('the keys of a workspace share one budget over all processes', async () => {
    const env = { RATE_LIMIT: '100', WORKSPACE_RATE_LIMIT: '6', REDIS_URL: redis!.url };
    const one = await start(env);
    const two = await start(env, { beside: one });
    // A busy machine may start them before they have reached Redis.
    await eventually(async () => {
      const { client } = await one.workspace();
      const further = { name: 'Further', scopes: ['office:read'] };
      const { key } = (await client.post('/v1/access/api-keys', further)).body;
      const statuses = [await statusesOf(client, 3), await statusesOf(new Client(two.base, key), 3)];
      expect(statuses).toEqual([
        [200, 200, 200],
        [200, 200, 429],
      ]);
    });
  });

  it('processes share one budget, and go on by themselves while Redis is away', async () => {
    const env = { RATE_LIMIT: '6', REDIS_URL: redis!.url };
    const one = await start(env);
    const two = await start(env, { beside: one });
    // A busy machine may start them before they have reached Redis.
    await eventually(async () => {
      const { key } = (await one.workspace()).client;
      expect(left(await one.client.get(DOCUMENTS, { key }))).toBe(5);
      expect(left(await two.client.get(DOCUMENTS, { key }))).toBe(4);
    });
    const remaining = [];
    for (let n = 0; n < 3; n++)
      remaining.push(left(await one.client.get(DOCUMENTS)), left(await two.client.get(DOCUMENTS)));
    expect(remaining).toEqual([5, 4, 3, 2, 1, 0]);
    expect([(await one.client.get(DOCUMENTS)).status, (await two.client.get(DOCUMENTS)).status]).toEqual([429, 429]);

    await redis!.kill('SIGKILL');
    const alone = await one.client.get(DOCUMENTS);
    expect([alone.status, left(alone)]).toEqual([200, 5]);
    expect((await one.client.post(DOCUMENTS, { title: 'Plan' })).status).toBe(201);
  });
});
