import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enforcePolicy } from '../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  ({ client } = suite);
  await client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
  const deals: [string, object][] = [
    ['a', { value: 500, tags: ['eu'] }],
    ['b', { value: 12_500, tags: ['eu'] }],
    ['c', { value: 20_000, tags: ['us'] }],
    ['d', { value: 30_000, tags: ['eu'] }],
  ];
  for (const [title, facts] of deals) expect((await client.post(DEALS, { title, ...facts })).status).toBe(201);
});
afterAll(() => suite.close());

const PATH = '/v1/views';
const DEALS = '/v1/sales/deals';
const missing = 'view_01jz8k3m5n7p9q1r3s5t7v9w1x';
const large = { type: 'sales.deal', name: 'Large', where: { value: { gte: 10_000 } }, sort: 'value:desc' };

async function make(by: Client, facts: object = {}): Promise<string> {
  const answer = await by.post(PATH, { ...large, ...facts });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}
const shown = async (query: string, by = client) => {
  const { status, body } = await by.get(DEALS + query);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as { title: string }[]).map(({ title }) => title);
};
const refusal = async (path: string, by = client) => {
  const { status, body } = await by.get(path);
  return [status, ...(body.error.details ?? []).map(({ field, code }: any) => `${field} ${code}`)];
};
const statuses = async (by: Client, id: string) => [
  (await by.get(`${PATH}/${id}`)).status,
  (await by.patch(`${PATH}/${id}`, { name: 'Renamed' })).status,
  (await by.delete(`${PATH}/${id}`)).status,
];

describe('a view', () => {
  it('is made, shown, changed and deleted by its maker, with entries in the audit log', async () => {
    const maker = await client.signedIn('sales:member');
    const id = await make(maker.client);
    const path = `${PATH}/${id}`;
    const body = { ...large, layout: 'list', columns: [], shared: false, owner_id: maker.userId, revision: 1 };
    expect((await maker.client.get(path)).body).toMatchObject({ id, ...body });
    const changes = { layout: 'board', columns: ['title', 'value'], sort: null, where: { status: 'open' } };
    expect((await maker.client.patch(path, changes)).body).toMatchObject({ ...body, ...changes, revision: 2 });
    const { body: list } = await maker.client.get(`${PATH}?type=sales.deal&sort=name:asc`);
    expect(list.data).toMatchObject([{ id }]);
    expect((await maker.client.get(`${PATH}?type=sales.contact`)).body.data).toEqual([]);
    expect((await maker.client.delete(path)).status).toBe(204);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
    expect(data.map(({ action }: any) => action)).toEqual([
      'views.view.deleted',
      'views.view.updated',
      'views.view.created',
    ]);
  });

  it.each([
    ['no type', { type: undefined }, 'type required'],
    ['a type without a list', { type: 'sales.merge' }, 'type invalid_value'],
    ['a type of no app', { type: 'webhooks.webhook' }, 'type invalid_value'],
    ['a name too long', { name: 'x'.repeat(101) }, 'name too_long'],
    ['an unknown field', { where: { or: [{ nope: 1 }] } }, 'where.or[0].nope unknown_field'],
    ['a condition too long', { where: { title: { in: Array(5).fill('x'.repeat(999)) } } }, 'where too_long'],
    ['an order that the list does not have', { sort: 'currency:asc' }, 'sort invalid_value'],
    ['a column that the list does not show', { columns: ['title', 'search'] }, 'columns[1] invalid_value'],
    ['another layout', { layout: 'pie' }, 'layout invalid_value'],
  ])('with %s is refused', async (_what, facts, fault) => {
    const { status, body } = await client.post(PATH, { ...large, ...facts });
    expect([status, ...body.error.details.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([400, fault]);
  });

  it('is private, or shared with whoever may read its type', async () => {
    const [maker, colleague, recruiter] = [
      await client.signedIn('sales:member'),
      await client.signedIn('sales:viewer'),
      await client.signedIn('careers:admin'),
    ];
    const [own, shared] = [await make(maker.client), await make(maker.client, { shared: true })];
    const seen = async (by: Client) =>
      (await by.get(`${PATH}?limit=100`)).body.data
        .map(({ id }: any) => id)
        .filter((id: string) => [own, shared].includes(id));
    expect((await seen(maker.client)).toSorted()).toEqual([own, shared].toSorted());
    expect(await seen(colleague.client)).toEqual([shared]);
    expect(await seen(recruiter.client)).toEqual([]);
    expect(await statuses(colleague.client, own)).toEqual([404, 404, 404]);
    expect(await statuses(colleague.client, shared)).toEqual([200, 403, 403]);
    expect(await statuses(recruiter.client, shared)).toEqual([404, 404, 404]);
    const other = await suite.workspace();
    expect(await statuses(other.client, shared)).toEqual([404, 404, 404]);
    expect((await recruiter.client.post(PATH, large)).status).toBe(403);
    // An admin of the app keeps shared views in order, and cannot take one for the maker alone.
    const admin = await client.signedIn('sales:admin');
    expect((await admin.client.patch(`${PATH}/${shared}`, { shared: false })).status).toBe(403);
    expect(await statuses(admin.client, shared)).toEqual([200, 200, 204]);
    expect(await statuses(admin.client, own)).toEqual([404, 404, 404]);
  });

  it('is shared by nobody who cannot write in the app', async () => {
    const viewer = await client.signedIn('sales:viewer');
    expect((await viewer.client.post(PATH, { ...large, shared: true })).status).toBe(403);
    const id = await make(viewer.client);
    expect((await viewer.client.patch(`${PATH}/${id}`, { shared: true })).status).toBe(403);
  });

  it('is out of reach while a policy denies its type', async () => {
    const maker = await client.signedIn('sales:member');
    const id = await make(maker.client);
    const principals = [{ type: 'user', id: maker.userId }];
    await enforcePolicy(client, { principals, resources: [{ type: 'sales.deal' }], actions: ['sales:read'] });
    expect(await statuses(maker.client, id)).toEqual([404, 404, 404]);
    expect((await maker.client.get(PATH)).body.data).toEqual([]);
    expect((await maker.client.post(PATH, large)).status).toBe(403);
  });

  it('that is made with a key belongs to the maker of the key', async () => {
    const maker = await client.signedIn('sales:admin', 'access:admin');
    const scopes = ['sales:read'];
    const { body: key } = await maker.client.post('/v1/access/api-keys', { name: 'Views', scopes });
    const byKey = new Client(suite.base, key.key);
    const id = await make(byKey);
    expect((await maker.client.get(`${PATH}/${id}`)).body.owner_id).toBe(maker.userId);
    // A key that only reads leaves alone what others look at.
    const shared = await make(maker.client, { shared: true });
    expect(await statuses(byKey, shared)).toEqual([200, 403, 403]);
    expect(await statuses(byKey, id)).toEqual([200, 200, 204]);
  });

  it('is one of at most 100 of a person, also when many come at once', async () => {
    const maker = await client.signedIn('sales:member');
    const answers = await Promise.all(Array.from({ length: 105 }, () => maker.client.post(PATH, large)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([100, 5]);
  });

  it('goes with its maker if it is private, and stays if it is shared', async () => {
    const maker = await client.signedIn('sales:member');
    const [own, shared] = [await make(maker.client), await make(maker.client, { shared: true, name: 'Stays' })];
    const { client: admin } = await client.signedIn('sales:admin');
    expect((await client.delete(`/v1/access/users/${maker.userId}`)).status).toBe(204);
    const left = async () =>
      (await suite.database.execute('select id from saved_views where id = any($1)', [[own, shared]])).rows;
    await expect.poll(left).toEqual([{ id: shared }]);
    const owner = async () => (await admin.get(`${PATH}/${shared}`)).body.owner_id;
    await expect.poll(owner).toBe('usr_deleted');
    expect(await statuses(admin, shared)).toEqual([200, 200, 204]);
  });
});

describe('a list with a view', () => {
  it('shows its records in its order; filters narrow it, and sort wins', async () => {
    const id = await make(client);
    expect(await shown(`?view=${id}`)).toEqual(['d', 'c', 'b']);
    expect(await shown(`?view=${id}&sort=value:asc`)).toEqual(['b', 'c', 'd']);
    expect(await shown(`?view=${id}&tag=eu`)).toEqual(['d', 'b']);
    expect(await shown(`?view=${id}&value[lt]=25000`)).toEqual(['c', 'b']);
    expect(await shown(`?view=${id}&where=${encodeURIComponent('{"or":[{"value":500},{"tags":"us"}]}')}`)).toEqual([
      'c',
    ]);
    const { text } = await client.get(`${DEALS}/export?view=${id}`);
    expect(text.split('\r\n').slice(1).filter(Boolean)).toHaveLength(3);
    const everything = await make(client, { where: undefined, sort: undefined });
    expect((await shown(`?view=${everything}`)).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lifts the default of a field that the view asks for', async () => {
    const id = await make(client, {
      type: 'sales.contact',
      where: { status: { in: ['active', 'archived'] } },
      sort: null,
    });
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    await suite.database.execute(`update sales_contacts set status = 'archived' where workspace_id = $1`, [
      suite.workspaceId,
    ]);
    expect((await client.get('/v1/sales/contacts')).body.data).toEqual([]);
    expect((await client.get(`/v1/sales/contacts?view=${id}`)).body.data).toMatchObject([{ display_name: 'Ada' }]);
  });

  it('goes on by a cursor of the same view alone, as it was', async () => {
    const [id, other] = [await make(client), await make(client)];
    const { next_cursor: cursor } = (await client.get(`${DEALS}?view=${id}&limit=1`)).body.meta;
    expect(await shown(`?view=${id}&limit=1&cursor=${cursor}`)).toEqual(['c']);
    const where = encodeURIComponent(JSON.stringify(large.where));
    for (const query of [`view=${other}`, `where=${where}&sort=value:desc`])
      expect(await refusal(`${DEALS}?${query}&limit=1&cursor=${cursor}`)).toEqual([400, 'cursor invalid_value']);
    await client.patch(`${PATH}/${id}`, { where: { value: { gte: 20_000 } } });
    expect(await refusal(`${DEALS}?view=${id}&limit=1&cursor=${cursor}`)).toEqual([400, 'cursor invalid_value']);
  });

  it('says which view it cannot use, and why', async () => {
    const contacts = await make(client, { type: 'sales.contact', where: {}, sort: null });
    expect(await refusal(`${DEALS}?view=${contacts}`)).toEqual([400, 'view invalid_value']);
    expect(await refusal(`${DEALS}?view=${missing}`)).toEqual([400, 'view not_found']);
    expect(await refusal(`${DEALS}?view=deals`)).toEqual([400, 'view invalid_format']);
    const gone = await make(client, { name: 'Of yesterday' });
    const set = (column: string, value: string) =>
      suite.database.execute(`update saved_views set ${column} = $2 where id = $1`, [gone, value]);
    await set('"where"', '{"mood": "good"}');
    const { status, body } = await client.get(`${DEALS}?view=${gone}`);
    expect([status, body.error.details[0].field]).toEqual([400, 'view']);
    expect(body.error.message).toMatch(/Of yesterday.*where\.mood/);
    await set('"where"', '{}');
    await set('sort', 'mood:asc');
    expect((await client.get(`${DEALS}?view=${gone}`)).body.error.message).toMatch(/Of yesterday.*sort must name/);
    // Its name can still be changed.
    expect((await client.patch(`${PATH}/${gone}`, { name: 'Today' })).status).toBe(200);
  });

  it('says which records of its condition are gone, or not for the reader', async () => {
    const post = async (path: string, body: object) => (await client.post(path, body)).body.id as string;
    const stages = [
      { name: 'New', probability: 10 },
      { name: 'Late', probability: 20 },
    ];
    const { body: pipeline } = await client.post('/v1/sales/pipelines', { name: 'Other', stages });
    const [kept, late] = pipeline.stages.map(({ id }: any) => id);
    const contact = await post('/v1/sales/contacts', { display_name: 'Ada' });
    const project = await post('/v1/project/projects', { name: 'Site' });
    const where = {
      stage_id: { in: [kept, late] },
      or: [{ contact_ids: { any: [contact] } }, { project_id: project }],
    };
    const id = await make(client, { where, shared: true });
    const missingFor = async (by: Client) => (await by.get(`${PATH}/${id}`)).body.missing_records;
    expect(await missingFor(client)).toEqual([]);
    expect(await missingFor((await client.signedIn('sales:viewer')).client)).toEqual([project]);
    await client.delete(`/v1/sales/pipelines/${pipeline.id}/stages/${late}`);
    await client.delete(`/v1/sales/contacts/${contact}?hard=true`);
    expect((await missingFor(client)).toSorted()).toEqual([contact, late].toSorted());
    const { body } = await client.get(`${PATH}?type=sales.deal`);
    expect(body.data.find((view: any) => view.id === id)).not.toHaveProperty('missing_records');
    const sprint = await post(`/v1/project/projects/${project}/sprints`, { name: 'First' });
    const tasks = await make(client, {
      type: 'project.task',
      sort: null,
      where: { sprint_id: sprint, assignee_id: 'usr_deleted' },
    });
    await client.delete(`/v1/project/sprints/${sprint}`);
    expect((await client.get(`${PATH}/${tasks}`)).body.missing_records).toEqual([sprint]);
    for (const each of [id, tasks]) await client.delete(`${PATH}/${each}`);
  });

  it('takes no private view of a colleague, and shows nothing that the caller may not read', async () => {
    const [maker, colleague] = [await client.signedIn('sales:member'), await client.signedIn('sales:viewer')];
    const [own, shared] = [await make(maker.client), await make(maker.client, { shared: true })];
    expect(await refusal(`${DEALS}?view=${own}`, colleague.client)).toEqual([400, 'view not_found']);
    expect(await shown(`?view=${shared}`, colleague.client)).toEqual(['d', 'c', 'b']);
    const principals = [{ type: 'user', id: colleague.userId }];
    await enforcePolicy(client, {
      principals,
      resources: [{ type: 'sales.deal', tag: 'us' }],
      actions: ['sales:read'],
    });
    expect(await shown(`?view=${shared}`, colleague.client)).toEqual(['d', 'b']);
  });
});
