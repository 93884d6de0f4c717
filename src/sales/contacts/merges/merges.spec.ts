import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blindTo } from '../../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';

const PATH = '/v1/sales/contacts';
const DEALS = '/v1/sales/deals';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client } = await suite.workspace());
  const stages = [{ name: 'New', order: 1, probability: 10 }];
  await client.post('/v1/sales/pipelines', { name: 'Sales', stages });
});
afterAll(() => suite.close());

const add = async (body: object) => (await client.post(PATH, { display_name: 'Ada', ...body })).body;
const got = async (id: string) => (await client.get(`${PATH}/${id}`)).body;
const deal = async (contact_ids: string[]) => (await client.post(DEALS, { title: 'Deal', contact_ids })).body;
const linked = async ({ id }: { id: string }) => (await client.get(`${DEALS}/${id}`)).body.contact_ids;
const merge = (primary: { id: string }, duplicate: { id: string }, more = {}) =>
  client.post(`${PATH}/merge`, { primary_id: primary.id, duplicate_id: duplicate.id, ...more });
const unmerge = ({ id }: { id: string }) => client.post(`${PATH}/${id}/unmerge`);
const log = ({ id }: { id: string }, note: string) => client.post(`${PATH}/${id}/activities`, { type: 'note', note });
const logged = async ({ id }: { id: string }) =>
  (await client.get(`${PATH}/${id}/activities`)).body.data.map(({ note }: any) => note);
const facts = ({ updated_at: _, revision: __, possible_duplicate_ids: ___, ...rest }: any) => rest;

describe('a merge', () => {
  it('fills what the primary lacks, moves deals with their activities, and leaves the duplicate readable', async () => {
    const primary = await add({
      email: 'ada@example.com',
      tags: ['a'],
      custom_fields: { x: 1, y: 1 },
      external_id: 'p',
    });
    const body = {
      display_name: 'Countess',
      email: 'c@example.com',
      organization_name: 'Engines',
      phone: '1',
      tags: ['b', 'a'],
    };
    const duplicate = await add({ ...body, custom_fields: { y: 2, z: [2] }, owner_id: null, external_id: 'd' });
    const one = await deal([duplicate.id]);
    const both = await deal([duplicate.id, primary.id]);
    const other = await deal([primary.id]);
    await log(duplicate, 'Met at the fair.');
    await client.post(`${DEALS}/${one.id}/activities`, { type: 'call' });
    await client.post(`${DEALS}/${both.id}/activities`, { type: 'note', note: 'x' });
    await client.post(`${DEALS}/${other.id}/activities`, { type: 'note', note: 'x' });

    const expected = {
      display_name: 'Ada',
      email: 'ada@example.com',
      organization_name: 'Engines',
      phone: '1',
      tags: ['a', 'b'],
      custom_fields: {
        x: 1,
        y: 1,
        z: [2],
      },
      owner_id: primary.owner_id,
      external_id: 'p',
      status: 'active',
      merged: {
        deals: 2,
        activities: 3,
        files: 0,
      },
    };
    const dry = await merge(primary, duplicate, { dry_run: true });
    expect([dry.status, dry.body]).toEqual([200, expect.objectContaining(expected)]);
    expect([facts(await got(primary.id)), facts(await got(duplicate.id))]).toEqual([facts(primary), facts(duplicate)]);
    expect(await linked(one)).toEqual([duplicate.id]);

    expect(await logged(primary)).toEqual([]);

    const done = await merge(primary, duplicate);
    expect(await logged(primary)).toEqual(['Met at the fair.']);
    expect(await logged(duplicate)).toEqual([]);
    expect([done.status, done.body]).toEqual([200, expect.objectContaining({ id: primary.id, ...expected })]);
    expect(await got(duplicate.id)).toMatchObject({
      display_name: 'Countess',
      status: 'archived',
      merged_into_id: primary.id,
    });
    expect([await linked(one), await linked(both), await linked(other)]).toEqual([
      [primary.id],
      [primary.id],
      [primary.id],
    ]);
    expect((await client.get(`${PATH}?q=engines`)).body.data.map(({ id }: any) => id)).toEqual([primary.id]);
    expect((await client.get(`${PATH}?status=archived`)).body.data.map(({ id }: any) => id)).toEqual([duplicate.id]);
    expect((await client.patch(`${PATH}/${duplicate.id}`, { phone: '2' })).status).toBe(409);
    expect(await linked(await deal([duplicate.id, primary.id]))).toEqual([primary.id]);
    const { data } = (await client.get('/v1/guard/audit-logs?action=sales.contact.merged&outcome=success')).body;
    expect(data.map(({ resource }: any) => resource.id).toSorted()).toEqual([primary.id, duplicate.id].toSorted());
    expect(
      (await client.get(`/v1/guard/audit-logs?resource_id=${one.id}&action=sales.deal.updated`)).body.data,
    ).toMatchObject([{ changes: { contact_ids: { from: [duplicate.id], to: [primary.id] } } }]);
  });

  it('and its undoing reach deals that a policy hides from whoever asks', async () => {
    const [primary, duplicate] = [await add({}), await add({})];
    const hidden = await deal([duplicate.id]);
    const blind = await blindTo(client, 'sales.deal');
    const both = { primary_id: primary.id, duplicate_id: duplicate.id };
    expect((await blind.post(`${PATH}/merge`, both)).status).toBe(200);
    expect(await linked(hidden)).toEqual([primary.id]);
    expect((await blind.post(`${PATH}/${duplicate.id}/unmerge`)).status).toBe(200);
    expect(await linked(hidden)).toEqual([duplicate.id]);
  });

  it('of contacts that stand for others takes those along', async () => {
    const [a, b, c] = [await add({}), await add({}), await add({})];
    await merge(b, a);
    await merge(c, b);
    expect([(await got(a.id)).merged_into_id, (await got(b.id)).merged_into_id]).toEqual([c.id, c.id]);
    expect(await linked(await deal([a.id, b.id]))).toEqual([c.id]);
  });

  it('is refused for the same, an unknown, a deleted and a merged one, in a circle, and where it is too much', async () => {
    const [a, b, c] = [await add({}), await add({}), await add({})];
    const same = await merge(a, a);
    expect([same.status, same.body.error.details]).toMatchObject([
      400,
      [{ field: 'duplicate_id', code: 'invalid_value' }],
    ]);
    const unknown = { id: 'cnt_01jz8k3m5n7p9q1r3s5t7v9w1x' };
    expect([(await merge(a, unknown)).status, (await merge(unknown, a)).status]).toEqual([404, 404]);
    const { client: stranger } = await suite.workspace();
    const body = { primary_id: a.id, duplicate_id: b.id };
    expect((await stranger.post(`${PATH}/merge`, body)).status).toBe(404);
    await client.delete(`${PATH}/${c.id}`);
    expect([(await merge(a, c)).status, (await merge(c, a)).status]).toEqual([404, 404]);
    expect((await merge(a, b)).status).toBe(200);
    for (const [primary, duplicate] of [
      [b, a],
      [a, b],
    ] as const)
      expect([
        (await merge(primary, duplicate)).status,
        (await merge(primary, duplicate, { dry_run: true })).status,
      ]).toEqual([409, 409]);
    const tags = (name: string) => Array.from({ length: 30 }, (_, n) => `${name}${n}`);
    const tooMany = await merge(await add({ tags: tags('a') }), await add({ tags: tags('b') }));
    expect([tooMany.status, tooMany.body.error.details[0].code]).toEqual([400, 'too_many']);
  });

  it('is for those who may change both contacts', async () => {
    const { client: member } = await client.signedIn('sales:member');
    const [a, b] = [await add({}), (await member.post(PATH, { display_name: 'Mine' })).body];
    const answer = await member.post(`${PATH}/merge`, { primary_id: b.id, duplicate_id: a.id });
    expect([answer.status, (await got(a.id)).status]).toEqual([403, 'active']);
  });
});

describe('undoing a merge', () => {
  it('gives both back as they were, with their deals', async () => {
    const primary = await add({ display_name: 'A', tags: ['a'], custom_fields: { x: 1 } });
    const duplicate = await add({ display_name: 'B', email: 'b@example.com', tags: ['b'], custom_fields: { y: 2 } });
    const earlier = await add({});
    await merge(duplicate, earlier);
    const before = [await got(primary.id), await got(duplicate.id), await got(earlier.id)];
    const deals = [await deal([duplicate.id]), await deal([duplicate.id, primary.id]), await deal([primary.id])];
    const links = await Promise.all(deals.map(linked));
    expect((await unmerge(duplicate)).status).toBe(409);
    await log(duplicate, 'Before.');
    await merge(primary, duplicate);
    await log(primary, 'After.');
    expect((await log(duplicate, 'Too late.')).status).toBe(409);
    const answer = await unmerge(duplicate);
    expect([await logged(primary), await logged(duplicate)]).toEqual([['After.'], ['Before.']]);
    expect([answer.status, facts(answer.body)]).toEqual([200, facts(before[1])]);
    const after = [await got(primary.id), await got(duplicate.id), await got(earlier.id)];
    expect(after.map(facts)).toEqual(before.map(facts));
    expect(await Promise.all(deals.map(linked))).toEqual(links);
    expect((await unmerge(duplicate)).status).toBe(409);
    expect((await merge(primary, duplicate)).status).toBe(200);
  });

  it('keeps what was changed by hand since', async () => {
    const primary = await add({ display_name: 'A' });
    const duplicate = await add({
      display_name: 'B',
      email: 'b@example.com',
      phone: '1',
      custom_fields: { y: 2, z: 3 },
    });
    const one = await deal([duplicate.id]);
    await merge(primary, duplicate);
    await client.patch(`${PATH}/${primary.id}`, {
      display_name: null,
      phone: '2',
      custom_fields: { z: 4 },
      tags: ['new'],
    });
    const third = await add({});
    await client.patch(`${DEALS}/${one.id}`, { contact_ids: [third.id, primary.id] });
    await unmerge(duplicate);
    expect(await got(primary.id)).toMatchObject({
      display_name: null,
      email: 'b@example.com',
      phone: '2',
      custom_fields: { z: 4 },
      tags: ['new'],
    });
    expect(await linked(one)).toEqual([third.id, duplicate.id]);
  });

  it('is refused once a later merge has touched them, until that is undone, and once the primary is gone', async () => {
    const [a, b, c] = [await add({}), await add({}), await add({})];
    await merge(b, a);
    await merge(c, b);
    expect((await unmerge(a)).status).toBe(409);
    expect((await unmerge(b)).status).toBe(200);
    expect((await got(a.id)).merged_into_id).toBe(b.id);
    expect((await unmerge(a)).status).toBe(200);
    await merge(c, a);
    await client.delete(`${PATH}/${c.id}`);
    expect((await unmerge(a)).status).toBe(409);
    await client.delete(`${PATH}/${c.id}?hard=true`);
    expect((await unmerge(a)).status).toBe(409);
  });
});

it('of many at a time none loses a link', async () => {
  for (let round = 0; round < 4; round++) {
    const people = await Promise.all(Array.from({ length: 5 }, () => add({})));
    const deals = await Promise.all(people.map(({ id }) => deal([id])));
    const answers = await Promise.all([
      ...people.slice(1).map((primary, index) => merge(primary, people[index]!)),
      ...people.map(({ id }) => client.post(DEALS, { title: 'New', contact_ids: [id] })),
      ...people.slice(0, 2).map(({ id }) => client.patch(`${DEALS}/${deals[2]!.id}`, { contact_ids: [id] })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(answers.slice(0, 4).filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const standing = new Map<string, string | null>();
    for (const { id } of people) standing.set(id, (await got(id)).merged_into_id);
    const { data } = (await client.get(`${DEALS}?limit=100`)).body;
    for (const { contact_ids } of data) {
      for (const id of contact_ids) expect([id, standing.get(id) ?? null]).toEqual([id, null]);
    }
    // Each names whoever stands for the contact that it was given.
    const given = new Map(deals.map(({ id }, index) => [id, people[index]!.id]));
    for (const { status, body } of answers.slice(4, 9)) {
      expect(status).toBe(201);
      given.set(body.id, people[answers.slice(4, 9).findIndex((answer) => answer.body.id === body.id)]!.id);
    }
    for (const { id, contact_ids } of data) {
      if (id === deals[2]!.id) expect(contact_ids).toHaveLength(1);
      else if (given.has(id)) expect(contact_ids).toEqual([standing.get(given.get(id)!) ?? given.get(id)]);
    }
    for (const into of standing.values()) if (into) expect(standing.get(into)).toBeNull();
    for (const { id } of data) await client.delete(`${DEALS}/${id}`);
    await suite.database.execute('update sales_deals set contact_ids = $1 where true', [[]]);
  }
});

it('a deal that names a merged contact names the one that stands for it, once, while that is there', async () => {
  const [a, b, c] = [await add({}), await add({}), await add({})];
  const one = await deal([c.id]);
  await merge(b, a);
  const name = (contact_ids: string[]) => client.patch(`${DEALS}/${one.id}`, { contact_ids });
  expect((await name([c.id, a.id, b.id])).body.contact_ids).toEqual([c.id, b.id]);
  expect((await name([b.id, c.id, b.id])).status).toBe(400);
  expect((await name([c.id])).body.contact_ids).toEqual([c.id]);
  await client.delete(`${PATH}/${b.id}`);
  const trashed = await name([c.id, a.id]);
  expect([trashed.status, trashed.body.error.details]).toMatchObject([
    400,
    [{ field: 'contact_ids[1]', code: 'not_found' }],
  ]);
  await client.delete(`${PATH}/${b.id}?hard=true`);
  expect((await name([a.id])).status).toBe(400);
  expect(await linked(one)).toEqual([c.id]);
});

it('a contact that goes while merged ones are linked leaves no dead link', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await add({}), await add({})];
    await merge(b, a);
    const [, ...made] = await Promise.all([
      client.delete(`${PATH}/${b.id}?hard=true`),
      ...[a, b, a].map(({ id }) => client.post(DEALS, { title: 'New', contact_ids: [id] })),
    ]);
    for (const { status, body } of made)
      if (status === 201) expect(await linked(body)).toEqual([]);
      else expect(status).toBe(400);
  }
});

it('a contact that is removed for good is in no deal any more, one in the trash is', async () => {
  const [a, b] = [await add({}), await add({})];
  const one = await deal([a.id, b.id]);
  await client.delete(`${PATH}/${a.id}`);
  expect(await linked(one)).toEqual([a.id, b.id]);
  await client.delete(`${PATH}/${a.id}?hard=true`);
  expect(await linked(one)).toEqual([b.id]);
  expect((await client.post(DEALS, { title: 'New', contact_ids: [a.id] })).status).toBe(400);
});
