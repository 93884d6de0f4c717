import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receive } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const subscribe = async (url: string) =>
  (await client.post('/v1/webhooks', { url, events: ['office.document.created'] })).body;
const pathOf = ({ id }: { id: string }) => `/v1/webhooks/${id}`;
const write = () => client.post('/v1/office/documents', { title: 'Plan' });

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  it('answers the record with a new secret, and signs with both for as long as it says', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    const answer = await client.post(`${pathOf(webhook)}/rotate-secret`, { grace_period_seconds: 3600 });
    expect(answer.status).toBe(200);
    const { secret, previous_secret_expires_at, ...shown } = answer.body;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(webhook.secret);
    expect(shown).toMatchObject({ id: webhook.id, url: webhook.url, status: 'active' });
    const lasts = Date.parse(previous_secret_expires_at) - Date.parse(shown.updated_at);
    expect(Math.round(lasts / 60_000)).toBe(60);
    expect((await client.get(pathOf(webhook))).body).toMatchObject({ previous_secret_expires_at });

    await write();
    const [{ headers, text }] = (await receiver.received(1)) as [any];
    expect(await verify(secret, text, headers['x-service-signature'])).toBe(true);
    expect(await verify(webhook.secret, text, headers['x-service-signature-previous'])).toBe(true);
    for (const each of [secret, webhook.secret]) new StandardWebhook(each).verify(text, headers);

    suite.clock.advance(3601);
    await write();
    const [, later] = (await receiver.received(2)) as [any, any];
    suite.clock.advance(-3601);
    expect(await verify(secret, later.text, later.headers['x-service-signature'])).toBe(true);
    expect(later.headers).not.toHaveProperty('x-service-signature-previous');
    expect(later.headers['webhook-signature']).not.toContain(' ');
  });

  it('ends the old secret at once when told so, keeps it for a day by default, and never two old ones', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    const path = `${pathOf(webhook)}/rotate-secret`;
    const day = (await client.post(path)).body;
    expect(Math.round((Date.parse(day.previous_secret_expires_at) - Date.parse(day.updated_at)) / 60_000)).toBe(1_440);
    const second = (await client.post(path, {})).body;
    await write();
    const [{ headers, text }] = (await receiver.received(1)) as [any];
    expect(await verify(day.secret, text, headers['x-service-signature-previous'])).toBe(true);
    expect(await verify(second.secret, text, headers['x-service-signature'])).toBe(true);
    const third = (await client.post(path, { grace_period_seconds: 0 })).body;
    expect(third.previous_secret_expires_at).toBeNull();
    await write();
    const [, last] = (await receiver.received(2)) as [any, any];
    expect(last.headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('shows the secret this once: not in the record, the list or the audit trail', async () => {
    const webhook = await subscribe('http://127.0.0.1:9/');
    const { secret } = (await client.post(`${pathOf(webhook)}/rotate-secret`)).body;
    const trail = await client.get(`/v1/guard/audit-logs?resource_id=${webhook.id}`);
    expect(trail.body.data[0]).toMatchObject({ action: 'webhooks.webhook.secret_rotated', outcome: 'success' });
    for (const text of [
      trail.text,
      (await client.get(pathOf(webhook))).text,
      (await client.get('/v1/webhooks')).text,
    ]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(webhook.secret);
    }
  });

  it('refuses a grace period of more than a week', async () => {
    const webhook = await subscribe('http://127.0.0.1:9/');
    const answer = await client.post(`${pathOf(webhook)}/rotate-secret`, { grace_period_seconds: 604_801 });
    expect(answer.body.error.details).toMatchObject([{ field: 'grace_period_seconds', code: 'out_of_range' }]);
  });
});
