import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { receive } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Dispatcher } from '../sending/dispatcher.js';
import { AutoPause } from './auto-pause.js';

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
  const mails = async () => {
    const directory = join(suite.settings.DATA_DIR, 'mail');
    const files = await readdir(directory).catch(() => []);
    const texts = files.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(directory, name), 'utf8'));
    return (await Promise.all(texts)).map((text) => text.replace(/=\n/g, ''));
  };
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
      const found = (await mails()).filter((text) => text.includes(webhook.id));
      expect(found).toHaveLength(1);
      return found[0]!;
    });
    expect(mail).toMatch(/^To: \S+@\S+$/m);
    expect(mail).toContain('Every delivery has failed for more than 120 hours');
    expect(mail).not.toContain('a-token-in-the-path');
    await suite.app.get(AutoPause).pauseFailing();
    expect((await mails()).filter((text) => text.includes(webhook.id))).toHaveLength(1);

    const resumed = await client.patch(pathOf(webhook), { status: 'active' });
    expect(resumed.body).toMatchObject({ status: 'active', paused_reason: null, consecutive_failures: 0 });
    await suite.app.get(AutoPause).pauseFailing();
    expect((await client.get(pathOf(webhook))).body.status).toBe('active');
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
      await suite.app.get(Dispatcher).sweep();
      await suite.app.get(AutoPause).pauseFailing();
      expect((await client.get(pathOf(webhook))).body).toMatchObject({ paused_reason: 'failing' });
    });
    suite.clock.advance(-121 * 3600);
  });

  it('is told of by mail when its receiver is gone (410)', async () => {
    const receiver = await receive(() => 410);
    const webhook = await subscribe(receiver.url);
    await write();
    await eventually(async () => {
      const found = (await mails()).filter((text) => text.includes(webhook.id));
      expect(found).toHaveLength(1);
      expect(found[0]).toContain('410 Gone');
    });
  });
});
