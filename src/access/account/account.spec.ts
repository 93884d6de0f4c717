import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentContext } from '../../platform/context/request-context.js';
import { StoreRegistry } from '../../platform/resource/stores.module.js';
import { Browser, type Visit } from '../../../test/support/browser.js';
import { eventually } from '../../../test/support/eventually.js';
import { BEHIND_PROXY, browserOf, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { inUnit, makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';

const NEW = 'a new and long one';
const SIGN_IN = '/sign-in?return_to=/account';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', ...BEHIND_PROXY });
});
afterAll(() => suite.close());

async function signedIn(user: User, headers?: Record<string, string>): Promise<Browser> {
  const browser = new Browser(suite.base, headers);
  const visit = await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
  expect(visit.path).toBe('/account');
  return browser;
}

const sessionsIn = (text: string) => [...text.matchAll(/id="device-(ses_\w+)"/g)].map(([, id]) => id!);
const endOf = (id: string) => `/account/sessions/${id}/end`;
const change = (browser: Browser, current: string, password = NEW, repeated = password) =>
  browser.submit('/account', { current, password, repeated }, '/account/password');

describe('GET /account', () => {
  it('leads who is not signed in to the sign-in page and back', async () => {
    const user = await makeUser(suite);
    const browser = new Browser(suite.base);
    const visit = await browser.get('/account');
    expect(visit.path).toBe(SIGN_IN);
    expect((await browser.fill(visit, { email: user.email, password: PASSWORD })).path).toBe('/account');
  });

  it('shows the user, and their active sessions alone', async () => {
    const user = await makeUser(suite, { display_name: '<img src=x onerror=alert(1)>' });
    const phone = await signedIn(user, { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1' });
    await signedIn(await makeUser(suite));
    const { text } = await (await signedIn(user, { 'User-Agent': '"><b>odd</b>' })).get('/account');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain('&quot;&gt;&lt;b&gt;odd&lt;/b&gt;');
    expect(text).not.toMatch(/<img|<b>/);
    expect(text).toContain('Safari on iPhone');
    expect(sessionsIn(text)).toHaveLength(2);
    expect(text.match(/This browser/g)).toHaveLength(1);
    await phone.submit('/account', {}, '/sign-out');
  });

  it('is over as soon as the session is revoked, has expired, or the user is not active', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    const [id] = sessionsIn((await browser.get('/account')).text);
    expect((await suite.client.delete(`/v1/access/sessions/${id}`)).status).toBe(204);
    expect((await browser.get('/account')).path).toBe(SIGN_IN);

    for (const status of ['suspended', 'pending']) {
      const again = await signedIn(user);
      await suite.database.execute('update users set status = $2 where id = $1', [user.id, status]);
      expect((await again.get('/account')).path).toBe(SIGN_IN);
      await suite.database.execute(`update users set status = 'active' where id = $1`, [user.id]);
      expect((await again.get('/account')).path).toBe('/account');
    }

    const own = await startTestApp({ ROLE: 'api' }, { beside: suite });
    try {
      const last = await signedIn(user);
      const there = new Browser(own.base);
      there.cookies.set('session', last.cookies.get('session')!);
      own.clock.advance(8 * 3_600 - 60);
      expect((await there.get('/account')).path).toBe('/account');
      own.clock.advance(8 * 3_600 + 61);
      expect((await there.get('/account')).path).toBe(SIGN_IN);
    } finally {
      await own.close();
    }
  });

  it('notes when the session was last used, to within a minute', async () => {
    const own = await startTestApp({ ROLE: 'api' });
    try {
      const user = await makeUser(own);
      const browser = new Browser(own.base);
      await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
      const seen = async () =>
        (await own.database.execute('select last_active_at, revision from sessions')).rows[0] as Record<
          string,
          unknown
        >;
      const before = await seen();
      own.clock.advance(30);
      await browser.get('/account');
      expect(await seen()).toEqual(before);
      own.clock.advance(31);
      await browser.get('/account');
      const after = await seen();
      expect(Date.parse(after.last_active_at as string)).toBeGreaterThan(Date.parse(before.last_active_at as string));
      expect(after.revision).toBe(before.revision);
    } finally {
      await own.close();
    }
  });

  it('does not believe a cookie that is not ours', async () => {
    const browser = new Browser(suite.base);
    for (const value of ['x', 'A'.repeat(43), "' or 1=1 --", 'A'.repeat(4000)]) {
      browser.cookies.set('session', value);
      expect((await browser.get('/account')).path).toBe(SIGN_IN);
    }
  });
});

describe('POST /account/profile', () => {
  const rename = (browser: Browser, display_name: string) =>
    browser.submit('/account', { display_name }, '/account/profile');

  it('changes the name that others see, which the audit trail says in the name of the user', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    const visit = await rename(browser, ' Ada <b>L.</b> ');
    expect([visit.path, visit.text.includes('Your name and language are saved.')]).toEqual([
      '/account?done=profile',
      true,
    ]);
    expect(visit.text).toContain('<h1>Ada &lt;b&gt;L.&lt;/b&gt;</h1>');
    expect((await suite.client.get(`/v1/access/users/${user.id}`)).body.display_name).toBe('Ada <b>L.</b>');
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${user.id}&limit=1`);
    expect(body.data[0]).toMatchObject({
      action: 'access.user.updated',
      actor: { type: 'user', id: user.id },
      changes: { display_name: { from: 'Ada', to: 'Ada <b>L.</b>' } },
    });
    for (const [name, why] of [
      [' ', 'Enter your name.'],
      ['x'.repeat(256), 'at most 255 characters'],
    ] as const) {
      const refused = await rename(browser, name);
      expect([refused.status, refused.text.includes(why)]).toEqual([400, true]);
    }
    expect((await new Browser(suite.base).post('/account/profile', { display_name: 'Eve' })).status).toBe(403);
  });

  it('changes the language, which pages speak from then on, whatever the browser asks for', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    const choose = (language: string, display_name = 'Ada') =>
      browser.submit('/account', { display_name, language }, '/account/profile');
    const kept = async () => (await suite.client.get(`/v1/access/users/${user.id}`)).body.language;
    expect((await browser.get('/account')).text).toContain('<html lang="en">');
    const german = await choose('de');
    expect([german.path, await kept()]).toEqual(['/account?done=profile', 'de']);
    for (const words of ['<html lang="de">', 'Name und Sprache gespeichert.']) expect(german.text).toContain(words);
    expect(german.text).toMatch(/lang="de" selected>\s*Deutsch/);
    expect(german.headers.get('content-language')).toBe('de');
    const refused = await choose('<b>');
    expect([refused.status, refused.text.includes('language must be one of en, de.')]).toEqual([400, true]);
    const nameless = await choose('en', ' ');
    expect([nameless.status, /lang="en" selected>\s*English/.test(nameless.text)]).toEqual([400, true]);
    await rename(browser, 'Ada King');
    expect(await kept()).toBe('de');
    expect([(await choose('')).text.includes('<html lang="de">'), await kept()]).toEqual([false, null]);
  });
});

describe('POST /account/password', () => {
  it('is not offered to who has none', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    const open = await browser.get('/account');
    await suite.database.execute('update users set password_hash = null where id = $1', [user.id]);
    expect((await browser.get('/account')).text).not.toContain('Change your password');
    const fields = { current: '', password: NEW, repeated: NEW };
    const visit = await browser.fill(open, fields, '/account/password');
    expect([visit.status, visit.text.includes('You have no password')]).toEqual([409, true]);
  });

  it('changes the password and ends all other sessions, of apps too', async () => {
    const user = await makeUser(suite);
    const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
    const { client_id } = await registerClient(suite, { name: 'Notes <b>' });
    const app = await inUnit(suite, () =>
      suite.app.get(SessionsService).begin({
        user_id: user.id,
        auth_method: 'oauth',
        client_id,
        expires_at: suite.clock.iso(3600),
      }),
    );
    expect((await here.get('/account')).text).toContain('<strong>Notes &lt;b&gt;</strong>');
    const stolen = new Browser(suite.base);
    stolen.cookies.set('session', here.cookies.get('session')!);
    const visit = await change(here, PASSWORD);
    expect([visit.path, visit.text.includes('Your password is changed.')]).toEqual(['/account?done=password', true]);
    expect(sessionsIn(visit.text)).toHaveLength(1);
    expect((await stolen.get('/account')).path).toBe(SIGN_IN);
    expect((await elsewhere.get('/account')).path).toBe(SIGN_IN);
    const { body } = await suite.client.get(`/v1/access/sessions?user_id=${user.id}&status=revoked`);
    expect(body.data.map(({ id }: any) => id)).toContain(app.id);
    const again = await new Browser(suite.base).submit('/sign-in', { email: user.email, password: NEW });
    expect(again.path).toBe('/account');
    const { body: log } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${user.id}`);
    expect(log.data[0]).toMatchObject({
      action: 'access.user.password_changed',
      actor: { type: 'user', id: user.id },
    });
  });

  it.each([
    ['not the password', NEW, NEW, 'The current password is wrong.'],
    [PASSWORD, 'short', 'short', 'at least 10 characters'],
    [PASSWORD, NEW, `${NEW}!`, 'The passwords do not match.'],
  ])('changes nothing when something is wrong: %s, %s, %s', async (current, password, repeated, why) => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    const visit = await change(browser, current, password, repeated);
    expect([visit.status, visit.text.includes(why)]).toEqual([400, true]);
    expect(visit.text).toMatch(/aria-describedby="\w+-problem/);
    await signedIn(user);
  });

  it('comes too late for who is signed out at the same time', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    let changed: Promise<Visit>;
    await inUnit(suite, async () => {
      await currentContext().unitOfWork!.open();
      await suite.app.get(StoreRegistry).of(User).find(user.id, { lock: true });
      changed = change(browser, PASSWORD);
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await eventually(async () => expect((await suite.database.execute(waiting)).count).toBeGreaterThan(0));
      await suite.app.get(SessionsService).endAll({ user_id: user.id }, 'revoked');
    });
    expect((await changed!).status).toBe(403);
    await signedIn(user);
  });

  it('counts wrong current passwords as sign-in does', async () => {
    const user = await makeUser(suite);
    const browser = await signedIn(user);
    for (let times = 0; times < 5; times++) expect((await change(browser, 'wrong')).status).toBe(400);
    const visit = await change(browser, PASSWORD);
    expect([visit.status, visit.headers.has('retry-after')]).toEqual([429, true]);
  });
});

describe('The connected apps', () => {
  it('are listed with what they may do, and are disconnected one by one', async () => {
    const user = await makeUser(suite, { roles: ['office:viewer'] });
    const client = await registerClient(suite, { name: 'Notes' });
    const browser = await browserOf(suite, user);
    const tokens = [await tokensOf(suite, client, browser), await tokensOf(suite, client, browser)];
    const page = await browser.get('/account');
    expect(page.text).toContain('href="/console/"');
    expect(page.text.match(/<li>Read documents, sheets and files<\/li>/g)).toHaveLength(2);
    expect(sessionsIn(page.text)).toHaveLength(1);
    const [id] = [...page.text.matchAll(/id="app-(ses_\w+)"/g)].map(([, each]) => each!);
    const answer = await browser.submit('/account', {}, endOf(id!));
    expect(answer.headers.get('location')).toBe('/account?done=app');
    expect((await browser.get('/account?done=app')).text).toContain('The app is disconnected.');
    const statuses = tokens.map(
      async ({ access_token: key }) => (await suite.client.get('/v1/access/me', { key })).status,
    );
    expect((await Promise.all(statuses)).toSorted()).toEqual([200, 401]);
  });
});

describe('POST /account/sessions/{id}/end', () => {
  it('ends a session of their own, once, and says so', async () => {
    const user = await makeUser(suite);
    const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
    const page = await here.get('/account');
    const other = sessionsIn(page.text).find((id) => page.text.includes(`action="${endOf(id)}"`))!;
    const visit = await here.fill(page, {}, endOf(other));
    expect([visit.path, visit.text.includes('The session has ended.')]).toEqual(['/account?done=session', true]);
    expect((await elsewhere.get('/account')).path).toBe(SIGN_IN);
    expect((await here.fill(page, {}, endOf(other))).status).toBe(200);
    const { rows } = await suite.database.execute(
      `select 1 from outbox where type = 'access.session.revoked' and payload ->> 'session_id' = $1`,
      [other],
    );
    expect(rows).toHaveLength(1);
  });

  it('signs out where it is the one of this browser', async () => {
    const browser = await signedIn(await makeUser(suite));
    const page = await browser.get('/account');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!;
    const visit = await browser.post(endOf(sessionsIn(page.text)[0]!), { csrf });
    expect([visit.path, browser.cookies.has('session')]).toEqual(['/sign-in?done=signed-out', false]);
  });

  it('does nothing to those of others, in this workspace or another', async () => {
    const [ada, eve] = [await makeUser(suite), await makeUser(suite)];
    const browser = await signedIn(ada);
    const victim = await signedIn(eve);
    const [id] = sessionsIn((await victim.get('/account')).text);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get('/account')).text)![1]!;
    for (const target of [id!, 'ses_01jz8k3m5n7p9q1r3s5t7v9w1x', 'x']) {
      const visit = await browser.post(endOf(target), { csrf });
      expect([visit.status, visit.text.includes('You have no such session')]).toEqual([404, true]);
    }
    expect((await victim.get('/account')).path).toBe('/account');
  });

  it('does nothing for a form of another session, or for nobody', async () => {
    const user = await makeUser(suite);
    const [browser, other] = [await signedIn(user), await signedIn(user)];
    const foreign = /name="csrf" value="([^"]+)"/.exec((await other.get('/account')).text)![1]!;
    const [id] = sessionsIn((await browser.get('/account')).text);
    for (const csrf of [foreign, '']) expect((await browser.post(endOf(id!), { csrf })).status).toBe(403);
    for (const path of [endOf(id!), '/account/password'])
      expect((await new Browser(suite.base).post(path, {})).status).toBe(403);
    expect((await browser.get('/account')).path).toBe('/account');
  });
});
