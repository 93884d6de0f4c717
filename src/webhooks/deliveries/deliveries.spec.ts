import { verify } from '@octokit/webhooks-methods';
import type { Redis } from 'ioredis';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { QueueServer } from '../../platform/queues/queue-server.js';
import { eventually } from '../../../test/support/eventually.js';
import { receive, TestReceiver } from '../../../test/support/receiver.js';
import { startRedis } from '../../../test/support/redis.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { SendingRepository } from '../sending/sending.repository.js';
import { SendingWorker } from '../sending/sending.worker.js';

const redis = await startRedis();
afterAll(() => redis?.stop());

const retries = { WEBHOOK_RETRY_BASE_SECONDS: '0.001' };
const onRedis: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
const backends: { backend: string; queues: Record<string, string> }[] = [
  { backend: 'PostgreSQL', queues: {} },
  ...(redis ? [{ backend: 'Redis', queues: onRedis }] : []),
];

/** A promise and the function that resolves it. */
function gate() {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

const subscribe = async (client: Client, url: string, events = ['office.document.created']) =>
  (await client.post('/v1/webhooks', { url, events })).body;
const write = async (client: Client, title = 'Plan') => (await client.post('/v1/office/documents', { title })).body;
const deliveries = async (client: Client, { id }: { id: string }, query = '') =>
  (await client.get(`/v1/webhooks/${id}/deliveries?limit=100${query}`)).body.data;
const delivery = async (client: Client, webhook: { id: string }) => {
  const [{ id }] = await deliveries(client, webhook);
  return (await client.get(`/v1/webhooks/${webhook.id}/deliveries/${id}`)).body;
};
/** Waits until the only delivery of a webhook looks like this. */
const becomes = (client: Client, webhook: { id: string }, wanted: object) =>
  eventually(async () => {
    const found = await delivery(client, webhook);
    expect(found).toMatchObject(wanted);
    return found;
  });

describe.each(backends)('deliveries, with queues on $backend', ({ queues }) => {
  let suite: TestApp;
  let client: Client;
  beforeAll(async () => {
    suite = await startTestApp({ ...retries, ...queues });
    client = suite.client;
  });
  afterAll(() => suite.close());

  it('carry an event from the request that caused it to the receiver, signed in both ways', async () => {
    const receiver = await receive();
    const webhook = await subscribe(client, receiver.url);
    const document = await write(client, 'Ünïcode „Plan“');
    const [{ headers, text, json }] = (await receiver.received(1)) as [any];
    expect(json).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'office.document.created',
      workspace_id: suite.workspaceId,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      payload: { document_id: document.id, title: 'Ünïcode „Plan“', owner_id: suite.ownerId },
      sequence: expect.any(Number),
    });
    expect(await verify(webhook.secret, text, headers['x-service-signature'])).toBe(true);
    expect(new StandardWebhook(webhook.secret).verify(text, headers)).toEqual(json);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'office.document.created',
      'webhook-id': json.id,
    });
    const found = await becomes(client, webhook, { status: 'succeeded' });
    expect(found).toEqual({
      id: headers['x-service-delivery'],
      webhook_id: webhook.id,
      event_id: json.id,
      event_type: 'office.document.created',
      status: 'succeeded',
      attempt_count: 1,
      next_attempt_at: null,
      created_at: expect.any(String),
      completed_at: expect.any(String),
      attempts: [
        {
          number: 1,
          trigger: 'automatic',
          started_at: expect.any(String),
          duration_ms: expect.any(Number),
          response_status: 200,
          response_body: 'answer 0',
          error: null,
        },
      ],
    });
    // The health of a webhook is written right after its deliveries.
    const health = async () => (await client.get(`/v1/webhooks/${webhook.id}`)).body;
    await expect.poll(health).toMatchObject({ last_success_at: expect.any(String), consecutive_failures: 0 });
  });

  it('go to every webhook that wants the event, and to no other', async () => {
    const [all, office, sales, late] = await Promise.all([receive(), receive(), receive(), receive()]);
    const other = await suite.workspace();
    const foreign = await receive();
    await subscribe(other.client, foreign.url, ['*']);
    const mine = await suite.workspace();
    await subscribe(mine.client, all.url, ['*']);
    await subscribe(mine.client, office.url, ['office.*', 'sales.deal.won']);
    await subscribe(mine.client, sales.url, ['sales.*', 'office.file.uploaded']);
    const { id } = await write(mine.client);
    await all.received(1);
    await subscribe(mine.client, late.url, ['*']);
    await mine.client.patch(`/v1/office/documents/${id}`, { title: 'Plan B' });
    await mine.client.delete(`/v1/office/documents/${id}`);
    const types = (receiver: TestReceiver) => receiver.requests.map(({ json }) => json.type).toSorted();
    await Promise.all([all.received(3), office.received(3), late.received(2)]);
    expect(types(all)).toEqual(['office.document.created', 'office.document.deleted', 'office.document.updated']);
    expect(types(office)).toEqual(types(all));
    expect(types(late)).toEqual(['office.document.deleted', 'office.document.updated']);
    expect([types(sales), types(foreign)]).toEqual([[], []]);
  });

  it('are tried five more times, with the same bytes, and then have failed', async () => {
    const receiver = await receive(() => 500);
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    const requests = await receiver.received(6);
    const found = await becomes(client, webhook, { status: 'failed' });
    expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
    expect(requests).toHaveLength(6);
    expect(found).toMatchObject({ attempt_count: 6, next_attempt_at: null, completed_at: expect.any(String) });
    expect(found.attempts.map((attempt: any) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(found.attempts[5]).toMatchObject({ response_status: 500, response_body: 'answer 5' });
    const health = async () => (await client.get(`/v1/webhooks/${webhook.id}`)).body;
    await expect.poll(health).toMatchObject({
      status: 'active',
      consecutive_failures: 6,
      last_success_at: null,
      last_failure_at: expect.any(String),
    });
  });

  it('succeed when a retry does', async () => {
    const receiver = await receive((_, index) => (index < 2 ? 503 : 204));
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    await becomes(client, webhook, { status: 'succeeded', attempt_count: 3, attempts: [{}, {}, { error: null }] });
    // The health of a webhook is written beside its deliveries.
    const failures = async () => (await client.get(`/v1/webhooks/${webhook.id}`)).body.consecutive_failures;
    await eventually(async () => expect(await failures()).toBe(0));
  });

  it('wait as long as a Retry-After asks, and are found again by the sweep', async () => {
    const receiver = await receive((_, index, response) => {
      if (index > 0) return 200;
      response.writeHead(429, { 'Retry-After': '3600' }).end();
    });
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    const { next_attempt_at, attempts } = await becomes(client, webhook, { attempt_count: 1, status: 'pending' });
    const wait = Date.parse(next_attempt_at) - Date.parse(attempts[0].started_at);
    expect(Math.floor(wait / 1000)).toBe(3600);
    suite.clock.advance(3601);
    await becomes(client, webhook, { attempt_count: 2, status: 'succeeded' });
  });

  it('fail at a redirect, which is not followed', async () => {
    const target = await receive();
    const receiver = await receive((_, __, response) => {
      response.writeHead(302, { Location: target.url }).end();
    });
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    const { attempts } = await becomes(client, webhook, { status: 'failed', attempt_count: 6 });
    expect(attempts[0]).toMatchObject({ response_status: 302, error: null });
    expect(target.requests).toEqual([]);
  });

  it('stop at 410, which pauses the webhook for good', async () => {
    const receiver = await receive(() => 410);
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    await becomes(client, webhook, { status: 'failed', attempt_count: 1 });
    const { body } = await client.get(`/v1/webhooks/${webhook.id}`);
    expect(body).toMatchObject({ status: 'paused', paused_reason: 'gone' });
    const { body: log } = await client.get('/v1/guard/audit-logs?action=webhooks.webhook.paused&limit=100');
    expect(log.data.filter((entry: any) => entry.resource.id === webhook.id)).toMatchObject([
      { actor: { type: 'system' }, outcome: 'success', changes: { paused_reason: { from: null, to: 'gone' } } },
    ]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('fail when nobody is there, and say so', async () => {
    const webhook = await subscribe(client, 'http://127.0.0.1:9/');
    await write(client);
    const found = await becomes(client, webhook, { status: 'failed' });
    expect(found.attempts[0]).toMatchObject({ response_status: null, error: 'The connection failed.' });
  });

  it('of events during a pause do not exist; those that wait go on after it', async () => {
    const receiver = await receive((_, index, response) => {
      if (index > 0) return 200;
      response.writeHead(503, { 'Retry-After': '60' }).end();
    });
    const webhook = await subscribe(client, receiver.url);
    const path = `/v1/webhooks/${webhook.id}`;
    await write(client, 'before');
    await becomes(client, webhook, { attempt_count: 1 });
    await client.patch(path, { status: 'paused' });
    const witness = await receive();
    await subscribe(client, witness.url);
    await write(client, 'during');
    await witness.received(1);
    suite.clock.advance(61);
    await suite.app.get(SendingWorker).sweep();
    expect(await deliveries(client, webhook)).toMatchObject([{ status: 'pending', attempt_count: 1 }]);
    await client.patch(path, { status: 'active' });
    await becomes(client, webhook, { status: 'succeeded', attempt_count: 2 });
    await write(client, 'after');
    const requests = await receiver.received(3);
    expect(requests.map(({ json }) => json.payload.title)).toEqual(['before', 'before', 'after']);
  });

  it('that waited through a pause of more than a day have failed', async () => {
    const receiver = await receive(async (_, __, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end();
    });
    const paused = await subscribe(client, receiver.url);
    const resumed = await subscribe(client, receiver.url);
    await write(client);
    for (const webhook of [paused, resumed]) {
      await becomes(client, webhook, { attempt_count: 1 });
      await client.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' });
    }
    suite.clock.advance(86_401);
    await client.patch(`/v1/webhooks/${resumed.id}`, { status: 'active' });
    await becomes(client, resumed, { status: 'failed', attempt_count: 1, next_attempt_at: null });
    await suite.app.get(Maintenance).run('webhooks.expired');
    await becomes(client, paused, { status: 'failed', attempt_count: 1, next_attempt_at: null });
  });

  it('of events that their webhook names no more are not tried again', async () => {
    const receiver = await receive((_, __, response) => void response.writeHead(503, { 'Retry-After': '60' }).end());
    const member = (await client.signedIn('office:member', 'sales:viewer')).client;
    const webhook = await subscribe(member, receiver.url);
    await client.post('/v1/office/documents', { title: 'Plan', permissions: { visibility: 'workspace' } });
    await becomes(client, webhook, { attempt_count: 1 });
    await member.patch(`/v1/webhooks/${webhook.id}`, { events: ['sales.*'] });
    // A user with sales:read may change its address, although they may not read office.
    const theirs = await receive();
    const sales = await suite.withScopes('sales:read');
    expect((await sales.patch(`/v1/webhooks/${webhook.id}`, { url: theirs.url })).status).toBe(200);
    suite.clock.advance(61);
    await suite.app.get(SendingWorker).sweep();
    const { attempts } = await becomes(client, webhook, { status: 'failed', next_attempt_at: null });
    expect(attempts.at(-1)).toMatchObject({
      response_status: null,
      error: 'The webhook no longer subscribes to this event.',
    });
    expect(theirs.requests).toEqual([]);
  });

  it('of a deleted webhook are not sent', async () => {
    const receiver = await receive(async (_, __, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end();
    });
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    await becomes(client, webhook, { attempt_count: 1 });
    await client.delete(`/v1/webhooks/${webhook.id}`);
    const { rows } = await suite.database.execute('select 1 from webhook_deliveries where webhook_id = $1', [
      webhook.id,
    ]);
    expect(rows).toEqual([]);
    const witness = await receive();
    await subscribe(client, witness.url);
    suite.clock.advance(61);
    await write(client);
    await witness.received(1);
    await suite.app.get(SendingWorker).sweep();
    expect(receiver.requests).toHaveLength(1);
  });

  it('are listed by status, type, event and time', async () => {
    const receiver = await receive();
    const webhook = await subscribe(client, receiver.url, ['office.*']);
    const { id } = await write(client);
    await client.patch(`/v1/office/documents/${id}`, { title: 'Plan B' });
    await eventually(async () => expect(await deliveries(client, webhook, '&status=succeeded')).toHaveLength(2));
    const [, created] = await deliveries(client, webhook, '&sort=created_at:desc');
    expect(await deliveries(client, webhook, '&status=failed')).toEqual([]);
    expect(await deliveries(client, webhook, '&event_type=office.document.updated')).toHaveLength(1);
    expect(await deliveries(client, webhook, `&event_id=${created.event_id}`)).toEqual([created]);
    expect(await deliveries(client, webhook, '&event_id=evt_01jz8k3m5n7p9q1r3s5t7v9w1x')).toEqual([]);
    expect(await deliveries(client, webhook, `&to=${created.created_at}`)).toHaveLength(0);
    expect(await deliveries(client, webhook, `&from=${created.created_at}`)).toHaveLength(2);
    const path = `/v1/webhooks/${webhook.id}/deliveries`;
    const page = await client.get(`${path}?limit=1`);
    expect(page.body.meta).toMatchObject({ total: 2, has_more: true });
    expect((await client.get(`${path}?limit=1&cursor=${page.body.meta.next_cursor}`)).body.data).toEqual([created]);
    const bad = await client.get(`${path}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`);
    expect(bad.status).toBe(400);
    const other = await subscribe(client, receiver.url, ['guard.*']);
    expect((await client.get(`/v1/webhooks/${other.id}/deliveries/${created.id}`)).status).toBe(404);
  });
});

describe.each(backends)('receivers, with queues on $backend', ({ queues }) => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ ...queues, WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
  });
  afterAll(() => suite.close());

  it('that are slow delay nobody else, in their workspace or in others', async () => {
    const end = gate();
    const open = new Set<object>();
    let most = 0;
    const slow = await receive((request, _, response) => {
      most = Math.max(most, open.add(request).size);
      response.once('close', () => open.delete(request));
      return end.passed.then(() => 200);
    });
    const quick = await receive();
    const foreign = await receive();
    const other = await suite.workspace();
    await subscribe(suite.client, slow.url);
    await subscribe(suite.client, quick.url);
    await subscribe(other.client, foreign.url);
    for (let i = 0; i < 20; i++) await Promise.all([write(suite.client), write(other.client)]);
    await Promise.all([quick.received(20), foreign.received(20), slow.received(8)]);
    // None is answered yet, and a receiver gets no more than eight requests at a time, also after some were given up.
    expect(most).toBe(8);
    end.open();
    await slow.received(20);
  });

  it('that fail wait in a lane of their own until they work again', async () => {
    const receiver = await receive(() => 500);
    const { client } = suite;
    const webhook = await subscribe(client, receiver.url);
    const slow = async () => {
      const { rows } = await suite.database.execute('select slow from webhooks where id = $1', [webhook.id]);
      return rows[0]!.slow;
    };
    await write(client);
    await eventually(async () => expect(await slow()).toBe(true));
    receiver.answering = () => 200;
    // On a busy machine an answer may come late, which counts as slow as well.
    await eventually(async () => {
      await write(client);
      expect(await slow()).toBe(false);
    });
  });

  it('get each event once from two workers', async () => {
    const second = await startTestApp({ ...queues }, { beside: suite });
    const { client } = await suite.workspace();
    const all = await Promise.all([receive(), receive(), receive()]);
    for (const receiver of all) await subscribe(client, receiver.url);
    const through = (base: string, title: string) =>
      fetch(`${base}/v1/office/documents`, {
        method: 'POST',
        headers: { 'X-API-Key': client.key!, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title }),
      });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => through([suite.base, second.base][index % 2]!, `Plan ${index}`)),
    );
    for (const receiver of all) {
      await receiver.received(60);
      expect(new Set(receiver.requests.map(({ json }) => json.id)).size).toBe(60);
      expect(receiver.requests).toHaveLength(60);
      const sequences = receiver.requests.map(({ json }) => json.sequence).toSorted((a, b) => a - b);
      expect(sequences).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    }
    await second.close();
  });
});

describe.each(backends)('workers, with queues on $backend', ({ queues }) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ ...queues, ROLE: 'api' });
  });
  afterAll(() => api.close());
  const startWorker = () => startTestApp({ ...queues, ROLE: 'worker' }, { beside: api });

  it('that are told to stop finish what has begun', async () => {
    const worker = await startWorker();
    const end = gate();
    const receiver = await receive(() => end.passed.then(() => 200));
    const webhook = await subscribe(api.client, receiver.url);
    await write(api.client);
    await receiver.received(1);
    const closed = worker.close();
    end.open();
    await closed;
    expect(await delivery(api.client, webhook)).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  });

  it('that die leave their claims to others, and report nothing any more', async () => {
    const receiver = await receive((_, index) => (index > 0 ? 200 : 500));
    const first = await startWorker();
    const webhook = await subscribe(api.client, receiver.url);
    await write(api.client);
    await becomes(api.client, webhook, { attempt_count: 1 });
    await first.close();
    // There before anybody claims anything: what a lease lasts may be less than a start takes on a busy machine.
    const second = await startWorker();
    // The retry is due after a minute. A worker claims it and dies.
    api.clock.advance(61);
    const job = { workspace_id: api.workspaceId, webhook_id: webhook.id };
    const { due, target } = (await api.app.get(SendingRepository).claim(job, 'a lease', 8))!;
    second.clock.advance(61);
    const dispatcher = second.app.get(SendingWorker);
    await dispatcher.drain(job, 'slow');
    expect(receiver.requests).toHaveLength(1);
    second.clock.advance(16);
    await dispatcher.sweep();
    await becomes(api.client, webhook, { status: 'succeeded', attempt_count: 2 });
    const attempt = {
      started_at: api.clock.iso(),
      duration_ms: 1,
      response_status: 500,
      response_body: '',
      error: null,
    };
    await api.app
      .get(SendingRepository)
      .recordAll([{ claim: due[0]!, target, attempt, outcome: { status: 'failed' } }]);
    expect(await delivery(api.client, webhook)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    await second.close();
  });
});

describe('deliveries to a receiver that takes too long', () => {
  it('fail', async () => {
    const suite = await startTestApp({ ...retries, WEBHOOK_TIMEOUT_SECONDS: '0.1' });
    const end = gate();
    const receiver = await receive(() => end.passed);
    const webhook = await subscribe(suite.client, receiver.url);
    await write(suite.client);
    const { attempts } = await becomes(suite.client, webhook, { status: 'failed', attempt_count: 6 });
    expect(attempts[0]).toMatchObject({
      response_status: null,
      error: 'The complete response did not arrive in time.',
    });
    end.open();
    await suite.close();
  });
});

describe.skipIf(!redis)('deliveries, when Redis is emptied', () => {
  it('go out all the same', async () => {
    const suite = await startTestApp({ ...retries, ...onRedis });
    const { client } = suite;
    const receiver = await receive((_, index, response) => {
      if (index > 0) return 200;
      response.writeHead(503, { 'Retry-After': '2' }).end();
    });
    const webhook = await subscribe(client, receiver.url);
    await write(client);
    await becomes(client, webhook, { attempt_count: 1, status: 'pending' });
    await (suite.app.get(QueueServer).connection as Redis).flushall();
    await becomes(client, webhook, { attempt_count: 2, status: 'succeeded' });
    await suite.close();
  });
});
