import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import {
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  newProof,
  redeem,
  refresh,
  type RegisteredClient,
} from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { allScopes } from '../../platform/index.js';
import { SessionUsage } from '../oauth/session-usage.js';
import type { User } from '../users/user.entity.js';

const PATH = '/v1/access/settings';
const MINUTE = 60;
const DAY = 86_400;

let suite: TestApp;
/** Another process of the deployment, whose clock the tests move. */
let later: TestApp;
let console: RegisteredClient;
beforeAll(async () => {
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  later = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' }, { beside: suite });
  const redirect_uris = [`${suite.settings.BASE_URL}/console/`];
  console = { client_id: 'console', name: 'Console', redirect_uris, scopes: allScopes() };
});
afterAll(async () => {
  await later.close();
  await suite.close();
});

/** Runs work after some seconds without use; then it is now again. */
async function after<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  later.clock.advance(seconds);
  try {
    return await work();
  } finally {
    later.clock.advance(-seconds);
  }
}

/** The same browser, in front of the other process. */
function movedOn(browser: Browser): Browser {
  const moved = new Browser(later.base);
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}

async function tokensIn(browser: Browser) {
  const proof = newProof();
  const { headers } = await browser.get(authorizePath(console, proof));
  const code = new URL(headers.get('location')!).searchParams.get('code')!;
  return (await redeem(suite, console, code, proof)).body;
}

const signedIn = async (facts: Partial<Pick<User, 'roles'>> = {}, workspaceId = suite.workspaceId) => {
  const user = await makeUser(suite, facts, workspaceId);
  return { user, browser: await browserOf(suite, user) };
};
const isIn = async (browser: Browser) => (await browser.get('/account')).path === '/account';

describe('GET and PATCH /v1/access/settings', () => {
  it('shows the defaults before anything has been set, then what was set by whom', async () => {
    const { client } = await suite.workspace();
    const defaults = {
      mfa: 'optional',
      password_sign_in: 'on',
      session_idle_minutes: 480,
      session_max_days: 14,
      apps: 'registered',
    };
    const { status, body } = await client.get(PATH);
    expect([status, body]).toEqual([200, { ...defaults, updated_at: null, updated_by: null }]);
    const { client: admin, userId } = await client.signedIn('access:admin');
    const changes = { session_idle_minutes: 15, session_max_days: 90, apps: 'any' };
    const changed = await admin.patch(PATH, changes);
    expect(changed.body).toEqual({ ...defaults, ...changes, updated_at: expect.any(String), updated_by: userId });
    expect((await client.get(PATH)).body).toEqual(changed.body);
    const { data } = (await client.get('/v1/guard/audit-logs?action=access.settings.updated')).body;
    expect(data.map((entry: any) => entry.changes)).toEqual([
      expect.objectContaining({ session_idle_minutes: { from: 480, to: 15 } }),
    ]);
  });

  it('is read by every role of the app and changed by its admins', async () => {
    const { client } = await suite.workspace();
    for (const role of ['viewer', 'member', 'editor']) {
      const { client: user } = await client.signedIn(`access:${role}`);
      expect((await user.get(PATH)).status).toBe(200);
      expect((await user.patch(PATH, { session_max_days: 10 })).status).toBe(403);
    }
    expect((await (await client.signedIn('office:admin')).client.get(PATH)).status).toBe(403);
  });

  it('refuses to switch passwords off for someone who has no other way to sign in', async () => {
    const { client } = await suite.workspace();
    const { client: admin } = await client.signedIn('access:admin');
    const { status, body } = await admin.patch(PATH, { password_sign_in: 'off' });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('could not sign in any more')]);
    expect((await client.get(PATH)).body.password_sign_in).toBe('on');
    // Owners keep their password.
    const { client: owner } = await client.signedIn('workspace:owner');
    expect((await owner.patch(PATH, { password_sign_in: 'off' })).status).toBe(200);
  });
});

describe('a browser session', () => {
  it('ends when it is idle', async () => {
    const { browser } = await signedIn();
    expect(await after(479 * MINUTE, () => isIn(movedOn(browser)))).toBe(true);
    // That was a use, eight hours from now.
    expect(await after(2 * 479 * MINUTE, () => isIn(movedOn(browser)))).toBe(true);
    expect(await after(3 * 480 * MINUTE, () => isIn(movedOn(browser)))).toBe(false);
  });

  it('ends after its days, however much it is used', async () => {
    const { client, id } = await suite.workspace();
    await client.patch(PATH, { session_max_days: 1, session_idle_minutes: 20_160 });
    const { user, browser } = await signedIn({}, id);
    expect(await after(DAY - MINUTE, () => isIn(movedOn(browser)))).toBe(true);
    expect(await after(DAY + 1, () => isIn(movedOn(browser)))).toBe(false);
    const [session] = (await client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data;
    expect(session).toMatchObject({ amr: ['pwd'], auth_time: expect.any(String), max_expires_at: session.expires_at });
  });

  it('is kept by the requests of the console, whose tokens end with it', async () => {
    const { client, id } = await suite.workspace();
    await client.patch(PATH, { session_idle_minutes: 15 });
    const { browser } = await signedIn({ roles: ['office:viewer'] }, id);
    const { access_token: key } = await tokensIn(browser);
    const ask = async () => (await later.client.get('/v1/access/me', { key })).status;
    expect(await after(14 * MINUTE, ask)).toBe(200);
    await later.app.get(SessionUsage).flush();
    expect(await after(20 * MINUTE, ask)).toBe(200);
    expect(await after(59 * MINUTE, ask)).toBe(401);
  });

  it('does not get longer by refreshing tokens than its days', async () => {
    const { client, id } = await suite.workspace();
    await client.patch(PATH, { session_max_days: 1, session_idle_minutes: 20_160 });
    const { user, browser } = await signedIn({ roles: ['office:viewer'] }, id);
    const { refresh_token } = await tokensIn(browser);
    const again = await after(DAY - 10 * MINUTE, () => refresh(later, console, refresh_token));
    expect(again.status).toBe(200);
    expect(again.body.expires_in).toBeLessThanOrEqual(10 * MINUTE);
    const [session] = (await client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data;
    expect(session.expires_at).toBe(session.max_expires_at);
  });

  it('is shortened by new rules in every process, but that of the one who sets them never ends with it', async () => {
    const { client, id } = await suite.workspace();
    const [admin, other] = [await signedIn({ roles: ['access:admin'] }, id), await signedIn({}, id)];
    const { access_token: key } = await tokensIn(admin.browser);
    await suite.database.execute(
      `update sessions set created_at = created_at - interval '3 days' where workspace_id = $1`,
      [id],
    );
    expect(await isIn(movedOn(other.browser))).toBe(true);
    expect((await suite.client.patch(PATH, { session_max_days: 2 }, { key })).status).toBe(200);
    expect(await isIn(movedOn(other.browser))).toBe(false);
    expect(await isIn(movedOn(admin.browser))).toBe(true);
    expect((await later.client.get(PATH, { key })).body.session_max_days).toBe(2);
    expect((await client.patch(PATH, { session_idle_minutes: 15 })).status).toBe(200);
    expect(await after(16 * MINUTE, () => isIn(movedOn(admin.browser)))).toBe(false);
  });
});

describe('POST /v1/access/me/sessions/revoke', () => {
  it('ends all sessions of the user but the one that asks, in every process', async () => {
    const { user, browser } = await signedIn({ roles: ['office:viewer'] });
    const { access_token: key } = await tokensIn(browser);
    const other = await browserOf(suite, user);
    const { access_token: theirs } = await tokensIn(other);
    expect((await later.client.get('/v1/access/me', { key: theirs })).status).toBe(200);
    const { status, body } = await suite.client.post('/v1/access/me/sessions/revoke', undefined, { key });
    expect([status, body]).toEqual([200, { revoked: 1 }]);
    await expect.poll(async () => (await later.client.get('/v1/access/me', { key: theirs })).status).toBe(401);
    expect(await isIn(movedOn(other))).toBe(false);
    expect(await isIn(movedOn(browser))).toBe(true);
    expect((await suite.client.post('/v1/access/me/sessions/revoke')).status).toBe(403);
  });

  it('is a button of the account page, too', async () => {
    const user = await makeUser(suite);
    const [one, two] = [new Browser(suite.base), new Browser(suite.base)];
    for (const browser of [one, two]) await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
    const page = await one.submit('/account', {}, '/account/sessions/end-others');
    expect(page.text).toContain('All your other sessions have ended.');
    expect(page.text).toContain('Signed in with a password');
    expect(page.text).not.toContain('/account/sessions/end-others');
    expect(await isIn(two)).toBe(false);
  });
});
