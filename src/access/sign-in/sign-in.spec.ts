import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser, cookiesOf, type Visit } from '../../../test/support/browser.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { eventually } from '../../../test/support/eventually.js';
import { startRedis } from '../../../test/support/redis.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Passwords } from '../passwords/passwords.service.js';

const WRONG = 'The e-mail address or the password is wrong.';

let suite: TestApp;
beforeAll(async () => {
  // Addresses are what the tests say, so that their failures do not add up.
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
});
afterAll(() => suite.close());

let last = 0;
const ownAddress = () => ({ 'X-Forwarded-For': `198.51.${last >> 8}.${++last & 255}` });

const newBrowser = (app = suite, headers: Record<string, string> = ownAddress(), follows = true) =>
  new Browser(app.base, { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', ...headers }, follows);

const signIn = (browser: Browser, email: string, password = PASSWORD, path = '/sign-in') =>
  browser.submit(path, { email, password });

const sessionsOf = async (userId: string) =>
  (await suite.client.get(`/v1/access/sessions?user_id=${userId}&sort=created_at:asc`)).body.data;

describe('POST /sign-in', () => {
  it('begins a session of the browser, from its address', async () => {
    const { id, email } = await makeUser(suite);
    const browser = newBrowser(suite, { 'X-Forwarded-For': '203.0.113.7' });
    const visit = await signIn(browser, ` ${email.toUpperCase()} `);
    expect([visit.status, visit.path]).toEqual([200, '/account']);
    expect(await sessionsOf(id)).toMatchObject([
      {
        status: 'active',
        auth_method: 'password',
        client_id: null,
        ip_address: '203.0.113.7',
        user_agent: expect.stringContaining('Firefox'),
      },
    ]);
  });

  it('is noted in the audit trail, in the name of the user', async () => {
    const { id, email } = await makeUser(suite);
    await signIn(newBrowser(), email);
    const [session] = await sessionsOf(id);
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${session.id}`);
    expect(body.data).toMatchObject([
      { action: 'access.session.created', outcome: 'success', actor: { type: 'user', id, email } },
    ]);
  });

  it('keeps only the hash of the cookie, and keeps it from scripts and other sites', async () => {
    const { id, email } = await makeUser(suite);
    const browser = newBrowser(suite, ownAddress(), false);
    const { headers } = await signIn(browser, email);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/),
      expect.stringMatching(/^device-[\w-]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/),
    ]);
    const { rows } = await suite.database.execute('select * from sessions where user_id = $1', [id]);
    expect(rows[0]!.cookie_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('session'));
  });

  it.each([
    ['in production', { APP_ENV: 'production' }],
    ['where BASE_URL is https', { BASE_URL: 'https://suite.example' }],
  ])('binds its cookies to HTTPS and this host %s', async (_, env) => {
    const { email } = await makeUser(suite);
    const app = await startTestApp({ ROLE: 'api', ...env }, { beside: suite });
    try {
      const browser = newBrowser(app, {}, false);
      const form = await browser.get('/sign-in');
      const answer = await browser.fill(form, { email, password: PASSWORD });
      for (const { headers } of [form, answer])
        for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-[\w-]+=.*; Path=\/;.*; Secure$/);
      expect((await browser.get('/account')).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('gives every sign-in a new cookie, whatever the browser came with, and ends what it was', async () => {
    const { id, email } = await makeUser(suite);
    const browser = newBrowser();
    const planted = 'A'.repeat(43);
    browser.cookies.set('session', planted);
    await signIn(browser, email, PASSWORD, '/sign-in');
    const first = browser.cookies.get('session')!;
    expect(first).not.toBe(planted);
    await signIn(browser, email, PASSWORD, '/sign-in?prompt=login');
    expect(browser.cookies.get('session')).not.toBe(first);
    expect((await sessionsOf(id)).map(({ status }: any) => status)).toEqual(['revoked', 'active']);
    const thief = newBrowser();
    thief.cookies.set('session', first);
    expect((await thief.get('/account')).path).toMatch(/^\/sign-in/);
  });

  it('answers the same whatever was wrong, and notes it where the account is known', async () => {
    const active = await makeUser(suite);
    const accounts = {
      'wrong password': active.email,
      unknown: 'nobody@example.com',
      pending: (await makeUser(suite, { status: 'pending' })).email,
      suspended: (await makeUser(suite, { status: 'suspended' })).email,
      'no password': (await makeUser(suite, { password_hash: null })).email,
      'no address': 'no address at all',
    };
    const answers = new Set<string>();
    for (const [why, email] of Object.entries(accounts)) {
      const visit = await signIn(newBrowser(), email, why === 'wrong password' ? `${PASSWORD}!` : PASSWORD);
      expect(visit.text).toContain(WRONG);
      answers.add(`${visit.status} ${sameText(visit).replace(email, '')}`);
    }
    expect(answers.size).toBe(1);
    const { 'wrong password': wrong, pending, suspended, 'no password': none } = accounts;
    await eventually(async () => {
      const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.session.created');
      const failed = body.data.filter(({ outcome }: any) => outcome !== 'success');
      const noted = failed.map(({ actor, outcome }: any) => `${actor.type} ${actor.email} ${outcome}`);
      const failures = [wrong, pending, none].map((email) => `public ${email} failure`);
      expect(noted.toSorted()).toEqual([...failures, `public ${suspended} denied`].toSorted());
    });
  });

  it('does as much work for an account that is not there', async () => {
    const { email } = await makeUser(suite);
    // Checking a password is most of the work, and takes equally long without a hash.
    const verify = vi.spyOn(suite.app.get(Passwords), 'verify');
    const checks = async (address: string) => {
      verify.mockClear();
      await signIn(newBrowser(), address, 'not the password');
      return verify.mock.calls.length;
    };
    const known = await checks(email);
    expect(known).toBeGreaterThan(0);
    expect(await checks('nobody-else@example.com')).toBe(known);
    verify.mockRestore();
  });

  it.each([{}, { email: '', password: '' }, { email: 'ada@example.com' }, { password: PASSWORD }])(
    'shows the form again where something is missing: %j',
    async (fields) => {
      const visit = await newBrowser().submit('/sign-in', fields as Record<string, string>);
      expect([visit.status, visit.text.includes(WRONG)]).toEqual([401, true]);
    },
  );

  it('shows what was typed as text, and never the password', async () => {
    const visit = await signIn(newBrowser(), '"><script>alert(1)</script>', 'my <secret> password');
    expect(visit.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(visit.text).not.toContain('<script');
    expect(visit.text).not.toContain('my ');
  });

  it('masks the password, and lets managers of passwords fill it in', async () => {
    const { text } = await newBrowser().get('/sign-in');
    const field = /<input[^>]*name="password"[^>]*>/s.exec(text)![0];
    expect(field).toContain('type="password"');
    expect(field).toContain('autocomplete="current-password"');
    // Nothing keeps anybody from pasting.
    expect(text).not.toMatch(/paste|\son\w+=/);
  });

  it('refuses a body that is no form, or too large', async () => {
    const answers = await Promise.all([
      suite.client.post('/sign-in', { email: 'ada@example.com' }, { key: null }),
      suite.client.send('POST', '/sign-in', {
        key: null,
        body: `email=${'x'.repeat(20_000)}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 413]);
    for (const { text } of answers) expect(text).toContain('<h1>');
  });
});

describe('Where one goes on to', () => {
  it('is the path that was asked for', async () => {
    const { email } = await makeUser(suite);
    const browser = newBrowser();
    const visit = await signIn(browser, email, PASSWORD, `/sign-in?return_to=${encodeURIComponent('/account?done=x')}`);
    expect(visit.via).toEqual(['/account?done=x']);
    expect((await browser.get('/sign-in?return_to=/account?a=b')).via).toEqual(['/account?a=b']);
  });

  it('is kept when the password was wrong first', async () => {
    const { email } = await makeUser(suite);
    const browser = newBrowser();
    const wrong = await signIn(browser, email, 'wrong', '/sign-in?return_to=/account?a=b');
    expect((await browser.fill(wrong, { email, password: PASSWORD })).via).toEqual(['/account?a=b']);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/%09/evil.example', 'javascript:alert(1)'])(
    'is never another host: %s',
    async (target) => {
      const { email } = await makeUser(suite);
      const browser = newBrowser(suite, ownAddress(), false);
      const given = target.includes('%') ? target : encodeURIComponent(target);
      const form = await browser.get(`/sign-in?return_to=${given}`);
      expect(form.text).not.toContain('evil');
      const answer = await browser.fill(form, { email, password: PASSWORD, return_to: target.replace('%09', '\t') });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
      const again = await browser.get(`/sign-in?return_to=${given}`);
      expect([again.status, again.headers.get('location')]).toEqual([303, '/account']);
    },
  );

  it('is reached by a page of its own where the authorization server is asked', async () => {
    const { email } = await makeUser(suite);
    const target = '/oauth/authorize?client_id=x&scope=a"b';
    const visit = await signIn(newBrowser(), email, PASSWORD, `/sign-in?return_to=${encodeURIComponent(target)}`);
    expect(visit.status).toBe(200);
    expect(visit.text).toContain('content="0; url=/oauth/authorize?client_id=x&amp;scope=a%22b"');
  });

  it('bears odd questions', async () => {
    const browser = newBrowser();
    for (const query of ['return_to=/a&return_to=/b', 'workspace=a&workspace=b', 'done=a&done=b', 'done=toString', '%'])
      expect(await browser.get(`/sign-in?${query}`)).toMatchObject({
        status: 200,
        text: expect.not.stringContaining('function'),
      });
  });
});

describe('One address in several workspaces', () => {
  it('is asked which one it is, after the password was right', async () => {
    const other = await suite.workspace('The <other> one');
    const { email } = await makeUser(suite);
    const there = await makeUser(suite, { email }, other.id);
    const browser = newBrowser();
    expect((await signIn(browser, email, 'not the password')).text).not.toContain('other');
    const choice = await signIn(browser, email);
    expect(choice.text).toContain('The &lt;other&gt; one');
    const tickets = [...choice.text.matchAll(/name="ticket"\s+value="([^"]+)"/g)].map(([, ticket]) => ticket!);
    expect(tickets).toHaveLength(2);
    const entered = await browser.fill(choice, { ticket: tickets[1]! });
    expect(entered.path).toBe('/account');
    expect((await other.client.get(`/v1/access/sessions?user_id=${there.id}`)).body.meta.total).toBe(1);

    const thief = newBrowser();
    const csrf = /name="csrf" value="([^"]+)"/.exec((await thief.get('/sign-in')).text)![1]!;
    for (const ticket of [tickets[1]!, tickets[1]!.slice(0, -2), 'v1.x', ''])
      expect((await thief.post('/sign-in/workspace', { csrf, ticket })).path).toBe('/sign-in');
    expect(thief.cookies.has('session')).toBe(false);
  });

  it('is not entered with a password that was changed meanwhile', async () => {
    const other = await suite.workspace();
    const { email, id } = await makeUser(suite);
    await makeUser(suite, { email }, other.id);
    const browser = newBrowser();
    const choice = await signIn(browser, email);
    const [, ticket] = /name="ticket"\s+value="([^"]+)"/.exec(choice.text)!;
    await suite.database.execute('update users set password_hash = $2 where id = $1', [
      id,
      await suite.app.get(Passwords).hash('another battery'),
    ]);
    expect((await browser.fill(choice, { ticket: ticket! })).path).toBe('/sign-in');
    expect(await sessionsOf(id)).toEqual([]);
  });

  it('is settled by the workspace in the address, or by the password', async () => {
    const other = await suite.workspace();
    const { email, id } = await makeUser(suite);
    await makeUser(suite, { email }, other.id);
    expect((await signIn(newBrowser(), email, PASSWORD, `/sign-in?workspace=${suite.workspaceId}`)).path).toBe(
      '/account',
    );
    expect(await sessionsOf(id)).toHaveLength(1);
    expect((await signIn(newBrowser(), email, PASSWORD, '/sign-in?workspace=ws_none')).status).toBe(401);
    await suite.database.execute('update users set password_hash = null where id = $1', [id]);
    expect((await signIn(newBrowser(), email)).path).toBe('/account');
    expect(await sessionsOf(id)).toHaveLength(1);
  });
});

describe('CSRF', () => {
  const csrfOf = ({ text }: Visit) => /name="csrf" value="([^"]+)"/.exec(text)![1]!;

  it('refuses a form without the token, with a foreign one, or one of another session', async () => {
    const { email } = await makeUser(suite);
    const [browser, stranger] = [newBrowser(), newBrowser()];
    const own = csrfOf(await browser.get('/sign-in'));
    const foreign = csrfOf(await stranger.get('/sign-in'));
    const fields = { email, password: PASSWORD };
    for (const csrf of ['', 'x', foreign, own.slice(1), `${own}AAAA`]) {
      const visit = await browser.post('/sign-in', { ...fields, csrf });
      expect([visit.status, visit.text.includes('has expired')]).toEqual([403, true]);
    }
    expect((await browser.post('/sign-in', fields)).status).toBe(403);
    expect(browser.cookies.has('session')).toBe(false);
    expect((await browser.post('/sign-in', { ...fields, csrf: own })).path).toBe('/account');
    // The browser's token from before the sign-in is not valid any more.
    expect((await browser.post('/sign-out', { csrf: own })).status).toBe(403);
    const signedIn = csrfOf(await browser.get('/account'));
    await signIn(browser, email, PASSWORD, '/sign-in?prompt=login');
    expect((await browser.post('/sign-out', { csrf: signedIn })).status).toBe(403);
    expect((await browser.get('/account')).status).toBe(200);
  });

  it('refuses a browser without cookies', async () => {
    const browser = newBrowser();
    const csrf = csrfOf(await browser.get('/sign-in'));
    browser.cookies.clear();
    expect((await browser.post('/sign-in', { csrf, email: 'a', password: 'b' })).status).toBe(403);
  });
});

describe('POST /sign-out', () => {
  it('ends the session, once, and says so', async () => {
    const { id, email } = await makeUser(suite);
    const browser = newBrowser();
    const account = await signIn(browser, email);
    const visit = await browser.fill(account, {}, '/sign-out');
    expect([visit.path, visit.text.includes('You are signed out.')]).toEqual(['/sign-in?done=signed-out', true]);
    expect((await sessionsOf(id))[0].status).toBe('revoked');
    expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
    expect(browser.cookies.has('session')).toBe(false);
  });
});

describe('The browser of somebody who signs out', () => {
  it('is told to keep nothing of what they saw', async () => {
    const browser = newBrowser();
    const account = await signIn(browser, (await makeUser(suite)).email);
    const csrf = /name="csrf" value="([^"]+)"/.exec(account.text)![1]!;
    const { status, headers } = await fetch(`${suite.base}/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...cookiesOf(browser), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf }).toString(),
    });
    expect([status, headers.get('clear-site-data')]).toEqual([303, '"cache", "storage"']);
  });
});

describe('Too many wrong passwords', () => {
  const refusal = (visit: Visit) => [visit.status, Number(visit.headers.get('retry-after')) > 0];

  it('for one account from one network close it there for 15 minutes, for the right one too', async () => {
    const [{ email }, address] = [await makeUser(suite), ownAddress()];
    for (let times = 0; times < 5; times++)
      expect((await signIn(newBrowser(suite, address), email, 'wrong')).status).toBe(401);
    const visit = await signIn(newBrowser(suite, address), email.toUpperCase());
    expect(refusal(visit)).toEqual([429, true]);
    expect(visit.text).toContain('Too many attempts');
    expect(Number(visit.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await signIn(newBrowser(suite, address), (await makeUser(suite)).email)).status).toBe(200);
  });

  it('from many networks slow the account down, and never close it to a browser that knows it', async () => {
    const { email } = await makeUser(suite);
    const known = newBrowser();
    await signIn(known, email);
    await known.fill(await known.get('/account'), {}, '/sign-out');
    const wrong = Array.from({ length: 30 }, () => signIn(newBrowser(), email, 'wrong'));
    const refused = (await Promise.all(wrong)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(15);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await signIn(known, email)).path).toBe('/account');
    // The cookie belongs to one account and to this server.
    const [name, value] = [...known.cookies].find(([cookie]) => cookie.startsWith('device-'))!;
    const { email: another } = await makeUser(suite);
    const forger = newBrowser(suite, ownAddress());
    for (let times = 0; times < 5; times++) await signIn(forger, another, 'wrong');
    forger.cookies.set(name, value);
    expect((await signIn(forger, another)).status).toBe(429);
  });

  it('of a browser that knows the account are counted for it alone', async () => {
    const { email } = await makeUser(suite);
    const known = newBrowser();
    await signIn(known, email);
    for (let times = 0; times < 5; times++)
      expect((await signIn(known, email, 'wrong', '/sign-in?prompt=login')).status).toBe(401);
    expect(refusal(await signIn(known, email, PASSWORD, '/sign-in?prompt=login'))).toEqual([429, true]);
    expect((await signIn(newBrowser(), email)).path).toBe('/account');
  });

  it('are counted for accounts that do not exist as well', async () => {
    const address = ownAddress();
    for (let times = 0; times < 5; times++)
      expect((await signIn(newBrowser(suite, address), 'ghost@example.com', 'wrong')).status).toBe(401);
    expect(refusal(await signIn(newBrowser(suite, address), 'ghost@example.com'))).toEqual([429, true]);
  });

  it('are counted together, however the address is written', async () => {
    const email = `viki.ass.${Date.now()}@example.com`;
    await makeUser(suite, { email });
    const address = ownAddress();
    const forms = [email.replace('i', 'İ'), email.replace('k', 'K'), email.replace('s', 'ſ'), email.replace('v', 'V')];
    for (const form of [...forms, email])
      expect((await signIn(newBrowser(suite, address), form, 'wrong')).status).toBe(401);
    for (const form of [...forms, email]) expect((await signIn(newBrowser(suite, address), form)).status).toBe(429);
  });

  it('are forgotten when the right one comes', async () => {
    const [{ email }, address] = [await makeUser(suite), ownAddress()];
    for (const _ of ['first', 'second']) {
      for (let times = 0; times < 4; times++)
        expect((await signIn(newBrowser(suite, address), email, 'wrong')).status).toBe(401);
      expect((await signIn(newBrowser(suite, address), email)).path).toBe('/account');
    }
  });

  it('at once are no way around it', async () => {
    const { email } = await makeUser(suite);
    const address = ownAddress();
    const tries = Array.from({ length: 40 }, () => signIn(newBrowser(suite, address), email, 'wrong'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });

  it('from one address close it, for any account', async () => {
    const address = { 'X-Forwarded-For': '2001:db8:7::1' };
    for (let times = 0; times < 50; times++)
      expect((await signIn(newBrowser(suite, address), `ghost${times}@example.com`, 'wrong')).status).toBe(401);
    const { email } = await makeUser(suite);
    expect(refusal(await signIn(newBrowser(suite, address), email))).toEqual([429, true]);
    // Whoever has one address has all of its network.
    expect((await signIn(newBrowser(suite, { 'X-Forwarded-For': '2001:db8:7::2' }), email)).status).toBe(429);
    expect((await signIn(newBrowser(suite, { 'X-Forwarded-For': '2001:db8:8::1' }), email)).path).toBe('/account');
  });
});

const redis = await startRedis();
afterAll(() => redis?.stop());

describe.skipIf(!redis)('With Redis', () => {
  it('wrong passwords count over all processes, and in each of them while Redis is away', async () => {
    const env = { ROLE: 'api', TRUST_PROXY: '1', REDIS_URL: redis!.url };
    const [one, two] = [await startTestApp(env, { beside: suite }), await startTestApp(env, { beside: suite })];
    try {
      // A busy machine may start them before they have reached Redis.
      await eventually(async () => {
        const [email, address] = [`${randomUUID()}@example.com`, ownAddress()];
        for (let times = 0; times < 5; times++) await signIn(newBrowser(one, address), email, 'wrong');
        expect((await signIn(newBrowser(two, address), email, 'wrong')).status).toBe(429);
      });
      const [{ email }, address] = [await makeUser(suite), ownAddress()];
      for (const app of [one, two, one, two, one])
        expect((await signIn(newBrowser(app, address), email, 'wrong')).status).toBe(401);
      expect((await signIn(newBrowser(two, address), email)).status).toBe(429);
      await redis!.kill('SIGKILL');
      const { email: another } = await makeUser(suite);
      for (let times = 0; times < 5; times++)
        expect((await signIn(newBrowser(two, address), another, 'wrong')).status).toBe(401);
      expect((await signIn(newBrowser(two, address), another)).status).toBe(429);
      expect((await signIn(newBrowser(one), another)).path).toBe('/account');
    } finally {
      await one.close();
      await two.close();
    }
  });
});

/** A page without what differs from one browser to the next. */
const sameText = ({ text }: Visit) => text.replace(/name="csrf" value="[^"]+"/g, '');
