import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const USERS = '/v1/access/users';
const GROUPS = '/v1/access/groups';
const SCIM = '/v1/access/scim/v2';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let suite: TestApp;
let client: Client;
/** An `access:editor`, a key of an identity provider, and an owner with a token that was granted less. */
let lesser: [string, Client][];
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
  const narrow = await suite.signedIn('workspace:owner');
  await suite.database.execute(`update access_tokens set scopes = '{access:read,access:write}' where session_id = $1`, [
    narrow.sessionId,
  ]);
  lesser = [
    ['an access:editor', (await suite.signedIn('access:editor')).client],
    ['a key of a provider', await suite.withScopes('access:read', 'access:write')],
    ['a narrow token of an owner', narrow.client],
  ];
});
afterAll(() => suite.close());

const unique = () => randomBytes(6).toString('hex');

async function aUser(roles: string[] = []): Promise<string> {
  const { body } = await client.post(USERS, { email: `${unique()}@example.com`, roles, send_invite: false });
  await client.post(`${USERS}/${body.id}/activate`);
  return body.id;
}

async function aGroup(roles: string[], ...user_ids: string[]): Promise<any> {
  const { body } = await client.post(GROUPS, { name: unique(), roles });
  if (user_ids.length) await client.post(`${GROUPS}/${body.id}/members`, { user_ids });
  return body;
}

const scimPatch = (by: Client, path: string, ...Operations: object[]) =>
  by.patch(`${SCIM}${path}`, { schemas: [PATCH], Operations });
const get = async (path: string) => (await client.get(path)).body;
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

describe('Suspending, deleting and stripping an owner', () => {
  const makers: [string, () => Promise<string>][] = [
    ['by a role of their own', () => aUser(['workspace:owner'])],
    [
      'by a group',
      async () => {
        const id = await aUser();
        await aGroup(['workspace:owner'], id);
        return id;
      },
    ],
  ];

  it.each(makers)('is for owners, who are so %s', async (_, make) => {
    const id = await make();
    const before = await get(`${USERS}/${id}`);
    for (const [who, by] of lesser) {
      const answers = [
        await by.post(`${USERS}/${id}/deactivate`),
        await by.delete(`${USERS}/${id}`),
        await scimPatch(by, `/Users/${id}`, { op: 'replace', path: 'active', value: false }),
        await by.put(`${SCIM}/Users/${id}`, { userName: before.email, active: false }),
        await by.delete(`${SCIM}/Users/${id}`),
        await scimPatch(by, `/Users/${id}`, { op: 'replace', path: 'userName', value: `${unique()}@example.com` }),
      ];
      expect([who, ...statuses(answers)]).toEqual([who, 403, 403, 403, 403, 403, 403]);
      expect(answers[0]!.body.error.message).toMatch(/workspace:owner/);
    }
    expect(await get(`${USERS}/${id}`)).toMatchObject({ status: 'active', email: before.email });
    const { client: owner } = await suite.signedIn('workspace:owner');
    expect((await owner.post(`${USERS}/${id}/deactivate`)).status).toBe(200);
    // Only an owner can give back a role that an owner took away.
    for (const [, by] of lesser) {
      expect((await by.post(`${USERS}/${id}/reactivate`)).status).toBe(403);
      expect((await scimPatch(by, `/Users/${id}`, { op: 'replace', path: 'active', value: true })).status).toBe(403);
      expect((await by.delete(`${USERS}/${id}`)).status).toBe(403);
    }
    expect((await owner.post(`${USERS}/${id}/reactivate`)).status).toBe(200);
    expect((await owner.delete(`${USERS}/${id}`)).status).toBe(204);
  });

  it('leaves lesser credentials all that changes nothing of it', async () => {
    const id = await aUser(['workspace:owner']);
    const { email } = await get(`${USERS}/${id}`);
    for (const [, by] of lesser) {
      expect((await by.put(`${SCIM}/Users/${id}`, { userName: email, active: true })).status).toBe(200);
      expect((await by.post(`${USERS}/${id}/activate`)).status).toBe(200);
      expect((await by.post(`${USERS}/${id}/password-reset`)).status).toBe(202);
    }
  });

  it.each([
    ['an owner', ['workspace:owner'], []],
    ['an owner by a group', [], ['workspace:owner']],
  ])('and changing or activating one is for owners, too: %s', async (_, roles, roles_of_group) => {
    for (const [who, by] of lesser) {
      const { body: user } = await client.post(USERS, { email: `${unique()}@example.com`, roles, send_invite: false });
      if (roles_of_group.length) await aGroup(roles_of_group, user.id);
      const before = await get(`${USERS}/${user.id}`);
      const answers = [
        await by.post(`${USERS}/${user.id}/activate`),
        await by.patch(`${USERS}/${user.id}`, { display_name: unique() }),
        await by.put(`${SCIM}/Users/${user.id}`, { userName: before.email, active: true }),
        await by.put(`${SCIM}/Users/${user.id}`, { userName: before.email, displayName: unique() }),
        await scimPatch(by, `/Users/${user.id}`, { op: 'replace', path: 'active', value: true }),
        await scimPatch(by, `/Users/${user.id}`, { op: 'replace', path: 'name.givenName', value: unique() }),
        await by.post(`${USERS}/${user.id}/deactivate`),
        await by.delete(`${USERS}/${user.id}`),
      ];
      expect([who, ...statuses(answers)]).toEqual([who, ...Array(8).fill(403)]);
      expect(await get(`${USERS}/${user.id}`)).toEqual(before);
      expect((await client.post(`${USERS}/${user.id}/activate`)).status).toBe(200);
    }
  });

  it.each([
    ['an admin of access', ['access:admin'], []],
    ['one by a group', [], ['access:admin']],
  ])('and an editor of access does nothing to %s', async (_, roles, roles_of_group) => {
    const [[, editor]] = lesser as [[string, Client]];
    const { body: user } = await client.post(USERS, { email: `${unique()}@example.com`, roles, send_invite: false });
    if (roles_of_group.length) await aGroup(roles_of_group, user.id);
    const answers = [
      await editor.post(`${USERS}/${user.id}/activate`),
      await editor.patch(`${USERS}/${user.id}`, { display_name: unique() }),
      await editor.post(`${USERS}/${user.id}/deactivate`),
      await editor.delete(`${USERS}/${user.id}`),
      await scimPatch(editor, `/Users/${user.id}`, { op: 'replace', path: 'active', value: false }),
      await editor.delete(`${SCIM}/Users/${user.id}`),
    ];
    expect(statuses(answers)).toEqual(Array(6).fill(403));
    const { client: admin } = await suite.signedIn('access:admin');
    expect((await admin.post(`${USERS}/${user.id}/activate`)).status).toBe(200);
    expect((await editor.post(`${USERS}/${user.id}/deactivate`)).status).toBe(403);
    expect((await admin.post(`${USERS}/${user.id}/deactivate`)).status).toBe(200);
    expect((await editor.post(`${USERS}/${user.id}/reactivate`)).status).toBe(403);
  });

  it('is not needed to suspend and delete anybody else', async () => {
    const { client: editor } = await suite.signedIn('access:editor');
    const id = await aUser(['office:admin']);
    expect((await editor.post(`${USERS}/${id}/deactivate`)).status).toBe(200);
    expect((await editor.post(`${USERS}/${id}/reactivate`)).status).toBe(200);
    expect((await editor.delete(`${USERS}/${id}`)).status).toBe(204);
  });
});

describe('Nobody takes what they could not give:', () => {
  it.each([
    ['access:editor', 'office:viewer', 403],
    ['access:editor', 'access:admin', 403],
    ['access:editor', 'workspace:owner', 403],
    ['access:editor', 'access:editor', 200],
    ['access:admin', 'access:admin', 200],
    ['access:admin', 'workspace:owner', 403],
    ['workspace:owner', 'workspace:owner', 200],
  ])('%s taking %s from a user is %i', async (holds, taken, status) => {
    const { client: taker } = await suite.signedIn(holds);
    const id = await aUser(['access:viewer', taken]);
    expect((await taker.patch(`${USERS}/${id}`, { roles: ['access:viewer'] })).status).toBe(status);
    expect((await get(`${USERS}/${id}`)).roles).toHaveLength(status === 200 ? 1 : 2);
  });

  it.each([
    ['access:editor', 'office:viewer', 403],
    ['access:editor', 'access:admin', 403],
    ['access:editor', 'workspace:owner', 403],
    ['access:editor', 'access:member', 200],
    ['workspace:owner', 'workspace:owner', 200],
  ])('%s changing, emptying and deleting a group with %s is %i', async (holds, role, status) => {
    const { client: taker } = await suite.signedIn(holds);
    const [one, other, third, fourth] = [await aUser(), await aUser(), await aUser(), await aUser()];
    const group = await aGroup([role], one!, other!, third!, fourth!);
    const [path, scim] = [`${GROUPS}/${group.id}`, `/Groups/${group.id}`];
    const answers = [
      await taker.patch(path, { name: unique() }),
      await scimPatch(taker, scim, { op: 'replace', path: 'displayName', value: unique() }),
      await scimPatch(taker, scim, { op: 'replace', path: 'externalId', value: unique() }),
      await taker.delete(`${path}/members/${one}`),
      await scimPatch(taker, scim, { op: 'remove', path: `members[value eq "${other}"]` }),
      await taker.put(`${SCIM}${scim}`, { displayName: (await get(path)).name, members: [{ value: third }] }),
      await scimPatch(taker, scim, { op: 'remove', path: 'members' }),
      await taker.patch(path, { roles: [] }),
    ];
    const allowed = [200, 204, 204, 204, 204, 200, 204, 200];
    expect(statuses(answers)).toEqual(status === 200 ? allowed : allowed.map(() => status));
    if (status === 403) expect(await get(path)).toMatchObject({ name: group.name, roles: [role], member_count: 4 });
    const [first, second] = [await aGroup([role]), await aGroup([role])];
    expect(
      statuses([await taker.delete(`${GROUPS}/${first.id}`), await taker.delete(`${SCIM}/Groups/${second.id}`)]),
    ).toEqual(status === 200 ? [204, 204] : [403, 403]);
  });

  it('what changes nothing of it stays free', async () => {
    const { client: editor } = await suite.signedIn('access:editor');
    const member = await aUser();
    const group = await aGroup(['office:admin'], member);
    const path = `${GROUPS}/${group.id}`;
    expect((await editor.patch(path, { name: group.name, description: 'New', roles: ['office:admin'] })).status).toBe(
      200,
    );
    const same = { displayName: group.name, members: [{ value: member }] };
    expect((await editor.put(`${SCIM}/Groups/${group.id}`, same)).status).toBe(200);
    const stranger = { op: 'remove', path: `members[value eq "${await aUser()}"]` };
    expect((await scimPatch(editor, `/Groups/${group.id}`, stranger)).status).toBe(204);
  });

  it('the denial is noted', async () => {
    const { client: editor, userId } = await suite.signedIn('access:editor');
    const id = await aUser(['workspace:owner']);
    await editor.post(`${USERS}/${id}/deactivate`);
    const { data } = await get(`/v1/guard/audit-logs?resource_id=${id}`);
    expect(data[0]).toMatchObject({ action: 'access.user.deactivated', outcome: 'denied', actor: { id: userId } });
  });
});
