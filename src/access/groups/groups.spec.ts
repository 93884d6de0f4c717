import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { detailsOf } from '../../../test/expect-error.js';
import { enforcePolicy, POLICIES } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/groups';
const USERS = '/v1/access/users';
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const aName = () => `Team ${randomBytes(6).toString('hex')}`;

async function aGroup(fields: object = {}, by = client) {
  const { status, body, text } = await by.post(PATH, { name: aName(), ...fields });
  if (status !== 201) throw new Error(text);
  return body;
}

async function aUser(fields: object = {}, by = client): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  return (await by.post(USERS, { email, send_invite: false, ...fields })).body.id;
}

const add = (group: { id: string }, user_ids: unknown, by = client) =>
  by.post(`${PATH}/${group.id}/members`, { user_ids });

const membersOf = async ({ id }: { id: string }) =>
  (await client.get(`${PATH}/${id}/members?limit=100`)).body.data.map((member: any) => member.id);

const trailOf = async (id: string) => (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.data;

describe('POST /v1/access/groups', () => {
  it('makes a group without members', async () => {
    const name = aName();
    const created = await client.post(PATH, { name: ` ${name} `, description: ' Kept ', roles: ['office:editor'] });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^grp_/),
      name,
      description: ' Kept ',
      roles: ['office:editor'],
      member_count: 0,
      created_at: expect.any(String),
      updated_at: created.body.created_at,
    });
    expect((await client.get(created.headers.get('location')!)).body).toEqual(created.body);
    expect(await trailOf(created.body.id)).toMatchObject([{ action: 'access.group.created', outcome: 'success' }]);
  });

  it('needs no more than a name', async () => {
    expect(await aGroup()).toMatchObject({ description: '', roles: [] });
  });

  it('refuses an unknown role', async () => {
    const answer = await client.post(PATH, { name: aName(), roles: ['office:god'] });
    expect([answer.status, detailsOf(answer)]).toEqual([400, ['roles[0] invalid_value']]);
  });

  it('refuses a name that is taken, in whatever case', async () => {
    const { name } = await aGroup();
    const answer = await client.post(PATH, { name: name.toUpperCase() });
    expect([answer.status, answer.body.error.message]).toEqual([409, 'A group with this name already exists.']);
    const other = await aGroup();
    expect((await client.patch(`${PATH}/${other.id}`, { name })).status).toBe(409);
  });
});

describe('GET /v1/access/groups', () => {
  it('shows all groups at once, up to 1000, and pages where it is asked to', async () => {
    const { id, client: own } = await suite.workspace();
    await suite.database.execute(
      `insert into groups (workspace_id, id, name, description, roles, member_count, created_at, updated_at, revision)
       select $1, 'grp_' || lpad(n::text, 26, '0'), 'Group ' || n, '', '{}', 0, now(), now(), 1
         from generate_series(1, 1001) as n`,
      [id],
    );
    const { body } = await own.get(PATH);
    expect([body.data.length, body.meta.total, body.meta.has_more]).toEqual([1000, 1001, true]);
    const rest = await own.get(`${PATH}?cursor=${body.meta.next_cursor}`);
    expect(rest.body.data).toHaveLength(1);
    expect((await own.get(`${PATH}?limit=5&sort=name:asc`)).body.data).toHaveLength(5);
    expect((await own.get(`${PATH}?limit=101`)).status).toBe(400);
  });
});

describe('PATCH /v1/access/groups/{id}', () => {
  it('gives its members new roles at once, in every process within a second', async () => {
    const beside = await startTestApp({}, { beside: suite });
    try {
      const { client: user, userId } = await suite.signedIn();
      await suite.database.execute(`update access_tokens set scopes = '{office:read,office:write}'`);
      const group = await aGroup({ roles: ['office:viewer'] });
      const here = () => user.get(DOCUMENTS).then(({ status }) => status);
      const there = () => beside.client.get(DOCUMENTS, { key: user.key }).then(({ status }) => status);
      const both = async (status: number) => {
        expect(await here()).toBe(status);
        await expect.poll(there).toBe(status);
      };
      await both(403);
      await add(group, [userId]);
      await both(200);
      await client.patch(`${PATH}/${group.id}`, { roles: [] });
      await both(403);
      expect((await client.patch(`${PATH}/${group.id}`, { roles: ['office:editor'] })).body.roles).toEqual([
        'office:editor',
      ]);
      await both(200);
      expect((await user.post(DOCUMENTS, { title: 'By a member' })).status).toBe(201);
      await client.delete(`${PATH}/${group.id}/members/${userId}`);
      await both(403);
      await add(group, [userId]);
      await both(200);
      expect((await client.delete(`${PATH}/${group.id}`)).status).toBe(204);
      await both(403);
    } finally {
      await beside.close();
    }
  });

  it('changes its name and description', async () => {
    const group = await aGroup();
    const changes = { name: aName(), description: 'New' };
    expect((await client.patch(`${PATH}/${group.id}`, changes)).body).toMatchObject(changes);
    expect((await client.patch(`${PATH}/${group.id}`, { name: changes.name.toLowerCase() })).status).toBe(200);
  });

  it('is an editor’s, not a member’s of the access app', async () => {
    const group = await aGroup();
    const { client: member } = await suite.signedIn('access:member');
    const { client: editor } = await suite.signedIn('access:editor');
    for (const [user, status] of [
      [member, 403],
      [editor, 200],
    ] as const) {
      expect((await user.patch(`${PATH}/${group.id}`, { description: 'New' })).status).toBe(status);
      expect((await user.post(`${PATH}/${group.id}/members`, { user_ids: [await aUser()] })).status).toBe(status);
    }
    expect((await member.delete(`${PATH}/${group.id}`)).status).toBe(403);
    expect((await member.post(PATH, { name: aName() })).status).toBe(403);
  });
});

describe('Nobody confers more than they hold:', () => {
  it('by making a group, changing its roles, or adding members', async () => {
    const { client: editor, userId } = await suite.signedIn('access:editor');
    const strong = await aGroup({ roles: ['workspace:owner'] });
    const office = await aGroup({ roles: ['office:viewer'] });
    const weak = await aGroup({ roles: ['access:viewer'] });
    const refused = [
      await editor.post(PATH, { name: aName(), roles: ['access:admin'] }),
      await editor.patch(`${PATH}/${weak.id}`, { roles: ['access:viewer', 'sales:viewer'] }),
      await add(strong, [userId], editor),
      await add(office, [userId], editor),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect([await membersOf(strong), await membersOf(office)]).toEqual([[], []]);

    const allowed = [
      await editor.post(PATH, { name: aName(), roles: ['access:editor'] }),
      await editor.patch(`${PATH}/${strong.id}`, { description: 'Roles stay' }),
      await add(weak, [userId], editor),
      await editor.patch(`${PATH}/${weak.id}`, { roles: [] }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  });

  it('not even when the group gets its roles at the same moment', async () => {
    const { client: editor, userId } = await suite.signedIn('access:editor');
    for (let round = 0; round < 10; round++) {
      const group = await aGroup();
      const [added] = await Promise.all([
        add(group, [userId], editor),
        client.patch(`${PATH}/${group.id}`, { roles: ['workspace:owner'] }),
      ]);
      // Whoever came first: the owner may give the group roles that its members then have.
      const trail: any[] = (await trailOf(group.id)).map(({ action, outcome }: any) => `${action} ${outcome}`);
      const [gave, joined] = [
        trail.indexOf('access.group.updated success'),
        trail.indexOf('access.group.members_added success'),
      ];
      if (added!.status === 200) expect(joined).toBeGreaterThan(gave);
      else expect([added!.status, joined]).toEqual([403, -1]);
    }
  });
});

describe('DELETE /v1/access/groups/{id}', () => {
  it('keeps the users, and takes only what it gave them', async () => {
    const id = await aUser({ roles: ['sales:viewer'] });
    const group = await aGroup({ roles: ['office:viewer'] });
    await add(group, [id]);
    expect((await client.delete(`${PATH}/${group.id}`)).status).toBe(204);
    expect((await client.get(`${PATH}/${group.id}`)).status).toBe(404);
    expect((await client.get(`${USERS}/${id}`)).body).toMatchObject({ groups: [], effective_roles: ['sales:viewer'] });
  });
});

describe('POST /v1/access/groups/{id}/members', () => {
  it('adds who is no member yet, and notes who', async () => {
    const group = await aGroup();
    const [a, b, c] = [await aUser(), await aUser(), await aUser()];
    expect(await add(group, [a, b])).toMatchObject({
      status: 200,
      body: { id: group.id, member_count: 2, added: 2 },
    });
    expect((await add(group, [b, c])).body).toEqual({ id: group.id, member_count: 3, added: 1 });
    expect((await add(group, [a, b, c])).body).toEqual({ id: group.id, member_count: 3, added: 0 });
    expect((await membersOf(group)).toSorted()).toEqual([a, b, c].toSorted());
    const trail = await trailOf(group.id);
    expect(trail.map(({ action }: any) => action)).toEqual([
      'access.group.members_added',
      'access.group.members_added',
      'access.group.created',
    ]);
    expect(trail[0].changes).toEqual({ member_count: { from: 2, to: 3 }, members: { from: [], to: [c] } });
  });

  it('adds nobody where one does not exist', async () => {
    const group = await aGroup();
    const { client: elsewhere } = await suite.workspace();
    const [known, foreign, gone] = [await aUser(), await aUser({}, elsewhere), await aUser()];
    await client.delete(`${USERS}/${gone}`);
    const answer = await add(group, [known, newId('usr'), foreign, gone, 'somebody']);
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toEqual([1, 2, 3, 4].map((index) => `user_ids[${index}] not_found`));
    expect(await membersOf(group)).toEqual([]);
  });

  it('refuses one twice', async () => {
    expect(detailsOf(await add(await aGroup(), ['usr_x', 'usr_x']))).toEqual(['user_ids[1] duplicate']);
  });

  it('takes a hundred, whatever their status', async () => {
    const group = await aGroup();
    const ids = await Promise.all(Array.from({ length: 100 }, () => aUser()));
    await client.post(`${USERS}/${ids[0]}/deactivate`);
    expect((await add(group, ids)).body).toMatchObject({ member_count: 100, added: 100 });
  });

  it('counts each member once, however many add at the same time', async () => {
    const group = await aGroup();
    const ids = await Promise.all(Array.from({ length: 8 }, () => aUser()));
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => add(group, [ids[n % 8], ids[(n + 1) % 8], ids[(n * 3) % 8]].filter(unique))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(8);
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(8);
    await Promise.all([
      ...ids.slice(0, 4).map((id) => client.delete(`${PATH}/${group.id}/members/${id}`)),
      ...ids.slice(2, 6).map((id) => client.delete(`${PATH}/${group.id}/members/${id}`)),
    ]);
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(2);
    expect(await membersOf(group)).toHaveLength(2);
  });

  it('is not lost where a name is changed at the same time', async () => {
    const group = await aGroup();
    const ids = await Promise.all(Array.from({ length: 10 }, () => aUser()));
    const answers = await Promise.all(
      ids.flatMap((id) => [add(group, [id]), client.patch(`${PATH}/${group.id}`, { description: `with ${id}` })]),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(10);
  });
});

describe('DELETE /v1/access/groups/{id}/members/{user_id}', () => {
  it('removes a member, once', async () => {
    const group = await aGroup();
    const [a, b] = [await aUser(), await aUser()];
    await add(group, [a, b]);
    const remove = async (id: string) => (await client.delete(`${PATH}/${group.id}/members/${id}`)).status;
    expect([await remove(a), await remove(a), await remove(newId('usr')), await remove('x')]).toEqual([
      204, 404, 404, 404,
    ]);
    expect(await membersOf(group)).toEqual([b]);
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(1);
    const noted = (await trailOf(group.id)).find(({ action }: any) => action === 'access.group.member_removed');
    expect(noted.changes).toEqual({ member_count: { from: 2, to: 1 }, members: { from: [a], to: [] } });
  });
});

describe('a member who is deleted', () => {
  it('leaves each group with an audit entry, as one who is removed by hand', async () => {
    const groups = [await aGroup(), await aGroup()];
    const [gone, left] = [await aUser(), await aUser()];
    for (const group of groups) await add(group, [gone, left]);
    const before = await client.get(`${PATH}/${groups[0].id}`);
    expect((await client.delete(`${USERS}/${gone}`)).status).toBe(204);
    for (const group of groups) {
      const { headers, body } = await client.get(`${PATH}/${group.id}`);
      expect(body.member_count).toBe(1);
      expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
      const noted = (await trailOf(group.id)).find(({ action }: any) => action === 'access.group.member_removed');
      expect(noted.changes).toEqual({ member_count: { from: 2, to: 1 }, members: { from: [gone], to: [] } });
    }
  });

  it('stays where a policy keeps the caller from their groups', async () => {
    const group = await aGroup();
    const member = await aUser();
    await add(group, [member]);
    const admin = await suite.signedIn('access:admin');
    const { id } = await enforcePolicy(client, {
      principals: [{ type: 'user', id: admin.userId }],
      resources: [{ type: 'access.group' }],
      actions: ['access:read'],
    });
    expect((await admin.client.delete(`${USERS}/${member}`)).status).toBe(403);
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(1);
    await client.patch(`${POLICIES}/${id}`, { status: 'inactive' });
    expect((await admin.client.delete(`${USERS}/${member}`)).status).toBe(204);
    expect((await client.get(`${PATH}/${group.id}`)).body.member_count).toBe(0);
  });
});

describe('GET /v1/access/groups/{id}/members', () => {
  it('lists users, page by page, and of this group only', async () => {
    const [group, other] = [await aGroup(), await aGroup()];
    const names = ['Ada', 'Bob', 'Cleo'];
    const ids = await Promise.all(names.map((display_name) => aUser({ display_name })));
    await add(group, ids);
    await add(other, [ids[0]!, await aUser()]);
    await client.post(`${USERS}/${ids[1]}/activate`);
    const path = `${PATH}/${group.id}/members`;
    const { body } = await client.get(`${path}?sort=display_name:asc&limit=2`);
    expect(body.data.map(({ display_name }: any) => display_name)).toEqual(['Ada', 'Bob']);
    expect(body.data[0]).toEqual({
      id: ids[0],
      email: expect.stringContaining('@'),
      display_name: 'Ada',
      status: 'pending',
      created_at: expect.any(String),
    });
    expect(body.meta).toMatchObject({ total: 3, has_more: true });
    const next = `sort=display_name:asc&limit=2&cursor=${body.meta.next_cursor}`;
    expect((await client.get(`${path}?${next}`)).body.data.map(({ id }: any) => id)).toEqual([ids[2]]);
    expect((await client.get(`${PATH}/${other.id}/members?${next}`)).status).toBe(400);
    expect((await client.get(`${path}?status=active`)).body.data.map(({ id }: any) => id)).toEqual([ids[1]]);
    expect((await client.get(`${PATH}/${newId('grp')}/members`)).status).toBe(404);
  });

  it('finds them by the status of the users, after every change of members and users', async () => {
    const [group, other] = [await aGroup(), await aGroup()];
    const [a, b, c] = [await aUser(), await aUser(), await aUser()];
    const having = async (status: string) => {
      const { data, meta } = (await client.get(`${PATH}/${group.id}/members?status=${status}`)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ id }: { id: string }) => id);
    };
    await add(group, [a, b]);
    await add(other, [a, b, c]);
    expect([await having('pending'), await having('active')]).toEqual([[b, a], []]);
    await Promise.all([add(group, [c]), ...[a, b, c].map((id) => client.post(`${USERS}/${id}/activate`))]);
    expect([await having('pending'), await having('active')]).toEqual([[], [c, b, a]]);
    await client.post(`${USERS}/${a}/deactivate`);
    await client.delete(`${PATH}/${group.id}/members/${b}`);
    expect([await having('suspended'), await having('active')]).toEqual([[a], [c]]);
    await client.delete(`${USERS}/${c}`);
    expect([await having('suspended'), await having('active')]).toEqual([[a], []]);
  });
});

describe('Who has a role', () => {
  const having = async (role: string) => {
    const { data, meta } = (await client.get(`${USERS}?role=${role}&limit=100`)).body;
    expect(meta.total).toBe(data.length);
    return data.map(({ id }: { id: string }) => id);
  };

  it('follows every change of users, groups and members', async () => {
    const [one, two] = [await aUser({ roles: ['guard:member'] }), await aUser()];
    const group = await aGroup({ roles: ['guard:member', 'careers:viewer'] });
    await add(group, [one, two]);
    expect(await having('guard:member')).toEqual([two, one]);
    await client.patch(`${USERS}/${one}`, { roles: [] });
    expect(await having('guard:member')).toEqual([two, one]);
    await client.patch(`${PATH}/${group.id}`, { roles: ['careers:viewer', 'careers:member'] });
    expect(await having('guard:member')).toEqual([]);
    expect(await having('careers:member')).toEqual([two, one]);
    await client.delete(`${PATH}/${group.id}/members/${two}`);
    expect(await having('careers:member')).toEqual([one]);
    await add(group, [two]);
    await client.delete(`${USERS}/${one}`);
    expect(await having('careers:viewer')).toEqual([two]);
    await client.delete(`${PATH}/${group.id}`);
    expect(await having('careers:viewer')).toEqual([]);
  });
});

const unique = <T>(item: T, index: number, all: T[]) => all.indexOf(item) === index;
