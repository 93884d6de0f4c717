import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { GROUP, PATCH, USER } from './scim.dto.js';

/** Requests of Okta in their order, after the public description of its SCIM 2.0 client. */

let suite: TestApp;
beforeAll(async () => (suite = await startTestApp()));
afterAll(() => suite.close());

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  suite.client.send(method, `/v1/access/scim/v2${path}`, {
    body,
    key: null,
    headers: {
      Authorization: `Bearer ${suite.client.key}`,
      'User-Agent': 'Okta SCIM Client 1.0.0',
      Accept: 'application/scim+json',
      'Accept-Charset': 'utf-8',
      ...(body && { 'Content-Type': 'application/scim+json; charset=utf-8' }),
    },
  });

const someone = () => `${randomBytes(6).toString('hex')}@example.com`;
const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

const profile = (userName: string) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Isaac', middleName: '', familyName: 'Brock' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Isaac Brock',
  locale: 'en-US',
  externalId: `00u${randomBytes(8).toString('hex')}`,
  groups: [],
  password: '1mz050nq-secret',
  active: true,
});

describe('the import of users', () => {
  it('asks for a first page, and for single users', async () => {
    await send('POST', '/Users', profile(someone()));
    const { status, headers, body } = await send('GET', '/Users?startIndex=1&count=2');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/scim+json');
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: expect.any(Number),
      startIndex: 1,
      itemsPerPage: 2,
    });
    expect(body.Resources).toHaveLength(2);
    const found = await send('GET', `/Users/${body.Resources[1].id}`);
    expect(found.body).toMatchObject({
      id: body.Resources[1].id,
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [{ value: body.Resources[1].userName }],
      active: true,
    });
  });

  it('takes 404 for a user who is not there', async () => {
    const { status, body } = await send('GET', '/Users/00919288221112222');
    expect(status).toBe(404);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: expect.stringMatching(/\S/),
    });
  });
});

describe('the life of a user', () => {
  const userName = someone();
  const sent = profile(userName);
  let id: string;

  it('is looked for first, and not found', async () => {
    const { status, body } = await send('GET', `/Users?${filter(`userName eq "${userName}"`)}&startIndex=1&count=100`);
    expect([status, body.totalResults, body.Resources]).toEqual([200, 0, []]);
  });

  it('is made', async () => {
    const { status, headers, body } = await send('POST', '/Users', sent);
    expect(status).toBe(201);
    id = body.id;
    expect(body).toEqual({
      schemas: [USER],
      id: expect.stringMatching(/^usr_/),
      externalId: sent.externalId,
      userName,
      name: { formatted: 'Isaac Brock', givenName: 'Isaac', familyName: 'Brock' },
      displayName: 'Isaac Brock',
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      groups: [],
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/^\d{4}-.*Z$/),
        lastModified: body.meta.created,
        location: `${suite.settings.BASE_URL}/v1/access/scim/v2/Users/${id}`,
        version: 'W/"1"',
      },
    });
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('etag')).toBe('W/"1"');
  });

  it('is made once', async () => {
    const { status, body } = await send('POST', '/Users', sent);
    expect(status).toBe(409);
    expect(body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('is found, in any case', async () => {
    for (const name of [userName, userName.toUpperCase()]) {
      const { body } = await send('GET', `/Users?${filter(`userName eq "${name}"`)}`);
      expect(body.Resources.map((user: any) => user.id)).toEqual([id]);
    }
  });

  it('is changed with PUT, as Okta got them, with the differences', async () => {
    const { body: known } = await send('GET', `/Users/${id}`);
    const changed = { ...known, name: { givenName: 'Another', familyName: 'Brock' }, displayName: 'Another Brock' };
    const { status, body } = await send('PUT', `/Users/${id}`, changed);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      externalId: sent.externalId,
      name: { formatted: 'Another Brock', givenName: 'Another', familyName: 'Brock' },
      displayName: 'Another Brock',
      active: true,
    });
  });

  it('speaks the language that PUT has, or else keeps what they chose; a locale is none', async () => {
    const { body: known } = await send('GET', `/Users/${id}`);
    expect(known).not.toHaveProperty('preferredLanguage');
    const put = async (more: object) =>
      (await send('PUT', `/Users/${id}`, { ...known, locale: 'en-US', ...more })).body.preferredLanguage;
    expect(await put({})).toBeUndefined();
    expect(await put({ preferredLanguage: 'de-DE' })).toBe('de');
    expect(await put({})).toBe('de');
    expect(await put({ preferredLanguage: '' })).toBe('de');
    expect(await put({ preferredLanguage: 'fr' })).toBeUndefined();
  });

  it('is deactivated with PATCH, and comes back', async () => {
    const patch = (value: object) =>
      send('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', value }] });
    const off = await patch({ active: false });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await suite.client.get(`/v1/access/users/${id}`)).body.status).toBe('suspended');
    const on = await patch({ active: true });
    expect([on.status, on.body.active]).toEqual([200, true]);
  });

  it('is deactivated with PUT too', async () => {
    const { body: known } = await send('GET', `/Users/${id}`);
    const { body } = await send('PUT', `/Users/${id}`, { ...known, active: false });
    expect(body).toMatchObject({ id, active: false, userName });
  });
});

describe('a group that is pushed', () => {
  let group: string;
  const ids: string[] = [];
  const patch = (...Operations: object[]) => send('PATCH', `/Groups/${group}`, { schemas: [PATCH], Operations });
  const members = async () => {
    const { body } = await send('GET', `/Groups/${group}`);
    return body.members.map(({ value }: any) => value);
  };

  it('is looked for, and made empty', async () => {
    for (let n = 0; n < 3; n++) ids.push((await send('POST', '/Users', profile(someone()))).body.id);
    const looked = await send('GET', `/Groups?${filter('displayName eq "Test SCIMv2"')}&startIndex=1&count=100`);
    expect([looked.status, looked.body.totalResults]).toEqual([200, 0]);
    const made = await send('POST', '/Groups', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ schemas: [GROUP], displayName: 'Test SCIMv2', members: [] });
    group = made.body.id;
  });

  it('gets members', async () => {
    const value = ids.slice(0, 2).map((value) => ({ value, display: someone() }));
    expect((await patch({ op: 'add', path: 'members', value })).status).toBe(204);
    expect(await members()).toEqual(ids.slice(0, 2).toSorted());
  });

  it('loses one and gets one in a request', async () => {
    const { status } = await patch(
      { op: 'remove', path: `members[value eq "${ids[0]}"]` },
      { op: 'add', path: 'members', value: [{ value: ids[2], display: someone() }] },
    );
    expect(status).toBe(204);
    expect(await members()).toEqual(ids.slice(1).toSorted());
  });

  it('gets other members', async () => {
    expect((await patch({ op: 'replace', path: 'members', value: [{ value: ids[0] }] })).status).toBe(204);
    expect(await members()).toEqual([ids[0]]);
  });

  it('gets another name, with its id beside', async () => {
    expect((await patch({ op: 'replace', value: { id: group, displayName: 'Test SCIMv2b' } })).status).toBe(204);
    expect((await send('GET', `/Groups/${group}`)).body).toMatchObject({ displayName: 'Test SCIMv2b' });
    expect(await members()).toEqual([ids[0]]);
  });

  it('is written whole', async () => {
    const body = { schemas: [GROUP], id: group, displayName: 'Test SCIMv2c', members: ids.map((value) => ({ value })) };
    const answer = await send('PUT', `/Groups/${group}`, body);
    expect(answer.status).toBe(200);
    expect(answer.body.displayName).toBe('Test SCIMv2c');
    expect(answer.body.members.map(({ value }: any) => value)).toEqual(ids.toSorted());
  });

  it('shows at its members, and is deleted', async () => {
    const { body } = await send('GET', `/Users/${ids[0]}`);
    expect(body.groups).toEqual([
      {
        value: group,
        $ref: `${suite.settings.BASE_URL}/v1/access/scim/v2/Groups/${group}`,
        display: 'Test SCIMv2c',
        type: 'direct',
      },
    ]);
    expect((await send('DELETE', `/Groups/${group}`)).status).toBe(204);
    expect((await send('GET', `/Groups/${group}`)).status).toBe(404);
    expect((await send('GET', `/Users/${ids[0]}`)).body.groups).toEqual([]);
  });
});
