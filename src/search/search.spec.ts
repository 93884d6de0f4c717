import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enforcePolicy } from '../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
});
afterAll(() => suite.close());

const search = async (by: Client, query: object) => {
  const answer = await by.get(`/v1/search?${new URLSearchParams({ ...query })}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};
const found = async (by: Client, q: string, more: object = {}): Promise<string[]> =>
  (await search(by, { q, ...more })).data.map(({ title }: any) => title);
const document = async (by: Client, title: string, facts: object = {}): Promise<string> =>
  (await by.post('/v1/office/documents', { title, permissions: { visibility: 'workspace' }, ...facts })).body.id;

it('shows title, subtitle, status, path and the time of the last change', async () => {
  const contact = { display_name: 'Alonso', email: 'alonso@mancha.example', organization_name: 'Rocinante' };
  const { id, updated_at } = (await client.post('/v1/sales/contacts', contact)).body;
  expect(await search(client, { q: 'rocin' })).toEqual({
    data: [
      {
        type: 'sales.contact',
        id,
        title: 'Alonso',
        subtitle: 'alonso@mancha.example',
        status: 'active',
        url: `/v1/sales/contacts/${id}`,
        updated_at,
      },
    ],
    meta: { total: 1, next_cursor: null, has_more: false },
  });
  const text = await document(client, 'Plan', { content: '<p>Barataria</p>', content_type: 'html' });
  expect((await search(client, { q: 'barataria' })).data).toMatchObject([{ id: text, title: 'Plan', subtitle: null }]);
});

it('shows five of each type, the newest first, and up to a hundred of one', async () => {
  for (let n = 1; n <= 7; n++) await document(client, `Dulcinea ${n}`);
  const project = await client.post('/v1/project/projects', { name: 'Dulcinea' });
  const newest = [7, 6, 5, 4, 3].map((n) => `Dulcinea ${n}`);
  expect(await found(client, 'dulcinea')).toEqual(['Dulcinea', ...newest]);
  expect((await search(client, { q: 'dulcinea' })).meta).toMatchObject({ total: 6, total_relation: 'gte' });
  await client.patch(`/v1/office/documents/${(await search(client, { q: 'dulcinea 5' })).data[0].id}`, { tags: ['x'] });
  expect(await found(client, 'dulcinea')).toEqual([...newest, 'Dulcinea']);
  const types = 'office.document';
  expect(await found(client, 'dulcinea', { types, limit: 100 })).toHaveLength(7);
  expect(await found(client, 'dulcinea', { types, limit: 2 })).toEqual(newest.slice(0, 2));
  expect(await found(client, 'dulcinea', { types: 'project.project, sales.deal' })).toEqual(['Dulcinea']);
  expect(project.status).toBe(201);
});

it.each([
  [{}, 'q', 'required'],
  [{ q: '?!' }, 'q', 'invalid_value'],
  [{ q: 'x', types: 'office.document,office.paper' }, 'types', 'invalid_value'],
  [{ q: 'x', types: 'webhooks.delivery' }, 'types', 'invalid_value'],
  [{ q: 'x', limit: 6 }, 'limit', 'out_of_range'],
  [{ q: 'x', limit: 6, types: 'sales.deal,sales.contact' }, 'limit', 'out_of_range'],
  [{ q: 'x', limit: 101, types: 'sales.deal' }, 'limit', 'out_of_range'],
])('refuses %j', async (query, field, code) => {
  const { status, body } = await client.get(`/v1/search?${new URLSearchParams(query as Record<string, string>)}`);
  expect([status, body.error.details]).toEqual([400, [expect.objectContaining({ field, code })]]);
});

describe('A caller', () => {
  it('finds the types that they have the scope for', async () => {
    await document(client, 'Sancho');
    await client.post('/v1/sales/contacts', { display_name: 'Sancho' });
    const types = async (by: Client) =>
      (await search(by, { q: 'sancho' })).data.map(({ type }: any) => type).toSorted();
    expect(await types(client)).toEqual(['office.document', 'sales.contact']);
    expect(await types(await suite.withScopes('sales:read', 'office:write'))).toEqual(['sales.contact']);
    expect(await types((await suite.signedIn('office:viewer')).client)).toEqual(['office.document']);
  });

  it('finds their own private documents and shared ones, and nothing in the trash', async () => {
    const { client: member } = await suite.signedIn('office:member');
    const hidden = { permissions: { visibility: 'private' } };
    await document(client, 'Teresa’s', hidden);
    await document(member, 'Teresa’s own', hidden);
    await document(client, 'Teresa’s to all');
    expect((await found(member, 'teresa')).toSorted()).toEqual(['Teresa’s own', 'Teresa’s to all']);
    expect(await found(client, 'teresa')).toHaveLength(3);
    const { data } = await search(client, { q: 'teresa own' });
    await client.delete(data[0].url);
    expect(await found(client, 'teresa own')).toEqual([]);
  });

  it('finds what belongs to a record while they can see that record', async () => {
    const project = (await client.post('/v1/project/projects', { name: 'Windmills' })).body;
    const tasks = `/v1/project/projects/${project.id}/tasks`;
    const task = (await client.post(tasks, { title: 'Clavileño' })).body;
    await client.post(`/v1/project/tasks/${task.id}/comments`, { body: 'Clavileño flies' });
    const { data } = await search(client, { q: 'clavileno' });
    expect(data.toSorted((a: any, b: any) => a.title.length - b.title.length)).toMatchObject([
      { type: 'project.task', title: 'Clavileño', subtitle: 'Windmills', url: `/v1/project/tasks/${task.id}` },
      { type: 'project.comment', subtitle: 'Clavileño', status: null, url: `/v1/project/tasks/${task.id}/comments` },
    ]);
    await client.delete(`/v1/project/tasks/${task.id}`);
    expect(await found(client, 'clavileno')).toEqual([]);
  });

  it('finds nothing that a policy denies them to read, be it by type, id, tag or the record that it belongs to', async () => {
    const { client: admin } = await suite.workspace();
    const { client: bound, userId } = await admin.signedIn('office:editor', 'project:editor', 'sales:editor');
    const project = (await admin.post('/v1/project/projects', { name: 'Rucio' })).body.id;
    await admin.post(`/v1/project/projects/${project}/tasks`, { title: 'Rucio’s task' });
    await admin.post('/v1/sales/contacts', { display_name: 'Rucio of sales' });
    const named = await document(admin, 'Rucio by id');
    await document(admin, 'Rucio by tag', { tags: ['secret'] });
    await document(admin, 'Rucio');
    expect(await found(bound, 'rucio')).toHaveLength(6);
    const principals = [{ type: 'user', id: userId }];
    const deny = (resource: object) => enforcePolicy(admin, { principals, resources: [resource], actions: ['*'] });
    await deny({ type: 'office.document', id: named });
    await deny({ type: 'office.document', tag: 'secret' });
    await deny({ type: 'sales.*' });
    await deny({ type: 'project.project' });
    expect(await found(bound, 'rucio')).toEqual(['Rucio']);
    expect(await found(admin, 'rucio')).toHaveLength(6);
  });
});
