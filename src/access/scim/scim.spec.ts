import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DELETED_USER, newId } from '../../platform/fields/ids.js';
import { Client, type RequestOptions, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { ERROR, GROUP, LIST, PATCH, SEARCH, USER } from './scim.dto.js';

const PATH = '/v1/access/scim/v2';
const USERS = `${PATH}/Users`;
const GROUPS = `${PATH}/Groups`;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const unique = () => randomBytes(6).toString('hex');
const address = () => `${unique()}@example.com`;

async function aUser(facts: object = {}, as = client): Promise<any> {
  const answer = await as.post(USERS, { schemas: [USER], userName: address(), ...facts });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

async function aGroup(facts: object = {}, as = client): Promise<any> {
  const answer = await as.post(GROUPS, { schemas: [GROUP], displayName: unique(), ...facts });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

const patch = (path: string, operations: unknown, options?: RequestOptions) =>
  client.patch(path, { schemas: [PATCH], Operations: operations }, options);
const find = (path: string, filter: string, as = client) => as.get(`${path}?filter=${encodeURIComponent(filter)}`);
const memberIds = async (id: string) =>
  (await client.get(`${GROUPS}/${id}`)).body.members.map(({ value }: any) => value);

const trailOf = async (id: string) => (await client.get(`/v1/guard/audit-logs?resource_id=${id}&limit=100`)).body.data;

/** The answer is an error as RFC 7644 has it. */
function expectScim(answer: any, status: number, scimType?: string): void {
  expect(answer, answer.text).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/scim+json');
  expect(answer.body).toEqual({
    schemas: [ERROR],
    status: String(status),
    ...(scimType && { scimType }),
    detail: expect.stringMatching(/\S/),
  });
}

describe('what the server says of itself', () => {
  it('says what it can do', async () => {
    const { status, headers, body } = await client.get(`${PATH}/ServiceProviderConfig`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json']);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
    });
  });

  it('lists the types of resources', async () => {
    const { body } = await client.get(`${PATH}/ResourceTypes`);
    expect(body).toMatchObject({ schemas: [LIST], totalResults: 2, itemsPerPage: 2 });
    expect(body.Resources.map(({ id, endpoint, schema }: any) => [id, endpoint, schema])).toEqual([
      ['User', '/Users', USER],
      ['Group', '/Groups', GROUP],
    ]);
    expect((await client.get(`${PATH}/ResourceTypes/User`)).body).toEqual(body.Resources[0]);
  });

  it('lists the schemas: what is kept, and nothing else', async () => {
    const { body } = await client.get(`${PATH}/Schemas`);
    const names = ({ attributes }: any) => attributes.map(({ name }: any) => name);
    expect(names(body.Resources[0])).toEqual([
      'userName',
      'name',
      'displayName',
      'preferredLanguage',
      'active',
      'emails',
      'groups',
    ]);
    expect(names(body.Resources[1])).toEqual(['displayName', 'members']);
    expect((await client.get(`${PATH}/Schemas/${USER}`)).body).toEqual(body.Resources[0]);
    expect(body.Resources[0].attributes[0]).toMatchObject({
      name: 'userName',
      type: 'string',
      required: true,
      caseExact: false,
      mutability: 'readWrite',
      uniqueness: 'server',
    });
  });

  it('takes no filter, and knows nothing else', async () => {
    expectScim(await find(`${PATH}/Schemas`, 'id eq "x"'), 403);
    expectScim(await client.get(`${PATH}/Schemas/urn:nothing`), 404);
    expectScim(await client.get(`${PATH}/ResourceTypes/Device`), 404);
  });
});

describe('errors', () => {
  it.each([
    ['an unknown path', 404, 'GET', '/Devices'],
    ['the root', 404, 'GET', ''],
    ['a wrong method', 405, 'DELETE', '/Users'],
    ['a wrong method on a record', 405, 'POST', '/Users/x'],
  ])('%s is %i, before any credential', async (_, status, method, path) => {
    const answer = await client.send(method, PATH + path, { key: null });
    expectScim(answer, status);
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET/);
  });

  it('no credential, and a wrong one, is 401', async () => {
    const answer = await client.get(USERS, { key: null });
    expectScim(answer, 401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expectScim(await client.get(`${PATH}/Schemas`, { key: `wsk_test_${'0'.repeat(36)}` }), 401);
  });

  it('every route needs access:write, reading too', async () => {
    const reader = await suite.withScopes('access:read');
    for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', `/Users/${suite.ownerId}`]) {
      const answer = await reader.get(PATH + path);
      expectScim(answer, 403);
      expect(answer.body.detail).toContain('access:write');
    }
    const writer = await suite.withScopes('access:write');
    expect((await writer.get(USERS)).status).toBe(200);
  });

  it('a user who may only write their own records changes nobody', async () => {
    const { client: member } = await suite.signedIn('access:member');
    expectScim(await member.delete(`${USERS}/${(await aUser()).id}`), 403);
    const { client: admin } = await suite.signedIn('access:admin');
    expect((await admin.delete(`${USERS}/${(await aUser()).id}`)).status).toBe(204);
  });

  it('bodies that are too large, of another type, or no JSON', async () => {
    expectScim(await client.post(USERS, { userName: address(), title: 'x'.repeat(2 ** 20) }), 413);
    const send = (body: string, type: string) => client.post(USERS, body, { headers: { 'Content-Type': type } });
    expectScim(await send('{}', 'text/plain'), 400, 'invalidValue');
    expectScim(await send('{', 'application/scim+json'), 400, 'invalidSyntax');
    expectScim(await send('[]', 'application/scim+json'), 400, 'invalidSyntax');
    expectScim(await send('"x"', 'application/json'), 400, 'invalidSyntax');
    expectScim(await send('{"userName":"a\\u0000@example.com"}', 'application/json'), 400, 'invalidValue');
  });

  it('a spent budget is 429', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '1' }, { beside: suite });
    const other = new Client(limited.base, (await suite.withScopes('access:write')).key);
    expect((await other.get(USERS)).status).toBe(200);
    const answer = await other.get(USERS);
    expectScim(answer, 429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.close();
  });

  it('is the same for a repeated Idempotency-Key', async () => {
    const { userName } = await aUser();
    const again = () => client.post(USERS, { schemas: [USER], userName }, { headers: { 'Idempotency-Key': userName } });
    const [first, second] = [await again(), await again()];
    expectScim(first, 409, 'uniqueness');
    expectScim(second, 409, 'uniqueness');
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is the other shape everywhere else', async () => {
    const { headers, body } = await client.get('/v1/access/scim');
    expect([headers.get('content-type'), body.error.code]).toEqual([
      'application/json; charset=utf-8',
      'RESOURCE_NOT_FOUND',
    ]);
  });
});

describe('a new user', () => {
  it('is active, without roles, without a password and without mail', async () => {
    const { id, userName } = await aUser();
    const { body } = await client.get(`/v1/access/users/${id}`);
    expect(body).toMatchObject({ status: 'active', roles: [], email: userName, display_name: userName.split('@')[0] });
    expect((await suite.database.execute('select 1 from mails')).count).toBe(0);
    expect((await trailOf(id)).map(({ action }: any) => action)).toEqual(['access.user.created']);
  });

  it('is suspended where they are not to be active', async () => {
    const { id, active } = await aUser({ active: false });
    expect([active, (await client.get(`/v1/access/users/${id}`)).body.status]).toEqual([false, 'suspended']);
  });

  it.each([
    ['displayName', { displayName: 'Ada', name: { formatted: 'B', givenName: 'C', familyName: 'D' } }, 'Ada', 'C D'],
    ['the whole name', { name: { formatted: 'Ada Lovelace', givenName: 'C', familyName: 'D' } }, 'Ada Lovelace', 'C D'],
    ['the parts of the name', { name: { givenName: 'Ada', familyName: 'Lovelace' } }, 'Ada Lovelace', 'Ada Lovelace'],
    ['one part', { name: { familyName: 'Lovelace' }, displayName: ' ' }, 'Lovelace', 'Lovelace'],
  ])('is called by %s', async (_, facts, displayName, formatted) => {
    const user = await aUser(facts);
    expect([user.displayName, user.name.formatted]).toEqual([displayName, formatted]);
  });

  it('may have its attributes in any case and its booleans as texts', async () => {
    const userName = address();
    const { status, body } = await client.post(USERS, { USERNAME: userName, DisplayName: 'Ada', Active: 'False' });
    expect([status, body.userName, body.displayName, body.active]).toEqual([201, userName, 'Ada', false]);
  });

  it.each([
    ['no userName', {}, 'invalidValue', /userName/],
    ['an empty userName', { userName: '' }, 'invalidValue', /userName/],
    ['a userName that is no address', { userName: 'ada' }, 'invalidValue', /userName must be an e-mail address/],
    ['a userName that is no text', { userName: 5 }, 'invalidValue', /userName/],
    ['a long userName', { userName: `${'a'.repeat(250)}@example.com` }, 'invalidValue', /userName/],
    ['a long name', { userName: 'a@example.com', displayName: 'x'.repeat(256) }, 'invalidValue', /displayName.*255/],
    ['a long part', { userName: 'a@example.com', name: { givenName: 'x'.repeat(256) } }, 'invalidValue', /givenName/],
    ['a name that is no object', { userName: 'a@example.com', name: 'Ada' }, 'invalidValue', /name/],
    ['active as a number', { userName: 'a@example.com', active: 1 }, 'invalidValue', /active/],
    ['another schema', { userName: 'a@example.com', schemas: [GROUP] }, 'invalidSyntax', /schema/],
    ['several mistakes', { userName: 'x', externalId: 'x'.repeat(256) }, 'invalidValue', /userName.*externalId/],
  ])('with %s is refused', async (_, body, scimType, detail) => {
    const answer = await client.post(USERS, { schemas: [USER], ...body });
    expectScim(answer, 400, scimType);
    expect(answer.body.detail).toMatch(detail);
  });

  it.each(['userName', 'externalId'])('has a %s of their own', async (name) => {
    const known = await aUser({ externalId: unique() });
    const same = name === 'userName' ? { userName: known.userName.toUpperCase() } : { externalId: known.externalId };
    expectScim(await client.post(USERS, { userName: address(), ...same }), 409, 'uniqueness');
    const other = await aUser();
    expectScim(await patch(`${USERS}/${other.id}`, [{ op: 'replace', value: same }]), 409, 'uniqueness');
    expectScim(await client.put(`${USERS}/${other.id}`, { userName: other.userName, ...same }), 409, 'uniqueness');
  });

  it('can also be made with the fields that are shown', async () => {
    const { body } = await client.post(`${USERS}?attributes=userName,name.formatted`, { userName: address() });
    expect(Object.keys(body).toSorted()).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(Object.keys(body.name)).toEqual(['formatted']);
  });
});

describe('a user', () => {
  it('is active when pending no more, and not while pending', async () => {
    const { body } = await client.post('/v1/access/users', { email: address(), send_invite: false });
    const path = `${USERS}/${body.id}`;
    expect((await client.get(path)).body.active).toBe(false);
    expect((await patch(path, [{ op: 'replace', path: 'displayName', value: 'Ada' }])).body.active).toBe(false);
    expect((await client.get(`/v1/access/users/${body.id}`)).body.status).toBe('pending');
    expect((await patch(path, [{ op: 'replace', path: 'active', value: true }])).body.active).toBe(true);
    expect((await client.get(`/v1/access/users/${body.id}`)).body.status).toBe('active');
  });

  it('who is pending can be shut out', async () => {
    const { body } = await client.post('/v1/access/users', { email: address(), send_invite: false });
    await patch(`${USERS}/${body.id}`, [{ op: 'replace', path: 'active', value: false }]);
    expect((await client.get(`/v1/access/users/${body.id}`)).body.status).toBe('suspended');
  });

  it('loses with PUT what is left out, and keeps whether they are active', async () => {
    const user = await aUser({
      externalId: unique(),
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      active: false,
    });
    const { body } = await client.put(`${USERS}/${user.id}`, { userName: user.userName });
    expect(body).not.toHaveProperty('externalId');
    expect(body).toMatchObject({ displayName: user.userName.split('@')[0], active: false });
    expect(body.name).toEqual({ formatted: body.displayName });
  });

  it('loses with PATCH what is removed', async () => {
    const user = await aUser({ externalId: unique(), name: { givenName: 'Ada', familyName: 'Lovelace' } });
    const { body } = await patch(`${USERS}/${user.id}`, [
      { op: 'remove', path: 'externalId' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'replace', path: `${USER}:displayName`, value: null },
    ]);
    expect(body).not.toHaveProperty('externalId');
    expect([body.name, body.displayName]).toEqual([{ formatted: 'Lovelace', familyName: 'Lovelace' }, 'Lovelace']);
  });

  it('is not written where nothing differs', async () => {
    const user = await aUser({ externalId: unique() });
    expect((await client.put(`${USERS}/${user.id}`, user)).body).toEqual(user);
    expect((await patch(`${USERS}/${user.id}`, [{ op: 'add', path: 'title', value: 'Dr' }])).body).toEqual(user);
    expect(await trailOf(user.id)).toHaveLength(1);
  });

  // patch.spec.ts has the others.
  it.each([
    ['an unknown path', [{ op: 'replace', path: 'shoeSize', value: 1 }], 'invalidPath'],
    ['a bad userName', [{ op: 'replace', path: 'userName', value: 'ada' }], 'invalidValue'],
    [
      'a good one before a bad one',
      [
        { op: 'add', path: 'displayName', value: 'X' },
        { op: 'add', path: 'y', value: 1 },
      ],
      'invalidPath',
    ],
  ])('is not patched with %s', async (_, operations, scimType) => {
    const user = await aUser();
    expectScim(await patch(`${USERS}/${user.id}`, operations), 400, scimType);
    expect((await client.get(`${USERS}/${user.id}`)).body).toEqual(user);
  });

  it('is not patched with another message', async () => {
    const { id } = await aUser();
    const answer = await client.patch(`${USERS}/${id}`, {
      schemas: [USER],
      Operations: [{ op: 'remove', path: 'name' }],
    });
    expectScim(answer, 400, 'invalidSyntax');
    expectScim(await client.patch(`${USERS}/${id}`, 'null', {}), 400, 'invalidSyntax');
  });

  it('is changed only in the version that is named', async () => {
    const { id, meta } = await aUser();
    const rename = (value: string, etag: string) =>
      patch(`${USERS}/${id}`, [{ op: 'replace', path: 'displayName', value }], { headers: { 'If-Match': etag } });
    const first = await rename('One', meta.version);
    expect([first.status, first.headers.get('etag')]).toEqual([200, 'W/"2"']);
    expect(first.body.meta.version).toBe('W/"2"');
    expectScim(await rename('Two', meta.version), 412);
    expect((await rename('Three', '*')).status).toBe(200);
    expectScim(await client.delete(`${USERS}/${id}`, { headers: { 'If-Match': 'W/"2"' } }), 412);
    expect((await client.delete(`${USERS}/${id}`, { headers: { 'If-Match': 'W/"3"' } })).status).toBe(204);
  });

  it('is never the placeholder of deleted ones', async () => {
    const path = `${USERS}/${DELETED_USER}`;
    expectScim(await client.get(path), 404);
    expectScim(await client.put(path, { userName: address() }), 404);
    expectScim(await patch(path, [{ op: 'replace', path: 'active', value: true }]), 404);
    expectScim(await client.delete(path), 404);
    expect((await find(USERS, `id eq "${DELETED_USER}"`)).body.totalResults).toBe(0);
  });

  it('stays as the last owner, and nobody shuts themselves out', async () => {
    const owner = `${USERS}/${suite.ownerId}`;
    const before = (await client.get(owner)).body;
    expectScim(await patch(owner, [{ op: 'replace', path: 'active', value: false }]), 409);
    expectScim(await client.put(owner, { ...before, displayName: 'X', active: false }), 409);
    expectScim(await client.delete(owner), 409);
    expect((await client.get(owner)).body).toEqual(before);
    const { client: admin, userId } = await suite.signedIn('access:admin');
    expectScim(await admin.delete(`${USERS}/${userId}`), 409);
  });

  it('gets the mail of an owner from an owner only', async () => {
    const scimKey = await suite.withScopes('access:write');
    const change = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'userName', value: address() }] };
    expectScim(await scimKey.patch(`${USERS}/${suite.ownerId}`, change), 403);
    expect((await scimKey.patch(`${USERS}/${(await aUser()).id}`, change)).status).toBe(200);
  });

  it('who is deactivated is out at once, in every process', async () => {
    const other = await startTestApp({}, { beside: suite });
    const { client: theirs, userId } = await suite.signedIn('office:viewer');
    const there = new Client(other.base, theirs.key);
    expect((await there.get('/v1/access/me')).status).toBe(200);
    await patch(`${USERS}/${userId}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect((await theirs.get('/v1/access/me')).status).toBe(401);
    await vi.waitUntil(async () => (await there.get('/v1/access/me')).status === 401, { interval: 1, timeout: 60_000 });
    const types = (await eventsAbout(suite.database, 'user_id', userId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'access.user.deactivated')).toHaveLength(1);
    await other.close();
  });
});

describe('a list', () => {
  // filter.spec.ts has filters that are not well formed. These are, and do not suit the attributes.
  it.each([
    ['userName sw "ada"'],
    ['value eq "x"'],
    ['active eq "maybe"'],
    ['active eq 1'],
    ['userName eq 5'],
    ['userName eq null'],
    [''],
  ])('is refused where the filter is %j', async (filter) => {
    expectScim(await find(USERS, filter), 400, 'invalidFilter');
  });

  it('leaves alone what all objects have in common', () => {
    for (const path of ['status', 'call', 'map']) expect(({} as any)[path]).toBeUndefined();
    expect(Object.prototype.hasOwnProperty.call).toBe(Function.prototype.call);
    expect(Array.prototype.map).toBeTypeOf('function');
  });

  it('finds nothing by values that nobody has, whatever they are', async () => {
    for (const filter of [
      'id eq "%"',
      `userName eq "' or 1=1 --"`,
      'displayName eq "a\\"b) or (c"',
      'externalId eq ""',
    ]) {
      const { status, body } = await find(USERS, filter);
      expect([filter, status, body.totalResults]).toEqual([filter, 200, 0]);
    }
  });

  it('finds by each attribute, and by several', async () => {
    const user = await aUser({ displayName: `Ada ${unique()}`, externalId: `E${unique()}` });
    for (const filter of [
      `id eq "${user.id}"`,
      `externalId eq "${user.externalId}"`,
      `displayName eq "${user.displayName.toLowerCase()}"`,
      `USERNAME EQ "${user.userName}" AND Active eq TRUE`,
      `${USER}:userName eq "${user.userName}"`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
      `emails[primary eq true].value eq "${user.userName}"`,
    ]) {
      const { body } = await find(USERS, filter);
      expect([filter, body.Resources?.map(({ id }: any) => id)]).toEqual([filter, [user.id]]);
    }
    for (const filter of [
      `externalId eq "${user.externalId.toLowerCase()}"`,
      `id eq "${user.id}" and active eq false`,
      `emails[type eq "home"].value eq "${user.userName}"`,
      `id eq "${user.id}" and id eq "${newId('usr')}"`,
    ]) {
      expect([filter, (await find(USERS, filter)).body.totalResults]).toEqual([filter, 0]);
    }
  });

  it('comes in parts, in order, each user once', async () => {
    const { client: other } = await suite.workspace();
    for (let n = 0; n < 6; n++) await aUser({ displayName: `User ${n}` }, other);
    const all: string[] = [];
    for (let startIndex = 1; ; startIndex += 3) {
      const { body } = await other.get(`${USERS}?startIndex=${startIndex}&count=3`);
      expect(body).toMatchObject({ schemas: [LIST], totalResults: 7, startIndex, itemsPerPage: body.Resources.length });
      if (!body.Resources.length) break;
      all.push(...body.Resources.map(({ displayName }: any) => displayName));
    }
    expect(all.slice(1)).toEqual(['User 0', 'User 1', 'User 2', 'User 3', 'User 4', 'User 5']);
    const sorted = await other.get(`${USERS}?sortBy=displayName&sortOrder=descending&count=2`);
    expect(sorted.body.Resources.map(({ displayName }: any) => displayName)).toEqual(['User 5', 'User 4']);
  });

  it('bounds what is asked as the standard has it', async () => {
    const { headers, body } = await client.get(`${USERS}?startIndex=0&count=-5`);
    expect(headers.get('content-type')).toBe('application/scim+json');
    expect(body).toMatchObject({ startIndex: 1, itemsPerPage: 0, Resources: [] });
    expect(body.totalResults).toBeGreaterThan(0);
    const many = await client.get(`${USERS}?count=100000`);
    expect(many.body.itemsPerPage).toBeLessThanOrEqual(100);
    for (const query of ['startIndex=x', 'count=1.5', 'sortOrder=up', 'sortBy=shoeSize', 'sortBy=constructor'])
      expectScim(await client.get(`${USERS}?${query}`), 400, 'invalidValue');
  });

  it('shows what is asked for', async () => {
    const { id, userName } = await aUser();
    const show = async (query: string) => (await client.get(`${USERS}/${id}?${query}`)).body;
    expect(await show('attributes=userName')).toEqual({ schemas: [USER], id, userName });
    expect(await show('attributes=USERNAME,emails.value,meta.version')).toEqual({
      schemas: [USER],
      id,
      userName,
      emails: [{ value: userName }],
      meta: { version: 'W/"1"' },
    });
    expect(Object.keys(await show('excludedAttributes=id,groups,name,emails,meta'))).toEqual([
      'schemas',
      'id',
      'userName',
      'displayName',
      'active',
    ]);
    expect((await show(`excludedAttributes=${USER}:emails.type`)).emails).toEqual([{ value: userName, primary: true }]);
    const { body } = await client.get(`${USERS}?attributes=active&count=1`);
    expect(Object.keys(body.Resources[0])).toEqual(['schemas', 'id', 'active']);
  });

  it('can be asked for with a body', async () => {
    const { id, userName } = await aUser();
    const search = (body: object, path = USERS) => client.post(`${path}/.search`, { schemas: [SEARCH], ...body });
    const { status, body } = await search({ filter: `userName eq "${userName}"`, attributes: ['userName'], count: 10 });
    expect([status, body.totalResults, body.Resources]).toEqual([200, 1, [{ schemas: [USER], id, userName }]]);
    expect((await search({ count: 0 }, GROUPS)).body).toMatchObject({ Resources: [], itemsPerPage: 0 });
    expectScim(await search({ filter: 'x' }), 400, 'invalidFilter');
    expectScim(await search({ schemas: [LIST] }), 400, 'invalidSyntax');
    expectScim(await search({ count: 'x' }), 400, 'invalidValue');
  });
});

describe('a group', () => {
  const ids = (members: any[]) => members.map(({ value }) => value);
  const listed = (users: any[]) => users.map(({ id }) => ({ value: id }));

  it('is made with its members', async () => {
    const users = [await aUser({ displayName: 'Ada "A"' }), await aUser()];
    const group = await aGroup({ externalId: unique(), members: [...listed(users), ...listed(users)] });
    expect(ids(group.members)).toEqual(users.map(({ id }) => id).toSorted());
    expect(group.members.find(({ value }: any) => value === users[0].id)).toEqual({
      value: users[0].id,
      $ref: `${suite.settings.BASE_URL}${USERS}/${users[0].id}`,
      display: 'Ada "A"',
      type: 'User',
    });
    expect((await client.get(`/v1/access/groups/${group.id}`)).body).toMatchObject({
      name: group.displayName,
      member_count: 2,
      roles: [],
    });
    expect((await client.get(`${GROUPS}/${group.id}`)).body).toEqual(group);
    expect((await client.get(`${GROUPS}/${group.id}?attributes=members.value`)).body).toEqual({
      schemas: [GROUP],
      id: group.id,
      members: users.map(({ id }) => ({ value: id })).toSorted((a, b) => (a.value < b.value ? -1 : 1)),
    });
  });

  it.each([
    ['no name', { displayName: undefined }, /displayName/],
    ['a blank name', { displayName: ' ' }, /displayName/],
    ['a long name', { displayName: 'x'.repeat(256) }, /displayName/],
    ['a member that is no user', { members: [{ value: newId('usr') }] }, /There is no user/],
    ['a member without a value', { members: [{ display: 'x' }] }, /value/],
    ['a member that is a text', { members: ['x'] }, /value/],
    ['the placeholder as member', { members: [{ value: DELETED_USER }] }, /There is no user/],
    ['a group as member', { members: [{ value: newId('grp') }] }, /group/],
    ['a group as member by its type', { members: [{ value: 'x', type: 'Group' }] }, /group/],
    ['a group as member by its address', { members: [{ value: 'x', $ref: '../Groups/x' }] }, /group/],
  ])('is not made with %s', async (_, facts, detail) => {
    const displayName = unique();
    const answer = await client.post(GROUPS, { schemas: [GROUP], displayName, ...facts });
    expectScim(answer, 400, 'invalidValue');
    expect(answer.body.detail).toMatch(detail);
    expect((await find(GROUPS, `displayName eq "${displayName}"`)).body.totalResults).toBe(0);
  });

  it.each(['displayName', 'externalId'])('has a %s of its own', async (name) => {
    const known = await aGroup({ externalId: unique() });
    expectScim(await client.post(GROUPS, { displayName: unique(), [name]: known[name] }), 409, 'uniqueness');
    const other = await aGroup();
    expectScim(
      await patch(`${GROUPS}/${other.id}`, [{ op: 'replace', value: { [name]: known[name] } }]),
      409,
      'uniqueness',
    );
  });

  it('keeps its members with a PUT that has none, and loses them with one that has an empty list', async () => {
    const group = await aGroup({ members: listed([await aUser()]) });
    const put = (body: object) => client.put(`${GROUPS}/${group.id}`, { displayName: group.displayName, ...body });
    expect((await put({})).body.members).toHaveLength(1);
    expect((await put({ members: [] })).body.members).toEqual([]);
    expect((await client.get(`/v1/access/groups/${group.id}`)).body.member_count).toBe(0);
  });

  it('does operations one after the other', async () => {
    const [a, b, c] = [await aUser(), await aUser(), await aUser()];
    const group = await aGroup({ members: listed([a]) });
    const path = `${GROUPS}/${group.id}`;
    await patch(path, [
      { op: 'add', path: 'members', value: listed([b, c]) },
      { op: 'remove', path: `members[value eq "${b.id}"]` },
    ]);
    expect(await memberIds(group.id)).toEqual([a.id, c.id].toSorted());
    await patch(path, [
      { op: 'remove', path: 'members' },
      { op: 'add', value: { members: { value: b.id }, displayName: `${group.displayName} 2` } },
    ]);
    expect(await memberIds(group.id)).toEqual([b.id]);
    await patch(path, [
      { op: 'replace', path: 'members', value: listed([a]) },
      { op: 'remove', path: 'members', value: listed([a]) },
    ]);
    expect(await memberIds(group.id)).toEqual([]);
    expect((await client.get(path)).body.displayName).toBe(`${group.displayName} 2`);
  });

  it('notes who joined and who left', async () => {
    const [a, b] = [await aUser(), await aUser()];
    const group = await aGroup({ members: listed([a]) });
    await client.put(`${GROUPS}/${group.id}`, { displayName: group.displayName, members: listed([b]) });
    const noted = (await trailOf(group.id)).map(({ action, changes }: any) => [action, changes?.members]);
    expect(noted).toEqual([
      ['access.group.members_removed', { from: [a.id], to: [] }],
      ['access.group.members_added', { from: [], to: [b.id] }],
      ['access.group.members_added', { from: [], to: [a.id] }],
      ['access.group.created', undefined],
    ]);
    expect((await client.get(`${GROUPS}/${group.id}`)).body.meta.version).toBe('W/"4"');
  });

  it.each([
    ['a user who is not there', [{ op: 'add', path: 'members', value: [{ value: newId('usr') }] }], 'invalidValue'],
    ['another filter', [{ op: 'remove', path: 'members[display eq "x"]' }], 'invalidFilter'],
  ])('is not patched with %s', async (_, operations, scimType) => {
    const user = await aUser();
    const group = await aGroup();
    const join = { op: 'add', path: 'members', value: listed([user]) };
    expectScim(await patch(`${GROUPS}/${group.id}`, [join, ...operations]), 400, scimType);
    expect((await client.get(`${GROUPS}/${group.id}`)).body).toEqual(group);
  });

  it('answers a PATCH with the group only where it is asked what to show', async () => {
    const { id } = await aGroup();
    const rename = [{ op: 'replace', path: 'displayName', value: unique() }];
    const answer = await patch(`${GROUPS}/${id}`, rename);
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([204, '', 'W/"2"']);
    const shown = await patch(`${GROUPS}/${id}?attributes=displayName`, rename);
    expect([shown.status, shown.body]).toEqual([200, { schemas: [GROUP], id, displayName: rename[0]!.value }]);
  });

  it('is changed only in the version that is named', async () => {
    const { id, meta } = await aGroup();
    const rename = (etag: string) =>
      patch(`${GROUPS}/${id}`, [{ op: 'replace', path: 'displayName', value: unique() }], {
        headers: { 'If-Match': etag },
      });
    expect((await rename(meta.version)).status).toBe(204);
    expectScim(await rename(meta.version), 412);
  });

  it('gives nobody more than the credential has, and leaves the workspace an owner', async () => {
    const key = await suite.withScopes('access:write');
    const { body: sales } = await client.post('/v1/access/groups', { name: unique(), roles: ['sales:editor'] });
    const user = await aUser();
    const join = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: listed([user]) }] };
    expectScim(await key.patch(`${GROUPS}/${sales.id}`, join), 403);
    expect(await memberIds(sales.id)).toEqual([]);
    expect((await client.patch(`${GROUPS}/${sales.id}`, join)).status).toBe(204);
    // An operation that adds nobody confers nothing.
    expect((await key.patch(`${GROUPS}/${sales.id}`, join)).status).toBe(204);

    const { client: theirs, ownerId } = await suite.workspace();
    const { body: owners } = await theirs.post('/v1/access/groups', { name: 'Owners', roles: ['workspace:owner'] });
    const path = `${GROUPS}/${owners.id}`;
    const next = await aUser({}, theirs);
    await theirs.patch(path, { ...join, Operations: [{ op: 'add', path: 'members', value: [{ value: ownerId }] }] });
    await theirs.patch(`/v1/access/users/${ownerId}`, { roles: [] });
    const empty = { ...join, Operations: [{ op: 'remove', path: 'members' }] };
    expectScim(await theirs.patch(path, empty), 409);
    expectScim(await theirs.delete(path), 409);
    expect((await theirs.put(path, { displayName: 'Owners', members: [{ value: next.id }] })).status).toBe(200);
  });

  it('takes a thousand members at once, and loses nine hundred', async () => {
    const { rows } = await suite.database.execute<{ id: string }>(
      `insert into users (workspace_id, id, email, display_name, status, roles, created_at, updated_at, revision)
       select $1, 'usr_0' || lpad(n::text, 25, '0'), n || '@many.example', 'Many ' || n, 'active', '{}', now(), now(), 1
         from generate_series(1, 1000) n returning id`,
      [suite.workspaceId],
    );
    const group = await aGroup({ members: listed(rows) });
    expect(group.members).toHaveLength(1000);
    const operations = [{ op: 'Remove', path: 'members', value: listed(rows.slice(100)) }];
    expect((await patch(`${GROUPS}/${group.id}`, operations)).status).toBe(204);
    expect(await memberIds(group.id)).toEqual(rows.slice(0, 100).map(({ id }) => id));
  });

  it('refuses more members at once than it says', async () => {
    const members = Array.from({ length: 20_001 }, (_, n) => ({ value: `usr_${n}` }));
    const group = await aGroup({});
    const answers = [
      await client.put(`${GROUPS}/${group.id}`, { schemas: [GROUP], displayName: 'Many', members }),
      await patch(`${GROUPS}/${group.id}`, [{ op: 'add', path: 'members', value: members }]),
    ];
    for (const { status, body } of answers)
      expect([status, body.scimType, body.detail]).toEqual([
        400,
        'invalidValue',
        'A request must name at most 20000 members.',
      ]);
  });

  it('gives up its members to nobody else while it changes', async () => {
    const group = await aGroup();
    const users = await Promise.all(Array.from({ length: 6 }, () => aUser()));
    const answers = await Promise.all(
      users.map((user) => patch(`${GROUPS}/${group.id}`, [{ op: 'add', path: 'members', value: listed([user]) }])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204));
    expect(await memberIds(group.id)).toEqual(users.map(({ id }) => id).toSorted());
  });
});

describe('another workspace', () => {
  it('has its own users and groups, under the same names', async () => {
    const { client: other } = await suite.workspace();
    const facts = { userName: address(), externalId: unique() };
    const [here, there] = [await aUser(facts), await aUser(facts, other)];
    const group = await aGroup({ displayName: unique() });
    await aGroup({ displayName: group.displayName }, other);
    for (const path of [`${USERS}/${here.id}`, `${GROUPS}/${group.id}`]) {
      expectScim(await other.get(path), 404);
      expectScim(await other.put(path, { userName: address(), displayName: unique() }), 404);
      expectScim(await other.delete(path), 404);
    }
    const found = await find(USERS, `userName eq "${facts.userName}"`, other);
    expect(found.body.Resources.map(({ id }: any) => id)).toEqual([there.id]);
    const theirs = await other.post(GROUPS, { displayName: unique(), members: [{ value: here.id }] });
    expectScim(theirs, 400, 'invalidValue');
  });
});
