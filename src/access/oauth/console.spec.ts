import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askAsClient,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  newProof,
  redeem,
  refresh,
  type RegisteredClient,
  type Tokens,
  visit,
} from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { Browser } from '../../../test/support/browser.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { allScopes } from '../../platform/index.js';
import { User } from '../users/user.entity.js';

const ME = '/v1/access/me';

let suite: TestApp;
let console: RegisteredClient;
beforeAll(async () => {
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  const redirect_uris = [`${suite.settings.BASE_URL}/console/`];
  console = { client_id: 'console', name: 'Console', redirect_uris, scopes: allScopes() };
});
afterAll(() => suite.close());

/** Follows the authorization of the console to its redirect. */
async function back(browser: Browser, changes: Record<string, string> = {}, proof = newProof()) {
  const answer = await browser.get(authorizePath(console, proof, changes));
  return { answer, url: new URL(answer.headers.get('location') ?? 'none:', suite.settings.BASE_URL), proof };
}

/** The tokens that the console gets when its page is loaded in this browser. */
async function load(browser: Browser): Promise<Tokens> {
  const { url, proof } = await back(browser);
  const { status, body, text } = await redeem(suite, console, url.searchParams.get('code')!, proof);
  expect(status, text).toBe(200);
  return body;
}

const me = async (key: string) => (await suite.client.get(ME, { key })).status;

async function signedIn(roles: string[]) {
  const user = await makeUser(suite, { roles });
  return { user, browser: await browserOf(suite, user) };
}

describe('The console', () => {
  it('gets the scopes of whoever is signed in, and no page asks', async () => {
    const { browser } = await signedIn(['office:editor', 'guard:viewer']);
    const { answer, url } = await back(browser);
    expect([answer.status, url.pathname]).toEqual([302, '/console/']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a state',
      iss: suite.settings.BASE_URL,
    });
    expect((await load(browser)).scope.split(' ').toSorted()).toEqual(['guard:read', 'office:read', 'office:write']);
  });

  it('serves users of every workspace', async () => {
    const { id } = await suite.workspace();
    const user = await makeUser(suite, { roles: ['office:viewer'] }, id);
    const { access_token: key } = await load(await browserOf(suite, user));
    expect((await suite.client.get(ME, { key })).body.id).toBe(user.id);
  });

  it('sends people to sign in first, and goes on where they began', async () => {
    const { user } = await signedIn(['office:viewer']);
    const browser = new Browser(suite.base, { Accept: 'text/html' }, false);
    const { answer, proof } = await back(browser);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/sign-in\?return_to=%2Foauth%2Fauthorize%3Fclient_id%3Dconsole/),
    ]);
    const page = await browser.submit(answer.headers.get('location')!, { email: user.email, password: PASSWORD });
    const onward = /url=([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&');
    const url = new URL((await browser.get(onward)).headers.get('location')!);
    expect((await redeem(suite, console, url.searchParams.get('code')!, proof)).status).toBe(200);
  });

  it('asks for the password again, or says that nobody is signed in, where it wants that', async () => {
    const { browser } = await signedIn(['office:viewer']);
    const again = await back(browser, { prompt: 'login' });
    expect(again.url.pathname + again.url.search).toMatch(/^\/sign-in\?return_to=.*&prompt=login$/);
    expect(again.url.searchParams.get('return_to')).not.toContain('prompt');
    expect((await back(browser, { prompt: 'consent' })).url.searchParams.has('code')).toBe(true);
    expect((await back(browser, { prompt: 'none' })).url.searchParams.has('code')).toBe(true);
    const nobody = await back(new Browser(suite.base, {}, false), { prompt: 'none' });
    expect(nobody.url.searchParams.get('error')).toBe('login_required');
  });

  it('comes back to its own address only', async () => {
    const { browser } = await signedIn(['office:viewer']);
    for (const redirect_uri of ['https://evil.example/console/', `${suite.settings.BASE_URL}/console/other`]) {
      const { answer } = await back(browser, { redirect_uri });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    const plain = await back(browser, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' });
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
  });

  it('stands on the session of the browser, of which there is one, however often the page is loaded', async () => {
    const { user, browser } = await signedIn(['office:viewer']);
    const ended = (await suite.client.get(`/v1/access/users/${user.id}`)).body.last_session;
    const first = await load(browser);
    const second = await load(browser);
    const { body } = await suite.client.get(`${ME}/sessions`, { key: second.access_token });
    expect(body.data).toMatchObject([{ id: ended.id, auth_method: 'password', client_id: null, current: true }]);
    const { rows } = await suite.database.execute(
      'select max_expires_at, expires_at, created_at from sessions where id = $1',
      [ended.id],
    );
    // Two weeks, as it began: no token makes it longer.
    const [{ max_expires_at, expires_at, created_at }] = rows as any;
    expect(Math.round((Date.parse(max_expires_at) - Date.parse(created_at)) / 86_400_000)).toBe(14);
    // Each use moves its end.
    expect(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000)).toBe(8);
    expect([await me(first.access_token), await me(second.access_token)]).toEqual([200, 200]);
  });

  it('may be loaded 40 times within a minute, and another 30 refreshes are the limit of its session', async () => {
    const { browser } = await signedIn(['office:viewer']);
    let last: Tokens;
    for (let times = 0; times < 40; times++) last = await load(browser);
    expect(await me(last!.access_token)).toBe(200);
    const next = async () => {
      const { status, body } = await refresh(suite, console, last.refresh_token);
      if (status === 200) last = body;
      return status;
    };
    for (let times = 0; times < 30; times++) expect(await next()).toBe(200);
    expect(await next()).toBe(429);
  });

  it('gives nobody a token who guesses codes: the address is refused after 30', async () => {
    const { browser } = await signedIn(['office:viewer']);
    const { url, proof } = await back(browser);
    const guess = (code: string) => {
      const fields = { grant_type: 'authorization_code', code, code_verifier: proof.verifier, client_id: 'console' };
      const redirect_uri = console.redirect_uris[0]!;
      return askAsClient(suite, '/oauth/token', { ...fields, redirect_uri }, { 'X-Forwarded-For': '192.0.2.91' });
    };
    for (let times = 0; times < 30; times++) expect((await guess(`guess${times}`)).status).toBe(400);
    // The right one, too.
    const code = url.searchParams.get('code')!;
    expect((await guess(code)).status).toBe(429);
    expect((await redeem(suite, console, code, proof)).status).toBe(200);
  });

  it('refreshes each page by itself', async () => {
    const { browser } = await signedIn(['office:viewer']);
    const [one, other] = [await load(browser), await load(browser)];
    const next = await refresh(suite, console, one.refresh_token);
    expect([next.status, await me(next.body.access_token)]).toEqual([200, 200]);
    expect((await refresh(suite, console, other.refresh_token)).status).toBe(200);
    expect((await refresh(suite, console, next.body.refresh_token)).status).toBe(200);
  });

  it('takes a second use of a refresh token for a theft', async () => {
    const { user, browser } = await signedIn(['office:viewer']);
    const one = await load(browser);
    const next = await refresh(suite, console, one.refresh_token);
    await me(next.body.access_token);
    expect((await refresh(suite, console, one.refresh_token)).body.error).toBe('invalid_grant');
    expect(await me(next.body.access_token)).toBe(401);
    expect(await reasonsOf(user)).toEqual(['token_reused']);
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('signs out of all pages of the browser with one request', async () => {
    const { user, browser } = await signedIn(['office:viewer']);
    const [one, other] = [await load(browser), await load(browser)];
    const answer = await askAsClient(suite, '/oauth/revoke', { client_id: 'console', token: one.refresh_token });
    expect(answer.status).toBe(200);
    expect([await me(one.access_token), await me(other.access_token)]).toEqual([401, 401]);
    expect((await browser.get('/account')).headers.get('location')).toMatch(/^\/sign-in/);
    expect((await refresh(suite, console, other.refresh_token)).body.error).toBe('invalid_grant');
    expect(await reasonsOf(user)).toEqual(['signed_out']);
  });

  it.each([
    [
      'the user signs out on a page of ours',
      (_: User, browser: Browser) => browser.submit('/account', {}, '/sign-out'),
    ],
    ['an admin ends the session', (user: User) => suite.client.post(`/v1/access/users/${user.id}/sessions/revoke`)],
    ['the user is suspended', (user: User) => suite.client.post(`/v1/access/users/${user.id}/deactivate`)],
  ])('ends at once when %s', async (_, end) => {
    const { user, browser } = await signedIn(['office:viewer']);
    const { access_token, refresh_token } = await load(browser);
    expect(await me(access_token)).toBe(200);
    await end(user, browser);
    expect(await me(access_token)).toBe(401);
    expect((await refresh(suite, console, refresh_token)).body.error).toBe('invalid_grant');
  });

  it('gets nothing for somebody without a role', async () => {
    const { browser } = await signedIn([]);
    expect((await back(browser)).url.searchParams.get('error')).toBe('access_denied');
  });

  it('is no registered client: it is in no list, and nobody changes or ends it', async () => {
    const path = '/v1/access/oauth-clients';
    expect((await suite.client.get(`${path}?limit=100`)).text).not.toContain('"console"');
    for (const answer of [
      await suite.client.get(`${path}/console`),
      await suite.client.patch(`${path}/console`, { redirect_uris: ['https://evil.example/'] }),
      await suite.client.delete(`${path}/console`),
    ])
      expect(answer.status).toBe(404);
  });

  it.each(['Console', ' console ', 'Workspace Suite', 'workspace-suite console'])(
    'lets no other client call itself %j',
    async (name) => {
      const facts = { type: 'public', redirect_uris: ['https://evil.example/'], scopes: ['office:read'] };
      const { status, body } = await suite.client.post('/v1/access/oauth-clients', { name, ...facts });
      expect([status, body.error.details]).toEqual([
        400,
        [{ field: 'name', code: 'invalid_value', message: 'name must not be the name of the console.' }],
      ]);
    },
  );

  it('takes no code or token of another client, nor others its own', async () => {
    const { browser } = await signedIn(['office:viewer']);
    const { client_id } = (
      await suite.client.post('/v1/access/oauth-clients', {
        name: 'Notes',
        type: 'public',
        redirect_uris: console.redirect_uris,
        scopes: ['office:read'],
      })
    ).body;
    const { url, proof } = await back(browser);
    const stolen = await redeem(suite, { ...console, client_id }, url.searchParams.get('code')!, proof);
    expect(stolen.body.error).toBe('invalid_grant');
    const { refresh_token, access_token } = await load(
      await browserOf(suite, await makeUser(suite, { roles: ['office:viewer'] })),
    );
    expect((await refresh(suite, { ...console, client_id }, refresh_token)).body.error).toBe('invalid_grant');
    await askAsClient(suite, '/oauth/revoke', { client_id, token: refresh_token });
    expect(await me(access_token)).toBe(200);
    expect(await visit(suite, browser, '/account')).toMatchObject({ status: 200 });
  });
});

async function reasonsOf({ id }: User): Promise<string[]> {
  const { rows } = await suite.database.execute<{ reason: string }>(
    'select reason from sessions where user_id = $1 and revoked_at is not null',
    [id],
  );
  return rows.map(({ reason }) => reason);
}
