import { afterAll, beforeAll, expect, it } from 'vitest';
import { enforcePolicy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/people';

let suite: TestApp;
let viewer: Client;
const ids: string[] = [];
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  viewer = (await suite.signedIn('office:viewer')).client;
  for (const [display_name, email] of [
    ['Zoë Quixote', 'zoe@mancha.example'],
    ['Sancho Panza', 'quixote.friend@mancha.example'],
    ['Quixano Alonso', 'alonso@mancha.example'],
  ])
    ids.push((await suite.client.post('/v1/access/users', { display_name, email, send_invite: false })).body.id);
});
afterAll(() => suite.close());

const found = async (query: object, client = viewer) => {
  const { status, body } = await client.get(`${PATH}?${new URLSearchParams({ ...query })}`);
  expect([status, body.meta?.total]).toEqual([200, body.data?.length]);
  return body.data;
};

it('shows whoever has no scope of access the names of colleagues, and no address', async () => {
  expect((await viewer.get(`/v1/access/users/${ids[0]}`)).status).toBe(403);
  expect(await found({ ids: ids[0] })).toEqual([
    { id: ids[0], display_name: 'Zoë Quixote', avatar_initials: 'ZQ', status: 'pending' },
  ]);
  const key = await suite.withScopes('office:read');
  expect(await found({ q: 'quix' }, key)).toEqual(await found({ q: 'quix' }));
  expect((await viewer.get(PATH)).body.data.map(({ id }: any) => id)).toEqual(expect.arrayContaining(ids));
});

it('searches names only, in the order of names', async () => {
  const names = async (query: object) => (await found(query)).map((person: any) => person.display_name);
  expect(await names({ q: 'QUIX' })).toEqual(['Quixano Alonso', 'Zoë Quixote']);
  expect(await names({ q: 'quix', sort: 'display_name:desc' })).toEqual(['Zoë Quixote', 'Quixano Alonso']);
  expect(await names({ q: 'zoe' })).toEqual(['Zoë Quixote']);
  for (const q of ['mancha', 'friend', 'alonso mancha']) expect([q, await names({ q })]).toEqual([q, []]);
});

it('finds up to 100 ids, page by page, and leaves out unknown ones', async () => {
  const unknown = 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x';
  const all = await found({ ids: [...ids, unknown, ids[0]].join(', ') });
  expect(all.map(({ id }: any) => id)).toEqual([ids[2], ids[1], ids[0]]);
  expect(await found({ ids: ids.join(), q: 'sancho' })).toMatchObject([{ id: ids[1] }]);
  const first = (await viewer.get(`${PATH}?ids=${ids}&limit=2`)).body;
  const second = (await viewer.get(`${PATH}?ids=${ids}&limit=2&cursor=${first.meta.next_cursor}`)).body;
  expect([...first.data, ...second.data]).toEqual(all);

  const stranger = await suite.workspace();
  expect(await found({ ids: ids.join() }, stranger.client)).toEqual([]);
});

it('has a placeholder for deleted users, whom nothing else names', async () => {
  const gone = (await suite.client.post('/v1/access/users', { email: 'gone@mancha.example', send_invite: false })).body;
  expect((await suite.client.delete(`/v1/access/users/${gone.id}`)).status).toBe(204);
  expect(await found({ ids: `usr_deleted,${gone.id}` })).toEqual([
    { id: 'usr_deleted', display_name: 'Deleted user', avatar_initials: 'DU', status: 'deleted' },
  ]);
});

it.each([
  ['nonsense', 'invalid_value'],
  [`${'grp_01jz8k3m5n7p9q1r3s5t7v9w1x'}`, 'invalid_value'],
  [Array.from({ length: 101 }, (_, n) => `usr_${String(n).padStart(26, '0')}`).join(), 'too_many'],
])('refuses the ids %.40s', async (named, code) => {
  const { status, body } = await viewer.get(`${PATH}?ids=${named}`);
  expect([status, body.error.details]).toMatchObject([400, [{ field: 'ids', code }]]);
});

it('is closed by a policy about users', async () => {
  const { client } = await suite.workspace();
  const { client: bound, userId } = await client.signedIn('office:viewer');
  const [principals, resources] = [[{ type: 'user', id: userId }], [{ type: 'access.user' }]];
  await enforcePolicy(client, { principals, resources, actions: ['access:read'] });
  expect((await bound.get(PATH)).status).toBe(403);
});
