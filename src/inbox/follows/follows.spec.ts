import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enforcePolicy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  ({ client } = suite);
  await client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
});
afterAll(() => suite.close());

const at = (id: string) => `/v1/follows/${id}`;
const deal = async (by = client): Promise<string> => (await by.post('/v1/sales/deals', { title: 'Ten seats' })).body.id;
const statuses = async (by: Client, id: string) => [
  (await by.put(at(id))).status,
  (await by.get(at(id))).status,
  (await by.delete(at(id))).status,
];
const followers = async (id: string) =>
  (await suite.database.execute('select user_id from follows where record_id = $1', [id])).count;

describe('a follow', () => {
  it('begins with a PUT and ends with a DELETE, both as often as one likes', async () => {
    const [ada, id] = [await client.signedIn('sales:viewer'), await deal()];
    expect((await ada.client.get(at(id))).body.created_at).toBeNull();
    const answers = await Promise.all([1, 2, 3].map(() => ada.client.put(at(id))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.body).toMatchObject({ record_id: id, record_type: 'sales.deal' });
    expect((await ada.client.get(at(id))).body).toEqual(answers[0]!.body);
    expect(await followers(id)).toBe(1);
    for (const status of [204, 204]) expect((await ada.client.delete(at(id))).status).toBe(status);
    expect((await ada.client.get(at(id))).body.created_at).toBeNull();
    expect(await followers(id)).toBe(0);
  });

  it('is of records that one may read', async () => {
    const [ada, id] = [await client.signedIn('office:viewer'), await deal()];
    expect(await statuses(ada.client, id)).toEqual([404, 404, 404]);
    const secret = { title: 'Secret', permissions: { visibility: 'private' } };
    const document = (await client.post('/v1/office/documents', secret)).body.id;
    expect(await statuses(ada.client, document)).toEqual([404, 404, 404]);
    const other = await suite.workspace();
    const stranger = await other.client.signedIn('sales:admin');
    expect(await statuses(stranger.client, id)).toEqual([404, 404, 404]);
    const bound = await client.signedIn('sales:viewer');
    const principals = [{ type: 'user', id: bound.userId }];
    await enforcePolicy(client, { principals, resources: [{ type: 'sales.deal', id }], actions: ['sales:read'] });
    expect(await statuses(bound.client, id)).toEqual([404, 404, 404]);
    expect(await followers(id)).toBe(0);
    // Whoever may not read it any more can still unfollow it.
    const former = await client.signedIn('sales:viewer');
    const left = await deal();
    await former.client.put(at(left));
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: former.userId }],
      resources: [{ type: 'sales.deal', id: left }],
      actions: ['sales:read'],
    });
    expect([(await former.client.get(at(left))).status, (await former.client.delete(at(left))).status]).toEqual([
      404, 204,
    ]);
    expect(await followers(left)).toBe(0);
  });

  it('is of a record that there is', async () => {
    const { client: ada } = await client.signedIn('workspace:owner');
    for (const id of ['deal_01jz8k3m5n7p9q1r3s5t7v9w1x', 'deals', 'x'.repeat(200), 'wh_01jz8k3m5n7p9q1r3s5t7v9w1x'])
      expect((await ada.put(at(id))).status).toBe(404);
  });

  it('is of people, not of API keys', async () => {
    expect(await statuses(client, await deal())).toEqual([403, 403, 403]);
  });

  it('is one of at most 1000 of a person, also when many come at once', async () => {
    const [ada, ids] = [await client.signedIn('sales:viewer'), await Promise.all([1, 2, 3].map(() => deal()))];
    await suite.database.execute(
      `insert into follows select $1, $2, 'sales.deal', 'deal_' || n, now() from generate_series(1, 999) n`,
      [suite.workspaceId, ada.userId],
    );
    const answers = await Promise.all(ids.map((id) => ada.client.put(at(id))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('mentions', () => {
  it('are kept by notes and activities, and name people of the workspace', async () => {
    const ada = await client.signedIn('careers:viewer');
    const stranger = (await suite.workspace()).ownerId;
    const { body: job } = await client.post('/v1/careers/jobs', { title: 'Gardener' });
    await client.post(`/v1/careers/jobs/${job.id}/publish`, {});
    const candidate = { display_name: 'Ada', email: 'ada@example.com' };
    const made = await client.post(`/v1/careers/jobs/${job.id}/applications`, { candidate });
    const lists = [
      [`/v1/careers/applications/${made.body.id}/notes`, { text: 'See' }],
      [`/v1/sales/deals/${await deal()}/activities`, { type: 'note' }],
    ] as const;
    for (const [path, body] of lists) {
      const answer = await client.post(path, { ...body, mentions: [ada.userId] });
      expect(answer.body, answer.text).toMatchObject({ mentions: [ada.userId] });
      expect((await client.post(path, body)).body).toMatchObject({ mentions: [] });
      const refused = await client.post(path, { ...body, mentions: [ada.userId, stranger] });
      expect([refused.status, refused.body.error.details[0]]).toEqual([
        400,
        { field: 'mentions[1]', code: 'not_found', message: `There is no user ${stranger}.` },
      ]);
    }
    const [path] = lists[0];
    const { body: note } = await client.post(path, { text: 'See', mentions: [ada.userId] });
    const patch = (changes: object) => client.patch(`${path}/${note.id}`, changes);
    expect((await patch({ text: 'Look' })).body).toMatchObject({ text: 'Look', mentions: [ada.userId] });
    expect((await patch({ mentions: [stranger] })).status).toBe(400);
    expect((await patch({ mentions: [] })).body).toMatchObject({ text: 'Look', mentions: [] });
  });
});
