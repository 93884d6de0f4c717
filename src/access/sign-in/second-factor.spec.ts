import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, type Visit } from '../../../test/support/browser.js';
import { recoveryCodesIn, scan, withTotp } from '../../../test/support/factors.js';
import { mailTo, makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { User } from '../users/user.entity.js';

const WRONG = 'The code is wrong, or has been used already.';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const enterPassword = (browser: Browser, { email, workspace_id }: User, query = '') =>
  browser.submit(`/sign-in?workspace=${workspace_id}${query}`, { email, password: PASSWORD });

const enterCode = (browser: Browser, page: Visit, code: string) => browser.fill(page, { code });

const sessionsOf = async (user: User) =>
  (await suite.database.execute('select * from sessions where user_id = $1 order by created_at', [user.id]))
    .rows as any[];

async function withApp(facts: Partial<Pick<User, 'roles'>> = {}, workspaceId = suite.workspaceId) {
  const user = await makeUser(suite, facts, workspaceId);
  return { user, app: await withTotp(suite, user), browser: new Browser(suite.base) };
}

describe('A user with an authenticator app', () => {
  it('signs in with the password and a code, and goes on where they wanted to', async () => {
    const { user, app, browser } = await withApp();
    const page = await enterPassword(browser, user, '&return_to=/account?a=b');
    expect([page.status, page.text.includes('Enter a code')]).toEqual([200, true]);
    expect(await sessionsOf(user)).toEqual([]);
    expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
    const visit = await enterCode(browser, page, ` ${app.code().slice(0, 3)} ${app.code().slice(3)} `);
    expect(visit.via).toEqual(['/account?a=b']);
    expect(visit.text).toContain('Signed in with a password and a code');
    expect(await sessionsOf(user)).toMatchObject([{ auth_method: 'password', amr: ['pwd', 'otp', 'mfa'] }]);
  });

  it('uses a code once, also in two browsers at once', async () => {
    const { user, app } = await withApp();
    const browsers = [new Browser(suite.base), new Browser(suite.base)];
    const pages = await Promise.all(browsers.map((browser) => enterPassword(browser, user)));
    const visits = await Promise.all(browsers.map((browser, index) => enterCode(browser, pages[index]!, app.code())));
    expect(visits.map(({ path }) => path).toSorted()).toEqual(['/account', '/sign-in/code']);
    const again = visits.find(({ path }) => path === '/sign-in/code')!;
    expect([again.status, again.text.includes(WRONG)]).toEqual([401, true]);
  });

  it('is refused with a code of another time, or before one that was used', async () => {
    const { user, app, browser } = await withApp();
    let page = await enterPassword(browser, user);
    for (const code of [app.code(-2), app.code(2), '', 'x'.repeat(300)]) {
      page = await enterCode(browser, page, code);
      expect([page.status, page.text.includes(WRONG)]).toEqual([401, true]);
    }
    expect((await enterCode(browser, page, app.code(1))).path).toBe('/account');
    const next = new Browser(suite.base);
    expect((await enterCode(next, await enterPassword(next, user), app.code())).status).toBe(401);
  });

  it('has five guesses in 15 minutes, each of them in the audit trail', async () => {
    const { user, app, browser } = await withApp();
    const page = await enterPassword(browser, user);
    for (let times = 0; times < 5; times++) expect((await enterCode(browser, page, '000000')).status).toBe(401);
    const refused = await enterCode(browser, page, app.code());
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await expect
      .poll(async () => {
        const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.session.created&outcome=failure');
        return body.data.filter(({ actor }: any) => actor.email === user.email).length;
      })
      .toBe(5);
  });

  it('cannot go on in another browser, with a changed password, or once suspended', async () => {
    const { user, app, browser } = await withApp();
    const page = await enterPassword(browser, user);
    const thief = new Browser(suite.base);
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec((await thief.get('/sign-in')).text)!;
    const [, ticket] = /name="ticket" value="([^"]+)"/.exec(page.text)!;
    for (const stolen of [ticket!, `${ticket}A`, ''])
      expect((await thief.post('/sign-in/code', { csrf: csrf!, ticket: stolen, code: app.code() })).path).toBe(
        '/sign-in',
      );
    await suite.database.execute(`update users set status = 'suspended' where id = $1`, [user.id]);
    expect((await enterCode(browser, page, app.code())).path).toBe('/sign-in');
    await suite.database.execute(`update users set status = 'active', password_hash = 'other' where id = $1`, [
      user.id,
    ]);
    expect((await enterCode(browser, page, app.code())).path).toBe('/sign-in');
    expect(await sessionsOf(user)).toEqual([]);
  });

  it('signs in with a recovery code, once, which the audit trail says', async () => {
    const { user, app, browser } = await withApp();
    expect(app.recoveryCodes).toHaveLength(10);
    const code = app.recoveryCodes[3]!;
    const kept = JSON.stringify((await suite.database.execute('select * from recovery_codes')).rows);
    for (const each of app.recoveryCodes) expect(kept).not.toContain(each.replaceAll('-', ''));
    const visit = await enterCode(browser, await enterPassword(browser, user), code.toUpperCase().replaceAll('-', ' '));
    expect(visit.path).toBe('/account');
    expect(visit.text).toContain('9 recovery codes are left');
    const other = new Browser(suite.base);
    expect((await enterCode(other, await enterPassword(other, user), code)).status).toBe(401);
    const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.factor.recovery_code_used');
    expect(body.data.map(({ actor }: any) => actor.id)).toContain(user.id);
  });
});

describe('A workspace that demands a second factor', () => {
  const demanding = async (mfa: string) => {
    const { id, client } = await suite.workspace('The <demanding> one');
    expect((await client.patch('/v1/access/settings', { mfa })).status).toBe(200);
    return { id, client };
  };

  it('has people set one up before anything else, by name the admins alone', async () => {
    const { id } = await demanding('admins');
    const viewer = await makeUser(suite, { roles: ['office:viewer'] }, id);
    expect((await enterPassword(new Browser(suite.base), viewer)).path).toBe('/account');
    for (const role of ['guard:admin', 'workspace:owner']) {
      const user = await makeUser(suite, { roles: [role] }, id);
      const browser = new Browser(suite.base);
      const page = await enterPassword(browser, user, '&return_to=/account?a=b');
      expect(page.text).toContain('The &lt;demanding&gt; one” asks for a second step');
      expect(page.text).toMatch(/<svg[^]*<\/svg>/);
      expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
      const app = scan(suite, page);
      const wrong = await enterCode(browser, page, '000000');
      expect([wrong.status, wrong.text.includes(WRONG)]).toEqual([400, true]);
      expect(scan(suite, wrong).secret).toEqual(app.secret);
      const done = await enterCode(browser, wrong, app.code());
      expect(recoveryCodesIn(done)).toHaveLength(10);
      expect(done.text).toContain('href="/account?a=b"');
      expect((await browser.get('/account')).path).toBe('/account');
      expect(await sessionsOf(user)).toMatchObject([{ amr: ['pwd', 'otp', 'mfa'] }]);
      // The page is worth nothing any more.
      const [, ticket] = /name="ticket" value="([^"]+)"/.exec(page.text)!;
      expect(
        (await new Browser(suite.base).post('/sign-in/set-up', { ticket: ticket!, code: app.code(1) })).status,
      ).toBe(403);
      const next = new Browser(suite.base);
      expect((await enterPassword(next, user)).text).toContain('Enter a code');
    }
  });

  it('has all people set one up, also by an admin role of a group', async () => {
    const all = await demanding('all');
    const user = await makeUser(suite, {}, all.id);
    expect((await enterPassword(new Browser(suite.base), user)).text).toContain('asks for a second step');
    const { id, client } = await demanding('admins');
    const member = await makeUser(suite, {}, id);
    const { body: group } = await client.post('/v1/access/groups', { name: 'Admins', roles: ['sales:admin'] });
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [member.id] });
    expect((await enterPassword(new Browser(suite.base), member)).text).toContain('asks for a second step');
  });
});

describe('The account page', () => {
  it('sets up an authenticator app, shows recovery codes once, renews them and removes the app', async () => {
    const user = await makeUser(suite);
    const browser = new Browser(suite.base);
    await enterPassword(browser, user);
    expect((await browser.get('/account')).text).toContain('href="/account/totp"');
    const page = await browser.get('/account/totp');
    const app = scan(suite, page);
    expect((await enterCode(browser, page, '12345')).status).toBe(400);
    const codes = recoveryCodesIn(await enterCode(browser, page, app.code()));
    expect(codes).toHaveLength(10);
    const account = await browser.get('/account');
    for (const code of codes) expect(account.text).not.toContain(code);
    expect(account.text).toContain('10 recovery codes are left');
    expect((await browser.get('/account/totp')).path).toBe('/account');
    const renewed = recoveryCodesIn(await browser.fill(account, {}, '/account/recovery-codes'));
    expect(renewed).toHaveLength(10);
    const other = new Browser(suite.base);
    expect((await enterCode(other, await enterPassword(other, user), codes[0]!)).status).toBe(401);
    const [, remove] = /action="(\/account\/factors\/fct_\w+\/remove)"/.exec(account.text)!;
    const removed = await browser.fill(account, {}, remove);
    expect(removed.text).toContain('The sign-in method is removed.');
    expect((await enterPassword(new Browser(suite.base), user)).path).toBe('/account');
    expect((await mailTo(suite, user.email)).map(({ subject }) => subject)).toEqual([
      'A sign-in method of your account was removed',
    ]);
    const { rows } = await suite.database.execute('select 1 from recovery_codes where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });

  it('writes in the language of whoever removes theirs, and of its reader where an admin does', async () => {
    const languages = { 'Accept-Language': 'de' };
    const [own, other] = [await withApp(), await withApp()];
    const browser = new Browser(suite.base, languages);
    await enterCode(browser, await enterPassword(browser, own.user), own.app.code());
    const account = await browser.get('/account');
    const [, remove] = /action="(\/account\/factors\/fct_\w+\/remove)"/.exec(account.text)!;
    expect((await browser.fill(account, {}, remove)).text).toContain('Anmeldeart entfernt.');
    const [german] = await mailTo(suite, own.user.email);
    expect(german!.subject).toBe('Eine Anmeldeart des Kontos wurde entfernt');
    expect(german!.text).toMatch(
      /^Guten Tag Ada,\n\ndie Anmeldeart „Authenticator-App“ des Kontos im Workspace „Default“ /,
    );
    expect(german!.text).toContain(`Konto: ${own.user.email}`);
    expect(german!.html).toContain('<html lang="de">');

    const [factor] = (await suite.client.get(`/v1/access/factors?user_id=${other.user.id}`)).body.data;
    expect((await suite.client.patch(`/v1/access/users/${other.user.id}`, { language: 'en' })).status).toBe(200);
    const removed = await suite.client.delete(`/v1/access/factors/${factor.id}`, { headers: languages });
    expect(removed.status).toBe(204);
    const [english] = await mailTo(suite, other.user.email);
    expect(english!.subject).toBe('A sign-in method of your account was removed');
    expect(english!.text).toMatch(/^Hello Ada,\n\nthe sign-in method “Authenticator app”/);
    expect(english!.html).toContain('<html lang="en">');

    const { user } = await withApp();
    await suite.client.patch(`/v1/access/users/${user.id}`, { language: 'de' });
    const [theirs] = (await suite.client.get(`/v1/access/factors?user_id=${user.id}`)).body.data;
    await suite.client.delete(`/v1/access/factors/${theirs.id}`);
    expect((await mailTo(suite, user.email))[0]!.subject).toBe('Eine Anmeldeart des Kontos wurde entfernt');
  });

  it('does not remove the factor that the workspace demands, nor one of somebody else', async () => {
    const { id, client } = await suite.workspace();
    const one = await withApp({}, id);
    await enterCode(one.browser, await enterPassword(one.browser, one.user), one.app.code());
    const account = await one.browser.get('/account');
    const [, remove] = /action="(\/account\/factors\/fct_\w+\/remove)"/.exec(account.text)!;
    const two = await withApp({}, id);
    await enterCode(two.browser, await enterPassword(two.browser, two.user), two.app.code());
    const csrf = /name="csrf" value="([^"]+)"/.exec((await two.browser.get('/account')).text)![1]!;
    expect((await two.browser.post(remove!, { csrf })).status).toBe(404);
    await client.patch('/v1/access/settings', { mfa: 'all' });
    const refused = await one.browser.fill(account, {}, remove);
    expect([refused.status, refused.text.includes('demands a second step')]).toEqual([409, true]);
  });
});

describe('/v1/access/factors', () => {
  it('lists factors without their secrets', async () => {
    const { user } = await withApp();
    const { body } = await suite.client.get(`/v1/access/factors?user_id=${user.id}`);
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^fct_/),
        user_id: user.id,
        type: 'totp',
        name: 'Authenticator app',
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    const { client } = await suite.signedIn('office:viewer');
    expect((await client.get('/v1/access/factors')).status).toBe(403);
  });

  it('are removed by an admin who holds what the user does: audited, sessions end, mail to the person', async () => {
    const { user, app, browser } = await withApp({ roles: ['sales:admin'] });
    await enterCode(browser, await enterPassword(browser, user), app.code());
    const [factor] = (await suite.client.get(`/v1/access/factors?user_id=${user.id}`)).body.data;
    const { client: editor } = await suite.signedIn('access:editor');
    expect((await editor.delete(`/v1/access/factors/${factor.id}`)).status).toBe(403);
    expect((await browser.get('/account')).path).toBe('/account');
    const { client: admin, userId } = await suite.signedIn('access:admin', 'sales:admin');
    expect((await admin.delete(`/v1/access/factors/${factor.id}`)).status).toBe(204);
    expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
    expect(await sessionsOf(user)).toMatchObject([{ reason: 'factor_removed' }]);
    expect(await mailTo(suite, user.email)).toHaveLength(1);
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${factor.id}`);
    expect(body.data.map(({ action, outcome }: any) => `${action} ${outcome}`)).toEqual(
      expect.arrayContaining(['access.factor.deleted success', 'access.factor.deleted denied']),
    );
    expect(body.data[0].actor.id).toBe(userId);
    expect(JSON.stringify(body)).not.toContain(app.secret.toString('base64'));
    expect((await suite.client.delete(`/v1/access/factors/${factor.id}`)).status).toBe(404);
  });
});
