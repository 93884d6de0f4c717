import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { CompanyProvider, fetchRedirect, signInAt } from '../../../test/support/identity-provider.js';
import { makeUser } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Refusals } from './refusals.js';

const PATH = '/v1/access/identity-providers';

let suite: TestApp;
let company: CompanyProvider;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
  company = await CompanyProvider.start();
});
afterEach(() => {
  company.tamper = null;
  company.replays = false;
});
afterAll(async () => {
  await company.close();
  await suite.close();
});

let last = 0;
const newBrowser = () => new Browser(suite.base, { 'X-Forwarded-For': `198.51.100.${++last % 250}` });

async function joined(facts: Record<string, unknown> = {}) {
  const { id, client } = await suite.workspace();
  return { id, client, provider: await company.join(client, facts) };
}

const now = () => Math.floor(Date.now() / 1000);

/** Signs in with an ID token that has these claims on top of those of a new person; undefined leaves one out. */
async function signInWith(provider: any, claims: Record<string, unknown>, query = '', browser = newBrowser()) {
  const person = company.person();
  const start = await fetchRedirect(browser, `/sign-in/providers/${provider.id}${query}`);
  const { client_id: aud, nonce } = Object.fromEntries(new URL(start).searchParams);
  const back = await company.through(start, person);
  const id_token = await company.sign({
    iss: company.issuer,
    aud,
    nonce,
    ...person,
    iat: now(),
    exp: now() + 300,
    auth_time: now(),
    ...claims,
  });
  company.tamper = (path, body) => (path.startsWith('/token') ? { ...body, id_token } : body);
  const visit = await browser.get(back);
  company.tamper = null;
  return visit;
}

const sessionOf = async (client: Client, email: string) => {
  const [user] = (await client.get(`/v1/access/users?q=${encodeURIComponent(email)}`)).body.data;
  return (await client.get(`/v1/access/sessions?user_id=${user.id}&sort=created_at:desc`)).body.data[0];
};

const entriesOf = async (client: Client) => {
  await suite.app.get(Refusals).flush();
  return (await client.get('/v1/guard/audit-logs?action=access.session.created&outcome=failure')).body.data as any[];
};

describe('The age of a proof at an identity provider', () => {
  it('is asked for at each sign-in, and a new proof where one is needed', async () => {
    const { provider } = await joined();
    const maxAge = async (query: string) =>
      new URL(await fetchRedirect(newBrowser(), `/sign-in/providers/${provider.id}${query}`)).searchParams.get(
        'max_age',
      );
    expect(await maxAge('')).toBe(String(14 * 86_400));
    expect(await maxAge('?prompt=login')).toBe('0');
  });

  it('counts as old where the provider does not tell it, unless this sign-in asked for a new proof', async () => {
    const { client, provider } = await joined({ provisioning: 'create' });
    for (const auth_time of [undefined, 1e12]) {
      const email = `silent${++last}@example.com`;
      expect((await signInWith(provider, { email, auth_time })).path).toBe('/account');
      expect((await sessionOf(client, email)).auth_time, String(auth_time)).toBeNull();
    }
    const browser = newBrowser();
    await signInWith(provider, { auth_time: undefined }, '', browser);
    expect((await browser.get('/account/totp')).path).toMatch(/^\/sign-in/);
    const email = `proven${++last}@example.com`;
    await signInWith(provider, { email, auth_time: undefined }, '?prompt=login');
    expect(Date.parse((await sessionOf(client, email)).auth_time)).toBeGreaterThan(suite.clock.now() - 60_000);
    // An old proof stays old, whatever was asked for.
    const old = `old${++last}@example.com`;
    await signInWith(provider, { email: old, auth_time: now() - 7_200 }, '?prompt=login');
    expect(Date.parse((await sessionOf(client, old)).auth_time)).toBeLessThan(suite.clock.now() - 7_000_000);
  });
});

describe('Claims of an identity provider', () => {
  it.each<[string, Record<string, unknown>]>([
    ['an empty sub', { sub: '' }],
    ['a sub with NUL', { sub: 'a\0b' }],
    ['a sub with a lone surrogate', { sub: 'a\ud800' }],
    ['a sub that is too long', { sub: 'x'.repeat(256) }],
    ['a sid with NUL', { sid: 'a\0b' }],
    ['an address with NUL', { email: 'a\0b@example.com' }],
    ['an address with a lone surrogate', { email: 'a\ud800@example.com' }],
    ['an address with two @', { email: 'ada@evil.example@example.com' }],
    ['an address without a name', { email: '@example.com' }],
    ['an address with a line break', { email: 'ada\n@example.com' }],
  ])('with %s are refused', async (_, claims) => {
    const { client, provider } = await joined({ provisioning: 'create' });
    const visit = await signInWith(provider, claims);
    expect([visit.status, visit.text.includes('did not sign you in')]).toEqual([403, true]);
    expect((await entriesOf(client)).length).toBe(1);
  });

  it('leave out names, methods and groups that cannot be stored', async () => {
    const { client, provider } = await joined({ provisioning: 'create', groups_claim: 'groups' });
    const email = `odd${++last}@example.com`;
    const claims = {
      email,
      name: 'Ada\0',
      given_name: '\udc00',
      family_name: { a: 1 },
      locale: 'fr\0',
      amr: ['pwd', 'a\0', '\ud800', 5],
      groups: [{ toString: 1, valueOf: 1 }, null, 'x\0'],
    };
    expect((await signInWith(provider, claims)).path).toBe('/account');
    const [user] = (await client.get(`/v1/access/users?q=${encodeURIComponent(email)}`)).body.data;
    expect(user).toMatchObject({ display_name: email.split('@')[0], language: null });
    expect((await sessionOf(client, email)).amr).toEqual(['pwd']);
    const long = `long${++last}@example.com`;
    await signInWith(provider, { email: long, name: `${'x'.repeat(254)}👩‍🚀` });
    const [named] = (await client.get(`/v1/access/users?q=${encodeURIComponent(long)}`)).body.data;
    expect(named.display_name).toBe(`${'x'.repeat(254)}👩`);
  });

  it('keep spaces of a sub apart', async () => {
    const { provider } = await joined({ provisioning: 'create' });
    const sub = `s${++last}`;
    expect((await signInWith(provider, { sub })).path).toBe('/account');
    const visit = await signInWith(provider, { sub: `${sub} `, email: `sp${++last}@elsewhere.example` });
    expect(visit.status).toBe(403);
  });
});

describe('An identity', () => {
  it('belongs to issuer and sub: with another issuer people are found by their address anew', async () => {
    const { id, client, provider } = await joined();
    const ada = await makeUser(suite, {}, id);
    const grace = await makeUser(suite, {}, id);
    const person = company.person({ email: ada.email });
    expect((await signInAt(suite, company, provider, person)).path).toBe('/account');
    const second = await CompanyProvider.start();
    try {
      const patched = await client.patch(`${PATH}/${provider.id}`, { issuer: second.issuer });
      expect(patched.status).toBe(200);
      second.clients.push(...company.clients);
      await second.turnKeys();
      // The new provider gives the same sub to somebody else.
      const browser = newBrowser();
      expect((await signInAt(suite, second, provider, { ...person, email: grace.email }, browser)).path).toBe(
        '/account',
      );
      expect((await browser.get('/account')).text).toContain(grace.email);
      const back = newBrowser();
      expect((await signInAt(suite, second, provider, { ...person, sub: 'new', email: ada.email }, back)).path).toBe(
        '/account',
      );
      expect((await back.get('/account')).text).toContain(ada.email);
    } finally {
      await second.close();
    }
  });
});

describe('An issuer', () => {
  it.each([
    'http://login.example.com',
    'https://login.example.com?tenant=1',
    'https://login.example.com?',
    'https://login.example.com/#x',
    'https://login.example.com/.well-known/openid-configuration',
    'https://login.example.com/realms/.well-known/',
    'https://login.example.com/.well-known',
  ])('%s is refused', async (issuer) => {
    const { client } = await suite.workspace();
    const facts = { name: 'Acme', client_id: 'suite', domains: ['acme.example'] };
    const { status, body } = await client.post(PATH, { ...facts, issuer });
    expect([status, body.error?.details[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'issuer', code: 'invalid_format' }),
    ]);
  });

  it('is refused where its metadata are those of another one', async () => {
    const { client, provider } = await joined();
    company.tamper = (path, body) =>
      path.startsWith('/.well-known/') ? { ...body, issuer: 'https://evil.example' } : body;
    const visit = await newBrowser().get(`/sign-in/providers/${provider.id}`);
    expect([visit.status, visit.text.includes('did not sign you in')]).toEqual([403, true]);
    expect((await client.post(`${PATH}/${provider.id}/test`)).body.status).toBe('failed');
  });
});

describe('An answer of an identity provider', () => {
  it('works once, in a copy of the browser too, whatever the provider would take twice', async () => {
    const { provider } = await joined({ provisioning: 'create' });
    company.replays = true;
    const browser = newBrowser();
    const start = await fetchRedirect(browser, `/sign-in/providers/${provider.id}`);
    const copy = newBrowser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const back = await company.through(start, company.person());
    expect((await browser.get(back)).path).toBe('/account');
    const second = await copy.get(back);
    expect([second.status, second.text.includes('has been used')]).toEqual([403, true]);
    expect((await copy.get('/account')).path).toMatch(/^\/sign-in/);
  });

  it('with an error that cannot be stored is refused', async () => {
    const { client, provider } = await joined();
    const browser = newBrowser();
    const state = new URL(await fetchRedirect(browser, `/sign-in/providers/${provider.id}`)).searchParams.get('state')!;
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'No\0 \u0007',
      state,
      iss: company.issuer,
    });
    expect((await browser.get(`/sign-in/providers/${provider.id}/callback?${query}`)).status).toBe(403);
    expect(await entriesOf(client)).toHaveLength(1);
  });

  it('that names nobody is counted in one entry a minute', async () => {
    const { client, provider } = await joined();
    for (let sent = 0; sent < 20; sent++)
      expect((await newBrowser().get(`/sign-in/providers/${provider.id}/callback?state=x`)).status).toBe(403);
    expect(await entriesOf(client)).toMatchObject([
      {
        actor: { type: 'public' },
        changes: {
          provider_id: { to: provider.id },
          reason: { to: expect.stringContaining('began in another browser') },
          count: { to: 20 },
        },
      },
    ]);
    await newBrowser().get(`/sign-in/providers/${provider.id}/callback?state=x`);
    const [newest] = await entriesOf(client);
    expect(newest.changes.count.to).toBe(1);
  });
});
