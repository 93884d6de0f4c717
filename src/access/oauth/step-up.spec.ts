import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../test/support/browser.js';
import {
  authorize,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  follow,
  newProof,
  redeem,
  registerClient,
  type RegisteredClient,
  visit,
} from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { type Answer, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { allScopes } from '../../platform/index.js';
import { Routes } from '../../platform/request/routes.js';
import type { User } from '../users/user.entity.js';

const KEYS = '/v1/access/api-keys';
const USERS = '/v1/access/users';
const KEY = { name: 'Export', scopes: ['office:read'] };

let suite: TestApp;
let console: RegisteredClient;
beforeAll(async () => {
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  const redirect_uris = [`${suite.settings.BASE_URL}/console/`];
  console = { client_id: 'console', name: 'Console', redirect_uris, scopes: allScopes() };
});
afterAll(() => suite.close());

/** An owner with a browser, and a token that a client got with it. */
async function owner(client = console): Promise<{ user: User; browser: Browser; key: string }> {
  const user = await makeUser(suite, { roles: ['workspace:owner'] });
  const browser = await browserOf(suite, user);
  return { user, browser, key: await tokenOf(client, browser) };
}

async function tokenOf(client: RegisteredClient, browser: Browser, changes: Record<string, string> = {}) {
  const proof = newProof();
  const back = await authorize(suite, browser, authorizePath(client, proof, changes));
  return tokenFor(client, back, proof);
}

async function tokenFor(client: RegisteredClient, back: URL, proof: ReturnType<typeof newProof>): Promise<string> {
  const { status, body, text } = await redeem(suite, client, back.searchParams.get('code')!, proof);
  expect(status, text).toBe(200);
  return body.access_token;
}

/** Goes to the authorization endpoint, signs in where it asks for that, and answers the new token. */
async function proveAgain(client: RegisteredClient, user: User, browser: Browser, changes: Record<string, string>) {
  const proof = newProof();
  const page = await visit(suite, browser, authorizePath(client, proof, changes));
  expect(page.text).toContain('<title>Sign in');
  const signedIn = await browser.fill(page, { email: user.email, password: PASSWORD });
  const onward = /url=([^"]+)"/.exec(signedIn.text)![1]!.replaceAll('&amp;', '&');
  let now = await follow(suite, browser, await browser.get(onward));
  if (!now.left) now = await follow(suite, browser, await browser.fill(now, { decision: 'approve' }));
  return tokenFor(client, now.left!, proof);
}

const minutesPass = (minutes: number) => suite.clock.advance(minutes * 60);

const refused = ({ status, body, headers }: Answer) => [status, body.error.code, headers.get('www-authenticate')];
const TOO_OLD = [
  401,
  'REAUTHENTICATION_REQUIRED',
  'Bearer realm="workspace-suite", error="insufficient_user_authentication", max_age=900',
];

describe('a proof of identity older than 15 minutes', () => {
  it('no longer suffices for a key, an app, a provider, a policy or the rules of signing in', async () => {
    const { key } = await owner();
    minutesPass(14);
    expect((await suite.client.post(KEYS, KEY, { key })).status).toBe(201);
    minutesPass(2);
    for (const path of [KEYS, '/v1/access/oauth-clients', '/v1/access/identity-providers', '/v1/guard/policies'])
      expect(refused(await suite.client.post(path, {}, { key })), path).toEqual(TOO_OLD);
    expect(refused(await suite.client.patch('/v1/access/settings', {}, { key }))).toEqual(TOO_OLD);
    expect((await suite.client.get(KEYS, { key })).status).toBe(200);
  });

  it('suffices for roles that are not those of admins, and for the rest of a user', async () => {
    const { key } = await owner();
    const { id } = await makeUser(suite, { roles: ['office:viewer'] });
    minutesPass(16);
    const change = (changes: object) => suite.client.patch(`${USERS}/${id}`, changes, { key });
    expect((await change({ display_name: 'Grace', roles: ['office:editor'] })).status).toBe(200);
    expect(refused(await change({ roles: ['office:admin'] }))).toEqual(TOO_OLD);
    expect((await suite.client.patch(`${USERS}/${id}`, { roles: ['office:admin'] })).status).toBe(200);
    expect(refused(await change({ roles: [] }))).toEqual(TOO_OLD);
    const group = await suite.client.post('/v1/access/groups', { name: 'Admins', roles: ['sales:admin'] });
    const join = await suite.client.post(`/v1/access/groups/${group.body.id}/members`, { user_ids: [id] }, { key });
    expect(refused(join)).toEqual(TOO_OLD);
  });

  it('suffices to end sessions of one’s own, and not those of others', async () => {
    const [{ user, key }, other] = [await owner(), await owner()];
    minutesPass(16);
    const end = (id: string) => suite.client.post(`${USERS}/${id}/sessions/revoke`, {}, { key });
    expect(refused(await end(other.user.id))).toEqual(TOO_OLD);
    expect((await end(user.id)).status).toBe(200);
  });

  it('is of no concern for API keys', async () => {
    const { body } = await suite.client.post(KEYS, { name: 'Maker', scopes: allScopes() });
    minutesPass(16);
    expect((await suite.client.post(KEYS, KEY, { key: body.key })).status).toBe(201);
  });

  it('is asked for after what the caller may not do at all', async () => {
    const viewer = await browserOf(suite, await makeUser(suite, { roles: ['access:viewer'] }));
    const key = await tokenOf(console, viewer);
    minutesPass(16);
    expect((await suite.client.post(KEYS, KEY, { key })).status).toBe(403);
  });

  it('is in the way of the second factor on the account page, too', async () => {
    const { user, browser } = await owner();
    expect((await browser.get('/account/totp')).status).toBe(200);
    minutesPass(16);
    const page = await visit(suite, browser, '/account/totp');
    expect(page.text).toContain('Sign in again before you change how you sign in.');
    const { headers } = await browser.fill(page, { email: user.email, password: PASSWORD });
    expect(headers.get('location')).toBe('/account/totp');
    expect((await browser.get('/account/totp')).status).toBe(200);
  });
});

describe('a new proof', () => {
  it.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '900' }, { max_age: '0' }])(
    'is given at the console with %j',
    async (how) => {
      const { user, browser } = await owner();
      minutesPass(16);
      const key = await proveAgain(console, user, browser, how);
      expect((await suite.client.post(KEYS, KEY, { key })).status).toBe(201);
    },
  );

  it('is given to another client, whose grant keeps the time of the proof', async () => {
    const client = await registerClient(suite, {
      scopes: ['access:read', 'access:write', 'office:read', 'office:write'],
    });
    const { user, browser, key } = await owner(client);
    expect((await suite.client.get('/v1/access/me', { key })).status).toBe(200);
    minutesPass(16);
    const settings = (token: string) => suite.client.patch('/v1/access/settings', {}, { key: token });
    expect(refused(await settings(key))).toEqual(TOO_OLD);
    expect(refused(await settings(await tokenOf(client, browser)))).toEqual(TOO_OLD);
    const none = await visit(suite, browser, authorizePath(client, newProof(), { prompt: 'none', max_age: '900' }));
    expect(none.left!.searchParams.get('error')).toBe('login_required');
    const again = await proveAgain(client, user, browser, { max_age: '900' });
    expect((await settings(again)).status).toBe(200);
    // Recent enough now: nobody is asked.
    expect((await settings(await tokenOf(client, browser, { max_age: '900' }))).status).toBe(200);
  });
});

it('These routes need it:', () => {
  const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint?.recentProof);
  const lines = routes.map(({ method, path, endpoint }) =>
    [method, path, endpoint!.recentProof === true ? '' : `(${endpoint!.recentProof})`].join(' ').trim(),
  );
  expect(lines.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /v1/access/factors/:id",
      "DELETE /v1/access/groups/:id (where roles of admins are concerned)",
      "DELETE /v1/access/groups/:id/members/:user_id (where roles of admins are concerned)",
      "DELETE /v1/access/identity-providers/:id",
      "DELETE /v1/access/scim/v2/Groups/:id (where roles of admins are concerned)",
      "DELETE /v1/access/sessions/:id (for sessions of other users)",
      "DELETE /v1/guard/policies/:id",
      "PATCH /v1/access/api-keys/:id",
      "PATCH /v1/access/groups/:id (where roles of admins are concerned)",
      "PATCH /v1/access/identity-providers/:id",
      "PATCH /v1/access/oauth-clients/:client_id",
      "PATCH /v1/access/scim/v2/Groups/:id (where roles of admins are concerned)",
      "PATCH /v1/access/scim/v2/Users/:id (where roles of admins are concerned)",
      "PATCH /v1/access/settings",
      "PATCH /v1/access/users/:id (where roles of admins are concerned)",
      "PATCH /v1/guard/policies/:id",
      "POST /v1/access/api-keys",
      "POST /v1/access/api-keys/:id/rotate",
      "POST /v1/access/groups (where roles of admins are concerned)",
      "POST /v1/access/groups/:id/members (where roles of admins are concerned)",
      "POST /v1/access/identity-providers",
      "POST /v1/access/identity-providers/:id/verify-domain",
      "POST /v1/access/oauth-clients",
      "POST /v1/access/oauth-clients/:client_id/rotate-secret",
      "POST /v1/access/scim/v2/Groups (where roles of admins are concerned)",
      "POST /v1/access/users (where roles of admins are concerned)",
      "POST /v1/access/users/:id/sessions/revoke (for sessions of other users)",
      "POST /v1/guard/policies",
      "POST /v1/guard/reviews/:id/approve",
      "POST /v1/operations/archives",
      "PUT /v1/access/scim/v2/Groups/:id (where roles of admins are concerned)",
      "PUT /v1/access/scim/v2/Users/:id (where roles of admins are concerned)",
    ]
  `);
});
