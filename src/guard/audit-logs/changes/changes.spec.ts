import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enforcePolicy } from '../../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';

const CONTACTS = '/v1/sales/contacts';

let suite: TestApp;
/** A fresh workspace for each test. Its key may do everything. */
let owner: Client;
beforeAll(async () => {
  suite = await startTestApp({ RATE_LIMIT: '10000' });
});
beforeEach(async () => {
  ({ client: owner } = await suite.workspace());
});
afterAll(() => suite.close());

const made = async (path: string, body: object, by = owner): Promise<string> => (await by.post(path, body)).body.id;

const contact = () => made(CONTACTS, { display_name: 'Ada', email: 'ada@example.com' });

const changesOf = (id: string, by = owner, query = '') => by.get(`/v1/changes/${id}?${query}`);

const statusOf = async (id: string, by: Client) => (await changesOf(id, by)).status;

it('tells who changed which fields of a record, the latest first, without values', async () => {
  const id = await contact();
  const { client: seller, userId } = await owner.signedIn('sales:editor');
  await seller.patch(`${CONTACTS}/${id}`, { phone: '+44 20 7946 0000', tags: ['sea'] });
  await seller.delete(`${CONTACTS}/${id}`);
  await seller.post(`${CONTACTS}/${id}/restore`);
  const { body, text } = await changesOf(id, seller);
  expect(body.data.map(({ action }: any) => action)).toEqual([
    'sales.contact.updated',
    'sales.contact.deleted',
    'sales.contact.updated',
    'sales.contact.created',
  ]);
  expect(body.data[2]).toEqual({
    id: expect.stringMatching(/^evt_/),
    timestamp: expect.any(String),
    action: 'sales.contact.updated',
    actor: { type: 'user', id: userId },
    changed_fields: expect.arrayContaining(['phone', 'tags']),
  });
  expect(body.data[2].changed_fields).toHaveLength(2);
  expect(text).not.toMatch(/7946|"sea"|ada@example|ip_address/);
});

it('has pages, from either end', async () => {
  const id = await contact();
  for (const phone of ['1', '2', '3']) await owner.patch(`${CONTACTS}/${id}`, { phone });
  const { body } = await changesOf(id, owner, 'limit=3&sort=timestamp:asc');
  expect(body.meta).toMatchObject({ total: 4, has_more: true });
  expect(body.data[0].action).toBe('sales.contact.created');
  const rest = await changesOf(id, owner, `limit=3&sort=timestamp:asc&cursor=${body.meta.next_cursor}`);
  expect(rest.body.data).toMatchObject([{ action: 'sales.contact.updated' }]);
  expect(await statusOf(`${id}?sort=ip_address:asc`, owner)).toBe(400);
});

it('leaves out what was refused, and who took the record along in a file', async () => {
  const id = await contact();
  const { client: viewer } = await owner.signedIn('sales:viewer');
  expect(await viewer.patch(`${CONTACTS}/${id}`, { phone: '1' })).toMatchObject({ status: 403 });
  const tried = (await owner.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=denied`)).body;
  expect(tried.data).toHaveLength(1);
  expect((await changesOf(id)).body.data).toMatchObject([{ action: 'sales.contact.created' }]);
});

it('is for those who may read the record: its scope, its visibility, policies, and its workspace', async () => {
  const id = await contact();
  const { client: seller } = await owner.signedIn('sales:viewer');
  const { client: recruiter } = await owner.signedIn('careers:admin');
  const { client: stranger } = await suite.workspace();
  const { key } = (await owner.post('/v1/access/api-keys', { name: 'Writer', scopes: ['office:read'] })).body;
  expect(await statusOf(id, seller)).toBe(200);
  for (const other of [recruiter, stranger, new Client(owner.base, key)]) expect(await statusOf(id, other)).toBe(404);

  const { client: writer } = await owner.signedIn('office:member');
  const { client: colleague } = await owner.signedIn('office:member');
  const plan = await made('/v1/office/documents', { title: 'Plan' }, writer);
  expect([await statusOf(plan, writer), await statusOf(plan, colleague)]).toEqual([200, 404]);

  await enforcePolicy(owner, { resources: [{ type: 'sales.contact', id }], actions: ['sales:read'] });
  expect(await statusOf(id, seller)).toBe(404);
});

it('is refused by a policy about the audit log', async () => {
  const id = await contact();
  const { client: seller } = await owner.signedIn('sales:viewer');
  await enforcePolicy(owner, { resources: [{ type: 'guard.audit_log' }], actions: ['guard:read'] });
  expect(await statusOf(id, seller)).toBe(403);
});

it('is 404 for what is no record, and for one that is gone for good', async () => {
  const pipeline = await made('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
  expect(await statusOf(pipeline, owner)).toBe(200);
  await owner.delete(`/v1/sales/pipelines/${pipeline}`);
  for (const id of [pipeline, 'nothing', 'cnt_01jz8k3m5n7p9q1r3s5t7v9w1x']) expect(await statusOf(id, owner)).toBe(404);
});
