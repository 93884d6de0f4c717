import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../test/expect-error.js';
import { enforcePolicy } from '../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

const LIST = '/v1/favourites';
let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  ({ client } = suite);
  await client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
});
afterAll(() => suite.close());

const at = (id: string) => `${LIST}/${id}`;
const deal = async (title = 'Ten seats', by = client): Promise<string> =>
  (await by.post('/v1/sales/deals', { title })).body.id;
const titles = async (by: Client) => (await by.get(LIST)).body.data.map(({ title }: { title: string }) => title);
const rows = async (userId: string) =>
  (await suite.database.execute('select record_id from favourites where user_id = $1', [userId])).count;
const deny = (userId: string, id: string) =>
  enforcePolicy(client, {
    principals: [{ type: 'user', id: userId }],
    resources: [{ type: 'sales.deal', id }],
    actions: ['sales:read'],
  });

describe('a favourite', () => {
  it('begins with a PUT and ends with a DELETE, both as often as one likes', async () => {
    const [ada, id] = [await client.signedIn('sales:viewer'), await deal()];
    const answers = await Promise.all([1, 2, 3].map(() => ada.client.put(at(id))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.body).toMatchObject({ record_id: id, record_type: 'sales.deal', title: 'Ten seats' });
    expect((await ada.client.get(LIST)).body).toMatchObject({ data: [answers[0]!.body], meta: { total: 1 } });
    for (const status of [204, 204]) expect((await ada.client.delete(at(id))).status).toBe(status);
    expect(await titles(ada.client)).toEqual([]);
  });

  it('stands in the order in which they came, with its title of now, page by page', async () => {
    const ada = await client.signedIn('sales:editor', 'office:viewer');
    const ids = [await deal('First'), await deal('Second'), await deal('Third')];
    for (const id of ids) await ada.client.put(at(id));
    await client.patch(`/v1/sales/deals/${ids[1]}`, { title: 'Renamed' });
    expect(await titles(ada.client)).toEqual(['First', 'Renamed', 'Third']);
    const { body } = await ada.client.get(`${LIST}?limit=2&sort=created_at:desc`);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Third', 'Renamed']);
    const next = await ada.client.get(`${LIST}?limit=2&sort=created_at:desc&cursor=${body.meta.next_cursor}`);
    expect(next.body.data).toMatchObject([{ title: 'First' }]);
    const view = await ada.client.post('/v1/views', { type: 'sales.deal', name: 'Mine' });
    expect((await ada.client.put(at(view.body.id))).body).toMatchObject({ record_type: 'views.view', title: 'Mine' });
  });

  it('is of records that one may read, and is shown only while one may', async () => {
    const [stranger, id] = [await client.signedIn('office:viewer'), await deal()];
    expectError(await stranger.client.put(at(id)), 404);
    const secret = { title: 'Secret', permissions: { visibility: 'private' } };
    expectError(await stranger.client.put(at((await client.post('/v1/office/documents', secret)).body.id)), 404);
    const other = await suite.workspace();
    const neighbour = await other.client.signedIn('sales:admin');
    expectError(await neighbour.client.put(at(id)), 404);

    const ada = await client.signedIn('sales:viewer');
    await ada.client.put(at(id));
    await deny(ada.userId, id);
    expect(await titles(ada.client)).toEqual([]);
    expectError(await ada.client.put(at(id)), 404);
    expect(await rows(ada.userId)).toBe(1);
    expect((await ada.client.delete(at(id))).status).toBe(204);
    expect(await rows(ada.userId)).toBe(0);
    for (const by of [ada, stranger, neighbour]) expectError(await by.client.delete(at(id)), 404);
  });

  it('is of a record that there is and that has a title', async () => {
    const { client: ada } = await client.signedIn('workspace:owner');
    for (const id of ['deal_01jz8k3m5n7p9q1r3s5t7v9w1x', 'deals', 'x'.repeat(200)])
      expectError(await ada.put(at(id)), 404);
  });

  it('is of its person alone, and goes with them', async () => {
    const [ada, grace, id] = [
      await client.signedIn('sales:viewer'),
      await client.signedIn('sales:viewer'),
      await deal(),
    ];
    await ada.client.put(at(id));
    expect(await titles(grace.client)).toEqual([]);
    await grace.client.delete(at(id));
    expect(await titles(ada.client)).toEqual(['Ten seats']);
    expect((await client.delete(`/v1/access/users/${ada.userId}`)).status).toBe(204);
    expect(await rows(ada.userId)).toBe(0);
  });

  it('is of people, not of API keys', async () => {
    const id = await deal();
    for (const answer of [await client.get(LIST), await client.put(at(id)), await client.delete(at(id))])
      expectError(answer, 403);
  });

  it('is one of at most 100 of a person, also when many come at once; records that are gone make room', async () => {
    const [ada, ids] = [await client.signedIn('sales:viewer'), await Promise.all([1, 2, 3].map(() => deal()))];
    const keep = await deal('Kept');
    await suite.database.execute(
      `insert into favourites select $1, $2, 'sales.deal', $3 || n, now() from generate_series(1, 97) n`,
      [suite.workspaceId, ada.userId, keep],
    );
    const answers = await Promise.all([keep, ...ids].map((id) => ada.client.put(at(id))));
    // Records that are gone went as soon as the limit was reached.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rows(ada.userId)).toBeLessThan(10);

    const full = await client.signedIn('sales:viewer');
    const many = await Promise.all(Array.from({ length: 97 }, () => deal()));
    await suite.database.execute(
      `insert into favourites select $1, $2, 'sales.deal', id, now() from unnest($3::text[]) id`,
      [suite.workspaceId, full.userId, many],
    );
    // Neither what a policy hides nor records of an extension that is not here make room.
    await deny(full.userId, many[0]!);
    await suite.database.execute(`insert into favourites values ($1, $2, 'stock.item', 'item_1', now())`, [
      suite.workspaceId,
      full.userId,
    ]);
    const refused = await Promise.all(ids.map((id) => full.client.put(at(id))));
    expect(refused.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
    expect(await rows(full.userId)).toBe(100);
  });
});
