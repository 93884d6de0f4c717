import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import { CompanyProvider, fetchRedirect, signInAt } from '../../../test/support/identity-provider.js';
import { makeUser, PASSWORD, userOf } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Refusals } from './refusals.js';

const PATH = '/v1/access/identity-providers';

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

/** A workspace with the provider, from an address of its own. */
async function joined(facts: Record<string, unknown> = {}) {
  const { id, client } = await suite.workspace();
  return { id, client, provider: await company.join(client, facts) };
}

let last = 0;
const newBrowser = (app = suite) => new Browser(app.base, { 'X-Forwarded-For': `198.51.100.${++last % 250}` });

const usersOf = async (client: Client, email: string) =>
  (await client.get(`/v1/access/users?q=${encodeURIComponent(email)}`)).body.data as any[];

/** The reasons of refused sign-ins in the audit trail, each as often as it was counted. */
async function failuresOf(client: Client): Promise<string[]> {
  await suite.app.get(Refusals).flush();
  const { body } = await client.get('/v1/guard/audit-logs?action=access.session.created&outcome=failure');
  return body.data.flatMap(({ changes }: any) => Array(changes.count?.to ?? 1).fill(changes.reason.to));
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('Signing in at an identity provider', () => {
  it('finds the user by a verified address, and from then on by the claim sub', async () => {
    const { id, client, provider } = await joined();
    const user = await makeUser(suite, { password_hash: null }, id);
    const person = company.person({ email: user.email.toUpperCase() });
    const visit = await signInAt(suite, company, provider, person, newBrowser(), '?return_to=/account?a=b');
    expect(visit.via).toEqual(['/account?a=b']);
    expect(visit.text).toContain('Signed in with your identity provider');
    const [session] = (await client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data;
    expect(session).toMatchObject({ auth_method: 'sso', provider_id: provider.id, status: 'active' });
    Object.assign(person, { email: 'married@example.com', email_verified: false });
    expect((await signInAt(suite, company, provider, person)).path).toBe('/account');
    expect((await userOf(suite, user.id)).email).toBe(user.email);
  });

  it('asks for a new proof where one is needed, and notes when it was given', async () => {
    const { id, client, provider } = await joined({ provisioning: 'create' });
    const page = await newBrowser().get(`/sign-in?prompt=login&workspace=${id}`);
    const [, leave] = /href="([^"]*\/providers\/[^"]*)"/.exec(page.text)!;
    expect(leave).toContain('prompt=login');
    expect(await fetchRedirect(newBrowser(), leave!)).toContain('prompt=login');
    const person = company.person();
    // To us the proof at the provider is an hour old.
    suite.clock.advance(3_600);
    await signInAt(suite, company, provider, person).finally(() => suite.clock.advance(-3_600));
    const [user] = await usersOf(client, String(person.email));
    const [session] = (await client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data;
    expect(Date.parse(session.created_at) - Date.parse(session.auth_time)).toBeGreaterThan(3_000_000);
  });

  it('makes accounts only where the provider says so, one for each person', async () => {
    const none = await joined();
    const person = company.person({ name: 'Grace Hopper', locale: 'de_AT' });
    const refused = await signInAt(suite, company, none.provider, person);
    expect([refused.status, refused.text.includes('you have no account in this workspace')]).toEqual([403, true]);
    expect(await usersOf(none.client, String(person.email))).toEqual([]);

    const { client, provider } = await joined({ provisioning: 'create', default_roles: ['office:member'] });
    const visits = await Promise.all([1, 2].map(() => signInAt(suite, company, provider, person, newBrowser())));
    expect(visits.map(({ path }) => path)).toEqual(['/account', '/account']);
    const made = await usersOf(client, String(person.email));
    const grace = { display_name: 'Grace Hopper', language: 'de', status: 'active', roles: ['office:member'] };
    expect(made).toMatchObject([grace]);
  });

  it('lets in users of SCIM, who have no password, and makes invited ones active', async () => {
    const { id, client, provider } = await joined();
    const email = `scim${Date.now()}@example.com`;
    const { status } = await client.post('/v1/access/scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
    });
    expect(status).toBe(201);
    expect((await signInAt(suite, company, provider, company.person({ email }))).path).toBe('/account');
    const invited = await makeUser(suite, { status: 'pending', password_hash: null }, id);
    expect((await signInAt(suite, company, provider, company.person({ email: invited.email }))).path).toBe('/account');
    expect((await userOf(suite, invited.id)).status).toBe('active');
  });

  it('sets the mapped groups by the claim, and leaves all others alone', async () => {
    const { client } = await joined();
    const group = async (name: string) =>
      (await client.post('/v1/access/groups', { name, roles: ['sales:viewer'] })).body.id;
    const [sales, staff, own] = [await group('Sales'), await group('Staff'), await group('Own')];
    const provider = await company.join(client, {
      provisioning: 'create',
      groups_claim: 'groups',
      group_map: [
        { value: 'sales-team', group_id: sales },
        { value: 'staff', group_id: staff },
        { value: 'everybody', group_id: staff },
      ],
    });
    const person = company.person({ groups: ['sales-team', 'everybody', 'unknown'] });
    await signInAt(suite, company, provider, person);
    const [user] = await usersOf(client, String(person.email));
    await client.post(`/v1/access/groups/${own}/members`, { user_ids: [user.id] });
    const groups = async () =>
      (await client.get(`/v1/access/users/${user.id}`)).body.groups.map(({ name }: any) => name);
    expect(await groups()).toEqual(['Own', 'Sales', 'Staff']);
    person.groups = ['staff'];
    await signInAt(suite, company, provider, person);
    expect(await groups()).toEqual(['Own', 'Staff']);
    delete person.groups;
    await signInAt(suite, company, provider, person);
    expect(await groups()).toEqual(['Own']);
  });
});

describe('An answer that is wrong', () => {
  it.each([
    ['an address that is not verified', { email_verified: false }, 'is not verified'],
    ['an address of another domain', { email: 'ada@evil.example' }, 'of a domain that it does not speak for'],
    ['an address of a domain that ends alike', { email: 'ada@notexample.com' }, 'does not speak for'],
    ['no address', { email: undefined }, 'did not tell your e-mail address'],
  ])('%s is refused', async (_, claims, reason) => {
    const { client, provider } = await joined({ provisioning: 'create' });
    const visit = await signInAt(suite, company, provider, company.person(claims));
    expect([visit.status, visit.text.includes(reason)]).toEqual([403, true]);
    expect(await failuresOf(client)).toEqual([expect.stringContaining(reason)]);
  });

  it('the address of somebody whom the provider knows already, and a suspended user, are refused', async () => {
    const { id, client, provider } = await joined({ provisioning: 'create' });
    const first = company.person();
    await signInAt(suite, company, provider, first);
    const second = await signInAt(suite, company, provider, company.person({ email: first.email }));
    expect(second.text).toContain('linked to somebody else');
    expect(await failuresOf(client)).toEqual([expect.stringContaining('linked to somebody else')]);
    const suspended = await makeUser(suite, { status: 'suspended' }, id);
    const visit = await signInAt(suite, company, provider, company.person({ email: suspended.email }));
    expect([visit.status, visit.text.includes('your account is suspended')]).toEqual([403, true]);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const unsigned = (claims: object) => `${encode({ alg: 'none' })}.${encode(claims)}.`;
  it.each<[string, (claims: any) => object, (claims: object, secret: string) => string]>([
    ['no signature', (claims) => claims, unsigned],
    [
      'a signature with the secret of the client',
      (claims) => claims,
      (claims, secret) => {
        const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
      },
    ],
    [
      'a signature with a key that the provider does not have',
      (claims) => claims,
      (claims) => {
        const text = `${encode({ alg: 'RS256', kid: 'unknown' })}.${encode(claims)}`;
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
      },
    ],
    ['claims changed after the signature', (claims) => ({ ...claims, sub: 'somebody else' }), () => 'keep'],
  ])('%s', async (_, change, signed) => {
    const { client, provider } = await joined({ provisioning: 'create' });
    const { client_secret } = company.clients.at(-1)!;
    company.tamper = (path, body) => {
      if (!path.startsWith('/token') || !body.id_token) return body;
      const [header, payload, signature] = body.id_token.split('.');
      const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      const made = signed(claims, client_secret);
      return { ...body, id_token: made === 'keep' ? `${header}.${encode(claims)}.${signature}` : made };
    };
    const visit = await signInAt(suite, company, provider, company.person());
    expect([visit.status, visit.text.includes('did not sign you in')]).toEqual([403, true]);
    expect(await failuresOf(client)).toHaveLength(1);
  });

  it.each<[string, (claims: any) => object]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'x' })],
    ['another audience', (claims) => ({ ...claims, aud: 'somebody' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['an expired token', (claims) => ({ ...claims, exp: now() - 600, iat: now() - 1200 })],
  ])('%s, signed by the provider, is refused', async (_, change) => {
    const { client, provider } = await joined({ provisioning: 'create' });
    /** Where a new person ends whose ID token has other claims. */
    const signIn = async (altered: (claims: any) => object) => {
      const [person, browser] = [company.person(), newBrowser()];
      const start = await fetchRedirect(browser, `/sign-in/providers/${provider.id}`);
      const { client_id: aud, nonce } = Object.fromEntries(new URL(start).searchParams);
      const back = await company.through(start, person);
      const token = await company.sign({
        ...altered({ iss: company.issuer, aud, nonce, ...person, iat: now(), exp: now() + 300 }),
      });
      company.tamper = (path, body) => (path.startsWith('/token') ? { ...body, id_token: token } : body);
      const visit = await browser.get(back);
      company.tamper = null;
      return visit;
    };
    expect((await signIn((claims) => claims)).path).toBe('/account');
    const visit = await signIn(change);
    expect([visit.status, visit.text.includes('did not sign you in')]).toEqual([403, true]);
    expect(await failuresOf(client)).toHaveLength(1);
  });

  it('metadata that name another issuer are refused', async () => {
    const { client, provider } = await joined({ provisioning: 'create' });
    const browser = newBrowser();
    company.tamper = (path, body) =>
      path.includes('openid-configuration') ? { ...body, issuer: 'https://evil.example' } : body;
    const visit = await browser.get(`/sign-in/providers/${provider.id}`).finally(() => (company.tamper = null));
    expect([visit.status, visit.text.includes('did not sign you in')]).toEqual([403, true]);
    expect(await failuresOf(client)).toHaveLength(1);
  });

  it('an answer for another browser, of another provider, or without state is refused', async () => {
    const { provider, client } = await joined({ provisioning: 'create' });
    const second = await company.join(client, { name: 'Second', provisioning: 'create' });
    const person = company.person();
    const victim = newBrowser();
    const back = await company.through(await fetchRedirect(newBrowser(), `/sign-in/providers/${provider.id}`), person);
    await victim.get('/sign-in');
    const stolen = await victim.get(back);
    expect([stolen.status, stolen.text.includes('began in another browser')]).toEqual([403, true]);
    const browser = newBrowser();
    const own = await company.through(await fetchRedirect(browser, `/sign-in/providers/${provider.id}`), person);
    // Refused by the state alone, before the code is shown to anybody.
    for (const wrong of [own.replace(provider.id, second.id), own.replace(/state=[^&]+/, 'state=x')]) {
      const refused = await browser.get(wrong);
      expect([refused.status, refused.text.includes('began in another browser')]).toEqual([403, true]);
    }
    expect((await browser.get(own.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'))).status).toBe(403);
    expect((await browser.get(own)).path).toBe('/account');
    // The code has been used.
    expect((await browser.get(own)).status).toBe(403);
    expect(await usersOf(client, String(person.email))).toHaveLength(1);
    expect(await failuresOf(client)).toHaveLength(5);
  });

  it('an error of the provider, a provider that is away, hangs or answers too much is told as such', async () => {
    const { client, provider } = await joined();
    const browser = newBrowser();
    const state = new URL(await fetchRedirect(browser, `/sign-in/providers/${provider.id}`)).searchParams.get('state')!;
    const query = new URLSearchParams({ error: 'access_denied', state, iss: company.issuer });
    const denied = await browser.get(`/sign-in/providers/${provider.id}/callback?${query}`);
    expect([denied.status, denied.text.includes('access_denied')]).toEqual([403, true]);

    const gone = (await client.patch(`${PATH}/${provider.id}`, { issuer: 'http://127.0.0.1:1' })).body;
    expect((await browser.get(`/sign-in/providers/${gone.id}`)).text).toContain('it cannot be reached');
    await client.patch(`${PATH}/${provider.id}`, { issuer: company.issuer });
    company.tamper = (_path, body) => JSON.stringify({ ...body, padding: 'x'.repeat(10_000_000) });
    expect((await browser.get(`/sign-in/providers/${provider.id}`)).status).toBe(403);
    company.tamper = (_path, body) => ({ ...body, jwks_uri: 'http://169.254.169.254/keys' });
    expect((await client.post(`${PATH}/${provider.id}/test`)).body).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('not a public one'),
    });
    company.tamper = null;
    expect(await failuresOf(client)).toHaveLength(3);
    company.hangs = true;
    try {
      const answer = (await client.post(`${PATH}/${provider.id}/test`)).body;
      expect([answer.status, answer.message]).toEqual(['failed', expect.stringContaining('did not arrive in time')]);
    } finally {
      company.hangs = false;
    }
    expect((await client.post(`${PATH}/${provider.id}/test`)).body).toMatchObject({
      status: 'ok',
      token_endpoint: `${company.issuer}/token`,
      signing_algorithms: expect.arrayContaining(['RS256']),
    });
  });

  it('keys that the provider has turned over are fetched again', async () => {
    const { provider } = await joined({ provisioning: 'create' });
    expect((await signInAt(suite, company, provider, company.person())).path).toBe('/account');
    await company.turnKeys();
    // The library asks for keys again a minute after it asked last; a process that has not asked yet, at once.
    expect((await signInAt(other, company, provider, company.person(), new Browser(other.base))).path).toBe('/account');
  });
});

describe('The sign-in page', () => {
  it('asks for the address first where there is a provider, and offers those of its domain', async () => {
    const { id, provider } = await joined({ name: 'Acme & Co' });
    const user = await makeUser(suite, {}, id);
    const browser = newBrowser();
    const page = await browser.get(`/sign-in?workspace=${id}&return_to=/account?a=b`);
    expect(page.text).not.toContain('type="password"');
    expect(page.text).toMatch(new RegExp(`href="/sign-in/providers/${provider.id}\\?return_to=[^"]*"`));
    expect(page.text).toContain('Acme &amp; Co');
    const second = await browser.fill(page, { email: user.email });
    expect(second.text).toContain(`login_hint=${encodeURIComponent(user.email).replaceAll('%40', '%40')}`);
    expect((await browser.fill(second, { password: PASSWORD })).via).toEqual(['/account?a=b']);
    const stranger = await newBrowser().submit(`/sign-in?workspace=${id}`, { email: 'ada@elsewhere.example' });
    expect(stranger.text).not.toContain('/sign-in/providers/');
    expect(stranger.text).toContain('type="password"');
    const nothing = await newBrowser().submit(`/sign-in?workspace=${id}`, { email: ' ' });
    expect([nothing.status, nothing.text.includes('Enter your e-mail address.')]).toEqual([400, true]);
    const { id: plain } = await suite.workspace();
    expect((await newBrowser().get(`/sign-in?workspace=${plain}`)).text).toContain('type="password"');
  });

  it('goes on to an enforced provider, whether or not there is such a user', async () => {
    const { id, provider } = await joined({ enforced: true });
    for (const email of [(await makeUser(suite, {}, id)).email, 'nobody@example.com']) {
      const visit = await newBrowser().submit(`/sign-in?workspace=${id}`, { email });
      expect(visit.text).toContain(
        `content="0; url=/sign-in/providers/${provider.id}?login_hint=${encodeURIComponent(email)}`,
      );
    }
  });

  it('takes no password of people whose provider is enforced, but for owners, which is noted', async () => {
    const { id, client, provider } = await joined({ enforced: true });
    const signIn = (email: string) =>
      newBrowser().submit(`/sign-in?workspace=${id}&method=password`, { email, password: PASSWORD });
    const user = await makeUser(suite, { roles: ['access:admin'] }, id);
    expect((await signIn(user.email)).text).toContain('The e-mail address or the password is wrong.');
    const guest = await makeUser(suite, { email: `guest${Date.now()}@elsewhere.example` }, id);
    expect((await signIn(guest.email)).path).toBe('/account');
    const owner = await makeUser(suite, { roles: ['workspace:owner'] }, id);
    expect((await signIn(owner.email)).path).toBe('/account');
    const { body } = await client.get('/v1/guard/audit-logs?action=access.session.break_glass');
    expect(body.data.map(({ actor }: any) => actor.id)).toEqual([owner.id]);
    await client.patch(`${PATH}/${provider.id}`, { status: 'inactive' });
    expect((await signIn(user.email)).path).toBe('/account');
  });

  it('takes no password where the workspace has switched them off', async () => {
    const { id, client, provider } = await joined();
    const admin = await makeUser(suite, { roles: ['access:admin'] }, id);
    expect((await client.patch('/v1/access/settings', { password_sign_in: 'off' })).status).toBe(200);
    const visit = await newBrowser().submit(`/sign-in?workspace=${id}&method=password`, {
      email: admin.email,
      password: PASSWORD,
    });
    expect(visit.status).toBe(401);
    expect((await signInAt(suite, company, provider, company.person({ email: admin.email }))).path).toBe('/account');
  });
});

describe('/v1/access/identity-providers', () => {
  it('never shows the secret, and keeps it encrypted', async () => {
    const { client, provider } = await joined();
    expect(provider.redirect_uri).toBe(`${suite.settings.BASE_URL}/sign-in/providers/${provider.id}/callback`);
    const { client_secret } = company.clients.at(-1)!;
    const { body } = await client.get(`${PATH}/${provider.id}`);
    const { body: trail } = await client.get(`/v1/guard/audit-logs?resource_id=${provider.id}`);
    const { rows } = await suite.database.execute('select * from identity_providers where id = $1', [provider.id]);
    expect(JSON.stringify([provider, body, trail, rows])).not.toContain(client_secret);
  });

  it('is written by those who hold all that an owner does', async () => {
    const { client, provider } = await joined();
    for (const roles of [['access:editor'], ['access:admin']]) {
      const { client: admin } = await client.signedIn(...roles);
      expect((await admin.get(PATH)).body.data).toHaveLength(1);
      expect((await admin.patch(`${PATH}/${provider.id}`, { domains: ['corp.example'] })).status).toBe(403);
      expect((await admin.delete(`${PATH}/${provider.id}`)).status).toBe(403);
      const { name, issuer, client_id, domains } = provider;
      expect((await admin.post(PATH, { name, issuer, client_id, domains })).status).toBe(403);
    }
    const { client: owner } = await client.signedIn('workspace:owner');
    expect((await owner.delete(`${PATH}/${provider.id}`)).status).toBe(204);
  });

  it('refuses groups that do not exist, and addresses that are not public', async () => {
    const { client, provider } = await joined();
    const map = [{ value: 'a', group_id: `grp_${'0'.repeat(26)}` }];
    const unknown = await client.patch(`${PATH}/${provider.id}`, { group_map: map });
    expect([unknown.status, unknown.body.error.details[0].field]).toEqual([400, 'group_map[0].group_id']);
    const inside = await client.patch(`${PATH}/${provider.id}`, { issuer: 'https://10.0.0.1' });
    expect([inside.status, inside.body.error.details[0].field]).toEqual([400, 'issuer']);
  });
});
