import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enforcePolicy } from '../../../test/support/policies.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const ME = '/v1/access/me';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

describe('GET /v1/access/me', () => {
  it('shows a user without any access scope their own identity and scopes', async () => {
    const { client, userId, sessionId, email } = await suite.signedIn('office:editor', 'sales:viewer');
    const { status, body } = await client.get(ME);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: userId,
      email,
      display_name: 'Ada',
      status: 'active',
      roles: ['office:editor', 'sales:viewer'],
      language: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      groups: [],
      effective_roles: ['office:editor', 'sales:viewer'],
      last_session: expect.objectContaining({ id: sessionId, status: 'active' }),
      scopes: ['office:read', 'office:write', 'sales:read'],
      operator: false,
      workspace: {
        id: suite.workspaceId,
        name: 'Default',
        time_zone: 'UTC',
        currency: 'USD',
        week_starts_on: 'monday',
        language: 'en',
      },
    });
    const { scopes, operator, workspace } = body;
    const shown = (await suite.client.get(`/v1/access/users/${userId}`)).body;
    expect(body).toEqual({ ...shown, scopes, operator, workspace });
    expect((await client.get(`/v1/access/users/${userId}`)).status).toBe(403);
  });

  it('shows what the credential may do, not all that the roles give', async () => {
    const { client, sessionId } = await suite.signedIn('workspace:owner');
    await suite.database.execute(`update access_tokens set scopes = '{office:read,read:all}' where session_id = $1`, [
      sessionId,
    ]);
    expect((await client.get(ME)).body.scopes).toEqual(['office:read']);
  });

  it('follows a change of roles at once', async () => {
    const { client, userId } = await suite.signedIn('office:editor');
    await suite.client.patch(`/v1/access/users/${userId}`, { roles: ['office:viewer'] });
    expect((await client.get(ME)).body).toMatchObject({ roles: ['office:viewer'], scopes: ['office:read'] });
  });

  it('is told with 304 until a part of it changes, with or without a new revision', async () => {
    const { client, userId } = await suite.signedIn();
    const known = { headers: { 'If-None-Match': (await client.get(ME)).headers.get('etag')! } };
    expect((await client.get(ME, known)).status).toBe(304);
    const { body: group } = await suite.client.post('/v1/access/groups', { name: 'Me and others' });
    await suite.client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [userId] });
    expect((await client.get(ME, known)).body.groups).toEqual([{ id: group.id, name: 'Me and others' }]);
  });

  it('is not for API keys, and not for nobody', async () => {
    expect((await suite.client.get(ME)).status).toBe(403);
    expect((await suite.client.get(ME, { key: null })).status).toBe(401);
  });
});

describe('PATCH /v1/access/me', () => {
  it('changes the language of a user without any access scope, and of nobody else', async () => {
    const [{ client, userId }, other] = [await suite.signedIn('office:viewer'), await suite.signedIn('office:viewer')];
    const { status, body } = await client.patch(ME, {
      language: 'de',
      display_name: 'Eve',
      roles: ['workspace:owner'],
    });
    expect([status, body.language, body.display_name, body.roles]).toEqual([200, 'de', 'Ada', ['office:viewer']]);
    expect((await client.get(ME)).body).toEqual(body);
    const { data } = (await suite.client.get(`/v1/guard/audit-logs?resource_id=${userId}&limit=1`)).body;
    expect(data).toMatchObject([
      { action: 'access.user.updated', actor: { id: userId }, changes: { language: { from: null, to: 'de' } } },
    ]);
    expect((await client.patch(`/v1/access/users/${other.userId}`, { language: 'de' })).status).toBe(403);
    expect((await other.client.get(ME)).body.language).toBeNull();
    expect((await client.patch(ME, {})).body.language).toBe('de');
    expect((await client.patch(ME, { language: null })).body.language).toBeNull();
  });

  it('refuses another language, by name, and API keys', async () => {
    const { client } = await suite.signedIn('office:viewer');
    for (const language of ['fr', 'de-DE', 'EN', '', '<b>', 7]) {
      const { status, body } = await client.patch(ME, { language });
      expect([status, body.error.details]).toEqual([
        400,
        [expect.objectContaining({ field: 'language', message: expect.stringContaining('language') })],
      ]);
    }
    expect((await client.patch(ME, { language: 'fr' })).body.error.details).toMatchObject([
      { code: 'invalid_value', message: 'language must be one of en, de.' },
    ]);
    expect((await suite.client.patch(ME, { language: 'de' })).status).toBe(403);
  });

  it('is refused where a policy says so', async () => {
    const { client, userId } = await suite.signedIn('office:viewer');
    const principals = [{ type: 'user', id: userId }];
    await enforcePolicy(suite.client, { principals, resources: [{ type: 'access.user' }], actions: ['access:write'] });
    expect((await client.patch(ME, { language: 'de' })).status).toBe(403);
    expect((await client.get(ME)).body.language).toBeNull();
  });
});
