import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { GROUP, PATCH, USER } from './scim.dto.js';

/** Requests of Microsoft Entra, after the public description of its provisioning client. */

let suite: TestApp;
beforeAll(async () => (suite = await startTestApp()));
afterAll(() => suite.close());

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  suite.client.send(method, `/v1/access/scim/v2${path}`, {
    body,
    key: null,
    headers: {
      Authorization: `Bearer ${suite.client.key}`,
      ...(body && { 'Content-Type': 'application/scim+json; charset=utf-8' }),
    },
  });

const unique = () => randomBytes(6).toString('hex');
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;
const patch = (path: string, ...Operations: object[]) => send('PATCH', path, { schemas: [PATCH], Operations });

const newUser = (userName = `${unique()}@example.com`) => ({
  schemas: [USER, ENTERPRISE],
  externalId: unique(),
  userName,
  active: true,
  addresses: [{ primary: false, type: 'work', country: 'NO', locality: 'Oslo' }],
  emails: [{ primary: true, type: 'work', value: `mail.${userName}` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Test User', familyName: 'User', givenName: 'Test' },
  phoneNumbers: [{ primary: true, type: 'mobile', value: '+47 1234' }],
  preferredLanguage: 'en-US',
  title: 'Engineer',
  roles: [],
  [ENTERPRISE]: { department: 'R&D', manager: { value: 'somebody' } },
});

describe('the test of the connection', () => {
  it('looks for a user who cannot be there', async () => {
    const { status, body } = await send('GET', `/Users?${filter(`userName eq "${unique()}"`)}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
  });

  it('reads the schemas', async () => {
    const { body } = await send('GET', '/Schemas');
    expect(body.Resources.map(({ id }: any) => id)).toEqual([USER, GROUP]);
  });
});

describe('a user', () => {
  const sent = newUser();
  const userName = sent.userName.toUpperCase();
  let path: string;

  it('is made, and answered with what is kept', async () => {
    const { status, body } = await send('POST', '/Users', sent);
    expect(status).toBe(201);
    path = `/Users/${body.id}`;
    expect(body).toMatchObject({ externalId: sent.externalId, displayName: 'Test User', active: true });
    expect(body.emails).toEqual([{ value: sent.userName, type: 'work', primary: true }]);
    for (const name of ['title', 'addresses', 'phoneNumbers', 'roles', ENTERPRISE])
      expect(body).not.toHaveProperty([name]);
    expect(body.schemas).toEqual([USER]);
    expect(body.preferredLanguage).toBe('en');
  });

  it('is found by what attributes are matched on', async () => {
    for (const text of [
      `userName eq "${userName}"`,
      `externalId eq "${sent.externalId}"`,
      `emails[type eq "work"].value eq "${userName}"`,
      `emails.value eq "${userName}"`,
      `externalId eq "${sent.externalId}" and active eq true`,
      `externalId eq "${sent.externalId}" and active eq "True"`,
      `externalId eq "${sent.externalId}" and active eq True`,
    ]) {
      const { body } = await send('GET', `/Users?${filter(text)}`);
      expect([text, body.totalResults, body.Resources[0]?.externalId]).toEqual([text, 1, sent.externalId]);
    }
  });

  it('is asked for their manager, whom they do not have', async () => {
    const { body } = await send('GET', `/Users?attributes=id&${filter(`id eq "${path.slice(7)}" and manager eq "x"`)}`);
    expect([body.totalResults, body.Resources]).toEqual([0, []]);
  });

  it('is changed along paths, with a capital', async () => {
    const { status, body } = await patch(
      path,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'A street' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
    );
    expect(status).toBe(200);
    expect(body.name).toEqual({
      formatted: 'Test updatedFamilyName',
      givenName: 'Test',
      familyName: 'updatedFamilyName',
    });
    expect(body.userName).toBe(sent.userName);
  });

  it.each([
    'title',
    'name.formatted',
    'addresses[type eq "work"].streetAddress',
    'phoneNumbers[type eq "mobile"].value',
    'roles[primary eq "True"].value',
    `${ENTERPRISE}:employeeNumber`,
    `${ENTERPRISE}:manager`,
  ])('passes over %s, which is mapped from the start', async (mapped) => {
    const { body: before } = await send('GET', path);
    for (const op of ['Add', 'Replace', 'Remove']) {
      const { status, body } = await patch(path, { op, path: mapped, ...(op !== 'Remove' && { value: 'x' }) });
      expect([op, status, body]).toEqual([op, 200, before]);
    }
  });

  it.each([
    ['de-CH', 'de'],
    ['fr-FR, de;q=0.5, en;q=0.4', 'de'],
    ['EN', 'en'],
    ['de;q=0.2, en-GB;q=0.3', 'en'],
    ['fr-FR', undefined],
    ['Deutsch', undefined],
    ['*', undefined],
  ])('with the languages %s speaks %s', async (sent, kept) => {
    await patch(path, { op: 'Replace', path: 'preferredLanguage', value: kept === 'de' ? 'en' : 'de' });
    const { status, body } = await patch(path, { op: 'Replace', path: 'preferredLanguage', value: sent });
    expect([status, body.preferredLanguage]).toEqual([200, kept]);
    const { body: user } = await suite.client.get(`/v1/access/users/${body.id}`);
    expect(user.language).toBe(kept ?? null);
    expect((await send('GET', path)).body.preferredLanguage).toBe(kept);
  });

  it('keeps their language where another attribute changes, and loses it by name', async () => {
    await patch(path, { op: 'Replace', path: 'preferredLanguage', value: 'de-DE' });
    const { body } = await patch(path, { op: 'Replace', path: 'displayName', value: 'Test User' });
    expect(body.preferredLanguage).toBe('de');
    const removed = await patch(path, { op: 'Remove', path: 'preferredLanguage' });
    expect([removed.status, removed.body.preferredLanguage]).toEqual([200, undefined]);
  });

  it('is changed without a path, with dots', async () => {
    const value = {
      'name.givenName': 'Given',
      displayName: 'New name',
      active: 'True',
      [`${ENTERPRISE}:division`]: 'x',
    };
    const { status, body } = await patch(path, { op: 'Replace', value });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: 'New name',
      active: true,
      name: { givenName: 'Given', familyName: 'updatedFamilyName' },
    });
  });

  it('keeps the parts of the name that a value does not name', async () => {
    const { body } = await patch(path, { op: 'Replace', path: 'name', value: { givenName: 'Only' } });
    expect(body.name).toMatchObject({ givenName: 'Only', familyName: 'updatedFamilyName' });
  });

  it('signs in with another address', async () => {
    const address = `${unique()}@example.com`;
    const { status, body } = await patch(path, { op: 'Replace', path: 'userName', value: address });
    expect([status, body.userName, body.emails[0].value]).toEqual([200, address, address]);
  });

  it.each([{ value: false }, { value: 'False' }, { value: 'false' }, { value: [{ $ref: null, value: 'False' }] }])(
    'is disabled with $value',
    async ({ value }) => {
      const { status, body } = await patch(path, { op: 'Replace', path: 'active', value });
      expect([status, body.active]).toEqual([200, false]);
      await patch(path, { op: 'Replace', path: 'active', value: 'True' });
    },
  );

  it('is deleted for good, and their address is free', async () => {
    const { body: user } = await send('GET', path);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    expect((await send('GET', path)).status).toBe(404);
    expect((await send('POST', '/Users', newUser(user.userName))).status).toBe(201);
  });
});

describe('a group', () => {
  const displayName = `Group "${unique()}" (A) and B`;
  let path: string;
  const ids: string[] = [];
  const members = async () => (await send('GET', path)).body.members.map(({ value }: any) => value);

  it('is made', async () => {
    for (let n = 0; n < 3; n++) ids.push((await send('POST', '/Users', newUser())).body.id);
    const externalId = unique();
    const { status, body } = await send('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId,
      displayName,
      meta: { resourceType: 'Group' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ externalId, displayName, members: [] });
    path = `/Groups/${body.id}`;
  });

  it('is read without its members', async () => {
    const { body } = await send('GET', `${path}?excludedAttributes=members`);
    expect(Object.keys(body).toSorted()).toEqual(['displayName', 'externalId', 'id', 'meta', 'schemas']);
  });

  it('is found by its name, whatever stands in it', async () => {
    const text = filter(`displayName eq ${JSON.stringify(displayName)}`);
    const { body } = await send('GET', `/Groups?excludedAttributes=members&${text}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ displayName }] });
    expect(body.Resources[0]).not.toHaveProperty('members');
  });

  it('gets members', async () => {
    const value = ids.map((value) => ({ $ref: null, value }));
    expect((await patch(path, { op: 'Add', path: 'members', value })).status).toBe(204);
    expect(await members()).toEqual(ids.toSorted());
  });

  it('loses members in either form', async () => {
    const listed = await patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ids[0] }] });
    expect([listed.status, await members()]).toEqual([204, ids.slice(1).toSorted()]);
    const filtered = await patch(path, { op: 'Remove', path: `members[value eq "${ids[1]}"]` });
    expect([filtered.status, await members()]).toEqual([204, ids.slice(2)]);
  });

  it('loses somebody who is no member, without an error', async () => {
    const { status } = await patch(path, { op: 'Remove', path: 'members', value: [{ value: ids[0] }] });
    expect([status, await members()]).toEqual([204, ids.slice(2)]);
  });

  it('is renamed and deleted', async () => {
    expect((await patch(path, { op: 'Replace', path: 'displayName', value: `${displayName}!` })).status).toBe(204);
    expect((await send('GET', path)).body.displayName).toBe(`${displayName}!`);
    expect((await send('DELETE', path)).status).toBe(204);
  });
});
