import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, currentContext } from '../../platform/context/request-context.js';
import { newId } from '../../platform/fields/ids.js';
import { eventually } from '../../../test/support/eventually.js';
import { inUnit } from '../../../test/support/people.js';
import { type Answer, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { SessionCleanup } from './sessions.cleanup.js';
import { SessionsService } from './sessions.service.js';

const SESSIONS = '/v1/access/sessions';
const ME = '/v1/access/me/sessions';
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

const eventsOf = async (sessionId: string) => {
  const events = await eventsAbout(suite.database, 'session_id', sessionId);
  return events.flatMap(({ type, payload }) => (type === 'access.session.revoked' ? payload : []));
};

describe('A signed-in user', () => {
  it('may do all that their roles give, in their own name', async () => {
    const { client, userId, email } = await suite.signedIn('office:editor', 'guard:viewer');
    const { status, body } = await client.post(DOCUMENTS, { title: 'Plan' });
    expect(status).toBe(201);
    expect((await client.get(`${DOCUMENTS}/${body.id}`)).body.owner_id).toBe(userId);
    const { body: log } = await client.get(`/v1/guard/audit-logs?resource_id=${body.id}`);
    expect(log.data[0].actor).toEqual({ type: 'user', id: userId, email });
    const refused = await client.get('/v1/sales/deals-or-whatever');
    expect(refused.status).toBe(404);
    expect((await client.get(SESSIONS)).status).toBe(403);
  });

  it('loses everything when suspended, and it comes back when reactivated', async () => {
    const { client, userId } = await suite.signedIn('office:viewer');
    const sessions = suite.app.get(SessionsService);
    const become = (status: string) =>
      asSystem(suite.workspaceId, () =>
        suite.database.transaction(async () => {
          await suite.database.write('update users set status = $2 where id = $1', [userId, status]);
          await sessions.forgetUser(userId);
        }),
      );
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    await become('suspended');
    const refused = await client.get(DOCUMENTS);
    expect([refused.status, refused.body.error.message]).toEqual([401, 'The user is suspended.']);
    await become('active');
    expect((await client.get(DOCUMENTS)).status).toBe(200);
  });

  it('has no more scopes than they agreed to, whatever their roles', async () => {
    const { client, sessionId } = await suite.signedIn('workspace:owner');
    await suite.database.execute(`update access_tokens set scopes = '{office:read}' where session_id = $1`, [
      sessionId,
    ]);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    expect((await client.post(DOCUMENTS, { title: 'Plan' })).status).toBe(403);
  });

  it('is 401 once the token, or the session, is over', async () => {
    const own = await startTestApp();
    try {
      const { client } = await own.signedIn('office:viewer');
      expect((await client.get(DOCUMENTS)).status).toBe(200);
      own.clock.advance(3_601);
      expect((await client.get(DOCUMENTS)).body.error.message).toBe('The credential has expired.');
    } finally {
      await own.close();
    }
  });

  it('is not somebody else: an unknown token is 401', async () => {
    await suite.signedIn('office:viewer');
    // The second has the form of a token.
    for (const key of ['no-such-token', 'x'.repeat(43)]) {
      const { status, body } = await suite.client.get(DOCUMENTS, { key });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});

describe('GET /v1/access/sessions', () => {
  it('lists sessions, and filters by user and status', async () => {
    const { userId, sessionId, client } = await suite.signedIn('access:viewer');
    const { body } = await client.get(`${SESSIONS}?user_id=${userId}`);
    expect(body.data).toEqual([
      {
        id: sessionId,
        user_id: userId,
        status: 'active',
        auth_method: 'oauth',
        client_id: null,
        ip_address: null,
        user_agent: null,
        created_at: expect.any(String),
        last_active_at: expect.any(String),
        expires_at: expect.any(String),
        amr: [],
        auth_time: expect.any(String),
        max_expires_at: null,
        provider_id: null,
        ended_at: null,
        current: true,
      },
    ]);
    const other = await suite.client.get(`${SESSIONS}?user_id=${userId}`);
    expect(other.body.data[0].current).toBe(false);
    expect((await client.get(`${SESSIONS}?user_id=${userId}&status=revoked`)).body.meta.total).toBe(0);
    expect((await client.get(`${SESSIONS}?status=gone`)).status).toBe(400);
    expect((await client.get(`/v1/access/users/${userId}/sessions`)).body.data).toHaveLength(1);
    expect((await client.get(`/v1/access/users/${newId('usr')}/sessions`)).status).toBe(404);
  });

  it('shows when a session expired, as its end', async () => {
    const { userId, sessionId } = await suite.signedIn('office:viewer');
    await suite.database.execute(`update sessions set expires_at = now() - interval '1 minute' where id = $1`, [
      sessionId,
    ]);
    const [session] = (await suite.client.get(`${SESSIONS}?user_id=${userId}&status=expired`)).body.data;
    expect([session.status, session.ended_at]).toEqual(['expired', session.expires_at]);
  });
});

describe('DELETE /v1/access/sessions/{id}', () => {
  it('ends the session and its tokens at once, in every process, and says so once', async () => {
    const beside = await startTestApp({}, { beside: suite });
    try {
      const { client, userId, sessionId } = await suite.signedIn('office:viewer');
      const there = (path: string) => beside.client.get(path, { key: client.key });
      expect([(await client.get(DOCUMENTS)).status, (await there(DOCUMENTS)).status]).toEqual([200, 200]);
      expect((await suite.client.delete(`${SESSIONS}/${sessionId}`)).status).toBe(204);
      expect((await client.get(DOCUMENTS)).body.error.message).toBe('The session has ended.');
      await expect.poll(async () => (await there(DOCUMENTS)).status).toBe(401);
      expect((await suite.client.delete(`${SESSIONS}/${sessionId}`)).status).toBe(204);
      expect(await eventsOf(sessionId)).toEqual([{ session_id: sessionId, user_id: userId, reason: 'revoked' }]);
    } finally {
      await beside.close();
    }
  });

  it('is not for members of the access app', async () => {
    const { sessionId } = await suite.signedIn('office:viewer');
    const { client } = await suite.signedIn('access:member');
    expect((await client.delete(`${SESSIONS}/${sessionId}`)).status).toBe(403);
    const editor = await suite.signedIn('access:editor');
    expect((await editor.client.delete(`${SESSIONS}/${sessionId}`)).status).toBe(204);
  });
});

describe('A key that may only write', () => {
  it('finds the session that it ends', async () => {
    const writer = await suite.withScopes('access:write');
    const { sessionId } = await suite.signedIn('office:viewer');
    expect((await writer.delete(`${SESSIONS}/${sessionId}`)).status).toBe(204);
    expect((await writer.get(SESSIONS)).status).toBe(403);
    expect((await (await suite.withScopes('office:write')).delete(`${SESSIONS}/${sessionId}`)).status).toBe(403);
  });
});

describe('POST /v1/access/users/{id}/sessions/revoke', () => {
  it('ends all of them, once', async () => {
    const { userId, sessionId, client } = await suite.signedIn('office:viewer');
    const path = `/v1/access/users/${userId}/sessions/revoke`;
    expect((await suite.client.post(path)).body).toEqual({ revoked: 1 });
    expect((await suite.client.post(path)).body).toEqual({ revoked: 0 });
    expect((await client.get(DOCUMENTS)).status).toBe(401);
    expect(await eventsOf(sessionId)).toHaveLength(1);
  });

  it('ends one, too, that is just beginning', async () => {
    const { userId } = await suite.signedIn('office:viewer');
    let revoked: Promise<Answer>;
    await inUnit(suite, async () => {
      await suite.app
        .get(SessionsService)
        .begin({ user_id: userId, auth_method: 'oauth', expires_at: suite.clock.iso(3600) });
      await currentContext().unitOfWork!.open();
      let answered = false;
      revoked = suite.client.post(`/v1/access/users/${userId}/sessions/revoke`);
      void revoked.finally(() => (answered = true));
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from users%'
        and datname = current_database()`;
      await eventually(async () => expect(answered || (await suite.database.execute(waiting)).count > 0).toBe(true));
    });
    expect((await revoked!).body).toEqual({ revoked: 2 });
    expect((await suite.client.get(`${SESSIONS}?user_id=${userId}&status=active`)).body.data).toEqual([]);
  });
});

describe('/v1/access/me/sessions', () => {
  it('shows a user without any access scope their own, and lets them end these', async () => {
    const { client, sessionId } = await suite.signedIn('office:viewer');
    const stranger = await suite.signedIn('office:viewer');
    const { status, body } = await client.get(ME);
    expect([status, body.data.map(({ id }: any) => id)]).toEqual([200, [sessionId]]);
    expect((await client.delete(`${ME}/${stranger.sessionId}`)).status).toBe(404);
    expect((await client.delete(`${ME}/${sessionId}`)).status).toBe(204);
    expect((await client.get(ME)).status).toBe(401);
  });

  it('is for their own sessions even where they may see all', async () => {
    const { client } = await suite.signedIn('workspace:owner');
    const stranger = await suite.signedIn('office:viewer');
    expect((await client.get(ME)).body.data).toHaveLength(1);
    expect((await client.delete(`${ME}/${stranger.sessionId}`)).status).toBe(404);
  });

  it('is not for API keys', async () => {
    expect((await suite.client.get(ME)).status).toBe(403);
  });
});

describe('The cleanup', () => {
  it('removes sessions 90 days after their end', async () => {
    const own = await startTestApp();
    try {
      const { sessionId, userId } = await own.signedIn('office:viewer');
      await own.client.delete(`${SESSIONS}/${sessionId}`);
      const left = async () => (await own.client.get(`${SESSIONS}?user_id=${userId}`)).body.meta.total;
      own.clock.advance(89 * 86_400);
      await own.app.get(SessionCleanup).clean();
      expect(await left()).toBe(1);
      own.clock.advance(86_401);
      await own.app.get(SessionCleanup).clean();
      expect(await left()).toBe(0);
    } finally {
      await own.close();
    }
  });
});
