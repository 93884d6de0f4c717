import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/platform/fields/ids.js';
import { Routes } from '../src/platform/request/routes.js';
import { checkSelection } from './routes/selection.js';
import { enforcePolicy } from './support/policies.js';
import './support/samples.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

const DEALS = '/v1/sales/deals';

let suite: TestApp;
let client: Client;
let owner: Awaited<ReturnType<Client['signedIn']>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  suite = await startTestApp();
  ({ client } = suite);
  owner = await client.signedIn('sales:editor');
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id as string;
  };
  const stages = [{ name: 'New', probability: 10 }];
  ids.pipeline = await post('/v1/sales/pipelines', { name: 'Direct', stages });
  ids.ada = await post('/v1/sales/contacts', { display_name: 'Ada' });
  ids.bob = await post('/v1/sales/contacts', { display_name: 'Bob', tags: ['secret'] });
  const contact_ids = [ids.ada, ids.bob];
  ids.deal = await post(DEALS, { title: 'Ten seats', value: 5, contact_ids, owner_id: owner.userId });
});
afterAll(() => suite.close());

describe('fields', () => {
  it('leave out all others, in a list and of one record', async () => {
    expect((await client.get(`${DEALS}?fields=title,id,value`)).body.data).toEqual([
      { id: ids.deal, title: 'Ten seats', value: 5 },
    ]);
    expect((await client.get(`${DEALS}/${ids.deal}?fields=title`)).body).toEqual({ title: 'Ten seats' });
  });

  it('are the only columns that a list reads', async () => {
    const { database } = suite;
    const { readPage } = database;
    const texts: string[] = [];
    database.readPage = (text, ...rest) => (texts.push(text), readPage.call(database, text, ...rest)) as never;
    await client.get(`${DEALS}?fields=title&sort=value`).finally(() => (database.readPage = readPage));
    expect(texts.join()).toMatch(/^select id, title, value, /);
  });

  it('go on by cursor, order and condition as whole records do', async () => {
    const { body } = await client.get(`${DEALS}?fields=title&sort=created_at:asc&value[gte]=1&limit=1`);
    expect(body).toMatchObject({ data: [{ title: 'Ten seats' }], meta: { total: 1, has_more: false } });
  });

  it.each([
    ['fields=nope', 'fields invalid_value'],
    ['fields=', 'fields invalid_value'],
    ['fields=title&fields=id', 'fields duplicate'],
    ['fields=workspace_id', 'fields invalid_value'],
    ['include=nope', 'include invalid_value'],
    ['include=owner.groups', 'include invalid_value'],
    ['include=', 'include invalid_value'],
  ])('%s is refused', async (query, fault) => {
    const { status, body } = await client.get(`${DEALS}?${query}`, { headers: { Prefer: 'handling=strict' } });
    expect([status, body.error.details.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([400, [fault]]);
  });

  it('are another representation with an ETag of its own', async () => {
    const whole = await client.get(`${DEALS}/${ids.deal}`);
    const part = await client.get(`${DEALS}/${ids.deal}?fields=title`);
    expect(part.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    const headers = { 'If-None-Match': part.headers.get('etag')! };
    expect((await client.get(`${DEALS}/${ids.deal}?fields=title`, { headers })).status).toBe(304);
    expect((await client.get(`${DEALS}/${ids.deal}?fields=value`, { headers })).status).toBe(200);
  });
});

describe('include', () => {
  it('adds each record that others name once', async () => {
    const { body } = await client.get(`${DEALS}?include=owner,contacts,pipeline&fields=title`);
    expect(body.data).toEqual([{ title: 'Ten seats' }]);
    expect(Object.keys(body.included).toSorted()).toEqual([ids.ada, ids.bob, ids.pipeline, owner.userId].toSorted());
    expect(body.included[ids.ada!]).toMatchObject({ id: ids.ada, display_name: 'Ada', status: 'active' });
    expect(body.included[ids.pipeline!]).toMatchObject({ name: 'Direct' });
    const one = await client.get(`${DEALS}/${ids.deal}?include=contacts`);
    expect(one.body).toMatchObject({ title: 'Ten seats', included: { [ids.ada!]: { display_name: 'Ada' } } });
  });

  it('finds the stage of an application among those of careers, although ids of sales begin alike', async () => {
    const { body: job } = await client.post('/v1/careers/jobs', { title: 'Engineer' });
    await client.post(`/v1/careers/jobs/${job.id}/publish`);
    const candidate = { display_name: 'Ada', email: 'ada@example.com' };
    const { body: made } = await client.post(`/v1/careers/jobs/${job.id}/applications`, { candidate });
    const { body } = await client.get(`/v1/careers/applications/${made.id}?include=stage`);
    expect(body.included).toMatchObject({ [body.stage_id]: { id: body.stage_id, name: expect.any(String) } });
  });

  it('adds nothing where nothing is named', async () => {
    expect((await client.get(`${DEALS}?include=project`)).body.included).toEqual({});
    expect((await client.get(`${DEALS}?include=owner&value[gt]=1000`)).body).toMatchObject({ data: [], included: {} });
  });

  it('leaves out what the caller may not read, and knows people by name', async () => {
    const seller = await suite.withScopes('sales:read');
    const { included } = (await seller.get(`${DEALS}?include=owner,contacts`)).body;
    expect(included[owner.userId]).toEqual({ id: owner.userId, display_name: 'Ada', status: 'active' });
    const recruiter = await suite.withScopes('project:read', 'sales:read');
    await enforcePolicy(client, { resources: [{ type: 'sales.contact', tag: 'secret' }], actions: ['sales:read'] });
    const shown = (await recruiter.get(`${DEALS}?include=contacts,owner`)).body.included;
    expect(Object.keys(shown).toSorted()).toEqual([ids.ada, owner.userId].toSorted());
    await enforcePolicy(client, { resources: [{ type: 'access.user' }], actions: ['access:read'] });
    expect(Object.keys((await recruiter.get(`${DEALS}?include=owner`)).body.included)).toEqual([]);
  });

  it('leaves out records of an app that the credential has no scope for', async () => {
    const { body: project } = await client.post('/v1/project/projects', { name: 'Site' });
    await client.patch(`${DEALS}/${ids.deal}`, { project_id: project.id });
    const seller = await suite.withScopes('sales:read');
    expect((await seller.get(`${DEALS}?include=project`)).body.included).toEqual({});
    expect((await client.get(`${DEALS}?include=project`)).body.included).toMatchObject({
      [project.id]: { name: 'Site' },
    });
  });

  it('reads one statement for each type', async () => {
    const { database } = suite;
    const { lookup } = database;
    const texts: string[] = [];
    database.lookup = (text, ...rest) => (texts.push(text), lookup.call(database, text, ...rest)) as never;
    await client.get(`${DEALS}?include=contacts,pipeline,project`).finally(() => (database.lookup = lookup));
    const read = texts.filter((text) => text.includes('id = any('));
    expect(read.map((text) => / from (\w+)/.exec(text)![1]).toSorted()).toEqual([
      'projects',
      'sales_contacts',
      'sales_pipelines',
    ]);
  });

  it('adds at most 500 records', async () => {
    const { id } = (await client.post(DEALS, { title: 'Everybody', value: 7 })).body;
    const withContacts = async (count: number) => {
      const contacts = Array.from({ length: count }, () => newId('cnt'));
      await suite.database.execute('update sales_deals set contact_ids = $1 where id = $2', [contacts, id]);
      return client.get(`${DEALS}?include=contacts&value[eq]=7`, { described: false });
    };
    expect((await withContacts(500)).status).toBe(200);
    const { status, body } = await withContacts(501);
    expect([status, body.error.details]).toEqual([
      400,
      [{ field: 'include', code: 'too_many', message: expect.stringContaining('501 records, and at most 500') }],
    ]);
    await suite.database.execute('delete from sales_deals where id = $1', [id]);
  });

  it('shows stages of sales, which only their pipeline lists, to those who may read that', async () => {
    const { body } = await client.get(`${DEALS}?include=stage&fields=stage_id`);
    const [{ stage_id }] = body.data;
    expect(body.included).toEqual({
      [stage_id]: { id: stage_id, name: 'New', probability: 10, pipeline_id: ids.pipeline },
    });
    const seller = await suite.withScopes('sales:read');
    await enforcePolicy(client, { resources: [{ type: 'sales.pipeline' }], actions: ['sales:read'] });
    expect((await seller.get(`${DEALS}?include=stage`)).body.included).toEqual({});
  });
});

describe('every route', () => {
  const checked = { fields: 0, relations: 0 };
  checkSelection(
    () => suite,
    () => suite.app.get(Routes).all,
    checked,
  );

  it('is among many', () => {
    expect(checked.fields).toBeGreaterThan(40);
    expect(checked.relations).toBeGreaterThan(20);
  });
});
