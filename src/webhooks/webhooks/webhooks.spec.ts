import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes } from '../../platform/security/apps.js';
import { receive, type TestReceiver } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

const PATH = '/v1/webhooks';
const url = 'http://127.0.0.1:9/hook';
const input = { url, events: ['office.document.created'] };
const missing = 'wh_01jz8k3m5n7p9q1r3s5t7v9w1x';

async function audit(id: string | null, action: string) {
  const { body } = await suite.client.get(`/v1/guard/audit-logs?limit=100&action=${action}`);
  return body.data.filter((entry: any) => entry.resource.id === id);
}

describe('POST /v1/webhooks', () => {
  it('creates an active webhook and shows its secret, this once', async () => {
    const created = await suite.client.post(PATH, { ...input, description: ' As written. ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^wh_/),
      url,
      events: ['office.document.created'],
      where: {},
      description: ' As written. ',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      status: 'active',
      paused_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
      previous_secret_expires_at: null,
    });
    const { secret, ...shown } = created.body;
    const path = `${PATH}/${created.body.id}`;
    expect(created.headers.get('location')).toBe(path);
    expect((await suite.client.get(path)).body).toEqual(shown);
    expect((await suite.client.get(PATH)).text).not.toContain(secret);
    const { rows } = await suite.database.execute('select secret from webhooks where id = $1', [shown.id]);
    expect(rows[0]!.secret).not.toContain(secret);
    expect(await audit(shown.id, 'webhooks.webhook.created')).toMatchObject([{ outcome: 'success' }]);
  });

  it('takes a secret of your own, and an empty description by default', async () => {
    const secret = 'a secret of my own';
    const { body } = await suite.client.post(PATH, { ...input, secret });
    expect(body).toMatchObject({ secret, description: '' });
  });

  it('gives a repeated Idempotency-Key the same secret, which is not stored readable', async () => {
    const options = { headers: { 'Idempotency-Key': 'one webhook' } };
    const first = await suite.client.post(PATH, input, options);
    const second = await suite.client.post(PATH, input, options);
    expect(second.text).toBe(first.text);
    const { rows } = await suite.database.execute('select body from idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(first.body.secret);
  });

  it.each([
    ['no url', { events: ['*'] }, 'url', 'required'],
    ['a private address', { ...input, url: 'http://10.0.0.1/' }, 'url', 'invalid_value'],
    ['the metadata service', { ...input, url: 'http://169.254.169.254/' }, 'url', 'invalid_value'],
  ])('refuses %s', async (_, body, field, code) => {
    const answer = await suite.client.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([{ field, code, message: expect.any(String) }]);
  });

  it('accepts a name that does not resolve (yet)', async () => {
    expect((await suite.client.post(PATH, { ...input, url: 'https://nobody.invalid/' })).status).toBe(201);
  });

  it('refuses loopback where WEBHOOK_ALLOW_CIDRS does not allow it, also in a PATCH', async () => {
    const strict = await startTestApp({ WEBHOOK_ALLOW_CIDRS: '10.255.0.0/16' });
    expect((await strict.client.post(PATH, input)).body.error.details).toMatchObject([{ field: 'url' }]);
    const allowed = await strict.client.post(PATH, { ...input, url: 'http://10.255.1.2/' });
    expect(allowed.status).toBe(201);
    const patched = await strict.client.patch(`${PATH}/${allowed.body.id}`, { url: 'http://[::1]:3000/' });
    expect(patched.body.error.details).toMatchObject([{ field: 'url', code: 'invalid_value' }]);
    await strict.close();
  });

  it('takes only https in production', async () => {
    const production = await startTestApp({ APP_ENV: 'production', BASE_URL: 'https://suite.example' });
    const answer = await production.client.post(PATH, { ...input, url: 'http://example.com/' });
    expect(answer.body.error.details).toMatchObject([{ field: 'url', code: 'invalid_format' }]);
    await production.close();
  });

  it('stops at 50 in a workspace, also when many come at once', async () => {
    const { client } = await suite.workspace();
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.post(PATH, input)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([50, 10]);
    const { body } = await client.get(`${PATH}?limit=1`);
    expect(body.meta.total).toBe(50);
    await client.delete(`${PATH}/${body.data[0].id}`);
    expect((await client.post(PATH, input)).status).toBe(201);
  });
});

describe('who may do what (H12)', () => {
  it('needs to read every app of the events, and says what is missing', async () => {
    const office = await suite.withScopes('office:read');
    expect((await office.post(PATH, { url, events: ['office.*', 'office.file.uploaded'] })).status).toBe(201);
    const denied = await office.post(PATH, { url, events: ['office.*', 'sales.deal.won'] });
    expect(denied.status).toBe(403);
    expect(denied.body.error.message).toContain('sales:read');
    expect(await audit(null, 'webhooks.webhook.created')).toContainEqual(
      expect.objectContaining({ outcome: 'denied', actor: expect.objectContaining({ type: 'api_key' }) }),
    );
    expect((await office.post(PATH, { url, events: ['*'] })).status).toBe(403);
    const writer = await suite.withScopes('office:write');
    expect((await writer.post(PATH, input)).status).toBe(403);
  });

  it('refuses unknown types before it asks for scopes', async () => {
    const office = await suite.withScopes('office:read');
    expect((await office.post(PATH, { url, events: ['sales.deal.won', 'sales.nothing'] })).status).toBe(400);
  });

  it('lets everything be subscribed to with the six read scopes', async () => {
    const reader = await suite.withScopes(...allScopes().filter((scope) => scope.endsWith(':read')));
    expect((await reader.post(PATH, { url, events: ['*'] })).status).toBe(201);
  });

  it('hides a webhook from those who cannot read all of its apps', async () => {
    const { body: mixed } = await suite.client.post(PATH, { url, events: ['office.*', 'sales.deal.won'] });
    const office = await suite.withScopes('office:read');
    const path = `${PATH}/${mixed.id}`;
    expect((await office.get(path)).status).toBe(404);
    expect((await office.patch(path, { status: 'paused' })).status).toBe(404);
    expect((await office.delete(path)).status).toBe(404);
    expect((await office.get(`${path}/deliveries`)).status).toBe(404);
    const list = await office.get(`${PATH}?limit=100`);
    expect(list.body.data.length).toBe(list.body.meta.total);
    expect(list.body.data.flatMap((webhook: any) => webhook.events).join()).not.toContain('sales');
    const both = await suite.withScopes('office:read', 'sales:read');
    expect((await both.get(path)).status).toBe(200);
  });

  it('does not let a webhook be widened beyond what one can read', async () => {
    const office = await suite.withScopes('office:read');
    const { body } = await office.post(PATH, input);
    const answer = await office.patch(`${PATH}/${body.id}`, { events: ['guard.policy.updated'] });
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain('guard:read');
  });

  it('is 401 without a credential and 404 with an id of another workspace', async () => {
    expect((await suite.client.get(PATH, { key: null })).status).toBe(401);
    const other = await suite.workspace();
    const { body } = await other.client.post(PATH, input);
    expect((await suite.client.get(`${PATH}/${body.id}`)).status).toBe(404);
    expect((await suite.client.get(`${PATH}/${missing}`)).status).toBe(404);
  });
});

describe('PATCH /v1/webhooks/{id}', () => {
  it('pauses and resumes', async () => {
    const { body: created } = await suite.client.post(PATH, input);
    const path = `${PATH}/${created.id}`;
    const paused = await suite.client.patch(path, { status: 'paused' });
    expect(paused.status).toBe(200);
    expect(paused.body).toMatchObject({ status: 'paused', paused_reason: 'manual' });
    const { body: list } = await suite.client.get(`${PATH}?status=paused`);
    expect(list.data).toMatchObject([{ id: created.id }]);
    expect((await suite.client.patch(path, { status: 'paused' })).body).toEqual(paused.body);
    const resumed = await suite.client.patch(path, { status: 'active' });
    expect(resumed.body).toMatchObject({ status: 'active', paused_reason: null });
    const changes = await audit(created.id, 'webhooks.webhook.updated');
    expect(changes.map((entry: any) => entry.changes.status.to)).toEqual(['active', 'paused']);
  });

  it('changes url, events and description, and never the secret', async () => {
    const { body: created } = await suite.client.post(PATH, input);
    const changes = { url: `${url}/2`, events: ['sales.*'], description: 'Deals' };
    const { body } = await suite.client.patch(`${PATH}/${created.id}`, { ...changes, secret: 'x'.repeat(20) });
    expect(body).toMatchObject({ ...changes, id: created.id });
    expect(body).not.toHaveProperty('secret');
    const office = await suite.withScopes('office:read');
    expect((await office.get(`${PATH}/${created.id}`)).status).toBe(404);
  });

  it('refuses wrong values', async () => {
    const { body } = await suite.client.post(PATH, input);
    const answer = await suite.client.patch(`${PATH}/${body.id}`, { status: 'gone', events: ['x'], url: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: any) => detail.field).toSorted()).toEqual([
      'events[0]',
      'status',
      'url',
    ]);
  });
});

describe('DELETE /v1/webhooks/{id}', () => {
  it('removes it', async () => {
    const { body } = await suite.client.post(PATH, input);
    expect((await suite.client.delete(`${PATH}/${body.id}`)).status).toBe(204);
    expect((await suite.client.get(`${PATH}/${body.id}`)).status).toBe(404);
    expect((await suite.client.delete(`${PATH}/${body.id}`)).status).toBe(404);
    expect(await audit(body.id, 'webhooks.webhook.deleted')).toMatchObject([{ outcome: 'success' }]);
  });
});

describe('Private events', () => {
  const DOCUMENTS = '/v1/office/documents';
  const titles = ({ requests }: TestReceiver) => requests.map(({ json }) => json.payload.title);
  const subscribe = async (by: Client, { url }: TestReceiver) =>
    (await by.post('/v1/webhooks', { url, events: ['office.*'] })).body;

  it('reach the webhooks of admins only, also in a replay', async () => {
    const { client } = await suite.workspace();
    const member = (await client.signedIn('office:member')).client;
    const [all, some] = [await receive(), await receive()];
    await subscribe(client, all);
    const webhook = await subscribe(member, some);
    await client.post(DOCUMENTS, { title: 'Private' });
    await client.post(DOCUMENTS, { title: 'Open', permissions: { visibility: 'workspace' } });
    await all.received(2);
    await some.received(1);
    // A replay leaves alone what is on its way: the receiver has it before that is written down.
    const succeeded = `/v1/webhooks/${webhook.id}/deliveries?status=succeeded`;
    await expect.poll(async () => (await member.get(succeeded)).body.data).toHaveLength(1);
    const again = await member.post(`/v1/webhooks/${webhook.id}/replay`, { from: suite.clock.iso(-60), status: 'all' });
    expect(again.body.count).toBe(1);
    await some.received(2);
    const later = await receive();
    const { id } = await subscribe(member, later);
    await member.post(`/v1/webhooks/${id}/replay`, { from: suite.clock.iso(-60), status: 'missed' });
    await later.received(1);
    expect(titles(later)).toEqual(['Open']);
    expect(titles(all).toSorted()).toEqual(['Open', 'Private']);
    expect(titles(some)).toEqual(['Open', 'Open']);

    // Setting its events as an admin makes it the webhook of an admin.
    await client.patch(`/v1/webhooks/${webhook.id}`, { events: ['office.document.created'] });
    await client.post(DOCUMENTS, { title: 'Private, too' });
    await some.received(3);
    expect(titles(some).at(-1)).toBe('Private, too');
  });

  it('are not to be had by leading the webhook of an admin elsewhere', async () => {
    const { client } = await suite.workspace();
    const viewer = (await client.signedIn('office:viewer')).client;
    const webhook = await subscribe(client, await receive());
    const path = `/v1/webhooks/${webhook.id}`;
    expect((await viewer.get(path)).status).toBe(200);
    const { url } = await receive();
    expect((await viewer.patch(path, { url })).status).toBe(403);
    expect((await viewer.post(`${path}/rotate-secret`, {})).status).toBe(403);
    expect((await viewer.post(`${path}/replay`, { from: suite.clock.iso(-60) })).status).toBe(403);
    expect((await viewer.delete(path)).status).toBe(403);
    expect((await client.patch(path, { url })).status).toBe(200);
  });

  it('are not to be had from a webhook that used to get them', async () => {
    const { client } = await suite.workspace();
    const member = (await client.signedIn('office:member', 'sales:admin')).client;
    const webhook = await subscribe(client, await receive());
    const path = `/v1/webhooks/${webhook.id}`;
    await client.patch(path, { events: ['sales.*'] });
    expect((await member.get(path)).body.events).toEqual(['sales.*']);
    // Earlier deliveries could be sent again, and retries may still wait.
    const { url } = await receive();
    expect((await member.patch(path, { url })).status).toBe(403);
    expect((await client.patch(path, { url, events: ['office.*'] })).status).toBe(200);
  });

  it('are not to be had from its deliveries, nor from what a receiver answered to them', async () => {
    const { client } = await suite.workspace();
    const [viewer, admin] = await Promise.all([client.signedIn('office:viewer'), client.signedIn('office:admin')]);
    const receiver = await receive();
    const { id } = await subscribe(client, receiver);
    await client.post(DOCUMENTS, { title: 'Private' });
    const [{ headers }] = (await receiver.received(1)) as [any];
    const path = `/v1/webhooks/${id}/deliveries`;
    for (const each of [path, `${path}/${headers['x-service-delivery']}`]) {
      expect((await viewer.client.get(each)).status).toBe(403);
      expect((await admin.client.get(each)).status).toBe(200);
    }
  });
});
