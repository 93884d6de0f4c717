import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, currentContext } from '../../platform/context/request-context.js';
import { StoreRegistry } from '../../platform/resource/stores.module.js';
import type { Browser, Visit } from '../../../test/support/browser.js';
import {
  askAsClient,
  authorize,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  CALLBACK,
  follow,
  identityOf,
  newProof,
  redeem,
  refresh,
  type RegisteredClient,
  registerClient,
  tokensOf,
  visit,
} from '../../../test/support/oauth.js';
import { inUnit, makeUser } from '../../../test/support/people.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { SessionCleanup } from '../sessions/sessions.cleanup.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { SessionUsage } from './session-usage.js';

const DOCUMENTS = '/v1/office/documents';
const WITH_CODE = { code: expect.any(String), state: 'a state', iss: expect.any(String) };

let suite: TestApp;
let client: RegisteredClient;
let user: User;
let browser: Browser;
beforeAll(async () => {
  // Without a worker, which would end grants of revoked clients as well.
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  client = await registerClient(suite);
  user = await makeUser(suite, { roles: ['office:editor'] });
  browser = await browserOf(suite, user);
});
afterAll(() => suite.close());

const read = async (token: string, at = suite) => (await at.client.get(DOCUMENTS, { key: token })).status;
const parametersOf = ({ searchParams }: URL) => Object.fromEntries(searchParams);

/** A code, and what is needed to redeem it. */
async function newCode(of = client, by = browser) {
  const proof = newProof();
  const back = await authorize(suite, by, authorizePath(of, proof));
  return { code: back.searchParams.get('code')!, proof };
}

/** Sessions of a user with a client, by status. */
async function grantsOf(userId: string): Promise<{ id: string; client_id: string | null; status: string }[]> {
  const { body } = await suite.client.get(`/v1/access/sessions?user_id=${userId}&limit=100`);
  return body.data.filter(({ auth_method }: any) => auth_method === 'oauth');
}

async function ends(sessionId: string) {
  const events = await eventsAbout(suite.database, 'session_id', sessionId);
  const ended = events.filter(({ type }) => type === 'access.session.revoked');
  return ended.map(({ payload, actor_type }) => ({ reason: payload.reason, actor_type }));
}

const changeRoles = (who: User, roles: string[]) =>
  inUnit(suite, async () => {
    const store = suite.app.get(StoreRegistry).of(User);
    await store.update((await store.find(who.id))!, { roles });
    await suite.app.get(SessionsService).forgetUser(who.id);
  });

describe('The flow', () => {
  it('gives a client what the user agreed to', async () => {
    const proof = newProof();
    const back = await authorize(suite, browser, authorizePath(client, proof));
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(parametersOf(back)).toEqual({
      code: expect.any(String),
      state: 'a state',
      iss: suite.settings.BASE_URL,
    });
    const { status, headers, body } = await redeem(suite, client, back.searchParams.get('code')!, proof);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^wsa_/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^wsr_/),
      scope: 'office:read office:write',
    });
    const made = await suite.client.post(DOCUMENTS, { title: 'Plan' }, { key: body.access_token });
    expect([made.status, made.body.id]).toEqual([201, expect.any(String)]);
    const { body: document } = await suite.client.get(`${DOCUMENTS}/${made.body.id}`, { key: body.access_token });
    expect(document.owner_id).toBe(user.id);
  });

  it('is a session of the user, begun in their name', async () => {
    const person = await makeUser(suite, { roles: ['office:viewer'] });
    await tokensOf(suite, client, await browserOf(suite, person));
    const [grant] = await grantsOf(person.id);
    expect(grant).toMatchObject({ client_id: client.client_id, status: 'active' });
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${grant!.id}`);
    expect(body.data).toMatchObject([
      { action: 'access.session.created', actor: { type: 'user', id: person.id }, outcome: 'success' },
    ]);
  });

  it('lives 30 days, whatever is refreshed in between', async () => {
    const own = await startTestApp(BEHIND_PROXY);
    try {
      const app = await registerClient(own);
      const tokens = await tokensOf(own, app, await browserOf(own, await makeUser(own, { roles: ['office:viewer'] })));
      own.clock.advance(3_601);
      expect(await read(tokens.access_token, own)).toBe(401);
      own.clock.advance(30 * 86_400 - 3_601 - 600);
      const last = await refresh(own, app, tokens.refresh_token);
      expect(last.status).toBe(200);
      expect(last.body.expires_in).toBeLessThanOrEqual(600);
      own.clock.advance(600);
      expect(await read(last.body.access_token, own)).toBe(401);
      expect((await refresh(own, app, last.body.refresh_token)).body.error).toBe('invalid_grant');
      await own.app.get(SessionCleanup).clean();
      const { rows } = await own.database.execute('select from oauth_artifacts union all select from access_tokens');
      expect(rows).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('asks to sign in first, and goes on from there', async () => {
    const stranger = await browserOf(suite, user);
    stranger.cookies.clear();
    const page = await visit(suite, stranger, authorizePath(client, newProof(), { login_hint: user.email }));
    expect(page.path).toMatch(/^\/sign-in\?/);
    expect(page.text).toContain(`value="${user.email}"`);
    const signedIn = await stranger.fill(page, { email: user.email, password: 'correct horse battery' });
    const back = /url=([^"]+)/.exec(signedIn.text)![1]!;
    const { left } = await visit(suite, stranger, back);
    expect(parametersOf(left!)).toEqual(WITH_CODE);
  });

  it('goes on in a process that was started meanwhile', async () => {
    const other = await makeUser(suite, { roles: ['office:viewer'] });
    const theirs = await browserOf(suite, other);
    const proof = newProof();
    const page = await visit(suite, theirs, authorizePath(client, proof));
    const beside = await startTestApp(BEHIND_PROXY, { beside: suite });
    try {
      Object.assign(theirs, { base: beside.base });
      const { left } = await follow(beside, theirs, await theirs.fill(page, { decision: 'approve' }));
      const { status } = await redeem(beside, client, left!.searchParams.get('code')!, proof);
      expect(status).toBe(200);
    } finally {
      await beside.close();
    }
  });

  it('keeps no secret as it is', async () => {
    const tokens = await tokensOf(suite, client, browser);
    const { code } = await newCode();
    const { rows } = await suite.database.execute(
      `select row_to_json(a)::text as text from oauth_artifacts a
       union all select row_to_json(t)::text from access_tokens t`,
    );
    const kept = rows.map(({ text }) => text).join();
    for (const secret of [tokens.access_token, tokens.refresh_token, code]) expect(kept).not.toContain(secret);
  });
});

describe('Consent', () => {
  it('names the client, the user and the scopes in words, and offers only the scopes that their roles give', async () => {
    const reader = await makeUser(suite, { display_name: 'Eve <b>', roles: ['office:viewer'] });
    const theirs = await browserOf(suite, reader);
    const named = await registerClient(suite, { name: 'Notes & <more>' });
    const page = await visit(suite, theirs, authorizePath(named, newProof()));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Notes &amp; &lt;more&gt;');
    expect(page.text).toContain('Eve &lt;b&gt;');
    expect(page.text).toContain('Read documents, sheets and files');
    expect(page.text).not.toContain('Create and update documents');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example.com;");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await tokensOf(suite, named, theirs)).scope).toBe('office:read');
  });

  it('can be refused, which the audit trail tells', async () => {
    const person = await makeUser(suite, { roles: ['office:viewer'] });
    const theirs = await browserOf(suite, person);
    const page = await visit(suite, theirs, authorizePath(client, newProof()));
    const { left } = await follow(suite, theirs, await theirs.fill(page, { decision: 'deny' }));
    expect(parametersOf(left!)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied access.',
      state: 'a state',
      iss: suite.settings.BASE_URL,
    });
    const { body } = await suite.client.get(
      `/v1/guard/audit-logs?resource_id=${client.client_id}&actor_id=${person.id}`,
    );
    expect(body.data).toMatchObject([{ action: 'access.oauth_client.refused', outcome: 'success' }]);
  });

  it('is not asked again while a grant covers it', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const theirs = await browserOf(suite, person);
    await tokensOf(suite, client, theirs);
    const again = await visit(suite, theirs, authorizePath(client, newProof(), { scope: 'office:read' }));
    expect(parametersOf(again.left!)).toEqual(WITH_CODE);
    const asked = await visit(suite, theirs, authorizePath(client, newProof(), { prompt: 'consent' }));
    expect(asked.left).toBeNull();
    for (const { id } of await grantsOf(person.id)) await suite.client.delete(`/v1/access/sessions/${id}`);
    expect((await visit(suite, theirs, authorizePath(client, newProof()))).left).toBeNull();
  });

  it('is asked for more scopes, and each time where others could take the answer', async () => {
    const theirs = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    const narrow = authorizePath(client, newProof(), { scope: 'office:read' });
    expect((await authorize(suite, theirs, narrow)).searchParams.has('code')).toBe(true);
    expect((await visit(suite, theirs, authorizePath(client, newProof()))).left).toBeNull();
    for (const uri of ['http://127.0.0.1:7777/callback', 'com.example.notes:/callback']) {
      const native = await registerClient(suite, { redirect_uris: [uri] });
      const { left } = await follow(
        suite,
        theirs,
        await theirs.fill(await visit(suite, theirs, authorizePath(native, newProof())), { decision: 'approve' }),
      );
      expect(left!.href.startsWith(`${uri}?`)).toBe(true);
      await redeem(suite, native, left!.searchParams.get('code')!, newProof());
      expect((await visit(suite, theirs, authorizePath(native, newProof()))).left).toBeNull();
    }
  });

  it('starts over for somebody else who signed in meanwhile', async () => {
    const [first, second] = [await makeUser(suite, { roles: ['office:editor'] }), await makeUser(suite)];
    const theirs = await browserOf(suite, first);
    const page = await visit(suite, theirs, authorizePath(client, newProof()));
    const other = await browserOf(suite, second);
    theirs.cookies.set('session', other.cookies.get('session')!);
    theirs.cookies.set('csrf', other.cookies.get('csrf')!);
    const { left } = await visit(suite, theirs, page.path);
    expect(parametersOf(left!)).toMatchObject({ error: 'access_denied' });
    expect(await grantsOf(first.id)).toEqual([]);
  });

  it('does not pass to somebody else who signs in before the client has the answer', async () => {
    const [first, second] = [await makeUser(suite, { roles: ['office:editor'] }), await makeUser(suite)];
    const theirs = await browserOf(suite, first);
    const page = await visit(suite, theirs, authorizePath(client, newProof()));
    const { headers } = await theirs.fill(page, { decision: 'approve' });
    theirs.cookies.set('session', (await browserOf(suite, second)).cookies.get('session')!);
    const answer = await theirs.get(headers.get('location')!);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('Another user has signed in with this browser. Start again.');
    expect(answer.text).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('of a form sent twice is one grant', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const theirs = await browserOf(suite, person);
    const page = await visit(suite, theirs, authorizePath(client, newProof()));
    await theirs.fill(page, { decision: 'approve' });
    await theirs.fill(page, { decision: 'approve' });
    expect(await grantsOf(person.id)).toHaveLength(1);
  });

  it('comes too late for who is signed out at the same time', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const theirs = await browserOf(suite, person);
    const page = await visit(suite, theirs, authorizePath(client, newProof()));
    const sessions = suite.app.get(SessionsService);
    let approved: Promise<Visit>;
    await inUnit(suite, async () => {
      // As everything begins that ends all sessions of a user.
      await currentContext().unitOfWork!.open();
      await suite.app.get(StoreRegistry).of(User).find(person.id, { lock: true });
      approved = theirs.fill(page, { decision: 'approve' });
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await eventually(async () => expect((await suite.database.execute(waiting)).count).toBeGreaterThan(0));
      await sessions.endAll({ user_id: person.id }, 'password_changed');
    });
    expect((await approved!).status).toBe(403);
    expect(await grantsOf(person.id)).toEqual([]);
  });

  it('is for users of the workspace of the client only', async () => {
    const elsewhere = await suite.workspace();
    const theirs = await registerClient(suite, {}, elsewhere.id);
    const page = await visit(suite, browser, authorizePath(theirs, newProof()));
    expect(page.path).toMatch(new RegExp(`^/sign-in\\?.*workspace=${elsewhere.id}`));
  });
});

describe('prompt', () => {
  const ask = (prompt: string, by = browser) => visit(suite, by, authorizePath(client, newProof(), { prompt }));

  it('none answers without a page: a code where consent was given, else what is missing', async () => {
    await tokensOf(suite, client, browser);
    expect(parametersOf((await ask('none')).left!)).toEqual(WITH_CODE);
    const fresh = await browserOf(suite, await makeUser(suite, { roles: ['office:viewer'] }));
    expect(parametersOf((await ask('none', fresh)).left!)).toMatchObject({ error: 'consent_required' });
    fresh.cookies.clear();
    expect(parametersOf((await ask('none', fresh)).left!)).toMatchObject({ error: 'login_required' });
  });

  it('login asks even who is signed in', async () => {
    const theirs = await browserOf(suite, user);
    await tokensOf(suite, client, theirs);
    const page = await ask('login', theirs);
    expect(page.path).toMatch(/^\/sign-in\?/);
    const signedIn = await theirs.fill(page, { email: user.email, password: 'correct horse battery' });
    const { left } = await visit(suite, theirs, /url=([^"]+)/.exec(signedIn.text)![1]!);
    expect(parametersOf(left!)).toEqual(WITH_CODE);
  });
});

describe('A code', () => {
  it('works once: the second time ends what the first one gave', async () => {
    const { code, proof } = await newCode();
    const { body } = await redeem(suite, client, code, proof);
    expect(await read(body.access_token)).toBe(200);
    const again = await redeem(suite, client, code, proof);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await read(body.access_token)).toBe(401);
    expect((await refresh(suite, client, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('redeemed 50 times at once gives tokens once, and ends them', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { code, proof } = await newCode(client, await browserOf(suite, person));
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(suite, client, code, proof)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== good[0]))
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(await read(good[0]!.body.access_token)).toBe(401);
    expect((await refresh(suite, client, good[0]!.body.refresh_token)).body.error).toBe('invalid_grant');
    const [grant] = await grantsOf(person.id);
    expect(await ends(grant!.id)).toEqual([{ reason: 'token_reused', actor_type: 'oauth_client' }]);
  });

  it('lives a minute', async () => {
    const own = await startTestApp(BEHIND_PROXY);
    try {
      const app = await registerClient(own);
      const theirs = await browserOf(own, await makeUser(own, { roles: ['office:viewer'] }));
      const proof = newProof();
      const back = await authorize(own, theirs, authorizePath(app, proof));
      own.clock.advance(61);
      const { body } = await redeem(own, app, back.searchParams.get('code')!, proof);
      expect(body.error).toBe('invalid_grant');
    } finally {
      await own.close();
    }
  });

  it('is not used up by a wrong attempt', async () => {
    const { code, proof } = await newCode();
    expect((await redeem(suite, client, code, newProof())).body.error).toBe('invalid_grant');
    expect((await redeem(suite, client, code, proof)).status).toBe(200);
  });
});

describe('A refresh token', () => {
  it('is replaced each time it is used, with the same scopes', async () => {
    const first = await tokensOf(suite, client, browser);
    const { body: second } = await refresh(suite, client, first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.scope).toBe(first.scope);
    const { body: narrow } = await refresh(suite, client, second.refresh_token, { scope: 'office:read' });
    expect(narrow.scope).toBe('office:read');
    expect((await suite.client.post(DOCUMENTS, { title: 'x' }, { key: narrow.access_token })).status).toBe(403);
    expect((await refresh(suite, client, narrow.refresh_token)).body.scope).toBe(first.scope);
    // Tokens given before live on until their own end.
    expect(await read(first.access_token)).toBe(200);
  });

  it('used a second time ends the whole grant', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const first = await tokensOf(suite, client, await browserOf(suite, person));
    const { body: second } = await refresh(suite, client, first.refresh_token);
    expect(await read(second.access_token)).toBe(200);
    const again = await refresh(suite, client, first.refresh_token);
    expect([again.status, again.body]).toEqual([
      400,
      {
        error: 'invalid_grant',
        error_description: 'refresh token already used.',
        request_id: again.headers.get('x-request-id'),
      },
    ]);
    for (const token of [first.access_token, second.access_token]) expect(await read(token)).toBe(401);
    expect((await refresh(suite, client, second.refresh_token)).body.error).toBe('invalid_grant');
    const [grant] = await grantsOf(person.id);
    expect(await ends(grant!.id)).toEqual([{ reason: 'token_reused', actor_type: 'oauth_client' }]);
  });

  it('follows the roles: what is lost is left out, and comes back; with nothing left there is no token', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { refresh_token } = await tokensOf(suite, client, await browserOf(suite, person));
    await changeRoles(person, ['office:viewer']);
    const { body: reader } = await refresh(suite, client, refresh_token);
    expect(reader.scope).toBe('office:read');
    await changeRoles(person, ['sales:admin']);
    const nothing = await refresh(suite, client, reader.refresh_token);
    expect([nothing.status, nothing.body.error]).toEqual([400, 'access_denied']);
    await changeRoles(person, ['office:editor']);
    const { body: editor } = await refresh(suite, client, reader.refresh_token);
    expect(editor.scope).toBe('office:read office:write');
  });

  it('of a suspended user is worth nothing', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { refresh_token, access_token } = await tokensOf(suite, client, await browserOf(suite, person));
    await suite.client.post(`/v1/access/users/${person.id}/deactivate`);
    expect((await refresh(suite, client, refresh_token)).body.error).toBe('invalid_grant');
    expect(await read(access_token)).toBe(401);
  });

  it('of a deleted user is worth nothing', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { refresh_token, access_token } = await tokensOf(suite, client, await browserOf(suite, person));
    expect((await suite.client.delete(`/v1/access/users/${person.id}`)).status).toBe(204);
    expect((await refresh(suite, client, refresh_token)).body.error).toBe('invalid_grant');
    expect(await read(access_token)).toBe(401);
  });
});

describe('An access token', () => {
  it('does at once only what the roles still give', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { access_token: key } = await tokensOf(suite, client, await browserOf(suite, person));
    expect((await suite.client.post(DOCUMENTS, { title: 'Plan' }, { key })).status).toBe(201);
    await changeRoles(person, ['office:viewer']);
    expect((await suite.client.post(DOCUMENTS, { title: 'Plan' }, { key })).status).toBe(403);
    expect(await read(key)).toBe(200);
  });

  it('shows when its session was last used, without a write for every use', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const { access_token } = await tokensOf(suite, client, await browserOf(suite, person));
    const lastActive = async () =>
      (await suite.client.get(`/v1/access/users/${person.id}`)).body.last_session.last_active_at;
    const before = await lastActive();
    suite.clock.advance(90);
    await read(access_token);
    // The next batch may be on its way by itself.
    await eventually(async () => {
      await suite.app.get(SessionUsage).flush();
      expect(Date.parse(await lastActive()) - Date.parse(before)).toBeGreaterThanOrEqual(90_000);
    });
  });
});

describe('POST /oauth/revoke', () => {
  const revoke = (fields: Record<string, string>, of = client) =>
    askAsClient(suite, '/oauth/revoke', { ...identityOf(of), ...fields });

  it('of a refresh token ends the grant, in every process', async () => {
    const person = await makeUser(suite, { roles: ['office:editor'] });
    const tokens = await tokensOf(suite, client, await browserOf(suite, person));
    const beside = await startTestApp(BEHIND_PROXY, { beside: suite });
    try {
      expect(await read(tokens.access_token, beside)).toBe(200);
      const answer = await revoke({ token: tokens.refresh_token, token_type_hint: 'refresh_token' });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(await read(tokens.access_token)).toBe(401);
      const there = () => read(tokens.access_token, beside);
      await expect.poll(there).toBe(401);
    } finally {
      await beside.close();
    }
    expect((await refresh(suite, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const [grant] = await grantsOf(person.id);
    expect(await ends(grant!.id)).toEqual([{ reason: 'token_revoked', actor_type: 'oauth_client' }]);
    await revoke({ token: tokens.refresh_token });
    expect(await ends(grant!.id)).toHaveLength(1);
  });

  it('of an access token ends that one only, in every process', async () => {
    const first = await tokensOf(suite, client, browser);
    const { body: second } = await refresh(suite, client, first.refresh_token);
    const beside = await startTestApp(BEHIND_PROXY, { beside: suite });
    try {
      expect(await read(first.access_token, beside)).toBe(200);
      expect((await revoke({ token: first.access_token })).status).toBe(200);
      expect(await read(first.access_token)).toBe(401);
      const there = () => read(first.access_token, beside);
      await expect.poll(there).toBe(401);
    } finally {
      await beside.close();
    }
    expect(await read(second.access_token)).toBe(200);
    expect((await refresh(suite, client, second.refresh_token)).status).toBe(200);
  });

  it('of an unknown token, or one of another client, is 200 and changes nothing', async () => {
    const tokens = await tokensOf(suite, client, browser);
    const other = await registerClient(suite, { type: 'confidential' });
    for (const token of [tokens.access_token, tokens.refresh_token, 'no-such-token'])
      expect((await revoke({ token }, other)).status).toBe(200);
    expect(await read(tokens.access_token)).toBe(200);
    expect((await refresh(suite, client, tokens.refresh_token)).status).toBe(200);
  });
});

describe('A client', () => {
  it('that is confidential proves itself in the header or in the body', async () => {
    const app = await registerClient(suite, { type: 'confidential' });
    const { refresh_token } = await tokensOf(suite, app, browser);
    const basic = `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}`;
    const fields = { grant_type: 'refresh_token', refresh_token };
    expect((await askAsClient(suite, '/oauth/token', fields, { Authorization: basic })).status).toBe(200);
  });

  it('that is revoked loses all its grants', async () => {
    const app = await registerClient(suite);
    const tokens = await tokensOf(suite, app, browser);
    await asSystem(suite.workspaceId, () => suite.app.get(OAuthClientsService).revoke(app.client_id));
    expect(await read(tokens.access_token)).toBe(401);
    const refused = await refresh(suite, app, tokens.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    expect((await visit(suite, browser, authorizePath(app, newProof()))).status).toBe(400);
  });

  it('that is revoked loses them at once, however long it takes to end each', async () => {
    const app = await registerClient(suite);
    const { access_token } = await tokensOf(suite, app, browser);
    const revoke = () => suite.app.get(OAuthClientsService).revoke(app.client_id);
    expect(await read(access_token)).toBe(200);
    const revoked = await inUnit(suite, async () => {
      await suite.database.write('select 1 from sessions where client_id = $1 for update', [app.client_id]);
      const running = asSystem(suite.workspaceId, revoke);
      await expect.poll(() => asSystem(suite.workspaceId, () => read(access_token))).toBe(401);
      return { running };
    });
    expect(await revoked.running).toMatchObject({ revoked_sessions: 1 });
  });

  it('leaves an entry in the audit trail where it is refused', async () => {
    const app = await registerClient(suite, { type: 'confidential' });
    await refresh(suite, { ...app, client_secret: 'wrong' }, 'x');
    await refresh(suite, app, 'x');
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${app.client_id}`);
    const noted = body.data.filter(({ action }: any) => action === 'access.oauth_client.token_issued');
    expect(noted.map(({ actor, outcome }: any) => [actor, outcome])).toEqual(
      expect.arrayContaining([
        [{ type: 'oauth_client', id: app.client_id, email: null }, 'denied'],
        [{ type: 'oauth_client', id: app.client_id, email: null }, 'failure'],
      ]),
    );
  });
});
