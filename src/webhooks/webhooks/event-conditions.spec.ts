import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enforcePolicy } from '../../../test/support/policies.js';
import { eventually } from '../../../test/support/eventually.js';
import { receive, type TestReceiver } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { aboutOf } from '../../events/index.js';
import { eventTypes } from '../../platform/events/catalogue.js';
import { RecordLists } from '../../platform/request/record-lists.js';

let suite: TestApp;
/** A fresh workspace for each test, so that its webhooks and deliveries are those of the test. */
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
});
beforeEach(async () => {
  ({ client } = await suite.workspace());
  await client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
});
afterAll(() => suite.close());

const url = 'http://127.0.0.1:9/hook';
const DEALS = '/v1/sales/deals';
const UPDATED = 'sales.deal.updated';
const hour = 3_600;

async function subscribe(by: Client, body: object) {
  const answer = await by.post('/v1/webhooks', { url, ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string };
}
const addDeal = async (title: string, facts: object = {}) =>
  (await client.post(DEALS, { title, ...facts })).body as { id: string };
const change = async ({ id }: { id: string }, changes: object) =>
  expect((await client.patch(`${DEALS}/${id}`, changes)).status).toBe(200);
const deliveriesOf = async ({ id }: { id: string }, by = client) => {
  const { status, body } = await by.get(`/v1/webhooks/${id}/deliveries?limit=100`);
  expect(status).toBe(200);
  return body.data as { id: string; event_id: string }[];
};
/** Resolves once a webhook without conditions has got so many events: then the others have theirs. */
const heard = (receiver: TestReceiver, count: number) => receiver.received(count);
const idsIn = ({ requests }: TestReceiver) => requests.map(({ json }) => json.payload.deal_id);

describe('conditions of a webhook', () => {
  it('are shown, changed as a whole, and noted in the audit log', async () => {
    const where = { [UPDATED]: { value: { gte: 10_000 } } };
    const { id } = await subscribe(client, { events: ['sales.*'], where });
    expect((await client.get(`/v1/webhooks/${id}`)).body.where).toEqual(where);
    const next = { 'sales.deal.created': { or: [{ status: 'open' }, { tags: { any: ['key'] } }] } };
    expect((await client.patch(`/v1/webhooks/${id}`, { where: next })).body.where).toEqual(next);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=webhooks.webhook.updated`)).body;
    expect(data[0].changes.where).toEqual({ from: where, to: next });
    expect((await client.patch(`/v1/webhooks/${id}`, { where: {} })).body.where).toEqual({});
  });

  it.each([
    ['an unknown field', { [UPDATED]: { nope: 1 } }, `where.${UPDATED}.nope unknown_field`],
    [
      'a field that no list shows',
      { 'access.user.updated': { password_hash: { starts: '$' } } },
      'where.access.user.updated.password_hash unknown_field',
    ],
    ['an unknown operator', { [UPDATED]: { value: { above: 1 } } }, `where.${UPDATED}.value.above invalid_value`],
    ['a value of another type', { [UPDATED]: { or: [{ value: '5' }] } }, `where.${UPDATED}.or[0].value invalid_type`],
    ['a type that it does not hear', { 'office.document.created': {} }, 'where.office.document.created invalid_value'],
    ['no type of event', { 'sales.*': {} }, 'where.sales.* invalid_value'],
    ['an event of deleted records', { 'sales.deal.deleted': {} }, 'where.sales.deal.deleted invalid_value'],
    ['records without a list', { 'sales.merge.created': {} }, 'where.sales.merge.created invalid_value'],
    ['a condition that is no object', { [UPDATED]: 5 }, `where.${UPDATED} invalid_type`],
    [
      'a condition too long',
      { [UPDATED]: { title: { in: Array(5).fill('x'.repeat(999)) } } },
      `where.${UPDATED} too_long`,
    ],
    ['no object', [], 'where invalid_type'],
    ['null', null, 'where invalid_type'],
  ])('with %s are refused with their path', async (_what, where, fault) => {
    const body = { url, events: ['sales.*', 'access.*'], where };
    const { status, body: answer } = await client.post('/v1/webhooks', body);
    expect([status, ...answer.error.details.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([400, fault]);
    const { id } = await subscribe(client, { events: ['sales.*', 'access.*'] });
    expect((await client.patch(`/v1/webhooks/${id}`, { where })).body.error.details).toEqual(answer.error.details);
  });

  it('are at most 50', async () => {
    const types = [...eventTypes().keys()].filter(
      (type) =>
        !type.endsWith('.deleted') && Object.keys(suite.app.get(RecordLists).fieldsOf(aboutOf(type).type)).length,
    );
    const where = Object.fromEntries(types.map((type) => [type, {}]));
    const { status, body } = await client.post('/v1/webhooks', { url, events: ['*'], where });
    expect([status, body.error.details[0]]).toMatchObject([400, { field: 'where', code: 'too_many' }]);
  });

  it('go with the types that the webhook hears', async () => {
    const { id } = await subscribe(client, { events: ['sales.*'], where: { [UPDATED]: { status: 'open' } } });
    const { status, body } = await client.patch(`/v1/webhooks/${id}`, { events: ['sales.deal.won'] });
    expect([status, body.error.details[0].field]).toEqual([400, `where.${UPDATED}`]);
    expect((await client.patch(`/v1/webhooks/${id}`, { events: ['sales.deal.won'], where: {} })).status).toBe(200);
  });
});

describe('an event', () => {
  it('is delivered where its record matches, and counts nowhere else', async () => {
    const [all, large] = await Promise.all([receive(), receive()]);
    await subscribe(client, { url: all.url, events: [UPDATED] });
    const where = { [UPDATED]: { value: { gte: 10_000 }, tags: { any: ['key'] } } };
    const webhook = await subscribe(client, { url: large.url, events: [UPDATED], where });
    const [small, big, untagged] = [await addDeal('small'), await addDeal('big'), await addDeal('untagged')];
    await change(small, { value: 5, tags: ['key'] });
    await change(untagged, { value: 20_000 });
    await change(big, { value: 10_000, tags: ['key', 'eu'] });
    await heard(all, 3);
    await large.received(1);
    expect(idsIn(large)).toEqual([big.id]);
    expect(await deliveriesOf(webhook)).toHaveLength(1);
    expect((await client.get(`/v1/webhooks/${webhook.id}`)).body.consecutive_failures).toBe(0);
  });

  it('of a type without a condition is delivered always, deleted ones too', async () => {
    const receiver = await receive();
    const where = { 'office.document.updated': { status: 'archived' } };
    await subscribe(client, { url: receiver.url, events: ['office.*'], where });
    const { body: document } = await client.post('/v1/office/documents', { title: 'Plan' });
    await client.patch(`/v1/office/documents/${document.id}`, { title: 'Plan B' });
    await client.delete(`/v1/office/documents/${document.id}`);
    const types = (await receiver.received(2)).map(({ json }) => json.type).toSorted();
    expect(types).toEqual(['office.document.created', 'office.document.deleted']);
  });

  it('of another workspace is judged by the conditions there alone', async () => {
    const [mine, theirs] = await Promise.all([receive(), receive()]);
    const other = await suite.workspace();
    await other.client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
    await subscribe(other.client, {
      url: theirs.url,
      events: ['sales.deal.created'],
      where: { 'sales.deal.created': {} },
    });
    await subscribe(client, { url: mine.url, events: ['sales.deal.created'], where: { 'sales.deal.created': {} } });
    await addDeal('mine');
    await other.client.post(DEALS, { title: 'theirs' });
    await Promise.all([mine.received(1), theirs.received(1)]);
    expect([mine, theirs].map(({ requests }) => requests.map(({ json }) => json.payload.title))).toEqual([
      ['mine'],
      ['theirs'],
    ]);
  });

  it('costs one statement for all webhooks and events of a type, and none without conditions', async () => {
    const TASK = 'project.task.updated';
    const all = await receive();
    await subscribe(client, { url: all.url, events: [TASK] });
    const { body: project } = await client.post('/v1/project/projects', { name: 'Site' });
    const path = `/v1/project/projects/${project.id}/tasks`;
    const tasks = [await client.post(path, { title: 'One' }), await client.post(path, { title: 'Two' })];
    const update = async (updates: object) => {
      const body = { task_ids: tasks.map(({ body: { id } }) => id), updates };
      const { status, text } = await client.post('/v1/project/tasks/bulk-update', body);
      expect(status, text).toBe(200);
    };
    const { database } = suite;
    const { lookup } = database;
    const texts: string[] = [];
    const judging = () => texts.filter((text) => /priority.* from tasks where .*id = any\(/.test(text));
    database.lookup = (text, ...rest) => (texts.push(text), lookup.call(database, text, ...rest)) as never;
    try {
      await update({ priority: 'high' });
      await heard(all, 2);
      expect(judging()).toEqual([]);
      for (const priority of ['low', 'high'])
        await subscribe(client, { events: [TASK], where: { [TASK]: { priority } } });
      await update({ priority: 'low' });
      await heard(all, 4);
      expect(judging()).toHaveLength(1);
    } finally {
      database.lookup = lookup;
    }
  });
});

describe('a replay', () => {
  const replay = async ({ id }: { id: string }, status = 'missed') => {
    const body = { from: suite.clock.iso(-hour), status };
    const { body: begun } = await client.post(`/v1/webhooks/${id}/replay`, body);
    await eventually(async () => {
      const { body: now } = await client.get(`/v1/webhooks/${id}/replays`);
      expect(now.data.find(({ replay_id }: any) => replay_id === begun.replay_id).status).toBe('finished');
    });
    const { body: ended } = await client.get(`/v1/webhooks/${id}/replays`);
    return ended.data.find(({ replay_id }: any) => replay_id === begun.replay_id);
  };
  const CREATED = 'office.document.created';
  const DOCUMENTS = '/v1/office/documents';

  it('judges the records as they are now, and delivers nothing of those that are gone', async () => {
    const ids: Record<string, string> = {};
    for (const [title, status] of Object.entries({
      now: 'draft',
      before: 'published',
      trashed: 'published',
      gone: 'published',
    }))
      ids[title] = (await client.post(DOCUMENTS, { title, status })).body.id;
    await client.patch(`${DOCUMENTS}/${ids.now}`, { status: 'published' });
    await client.patch(`${DOCUMENTS}/${ids.before}`, { status: 'archived' });
    await client.delete(`${DOCUMENTS}/${ids.trashed}`);
    await client.delete(`${DOCUMENTS}/${ids.gone}?hard=true`);
    const total = async () => (await client.get(`/v1/events?type=${CREATED}`)).body.meta.total;
    await expect.poll(total).toBe(4);
    const receiver = await receive();
    const where = { [CREATED]: { status: 'published' } };
    const webhook = await subscribe(client, { url: receiver.url, events: [CREATED], where });
    expect(await replay(webhook)).toMatchObject({ handed_on: 1 });
    await receiver.received(1);
    expect(receiver.requests.map(({ json }) => json.payload.document_id)).toEqual([ids.now]);
    expect(await deliveriesOf(webhook)).toHaveLength(1);
  });
});

describe('the maker of a webhook', () => {
  const CREATED = 'office.document.created';

  it('learns nothing by a condition of records that a policy denies them', async () => {
    const maker = await client.signedIn('office:editor');
    const principals = [{ type: 'user', id: maker.userId }];
    const resources = [{ type: 'office.document', tag: 'secret' }];
    await enforcePolicy(client, { principals, resources, actions: ['office:read'] });
    const all = await receive();
    await subscribe(client, { url: all.url, events: [CREATED] });
    const webhook = await subscribe(maker.client, {
      events: [CREATED],
      where: { [CREATED]: { title: { starts: 'A' } } },
    });
    const titles = ['A open', 'A secret', 'B open'];
    for (const title of titles)
      await client.post('/v1/office/documents', {
        title,
        tags: title.includes('secret') ? ['secret'] : [],
        permissions: { visibility: 'workspace' },
      });
    await heard(all, 3);
    const open = all.requests.find(({ json }) => json.payload.title === 'A open')!.json.id;
    expect((await deliveriesOf(webhook, maker.client)).map(({ event_id }) => event_id)).toEqual([open]);
  });

  it('learns nothing of a document that has become private since', async () => {
    const maker = await client.signedIn('office:editor');
    for (const title of ['A', 'B'])
      await client.post('/v1/office/documents', { title, permissions: { visibility: 'workspace' } });
    const { data } = (await client.get('/v1/office/documents?sort=title:asc')).body;
    const path = `/v1/office/documents/${data[0].id}`;
    await client.patch(path, { permissions: { visibility: 'private' } });
    expect((await maker.client.get(path)).status).toBe(404);
    const receiver = await receive();
    const body = { url: receiver.url, events: [CREATED], where: { [CREATED]: { status: 'draft' } } };
    const webhook = await subscribe(maker.client, body);
    await maker.client.post(`/v1/webhooks/${webhook.id}/replay`, { from: suite.clock.iso(-hour), status: 'missed' });
    await receiver.received(1);
    expect(receiver.requests.map(({ json }) => json.payload.title)).toEqual(['B']);
    expect(await deliveriesOf(webhook, maker.client)).toHaveLength(1);
  });

  it('shares it with whoever may read all its events, and with nobody else', async () => {
    const { id } = await subscribe(client, { events: [UPDATED] });
    const seller = await client.signedIn('sales:editor');
    const principals = [{ type: 'user', id: seller.userId }];
    const set = (value: number) => seller.client.patch(`/v1/webhooks/${id}`, { where: { [UPDATED]: { value } } });
    await client.patch(`/v1/webhooks/${id}`, { events: [UPDATED] });
    expect((await set(1)).status).toBe(403);
    const mine = await subscribe(seller.client, { events: [UPDATED] });
    const own = (value: number) => seller.client.patch(`/v1/webhooks/${mine.id}`, { where: { [UPDATED]: { value } } });
    expect((await own(1)).status).toBe(200);
    await enforcePolicy(client, { principals, resources: [{ type: 'sales.deal' }], actions: ['sales:read'] });
    expect((await own(2)).status).toBe(403);
  });
});
