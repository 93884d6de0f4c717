import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyFreePort } from '../platform/database/embedded/free-port.js';
import { asSystem } from '../platform/index.js';
import { Mail } from '../platform/mail/mail.js';
import { undeliverableMail } from '../../test/support/undeliverable-mail.js';
import { errorsOf } from '../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';
import { receive } from '../../test/support/receiver.js';

const BACKLOG = '/v1/operations/backlog';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${await anyFreePort()}` });
  client = suite.client;
});
afterAll(() => suite.close());

const items = async (query = '') => (await client.get(`${BACKLOG}${query}`)).body.data;
const item = async (id: string) => (await items()).find((each: any) => each.id === id);
const retry = (id: string) => client.post(`${BACKLOG}/${id}/retry`);
const retries = async (id: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=operations.backlog_item.retried`)).body.meta.total;

it('shows mail that the mail server did not take, with the reason, and sends it again on demand', async () => {
  const message = { to: 'ada@example.com', subject: 'Hello', letter: { lines: ['Hello'] }, language: 'en' as const };
  const { app, database, workspaceId } = suite;
  await asSystem(workspaceId, () => database.transaction(() => app.get(Mail).send(message, { about: 'usr_1' })));
  await expect
    .poll(() => items('?kind=mail&status=failing'))
    .toMatchObject([
      { workspace_id: workspaceId, about: 'usr_1', attempts: 1, reason: expect.stringContaining('ECONNREFUSED') },
    ]);
  const [mail] = await items('?kind=mail');
  const answer = await retry(mail.id);
  expect([answer.status, answer.body.kind]).toEqual([202, 'mail']);
  await expect.poll(async () => (await item(mail.id)).attempts).toBeGreaterThan(1);
  expect((await retry(mail.id)).status).toBe(202);
  expect(await retries(mail.id)).toBe(2);
});

it('says that no further attempt is made of a message that was given up', async () => {
  const id = await undeliverableMail(suite);
  expect(await item(id)).toMatchObject({ status: 'failing', reason: '550 no mailbox', next_attempt_at: null });
});

it.each([
  ['export', 'guard_exports', '/v1/guard/exports', '/v1/guard/audit-logs/export', { format: 'csv' }],
  ['archive', 'workspace_archives', '/v1/operations/archives', '/v1/operations/archives', undefined],
])('makes a failed %s anew', async (kind, table, path, begin, asked) => {
  const { body } = await client.post(begin, asked);
  const id = body.job_id ?? body.id;
  const status = async () => (await client.get(`${path}/${id}`)).body.status;
  await expect.poll(status).toBe('completed');
  await suite.database.execute(`update ${table} set status = 'failed', error = 'The disk was full.' where id = $1`, [
    id,
  ]);
  const failing = { id, kind, status: 'failing', reason: 'The disk was full.' };
  expect(await items(`?kind=${kind}`)).toMatchObject([failing]);
  expect((await retry(id)).status).toBe(202);
  await expect.poll(status).toBe('completed');
  expect(await item(id)).toBeUndefined();
});

it('shows webhooks that fail, and delivers what waits at once', async () => {
  const receiver = await receive(() => 503);
  const { body: webhook } = await client.post('/v1/webhooks', {
    url: receiver.url,
    events: ['office.document.created'],
  });
  await client.post('/v1/office/documents', { title: 'Waits' });
  await expect
    .poll(() => item(webhook.id))
    .toMatchObject({ kind: 'webhook', status: 'failing', reason: 'Failed attempts in a row: 1.', attempts: 1 });
  receiver.answering = () => 200;
  expect((await retry(webhook.id)).status).toBe(202);
  await receiver.received(2);
  await expect.poll(() => item(webhook.id)).toBeUndefined();
});

it('goes on behind the last item, and refuses a cursor of another list', async () => {
  await undeliverableMail(suite);
  const first = (await client.get(`${BACKLOG}?limit=1`)).body;
  const second = (await client.get(`${BACKLOG}?limit=1&cursor=${first.meta.next_cursor}`)).body;
  expect(first.meta.has_more).toBe(true);
  expect(second.data[0].id).not.toBe(first.data[0].id);
  const unknown = await client.get(`${BACKLOG}?kind=letter`);
  expect(errorsOf(unknown)).toEqual([400, 'kind invalid_value']);
  expect(unknown.text).toContain('kind must be one of archive, deleted_user, export, ');
  expect((await client.get(`${BACKLOG}?kind=mail&cursor=${first.meta.next_cursor}`)).status).toBe(400);
});

it('is for operators, and 404 for what neither waits nor fails', async () => {
  expect((await retry('mail_unknown')).status).toBe(404);
  const { client: owner } = await suite.signedIn('workspace:owner');
  expect((await owner.get(BACKLOG)).status).toBe(403);
});
