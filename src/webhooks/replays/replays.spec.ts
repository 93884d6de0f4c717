import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { receive, TestReceiver } from '../../../test/support/receiver.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Works } from '../../platform/leased-work/works.js';
import { asSystem } from '../../platform/context/request-context.js';
import { ReplaysService } from './replays.service.js';

let suite: TestApp;
/** A fresh workspace for each test, so that its log holds nothing else. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

const hour = 3_600;
const subscribe = async (url: string, events = ['office.document.created']) =>
  (await client.post('/v1/webhooks', { url, events })).body;
const write = async (title: string) => (await client.post('/v1/office/documents', { title })).body;
const replay = (webhook: { id: string }, body: object, by = client) =>
  by.post(`/v1/webhooks/${webhook.id}/replay`, { from: suite.clock.iso(-hour), ...body });
const deliveries = async ({ id }: { id: string }, query = '') =>
  (await client.get(`/v1/webhooks/${id}/deliveries?limit=100&sort=created_at:asc${query}`)).body.data;
const attempts = async ({ id }: { id: string }, delivery: { id: string }) =>
  (await client.get(`/v1/webhooks/${id}/deliveries/${delivery.id}`)).body.attempts;
const pause = ({ id }: { id: string }) => client.patch(`/v1/webhooks/${id}`, { status: 'paused' });
const resume = ({ id }: { id: string }) => client.patch(`/v1/webhooks/${id}`, { status: 'active' });
const titles = ({ requests }: TestReceiver) => requests.map(({ json }) => json.payload.title);
const logged = (count: number) =>
  eventually(async () => expect((await client.get('/v1/events?type=office.*')).body.meta.total).toBe(count));
const row = async (id: string) =>
  (await suite.database.execute('select * from webhook_replays where id = $1', [id])).rows[0]!;

describe('POST /v1/webhooks/{id}/replay', () => {
  it('sends again, by hand, what failed', async () => {
    const receiver = await receive(({ json }) => (json.payload.title === 'bad' ? 500 : 200));
    const webhook = await subscribe(receiver.url);
    await write('good');
    await write('bad');
    const [failed] = await eventually(async () => {
      const found = await deliveries(webhook, '&status=failed');
      expect(found).toHaveLength(1);
      return found;
    });
    receiver.answering = () => 200;
    const answer = await replay(webhook, {});
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ replay_id: expect.stringMatching(/^rpl_/), count: 1 });
    await eventually(async () => expect(await deliveries(webhook, '&status=succeeded')).toHaveLength(2));
    expect(titles(receiver).filter((title) => title === 'good')).toHaveLength(1);
    const triggers = (await attempts(webhook, failed)).map(({ trigger }: any) => trigger);
    expect(triggers).toEqual([...Array.from({ length: 6 }, () => 'automatic'), 'manual']);
    await eventually(async () => expect((await row(answer.body.replay_id)).status).toBe('finished'));
    expect((await replay(webhook, {})).body.count).toBe(0);
  });

  it('sends what was missed during a pause and before the webhook was made, each once', async () => {
    const receiver = await receive();
    await write('before');
    await logged(1);
    const webhook = await subscribe(receiver.url);
    await write('seen');
    await receiver.received(1);
    await pause(webhook);
    await write('during');
    await logged(3);
    await resume(webhook);
    const answer = await replay(webhook, { status: 'missed' });
    expect(answer.body.count).toBe(2);
    await receiver.received(3);
    await eventually(async () => expect((await row(answer.body.replay_id)).status).toBe('finished'));
    expect((await replay(webhook, { status: 'missed' })).body.count).toBe(0);
    expect(titles(receiver).toSorted()).toEqual(['before', 'during', 'seen']);
  });

  it('sends everything that matches, delivered or not, under the same event ids', async () => {
    const receiver = await receive();
    await write('before');
    await logged(1);
    const webhook = await subscribe(receiver.url);
    const { id } = await write('seen');
    await client.patch(`/v1/office/documents/${id}`, { title: 'not subscribed' });
    await receiver.received(1);
    await logged(3);
    await eventually(async () => expect(await deliveries(webhook, '&status=succeeded')).toHaveLength(1));
    expect((await replay(webhook, { status: 'all' })).body.count).toBe(2);
    await receiver.received(3);
    expect(titles(receiver).toSorted()).toEqual(['before', 'seen', 'seen']);
    expect(new Set(receiver.requests.map(({ json }) => json.id)).size).toBe(2);
    await eventually(async () => expect(await deliveries(webhook, '&status=succeeded')).toHaveLength(2));
  });

  it('keeps to its window', async () => {
    const receiver = await receive();
    await write('early');
    await write('late');
    await logged(2);
    const [, late] = (await client.get('/v1/events?type=office.*')).body.data;
    const webhook = await subscribe(receiver.url);
    expect((await replay(webhook, { status: 'missed', to: late.timestamp })).body.count).toBe(1);
    await receiver.received(1);
    expect((await replay(webhook, { status: 'missed', from: late.timestamp })).body.count).toBe(1);
    await receiver.received(2);
    expect(titles(receiver)).toEqual(['early', 'late']);
  });

  it.each([
    ['no from', { from: undefined }, 'from', 'required'],
    ['a from that is no time', { from: 'yesterday' }, 'from', 'invalid_format'],
    ['a from behind to', { to: '2020-01-01T00:00:00Z' }, 'from', 'out_of_range'],
    ['a from in the future', { from: '2999-01-01T00:00:00Z' }, 'from', 'out_of_range'],
    ['a window beyond what is kept', { from: '2020-01-01T00:00:00Z' }, 'from', 'out_of_range'],
    ['another status', { status: 'pending' }, 'status', 'invalid_value'],
  ])('refuses %s', async (_, body, field, code) => {
    const webhook = await subscribe('http://127.0.0.1:9/');
    const answer = await replay(webhook, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field, code }]);
  });

  it('accepts exactly 30 days, is 409 while the webhook is paused and 404 when it is gone', async () => {
    const webhook = await subscribe('http://127.0.0.1:9/');
    expect((await replay(webhook, { from: suite.clock.iso(-30 * 86_400 + 5) })).status).toBe(202);
    expect((await replay(webhook, { from: suite.clock.iso(-30 * 86_400 - 5) })).status).toBe(400);
    await pause(webhook);
    expect((await replay(webhook, {})).status).toBe(409);
    await client.delete(`/v1/webhooks/${webhook.id}`);
    expect((await replay(webhook, {})).status).toBe(404);
  });
});

describe('a large replay', () => {
  const COUNT = 650;
  /** Events of the past, as if they had happened. */
  const happened = () =>
    suite.database.execute(
      `insert into events (workspace_id, id, type, timestamp, actor_type, actor_id, payload, sequence, position)
       select $1, 'evt_01jz8k3m5n7p9q1r3s5t' || lpad(n::text, 6, '0'), 'sales.deal.won', $2::timestamptz + n * interval '1 ms',
         'system', null, '{"deal_id": "d", "title": "Deal", "value": 1}', n, nextval('event_positions')
       from generate_series(1, ${COUNT}) as n`,
      [workspaceId, suite.clock.iso(-600)],
    );

  it('goes out in batches, is cancelled in the middle and takes back what was not sent', async () => {
    await happened();
    let open = () => {};
    const gate = new Promise<number>((resolve) => (open = () => resolve(200)));
    const receiver = await receive(() => gate);
    const webhook = await subscribe(receiver.url, ['sales.*']);
    const { body } = await replay(webhook, { status: 'missed' });
    expect(body.count).toBe(COUNT);
    await receiver.received(8);
    const path = `/v1/webhooks/${webhook.id}/replays/${body.replay_id}`;
    const other = await subscribe(receiver.url, ['sales.*']);
    expect((await client.delete(path.replace(webhook.id, other.id))).status).toBe(404);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.delete(path)).status).toBe(204);
    open();
    expect((await row(body.replay_id)).status).toBe('cancelled');
    await suite.app.get(Works).run('replay');
    expect(receiver.requests.length).toBeLessThan(COUNT);
    await eventually(async () => {
      const { rows } = await suite.database.execute(
        'select 1 from webhook_deliveries where webhook_id = $1 and next_attempt_at is not null',
        [webhook.id],
      );
      expect(rows).toEqual([]);
    });
  });

  it('leaves out what the webhook names no more', async () => {
    await happened();
    let open = () => {};
    const gate = new Promise<number>((resolve) => (open = () => resolve(200)));
    const receiver = await receive(() => gate);
    const webhook = await subscribe(receiver.url, ['sales.*']);
    const { body } = await replay(webhook, { status: 'missed' });
    await receiver.received(8);
    await client.patch(`/v1/webhooks/${webhook.id}`, { events: ['office.*'] });
    open();
    await eventually(async () => expect((await row(body.replay_id)).status).toBe('finished'));
    await eventually(async () => expect(await deliveries(webhook, '&status=pending')).toEqual([]));
    const { meta } = (await client.get(`/v1/webhooks/${webhook.id}/deliveries`)).body;
    expect(meta.total).toBeLessThan(COUNT);
  });

  it('goes on where it was when its worker died, and sends each event once', async () => {
    const api = await startTestApp({ ROLE: 'api' });
    ({ client, id: workspaceId } = { client: api.client, id: api.workspaceId });
    const before = suite;
    suite = api;
    await happened();
    const receiver = await receive();
    const webhook = await subscribe(receiver.url, ['sales.*']);
    const { body } = await replay(webhook, { status: 'missed' });
    // A worker hands on one batch and is gone.
    const advance = () =>
      asSystem(workspaceId, () => api.database.transaction(() => api.app.get(ReplaysService).advance(body.replay_id)));
    expect([await advance(), await advance()]).toEqual([true, true]);
    expect((await client.get(`/v1/webhooks/${webhook.id}/deliveries`)).body.meta.total).toBe(200);
    const worker = await startTestApp({ ROLE: 'worker' }, { beside: api });
    await receiver.received(COUNT);
    await eventually(async () => expect((await row(body.replay_id)).status).toBe('finished'));
    expect(new Set(receiver.requests.map(({ json }) => json.id)).size).toBe(COUNT);
    expect(receiver.requests).toHaveLength(COUNT);
    await worker.close();
    await api.close();
    suite = before;
  });
});

describe('GET /v1/webhooks/{id}/replays', () => {
  it('shows how far replays are, the newest first, each by itself as well', async () => {
    const receiver = await receive();
    for (const title of ['one', 'two', 'three']) await write(title);
    await logged(3);
    const webhook = await subscribe(receiver.url);
    const path = `/v1/webhooks/${webhook.id}/replays`;
    const { replay_id } = (await replay(webhook, { status: 'missed' })).body;
    await expect.poll(async () => (await client.get(`${path}/${replay_id}`)).body.status).toBe('finished');
    const { body } = await client.get(`${path}/${replay_id}`);
    expect(body).toEqual({
      replay_id,
      webhook_id: webhook.id,
      status: 'finished',
      selection: 'missed',
      from: expect.any(String),
      to: expect.any(String),
      count: 3,
      handed_on: 3,
      created_at: expect.any(String),
      ended_at: expect.any(String),
    });
    const other = await subscribe(receiver.url);
    await pause(other);
    expect((await client.get(`${path}?status=running`)).body.data).toEqual([]);
    const second = (await replay(webhook, { status: 'missed' })).body;
    const { data, meta } = (await client.get(path)).body;
    expect([data.map((item: any) => item.replay_id), meta.total]).toEqual([[second.replay_id, replay_id], 2]);
    expect((await client.get(`/v1/webhooks/${other.id}/replays`)).body.data).toEqual([]);
    expect((await client.get(`/v1/webhooks/${other.id}/replays/${replay_id}`)).status).toBe(404);
  });
});

describe('GET /v1/webhooks/replays', () => {
  it('shows the replays of all webhooks that the caller sees, and no others', async () => {
    const one = await subscribe('http://127.0.0.1:9/', ['sales.*']);
    const other = await subscribe('http://127.0.0.1:9/', ['office.*']);
    const begun = async (webhook: { id: string }): Promise<string> => (await replay(webhook, {})).body.replay_id;
    const [first, second, third] = [await begun(one), await begun(other), await begun(one)];
    const withScopes = async (...scopes: string[]) => {
      const { body } = await client.post('/v1/access/api-keys', { name: 'Reader', scopes });
      return new Client(suite.base, body.key);
    };
    const shownTo = async (who: Client, query = '') => {
      const { status, body } = await who.get(`/v1/webhooks/replays${query}`);
      expect([status, body.meta.total]).toEqual([200, body.data.length]);
      return body.data.map((item: any) => item.replay_id).toSorted();
    };
    expect(await shownTo(client)).toEqual([first, second, third].toSorted());
    expect(await shownTo(await withScopes('office:read'))).toEqual([second]);
    expect(await shownTo(await withScopes('sales:read'))).toEqual([first, third].toSorted());
    expect(await shownTo(await withScopes('project:read'))).toEqual([]);
    await expect.poll(() => shownTo(client, '?status=running')).toEqual([]);
    expect(await shownTo(client, '?status=finished')).toHaveLength(3);

    const page = (await client.get('/v1/webhooks/replays?limit=2')).body;
    const rest = (await client.get(`/v1/webhooks/replays?limit=2&cursor=${page.meta.next_cursor}`)).body;
    expect([page.meta.total, page.data.length, rest.data.length]).toEqual([3, 2, 1]);
    expect((await client.get('/v1/webhooks/replays?status=lost')).status).toBe(400);
  });
});

describe('who may replay (H12)', () => {
  it('only those who see the webhook', async () => {
    const webhook = (await suite.client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['sales.*'] })).body;
    const office = await suite.withScopes('office:read');
    expect((await replay(webhook, {}, office)).status).toBe(404);
    const sales = await suite.withScopes('sales:read');
    const { status, body } = await replay(webhook, {}, sales);
    expect(status).toBe(202);
    const path = `/v1/webhooks/${webhook.id}/replays/${body.replay_id}`;
    expect((await office.delete(path)).status).toBe(404);
    expect((await sales.delete(path)).status).toBe(204);
  });
});
