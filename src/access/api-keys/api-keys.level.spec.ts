import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/api-keys';
const APPS = ['office', 'access', 'sales', 'careers', 'project', 'guard'];

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

/** A key acts as admin within its scopes, and reads what is private to others. */
describe('A key is made only by who is admin of all it reaches:', () => {
  it.each<[string[], string[], number]>([
    [['access:member'], ['access:write'], 403],
    [['access:editor'], ['access:read'], 403],
    [['access:editor'], ['access:write'], 403],
    [['access:admin'], ['access:read', 'access:write'], 201],
    [['access:admin', 'office:viewer'], ['office:read'], 403],
    [['access:admin', 'office:editor'], ['access:read', 'office:write'], 403],
    [['access:member', 'office:admin'], ['office:write'], 201],
    [APPS.map((app) => `${app}:admin`), ['read:all'], 201],
    [APPS.map((app) => `${app}:admin`), ['read:all', 'write:all'], 403],
    [['workspace:owner'], ['read:all', 'write:all'], 201],
  ])('%j making %j is %i', async (roles, scopes, status) => {
    const { client } = await suite.signedIn(...roles);
    const answer = await client.post(PATH, { name: 'Key', scopes });
    expect(answer.status, answer.text).toBe(status);
  });

  it('another one neither gets it by rotation nor changes it, but may end it', async () => {
    const { id } = (await suite.client.post(PATH, { name: 'Key', scopes: ['access:write'] })).body;
    const { client } = await suite.signedIn('access:editor');
    const answers = [
      await client.post(`${PATH}/${id}/rotate`),
      await client.patch(`${PATH}/${id}`, { name: 'Mine' }),
      await client.delete(`${PATH}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 204]);
  });

  it('a former admin can do nothing more with the keys they made', async () => {
    const { client, userId } = await suite.signedIn('access:admin', 'office:admin');
    const { id } = (await client.post(PATH, { name: 'Key', scopes: ['office:read'] })).body;
    await suite.client.patch(`/v1/access/users/${userId}`, { roles: ['access:member', 'office:viewer'] });
    expect((await client.post(`${PATH}/${id}/rotate`)).status).toBe(403);
    expect((await client.patch(`${PATH}/${id}`, { expires_at: null })).status).toBe(403);
  });

  it('keys make keys within their own scopes', async () => {
    const by = await suite.withScopes('access:write', 'office:read');
    const { status, body } = await by.post(PATH, { name: 'Key', scopes: ['office:read'] });
    expect(status).toBe(201);
    expect((await new Client(suite.base, body.key).get('/v1/office/documents')).status).toBe(200);
  });
});
