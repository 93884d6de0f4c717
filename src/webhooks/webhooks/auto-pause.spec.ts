import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { sentMails } from '../../../test/support/mails.js';
import { askAsClient, browserOf, identityOf, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { receive } from '../../../test/support/receiver.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { SendingWorker } from '../sending/sending.worker.js';
import { AutoPause, MAKERS } from './auto-pause.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
  client = suite.client;
});
afterAll(() => suite.close());

const subscribe = async (url: string) =>
  (await client.post('/v1/webhooks', { url, events: ['office.document.created'] })).body;
const pathOf = ({ id }: { id: string }) => `/v1/webhooks/${id}`;
const write = () => client.post('/v1/office/documents', { title: 'Plan' });
/** Waits until the only delivery of a webhook looks like this. */
const becomes = (webhook: { id: string }, wanted: object) =>
  eventually(async () => {
    expect((await client.get(`${pathOf(webhook)}/deliveries`)).body.data).toMatchObject([wanted]);
  });
const actions = async (id: string) => {
  const { body } = await client.get(`/v1/guard/audit-logs?resource_id=${id}&limit=100`);
  return body.data.map(({ action, outcome }: any) => `${action} ${outcome}`);
};

describe('a webhook that only fails', () => {
  const mailsAbout = async ({ id }: { id: string }) =>
    (await sentMails(suite)).filter(({ words }) => words.includes(id));
  const failing = (webhook: { id: string }, failures: number, hours: number) =>
    suite.database.execute(
      `update webhooks set consecutive_failures = $2, failing_since = $3, last_failure_at = $4 where id = $1`,
      [webhook.id, failures, suite.clock.iso(-hours * 3600 - 60), suite.clock.iso(-60)],
    );

  it('is paused after 120 hours and ten failures; its creator gets a mail', async () => {
    const webhook = await subscribe('http://127.0.0.1:9/a-token-in-the-path');
    const few = await subscribe('http://127.0.0.1:9/');
    const soon = await subscribe('http://127.0.0.1:9/');
    await failing(webhook, 10, 120);
    await failing(few, 9, 500);
    await failing(soon, 500, 119);
    // The task itself may be at it already.
    await eventually(async () => {
      await suite.app.get(AutoPause).pauseFailing();
      expect((await client.get(pathOf(webhook))).body).toMatchObject({ status: 'paused', paused_reason: 'failing' });
    });
    for (const other of [few, soon]) expect((await client.get(pathOf(other))).body.status).toBe('active');
    expect(await actions(webhook.id)).toContain('webhooks.webhook.paused success');
    const mail = await eventually(async () => {
      const found = await mailsAbout(webhook);
      expect(found).toHaveLength(1);
      return found[0]!;
    });
    expect(mail.to).toMatch(/^\S+@\S+$/);
    expect(mail.words).toContain('Every delivery has failed for more than 120 hours');
    expect(mail.words).not.toContain('a-token-in-the-path');
    await suite.app.get(AutoPause).pauseFailing();
    expect(await mailsAbout(webhook)).toHaveLength(1);

    const resumed = await client.patch(pathOf(webhook), { status: 'active' });
    expect(resumed.body).toMatchObject({ status: 'active', paused_reason: null, consecutive_failures: 0 });
    await suite.app.get(AutoPause).pauseFailing();
    expect((await client.get(pathOf(webhook))).body.status).toBe('active');
  });

  it('stands in the inbox of its creator, and of nobody else', async () => {
    const [ada, other] = [await client.signedIn('workspace:owner'), await client.signedIn('workspace:owner')];
    const webhook = await ada.client.post('/v1/webhooks', {
      url: 'http://127.0.0.1:9/',
      events: ['office.document.created'],
    });
    expect(webhook.status, webhook.text).toBe(201);
    await failing(webhook.body, 10, 120);
    await suite.app.get(AutoPause).pauseFailing();
    const items = async (by: Client) => (await by.get('/v1/inbox?kind=webhook')).body.data;
    await expect
      .poll(() => items(ada.client))
      .toMatchObject([{ record_type: 'webhooks.webhook', records: [{ id: webhook.body.id }], actor_id: null }]);
    expect(await items(other.client)).toEqual([]);
  });

  it('gets there by failing', async () => {
    const receiver = await receive(() => 500);
    const webhook = await subscribe(receiver.url);
    await write();
    await becomes(webhook, { status: 'failed', attempt_count: 6 });
    suite.clock.advance(121 * 3600);
    await write();
    // Ten failures in all, as the next ones come: the task itself may see that before the last of them.
    await eventually(async () => {
      await suite.app.get(SendingWorker).sweep();
      await suite.app.get(AutoPause).pauseFailing();
      expect((await client.get(pathOf(webhook))).body).toMatchObject({ paused_reason: 'failing' });
    });
    suite.clock.advance(-121 * 3600);
  });

  it('is told of by mail when its receiver is gone (410), in the language of its creator', async () => {
    expect((await client.patch(`/v1/access/users/${suite.ownerId}`, { language: 'de' })).status).toBe(200);
    const receiver = await receive(() => 410);
    const webhook = await subscribe(receiver.url);
    await write();
    await eventually(async () => {
      const found = await mailsAbout(webhook);
      expect(found).toHaveLength(1);
      expect(found[0]!.words).toContain('mit 410 Gone geantwortet');
    });
  });
});

describe('a webhook whose maker loses the right to it (D-WH-11)', () => {
  const EVENTS = { url: 'http://127.0.0.1:9/', events: ['office.document.created', 'sales.*'] };
  const pause = () => suite.app.get(AutoPause).pauseWithoutMaker();
  const of = async (id: string) => (await client.get(`/v1/webhooks/${id}`)).body;
  const paused = { status: 'paused', paused_reason: 'maker' };
  const made = async (by: Client) => {
    const answer = await by.post('/v1/webhooks', EVENTS);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['is suspended', (id) => client.post(`/v1/access/users/${id}/deactivate`)],
    ['is deleted', (id) => client.delete(`/v1/access/users/${id}`)],
    ['may read one of its apps no more', (id) => client.patch(`/v1/access/users/${id}`, { roles: ['office:admin'] })],
  ])('is paused when its maker %s', async (_, lose) => {
    const maker = await suite.signedIn('office:admin', 'sales:admin');
    const webhook = await made(maker.client);
    await pause();
    expect(await of(webhook.id)).toMatchObject({ status: 'active' });
    await lose(maker.userId);
    await eventually(async () => {
      await pause();
      expect(await of(webhook.id)).toMatchObject(paused);
    });
    expect(await actions(webhook.id)).toContain('webhooks.webhook.paused success');
  });

  describe('lives as long as what it was made with:', () => {
    const aKey = async (facts: object = {}) => {
      const { body } = await client.post('/v1/access/api-keys', {
        name: 'Key',
        scopes: ['office:read', 'sales:read'],
        ...facts,
      });
      return { at: `/v1/access/api-keys/${body.id}`, by: new Client(suite.base, body.key) };
    };
    const end = async (id: string) => {
      await eventually(async () => {
        await pause();
        expect(await of(id)).toMatchObject(paused);
      });
    };

    it('a key that is revoked', async () => {
      const key = await aKey();
      const webhook = await made(key.by);
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active' });
      await client.delete(key.at);
      await end(webhook.id);
      // The same user takes it over, with what they use now.
      const other = await aKey({ scopes: ['read:all', 'write:all'] });
      expect((await other.by.patch(`/v1/webhooks/${webhook.id}`, { status: 'active' })).status).toBe(200);
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active', paused_reason: null });
      await client.delete(other.at);
      await end(webhook.id);
    });

    it('a key that expires', async () => {
      const key = await aKey({ expires_at: suite.clock.iso(3_600) });
      const webhook = await made(key.by);
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active' });
      await suite.database.execute('update api_keys set expires_at = now() where id = $1', [key.at.split('/').at(-1)]);
      await end(webhook.id);
    });

    it('a key that is rotated lives on in the new one', async () => {
      const key = await aKey();
      const webhook = await made(key.by);
      const { body: next } = await client.post(`${key.at}/rotate`, { grace_period_seconds: 0 });
      await client.delete(key.at);
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active' });
      await client.delete(`/v1/access/api-keys/${next.id}`);
      await end(webhook.id);
    });

    it('a grant to an OAuth client', async () => {
      const user = await makeUser(suite, { roles: ['office:admin', 'sales:admin'] });
      const app = await registerClient(suite, { scopes: ['office:read', 'sales:read'] });
      const tokens = await tokensOf(suite, app, await browserOf(suite, user));
      const webhook = await made(new Client(suite.base, tokens.access_token));
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active' });
      // The task does not wait for its time.
      const wake = vi.spyOn(suite.app.get(Maintenance), 'wake');
      await askAsClient(suite, '/oauth/revoke', { token: tokens.refresh_token, ...identityOf(app) });
      await expect.poll(() => wake.mock.calls.flat()).toContain(MAKERS);
      wake.mockRestore();
      await end(webhook.id);
      expect(await actions(webhook.id)).toContain('webhooks.webhook.paused success');
    });

    it('but not the session of a browser', async () => {
      const maker = await suite.signedIn('office:admin', 'sales:admin');
      const webhook = await made(maker.client);
      await suite.database.execute('update sessions set revoked_at = now() where id = $1', [maker.sessionId]);
      await pause();
      expect(await of(webhook.id)).toMatchObject({ status: 'active' });
    });
  });

  it('keeps what a group gives its maker', async () => {
    const maker = await suite.signedIn();
    const { body: group } = await client.post('/v1/access/groups', {
      name: 'Sales',
      roles: ['office:viewer', 'sales:viewer'],
    });
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [maker.userId] });
    const webhook = await made(client);
    await suite.database.execute('update webhooks set created_by = $2 where id = $1', [webhook.id, maker.userId]);
    await pause();
    expect(await of(webhook.id)).toMatchObject({ status: 'active' });
  });

  it('is taken over by an admin of all its apps, who is its maker from then on', async () => {
    const maker = await suite.signedIn('office:admin', 'sales:admin');
    const webhook = await made(maker.client);
    await client.post(`/v1/access/users/${maker.userId}/deactivate`);
    await eventually(async () => {
      await pause();
      expect(await of(webhook.id)).toMatchObject(paused);
    });
    const resume = (by: Client) => by.patch(`/v1/webhooks/${webhook.id}`, { status: 'active' });
    const { client: some } = await suite.signedIn('office:admin', 'sales:editor');
    expect((await resume(some)).status).toBe(403);
    const { client: all, userId } = await suite.signedIn('office:admin', 'sales:admin');
    expect((await resume(all)).body).toMatchObject({ status: 'active', paused_reason: null });
    await pause();
    expect(await of(webhook.id)).toMatchObject({ status: 'active' });
    const { rows } = await suite.database.execute('select created_by from webhooks where id = $1', [webhook.id]);
    expect(rows).toEqual([{ created_by: userId }]);
  });
});
