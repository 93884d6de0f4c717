import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
