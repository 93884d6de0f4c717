import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { receive } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { SendingWorker } from '../sending/sending.worker.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
  client = suite.client;
});
afterAll(() => suite.close());

const subscribe = async (url: string, events = ['office.document.created'], by = client) =>
  (await by.post('/v1/webhooks', { url, events })).body;
const pathOf = ({ id }: { id: string }) => `/v1/webhooks/${id}`;
const write = async (by = client) => (await by.post('/v1/office/documents', { title: 'Plan' })).body;
const deliveries = async (webhook: { id: string }, by = client) =>
  (await by.get(`${pathOf(webhook)}/deliveries`)).body.data;
const show = async (webhook: { id: string }, id: string) =>
  (await client.get(`${pathOf(webhook)}/deliveries/${id}`)).body;
/** Waits until the only delivery of a webhook looks like this. */
const becomes = (webhook: { id: string }, wanted: object) =>
  eventually(async () => {
    const [{ id }] = await deliveries(webhook);
    const found = await show(webhook, id);
    expect(found).toMatchObject(wanted);
    return found;
  });
const triggers = ({ attempts }: any) => attempts.map(({ trigger }: any) => trigger);
const actions = async (id: string) => {
  const { body } = await client.get(`/v1/guard/audit-logs?resource_id=${id}&limit=100`);
  return body.data.map(({ action, outcome }: any) => `${action} ${outcome}`);
};

describe('POST /v1/webhooks/{id}/test', () => {
  it('sends a signed event that is in no log, also to a paused webhook', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    await client.patch(pathOf(webhook), { status: 'paused' });
    const answer = await client.post(`${pathOf(webhook)}/test`);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ delivery_id: expect.stringMatching(/^dlv_/) });
    const [{ headers, text, json }] = (await receiver.received(1)) as [any];
    expect(json).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'webhooks.test',
      workspace_id: suite.workspaceId,
      timestamp: expect.any(String),
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      payload: { webhook_id: webhook.id },
      sequence: 0,
    });
    new StandardWebhook(webhook.secret).verify(text, headers);
    const found = await becomes(webhook, { id: answer.body.delivery_id, status: 'succeeded', attempt_count: 1 });
    expect(found).toMatchObject({ event_type: 'webhooks.test', event_id: json.id });
    expect(triggers(found)).toEqual(['manual']);
    expect((await client.get(`/v1/events/${json.id}`)).status).toBe(404);
    expect((await client.get('/v1/events?type=webhooks.test')).status).toBe(400);
    expect((await client.get(pathOf(webhook))).body).toMatchObject({ status: 'paused', last_success_at: null });
    expect(await actions(webhook.id)).toContain('webhooks.webhook.tested success');
  });

  it('is tried once, says nothing about the subscription when it fails, and can be sent again', async () => {
    const receiver = await receive(() => 500);
    const webhook = await subscribe(receiver.url);
    await client.post(`${pathOf(webhook)}/test`);
    const { id } = await becomes(webhook, { status: 'failed', attempt_count: 1, next_attempt_at: null });
    expect((await client.get(pathOf(webhook))).body).toMatchObject({ consecutive_failures: 0, last_failure_at: null });
    receiver.answering = () => 200;
    expect((await client.post(`${pathOf(webhook)}/deliveries/${id}/redeliver`)).status).toBe(202);
    await becomes(webhook, { status: 'succeeded', attempt_count: 2 });
    expect(receiver.requests[0]!.text).toBe(receiver.requests[1]!.text);
  });
});

describe('POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  const redeliver = (webhook: { id: string }, id: string, by = client) =>
    by.post(`${pathOf(webhook)}/deliveries/${id}/redeliver`);

  it('sends what was delivered once more, as a manual attempt of the same delivery', async () => {
    const receiver = await receive((_, index) => (index === 1 ? 500 : 200));
    const webhook = await subscribe(receiver.url);
    await write();
    const { id, completed_at } = await becomes(webhook, { status: 'succeeded' });
    const answer = await redeliver(webhook, id);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id, status: 'succeeded', next_attempt_at: expect.any(String) });
    // That this attempt fails does not undo the delivery.
    const found = await becomes(webhook, { id, status: 'succeeded', attempt_count: 2, next_attempt_at: null });
    expect(triggers(found)).toEqual(['automatic', 'manual']);
    expect(found).toMatchObject({ completed_at, attempts: [{ response_status: 200 }, { response_status: 500 }] });
    expect(receiver.requests[0]!.text).toBe(receiver.requests[1]!.text);
    expect(receiver.requests[0]!.headers['webhook-id']).toBe(receiver.requests[1]!.headers['webhook-id']);
    expect(await actions(id)).toEqual(['webhooks.delivery.redelivered success']);
  });

  it('gives a failed delivery one more chance', async () => {
    const receiver = await receive(() => 500);
    const webhook = await subscribe(receiver.url);
    await write();
    const { id } = await becomes(webhook, { status: 'failed', attempt_count: 6 });
    await redeliver(webhook, id);
    await becomes(webhook, { status: 'failed', attempt_count: 7, next_attempt_at: null });
    receiver.answering = () => 200;
    await redeliver(webhook, id);
    await becomes(webhook, { status: 'succeeded', attempt_count: 8 });
  });

  it('does not use up a retry, nor move the next one', async () => {
    const slow = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '60' });
    const receiver = await receive(() => 500);
    const webhook = await subscribe(receiver.url, undefined, slow.client);
    await write(slow.client);
    const delivery = async (attempt_count: number) =>
      eventually(async () => {
        const [{ id }] = await deliveries(webhook, slow.client);
        const { body } = await slow.client.get(`${pathOf(webhook)}/deliveries/${id}`);
        expect(body).toMatchObject({ attempt_count });
        return body;
      });
    const { id, next_attempt_at } = await delivery(1);
    await redeliver(webhook, id, slow.client);
    const second = await delivery(2);
    expect(second).toMatchObject({ status: 'pending', next_attempt_at });
    for (const seconds of [61, 360, 2_100, 11_800, 68_000]) {
      const { attempt_count } = (await slow.client.get(`${pathOf(webhook)}/deliveries/${id}`)).body;
      slow.clock.advance(seconds);
      await slow.app.get(SendingWorker).sweep();
      await delivery(attempt_count + 1);
    }
    const last = await delivery(7);
    expect(last).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(triggers(last).filter((trigger: string) => trigger === 'automatic')).toHaveLength(6);
    await slow.close();
  });

  it('is 409 while the webhook is paused, and 404 when it, or the delivery, is not there', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    const other = await subscribe(receiver.url, ['guard.*']);
    await write();
    const { id } = await becomes(webhook, { status: 'succeeded' });
    expect((await redeliver(other, id)).status).toBe(404);
    expect((await redeliver(webhook, 'dlv_01jz8k3m5n7p9q1r3s5t7v9w1x')).status).toBe(404);
    await client.patch(pathOf(webhook), { status: 'paused' });
    expect((await redeliver(webhook, id)).status).toBe(409);
    expect(await actions(id)).toEqual(['webhooks.delivery.redelivered failure']);
    await client.delete(pathOf(webhook));
    expect((await redeliver(webhook, id)).status).toBe(404);
    expect(receiver.requests).toHaveLength(1);
  });

  it('is 409 when the event is not kept any more', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    await write();
    const { id, event_id } = await becomes(webhook, { status: 'succeeded' });
    await suite.database.execute('delete from events where id = $1', [event_id]);
    const answer = await redeliver(webhook, id);
    expect([answer.status, answer.body.error.message]).toEqual([409, 'The event has expired and is no longer kept.']);
  });

  it('does not carry events of an app to those who may not read it (H12)', async () => {
    const mine = await receive();
    // Of an admin of office nobody else could change it at all.
    const member = (await client.signedIn('office:member', 'sales:viewer')).client;
    const webhook = await subscribe(mine.url, ['office.document.created'], member);
    await client.post('/v1/office/documents', { title: 'Plan', permissions: { visibility: 'workspace' } });
    const { id } = await becomes(webhook, { status: 'succeeded' });
    // From now on the webhook is one for sales, which others see although they may not read office.
    await member.patch(pathOf(webhook), { events: ['sales.*'] });
    const sales = await suite.withScopes('sales:read');
    const theirs = await receive();
    await sales.patch(pathOf(webhook), { url: theirs.url });
    const answer = await redeliver(webhook, id, sales);
    expect([answer.status, answer.body.error.message]).toEqual([403, 'These events need the scope office:read.']);
    const office = await suite.withScopes('office:read');
    expect((await redeliver(webhook, id, office)).status).toBe(404);
    expect(theirs.requests).toEqual([]);
  });
});
