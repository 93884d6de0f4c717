import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { CompanyProvider, fetchRedirect, type Person, signInAt } from '../../../test/support/identity-provider.js';
import { authorize, authorizePath, newProof, redeem, refresh, registerClient } from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/access/identity-providers';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let suite: TestApp;
let other: TestApp;
let company: CompanyProvider;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
  other = await startTestApp({ ROLE: 'api' }, { beside: suite });
  company = await CompanyProvider.start();
});
afterEach(() => {
  company.tamper = null;
});
afterAll(async () => {
  await company.close();
  await other.close();
  await suite.close();
});

let last = 0;
const newBrowser = () =>
  new Browser(suite.base, { 'X-Forwarded-For': `198.51.100.${++last % 250}`, Accept: 'text/html' });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (claims: object) => `${encode({ alg: 'RS256' })}.${encode(claims)}.${encode({})}`;

const logout = (provider: any, logout_token: string, from = `203.0.113.${++last % 250}`) =>
  suite.client.post(
    new URL(provider.backchannel_logout_uri).pathname,
    new URLSearchParams({ logout_token }).toString(),
    { key: null, headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': from } },
  );

/** Claims of a logout token. */
function claimsFor({ client_id: aud }: any, { sub }: Person, facts: object = {}) {
  const iat = Math.floor(Date.now() / 1000);
  const jti = randomBytes(8).toString('hex');
  return { iss: company.issuer, aud, iat, exp: iat + 60, jti, events: EVENTS, sub, ...facts };
}

const tokenFor = (provider: any, person: Person, facts: object = {}) =>
  company.sign(claimsFor(provider, person, facts), 'logout+jwt');

/** A workspace with the provider, and somebody who is signed in there. */
async function signedIn(facts: Record<string, unknown> = {}) {
  const { id, client } = await suite.workspace();
  const provider = await company.join(client, facts);
  const user = await makeUser(suite, { roles: ['office:editor'] }, id);
  const person = company.person({ email: user.email, sid: randomBytes(8).toString('hex') });
  const browser = newBrowser();
  expect((await signInAt(suite, company, provider, person, browser)).path).toBe('/account');
  return { id, client, provider, user, person, browser };
}

/** The tokens of an app that the user of a browser connects. */
async function connect(workspaceId: string, browser: Browser) {
  const app = await registerClient(suite, {}, workspaceId);
  const steps = new Browser(suite.base, browser.headers, false);
  for (const [name, value] of browser.cookies) steps.cookies.set(name, value);
  const proof = newProof();
  const back = await authorize(suite, steps, authorizePath(app, proof));
  const { body } = await redeem(suite, app, back.searchParams.get('code')!, proof);
  expect(body.access_token).toEqual(expect.any(String));
  return { app, ...body };
}

const isSignedIn = async (browser: Browser) => (await browser.get('/account')).path === '/account';

const works = async (key: string, at = suite) => (await at.client.get('/v1/office/documents', { key })).status === 200;

describe('A back-channel logout', () => {
  it('ends the sessions of a user that began there, in every process', async () => {
    const { id, client, provider, user, person, browser } = await signedIn();
    const own = newBrowser();
    await own.submit(`/sign-in?workspace=${id}&method=password`, { email: user.email, password: PASSWORD });
    const moved = new Browser(other.base);
    moved.cookies.set('session', browser.cookies.get('session')!);
    expect(await isSignedIn(moved)).toBe(true);
    const good = claimsFor(provider, person);
    const { events: _, ...eventless } = good;
    const bad = [
      { ...good, iss: 'https://evil.example' },
      { ...good, aud: 'somebody' },
      { ...good, iat: good.iat - 600, exp: good.iat + 60 },
      { ...good, exp: good.iat - 60 },
      { ...good, nonce: 'x' },
      { ...good, sub: undefined },
      { ...good, jti: undefined },
      { ...good, jti: 'a\0' },
      eventless,
    ];
    for (const claims of bad)
      expect((await logout(provider, await company.sign(claims, 'logout+jwt'))).status).toBe(400);
    for (const text of ['', 'x', `${encode({ alg: 'none' })}.${encode(good)}.`, unsigned(good)])
      expect((await logout(provider, text)).status).toBe(400);
    expect(await isSignedIn(moved)).toBe(true);
    expect((await logout(provider, await company.sign(good, 'logout+jwt'))).status).toBe(200);
    expect(await isSignedIn(moved)).toBe(false);
    expect(await isSignedIn(own)).toBe(true);
    const { body } = await client.get(`/v1/access/sessions?user_id=${user.id}&status=revoked`);
    expect(body.data).toMatchObject([{ auth_method: 'sso' }]);
  });

  it.each([
    ['a user', (sub: string) => ({ sub })],
    ['one session there', (_: string, sid: string) => ({ sid, sub: undefined })],
  ])('of %s ends the grants to apps that were given in the session', async (_, facts) => {
    const { id, provider, user, person, browser } = await signedIn();
    const own = newBrowser();
    await own.submit(`/sign-in?workspace=${id}&method=password`, {
      email: user.email,
      password: PASSWORD,
    });
    const [mine, kept] = [await connect(id, browser), await connect(id, own)];
    expect(await works(mine.access_token, other)).toBe(true);
    expect(
      (await logout(provider, await tokenFor(provider, person, facts(person.sub, String(person.sid))))).status,
    ).toBe(200);
    expect(await works(mine.access_token)).toBe(false);
    // Another process is told.
    await expect.poll(() => works(mine.access_token, other)).toBe(false);
    expect((await refresh(suite, mine.app, mine.refresh_token)).status).toBe(400);
    expect(await works(kept.access_token)).toBe(true);
  });

  it('works once: a token that is sent again leaves the next session alone', async () => {
    const { provider, person, browser } = await signedIn();
    const token = await tokenFor(provider, person, { iat: Math.floor(Date.now() / 1000) + 5 });
    expect((await logout(provider, token)).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    await signInAt(suite, company, provider, person, browser);
    const again = await logout(provider, token);
    expect([again.status, again.body.error_description]).toEqual([400, 'the logout token has been used']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('fetches no keys for a token whose claims are wrong', async () => {
    const { provider, person } = await signedIn();
    let fetches = 0;
    company.tamper = (path, body) => {
      if (path.startsWith('/jwks')) fetches++;
      return body;
    };
    const good = claimsFor(provider, person);
    for (const claims of [
      { ...good, aud: 'somebody' },
      { ...good, iat: 1 },
      { ...good, events: {} },
      { ...good, iss: 'x' },
    ])
      expect((await logout(provider, unsigned(claims))).status).toBe(400);
    expect(fetches).toBe(0);
    expect((await logout(provider, unsigned(good))).status).toBe(400);
    expect(fetches).toBe(1);
  });

  it('is never refused because a provider sends many, but failures are', async () => {
    const { provider, person } = await signedIn();
    const from = '192.0.2.77';
    for (let sent = 0; sent < 70; sent++)
      expect((await logout(provider, await tokenFor(provider, person), from)).status).toBe(200);
    for (let sent = 0; sent < 60; sent++) expect((await logout(provider, 'x', from)).status).toBe(400);
    expect((await logout(provider, 'x', from)).status).toBe(429);
  });
});

describe('A provider that signs nobody in any more', () => {
  it.each<[string, (client: any, id: string) => Promise<any>]>([
    ['is switched off', (client, id) => client.patch(`${PATH}/${id}`, { status: 'inactive' })],
    ['is deleted', (client, id) => client.delete(`${PATH}/${id}`)],
    ['has another issuer', (client, id) => client.patch(`${PATH}/${id}`, { issuer: 'https://login.example.com' })],
  ])('and %s ends its sessions and the grants given in them', async (_, change) => {
    const { id, client, provider, user, browser } = await signedIn();
    const own = newBrowser();
    await own.submit(`/sign-in?workspace=${id}&method=password`, {
      email: user.email,
      password: PASSWORD,
    });
    const { access_token } = await connect(id, browser);
    expect([await isSignedIn(browser), await works(access_token, other)]).toEqual([true, true]);
    expect((await change(client, provider.id)).status).toBeLessThan(300);
    expect(await isSignedIn(browser)).toBe(false);
    await expect.poll(() => works(access_token, other)).toBe(false);
    expect(await isSignedIn(own)).toBe(true);
    const { body } = await client.get(`/v1/access/sessions?user_id=${user.id}&status=revoked`);
    expect(body.data.map(({ auth_method }: any) => auth_method).toSorted()).toEqual(['oauth', 'sso']);
  });

  it('lets nobody in who was on their way', async () => {
    const { client, provider, person } = await signedIn();
    const browser = newBrowser();
    const back = await company.through(await fetchRedirect(browser, `/sign-in/providers/${provider.id}`), person);
    await client.patch(`${PATH}/${provider.id}`, { status: 'inactive' });
    await browser.get(back);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
