import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFreePort } from '../../platform/database/embedded/free-port.js';
import { Works } from '../../platform/leased-work/works.js';
import type { RenderedMessage } from '../../platform/mail/mail.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Browser } from '../../../test/support/browser.js';
import { withTotp } from '../../../test/support/factors.js';
import { inUnit, linkTo, mailTo, makeUser, PASSWORD } from '../../../test/support/people.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { UserLinks } from '../links/user-links.service.js';

const NEW = 'a new and long one';
const SENT = '/forgot-password?done=sent';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
});
afterAll(() => suite.close());

const newBrowser = (app = suite) => new Browser(app.base, { 'X-Forwarded-For': '198.51.100.1' });
const pending = () => makeUser(suite, { status: 'pending', password_hash: null });
const invite = (user: Parameters<UserLinks['invite']>[0]) => inUnit(suite, () => suite.app.get(UserLinks).invite(user));
const reset = (user: Parameters<UserLinks['invite']>[0]) =>
  inUnit(suite, () => suite.app.get(UserLinks).resetPassword(user));
const serve = () => suite.app.get(Works).run('link_request');
const forgot = (email: string, browser = newBrowser()) => browser.submit('/forgot-password', { email });

const choose = (path: string, password = NEW, repeated = password) => newBrowser().submit(path, { password, repeated });
const statusOf = async (id: string) => (await suite.client.get(`/v1/access/users/${id}`)).body.status;
const signIn = (email: string, password: string) => newBrowser().submit('/sign-in', { email, password });

describe('Mail by an admin', () => {
  const headers = { 'Accept-Language': 'de' };
  const send = async ({ id, email }: { id: string; email: string }, what: string, by = suite.client) => {
    expect((await by.post(`/v1/access/users/${id}/${what}`, {}, { headers })).status).toBe(202);
    return (await mailTo(suite, email)).at(-1)!;
  };
  const expectGerman = ({ subject, text, html }: RenderedMessage, words: string) => {
    expect([subject, html.includes('<html lang="de">')]).toEqual([words, true]);
    expect(text).toMatch(/^Guten Tag Ada,/);
  };
  const expectEnglish = ({ subject, text, html }: RenderedMessage, words: string) => {
    expect([subject, html.includes('<html lang="en">')]).toEqual([words, true]);
    expect(text).toMatch(/^Hello Ada,/);
  };

  it('is in English where nobody chose a language, whatever their browser asks for', async () => {
    expectEnglish(await send(await makeUser(suite), 'password-reset'), 'Choose a new password for Default');
    expectEnglish(await send(await pending(), 'invite'), 'You are invited to Default');
  });

  it('is in the language of the one who gets it, else of their workspace, and not of another one', async () => {
    const { client, id } = await suite.workspace();
    const facts = { status: 'pending', password_hash: null };
    const email = 'in-two-workspaces@example.com';
    const [here, there] = [await makeUser(suite, { ...facts, email }), await makeUser(suite, { ...facts, email }, id)];
    const own = await makeUser(suite, { ...facts, language: 'de' });
    const english = await makeUser(suite, { language: 'en' }, id);
    await client.patch('/v1/access/workspace', { name: 'Werkstatt', language: 'de' });
    expectGerman(await send(there, 'invite', client), 'Einladung in Werkstatt');
    expectEnglish(await send(here, 'invite'), 'You are invited to Default');
    expectGerman(await send(own, 'invite'), 'Einladung in Default');
    expectGerman(await send(own, 'password-reset'), 'Einladung in Default');
    expectEnglish(await send(english, 'password-reset', client), 'Choose a new password for Werkstatt');
    const created = (fields: object) =>
      client.post('/v1/access/users', { ...fields, display_name: 'Ada' }, { headers });
    expect((await created({ email: 'new-here@example.com' })).status).toBe(201);
    expectGerman((await mailTo(suite, 'new-here@example.com'))[0]!, 'Einladung in Werkstatt');
    expect((await created({ email: 'new-english@example.com', language: 'en' })).status).toBe(201);
    expectEnglish((await mailTo(suite, 'new-english@example.com'))[0]!, 'You are invited to Werkstatt');
  });
});

describe('An invitation', () => {
  it('comes by mail, as text and as HTML, and lets its user choose a password', async () => {
    const user = await makeUser(suite, { status: 'pending', password_hash: null, display_name: 'Eve <b>Söhne</b>' });
    await invite(user);
    const [mail] = await mailTo(suite, user.email);
    const link = `${suite.settings.BASE_URL}${await linkTo(suite, user.email)}`;
    expect(link).toMatch(/^http:\/\/localhost:3000\/accept-invitation\?token=[\w-]{43}$/);
    expect(mail).toMatchObject({
      subject: 'You are invited to Default',
      text: expect.stringContaining(`\n${link}\n`),
      html: expect.stringContaining(`<a href="${link}"`),
    });
    expect(mail!.html).toContain('Eve &lt;b&gt;Söhne&lt;/b&gt;');
    expect(mail!.html).not.toContain('<b>');

    const page = await newBrowser().get(await linkTo(suite, user.email));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Eve &lt;b&gt;Söhne&lt;/b&gt;');
    const visit = await choose(await linkTo(suite, user.email));
    expect(visit.via).toEqual(['/console/']);
    expect(await statusOf(user.id)).toBe('active');
    expect((await signIn(user.email, NEW)).path).toBe('/account');
    const { body } = await suite.client.get(`/v1/guard/audit-logs?resource_id=${user.id}`);
    expect(body.data.map(({ action, actor }: any) => `${action} ${actor.type}`)).toEqual([
      'access.user.activated user',
      'access.user.invited system',
      'access.user.created system',
    ]);
  });

  it('leads to setting up a second factor first, where the workspace demands one', async () => {
    const { id, client } = await suite.workspace();
    await client.patch('/v1/access/settings', { mfa: 'all' });
    const user = await makeUser(suite, { status: 'pending', password_hash: null }, id);
    await client.post(`/v1/access/users/${user.id}/invite`);
    const visit = await choose(await linkTo(suite, user.email));
    expect(visit.text).toContain('asks for a second step');
    expect((await client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data).toEqual([]);
  });

  it('has no paragraph that a name brought along', async () => {
    const display_name = 'Eve,\n\nhttp://evil.example/accept-invitation\u2028\r\n\nHello';
    const user = await makeUser(suite, { status: 'pending', password_hash: null, display_name });
    await invite(user);
    const [mail] = await mailTo(suite, user.email);
    expect(mail!.text.split('\n')[0]).toBe('Hello Eve, http://evil.example/accept-invitation Hello,');
  });

  it('is for who is pending', async () => {
    for (const status of ['active', 'suspended'])
      await expect(invite(await makeUser(suite, { status }))).rejects.toMatchObject({ status: 409 });
  });

  it('lives seven days', async () => {
    const own = await startTestApp({ ROLE: 'api' });
    try {
      const user = await makeUser(own, { status: 'pending', password_hash: null });
      await inUnit(own, () => own.app.get(UserLinks).invite(user));
      const open = async () => (await newBrowser(own).get(await linkTo(own, user.email))).status;
      own.clock.advance(7 * 86_400 - 3_600);
      expect(await open()).toBe(200);
      own.clock.advance(3_600);
      expect(await open()).toBe(410);
      await own.app.get(Maintenance).run('user-links');
      expect((await own.database.execute('select * from user_links')).rows).toEqual([]);
    } finally {
      await own.close();
    }
  });
});

describe('A link', () => {
  it('is not used up by looking at it, and works once', async () => {
    const user = await pending();
    await invite(user);
    const path = await linkTo(suite, user.email);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await newBrowser().send(method, path)).status).toBe(200);
    expect((await choose(path)).status).toBe(200);
    const again = await newBrowser().get(path);
    expect([again.status, again.text.includes('This link does not work')]).toEqual([410, true]);
  });

  it('of a reset leaves the second factor in place: nobody is signed in, and the code is asked for', async () => {
    const user = await makeUser(suite);
    await withTotp(suite, user);
    await reset(user);
    const browser = newBrowser();
    await browser.submit(await linkTo(suite, user.email), { password: NEW, repeated: NEW });
    expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
    const visit = await browser.submit('/sign-in', { email: user.email, password: NEW });
    expect(visit.text).toContain('action="/sign-in/code"');
    expect((await suite.client.get(`/v1/access/sessions?user_id=${user.id}`)).body.data).toEqual([]);
  });

  it('works once, however many use it at a time', async () => {
    const user = await makeUser(suite);
    await reset(user);
    const path = await linkTo(suite, user.email);
    const opened = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => {
        const browser = newBrowser();
        return { browser, page: await browser.get(path) };
      }),
    );
    const passwords = opened.map((_, index) => `${NEW} ${index}`);
    const tries = await Promise.all(
      opened.map(({ browser, page }, index) =>
        browser.fill(page, { password: passwords[index]!, repeated: passwords[index]! }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410]);
    const winner = tries.findIndex(({ status }) => status === 200);
    expect((await signIn(user.email, passwords[winner]!)).path).toBe('/account');
  });

  it('voids the one before, where an admin sends it', async () => {
    const user = await pending();
    await invite(user);
    const first = await linkTo(suite, user.email);
    await reset(user);
    const second = await linkTo(suite, user.email);
    expect(second).toMatch(/^\/accept-invitation/);
    expect((await newBrowser().get(first)).status).toBe(410);
    expect((await newBrowser().get(second)).status).toBe(200);
  });

  it('leaves the one before alone, where anybody may have asked for it, and ends it when one is used', async () => {
    for (const user of [await makeUser(suite), await pending()]) {
      await reset(user);
      const first = await linkTo(suite, user.email);
      await forgot(user.email);
      await serve();
      const second = await linkTo(suite, user.email);
      expect(second).not.toBe(first);
      for (const path of [first, second]) expect((await newBrowser().get(path)).status).toBe(200);
      await choose(first);
      for (const path of [first, second]) expect((await newBrowser().get(path)).status).toBe(410);
    }
  });

  it('is kept as a hash only', async () => {
    const user = await pending();
    await invite(user);
    const token = (await linkTo(suite, user.email)).split('=')[1]!;
    const { rows } = await suite.database.execute('select * from user_links where user_id = $1', [user.id]);
    expect(rows[0]).toMatchObject({ kind: 'invitation', token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('ends with what it stands on: the address, and that the user is not suspended', async () => {
    const [moved, suspended] = [await makeUser(suite), await makeUser(suite)];
    for (const user of [moved, suspended]) await reset(user);
    await suite.database.execute(`update users set email = 'moved@example.com' where id = $1`, [moved.id]);
    await suite.database.execute(`update users set status = 'suspended' where id = $1`, [suspended.id]);
    for (const { email } of [moved, suspended])
      expect((await newBrowser().get(await linkTo(suite, email))).status).toBe(410);
  });

  it('ends with the address even while it is being used', async () => {
    const links = suite.app.get(UserLinks);
    const user = await makeUser(suite);
    await reset(user);
    const token = new URLSearchParams((await linkTo(suite, user.email)).split('?')[1]).get('token')!;
    const used = await inUnit(suite, async () => {
      const found = await links.find(token, 'password_reset');
      await suite.database.execute('update users set email = $2 where id = $1', [user.id, `moved.${user.email}`]);
      return links.use(token, found!.user);
    });
    expect(used).toBe(false);
  });

  it('is of one kind, and nobody guesses it', async () => {
    const user = await makeUser(suite);
    await reset(user);
    const path = await linkTo(suite, user.email);
    const odd = ['', '?token=', '?token=x', '?token=a&token=b', '?token=%00', `?token=${'x'.repeat(5000)}`];
    for (const wrong of [
      path.replace('reset-password', 'accept-invitation'),
      path.slice(0, -1),
      ...odd.map((query) => `/reset-password${query}`),
    ])
      expect((await newBrowser().get(wrong)).status).toBe(410);
  });

  it('never leaks: no referrer, no cache, no script, not in the path', async () => {
    const user = await pending();
    await invite(user);
    const { headers, text } = await newBrowser().get(await linkTo(suite, user.email));
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain('<script');
    expect(text).toContain('action="/accept-invitation"');
  });

  it('is not used by a form without its token of the page', async () => {
    const user = await makeUser(suite);
    await reset(user);
    const path = await linkTo(suite, user.email);
    const token = path.split('=')[1]!;
    const visit = await newBrowser().post('/reset-password', { token, password: NEW, repeated: NEW });
    expect(visit.status).toBe(403);
    expect((await newBrowser().get(path)).status).toBe(200);
  });

  it.each([
    ['short', 'short', 'at least 10 characters'],
    ['qwertyuiop', 'qwertyuiop', 'too easy to guess'],
    [NEW, `${NEW}!`, 'do not match'],
  ])('survives a password that is refused: %s', async (password, repeated, why) => {
    const user = await makeUser(suite);
    await reset(user);
    const path = await linkTo(suite, user.email);
    const browser = newBrowser();
    const visit = await browser.submit(path, { password, repeated });
    expect([visit.status, visit.text.includes(why)]).toEqual([400, true]);
    expect(visit.text).toContain('aria-invalid="true"');
    expect((await browser.fill(visit, { password: NEW, repeated: NEW })).status).toBe(200);
  });
});

describe('A new password by mail', () => {
  it('ends all sessions, and lets in who has tried too often', async () => {
    const user = await makeUser(suite);
    const browser = newBrowser();
    await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
    for (let times = 0; times < 5; times++) await signIn(user.email, 'wrong');
    expect((await signIn(user.email, PASSWORD)).status).toBe(429);
    await reset(user);
    await choose(await linkTo(suite, user.email));
    expect((await browser.get('/account')).path).toMatch(/^\/sign-in/);
    expect((await signIn(user.email, NEW)).path).toBe('/account');
    expect((await signIn(user.email, PASSWORD)).status).toBe(401);
    const { rows } = await suite.database.execute(
      `select payload ->> 'reason' as reason from outbox where type = 'access.session.revoked'
          and payload ->> 'user_id' = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ reason: 'password_changed' }]);
  });

  it('lives an hour, and is not for who is suspended', async () => {
    const own = await startTestApp({ ROLE: 'api' });
    try {
      const user = await makeUser(own);
      await inUnit(own, () => own.app.get(UserLinks).resetPassword(user));
      own.clock.advance(3_601);
      expect((await newBrowser(own).get(await linkTo(own, user.email))).status).toBe(410);
    } finally {
      await own.close();
    }
    await expect(reset(await makeUser(suite, { status: 'suspended' }))).rejects.toMatchObject({ status: 409 });
  });
});

describe('POST /forgot-password', () => {
  it('sends a link: a new one to who was invited, none to who is suspended', async () => {
    const [active, invited] = [await makeUser(suite), await pending()];
    const suspended = await makeUser(suite, { status: 'suspended' });
    for (const { email } of [active, invited, suspended])
      expect((await forgot(` ${email.toUpperCase()}`)).path).toBe(SENT);
    await serve();
    expect(await linkTo(suite, active.email)).toMatch(/^\/reset-password/);
    expect(await linkTo(suite, invited.email)).toMatch(/^\/accept-invitation/);
    expect(await mailTo(suite, suspended.email)).toEqual([]);
    expect((await suite.database.execute('select * from link_requests')).rows).toEqual([]);
    expect((await choose(await linkTo(suite, active.email))).status).toBe(200);
  });

  it('sends it in the language of the browser that asked', async () => {
    const german = new Browser(suite.base, { 'X-Forwarded-For': '198.51.100.1', 'Accept-Language': 'de' });
    const [active, invited, english] = [await makeUser(suite), await pending(), await makeUser(suite)];
    for (const { email } of [active, invited]) await forgot(email, german);
    await forgot(english.email);
    await serve();
    const mails = async ({ email }: { email: string }) => (await mailTo(suite, email))[0]!;
    const [reset, invitation] = [await mails(active), await mails(invited)];
    expect(reset.subject).toBe('Neues Passwort für Default wählen');
    expect(reset.text).toMatch(/^Guten Tag Ada,\n\nfür das Konto im Workspace „Default“ /);
    expect(reset.text).toContain('Neues Passwort wählen:\nhttp');
    expect(reset.text).toContain('Der Link gilt einmal und eine Stunde lang.');
    expect(reset.html).toContain('<html lang="de">');
    expect(reset.html).toContain('lässt sich diese Adresse in den Browser kopieren');
    expect(invitation.subject).toBe('Einladung in Default');
    expect(invitation.html).toContain('Einladung annehmen</a>');
    const other = await mails(english);
    expect(other.subject).toBe('Choose a new password for Default');
    expect(other.text).toMatch(/^Hello Ada,\n\nWe received a request/);
    expect(other.html).toContain('<html lang="en">');
    expect(other.html).toContain('If the button does not work');
  });

  it('answers the same for any address', async () => {
    const { email } = await makeUser(suite);
    const answers = [email, 'nobody@example.com', 'no address', '', `${'x'.repeat(300)}@example.com`].map(
      async (given) => {
        const { status, path, text } = await forgot(given);
        return JSON.stringify([status, path, text]);
      },
    );
    expect(new Set(await Promise.all(answers)).size).toBe(1);
  });

  it('sends one to each workspace that knows the address', async () => {
    const other = await suite.workspace('Elsewhere');
    const { email } = await makeUser(suite);
    await makeUser(suite, { email }, other.id);
    await forgot(email);
    await serve();
    const subjects = (await mailTo(suite, email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(['Default', 'Elsewhere'].map((name) => `Choose a new password for ${name}`));
  });

  it('fills no mailbox, and says nothing about it', async () => {
    const { email } = await makeUser(suite);
    for (let times = 0; times < 5; times++) expect((await forgot(email)).path).toBe(SENT);
    await serve();
    expect(await mailTo(suite, email)).toHaveLength(3);
  });

  it('is enough at some point, from one address', async () => {
    const browser = new Browser(suite.base, { 'X-Forwarded-For': '203.0.113.50' });
    const statuses = [];
    for (let times = 0; times < 51; times++) statuses.push((await forgot(`ghost${times}@example.com`, browser)).status);
    expect(statuses.indexOf(429)).toBe(50);
    await suite.database.execute('delete from link_requests');
  });

  it('is not lost, nor half done, when the work fails', async () => {
    const { email } = await makeUser(suite);
    await forgot(email);
    // The last statement of the request fails and rolls everything back.
    await suite.database.execute('alter table mails add constraint broken check (false) not valid');
    await serve();
    await suite.database.execute('alter table mails drop constraint broken');
    expect(await mailTo(suite, email)).toEqual([]);
    suite.clock.advance(31);
    await serve();
    suite.clock.advance(-31);
    expect(await mailTo(suite, email)).toHaveLength(1);
  });

  it('delays no other request when it fails for good', async () => {
    const [broken, other] = [await makeUser(suite), await makeUser(suite)];
    for (const { email } of [broken, other]) await forgot(email);
    await suite.database.execute(
      `alter table user_links add constraint broken check (user_id <> '${broken.id}') not valid`,
    );
    await serve();
    await suite.database.execute('alter table user_links drop constraint broken');
    expect(await mailTo(suite, other.email)).toHaveLength(1);
    expect(await mailTo(suite, broken.email)).toEqual([]);
    const { data } = (await suite.client.get('/v1/operations/backlog?kind=link_request')).body;
    expect(data).toMatchObject([{ status: 'failing', attempts: 1, workspace_id: null, about: null }]);
    expect(data[0].reason).toContain('broken');
    expect((await suite.client.post(`/v1/operations/backlog/${data[0].id}/retry`)).status).toBe(202);
    await serve();
    expect(await mailTo(suite, broken.email)).toHaveLength(1);
  });

  it('is dropped when it has failed for a day, because nobody waits for its link any more', async () => {
    await forgot((await makeUser(suite)).email);
    await suite.database.execute('alter table mails add constraint broken check (false) not valid');
    await serve();
    suite.clock.advance(86_401);
    await serve();
    suite.clock.advance(-86_401);
    await suite.database.execute('alter table mails drop constraint broken');
    expect((await suite.database.execute('select * from link_requests')).rows).toEqual([]);
  });
});

describe('A mail server that is away', () => {
  it('delays the message, and nothing else', async () => {
    const received: string[] = [];
    const port = await anyFreePort();
    const listen = async () => {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData: async (stream, { envelope }, done) => {
          for await (const _ of stream);
          received.push(...envelope.rcptTo.map(({ address }) => address));
          done();
        },
      });
      server.on('error', () => undefined);
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
      return server;
    };
    const close = (server: SMTPServer) => new Promise<void>((done) => server.close(() => done()));
    let server: SMTPServer | undefined;

    const app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    try {
      const { status, body } = await app.client.post('/v1/access/users', {
        email: 'ada@example.com',
        display_name: 'Ada',
      });
      expect([status, body.status]).toEqual([201, 'pending']);
      expect((await app.client.post(`/v1/access/users/${body.id}/password-reset`)).status).toBe(202);
      expect((await newBrowser(app).submit('/forgot-password', { email: 'ada@example.com' })).path).toBe(SENT);
      const waiting = async () => (await app.database.execute('select attempts from mails')).rows;
      await eventually(async () => {
        const mails = await waiting();
        expect([mails.length, mails.every(({ attempts }) => attempts > 0)]).toEqual([3, true]);
      });
      server = await listen();
      app.clock.advance(3_600);
      await app.app.get(Works).run('mail');
      await eventually(async () => expect(await waiting()).toEqual([]));
      expect(new Set(received)).toEqual(new Set(['ada@example.com']));
    } finally {
      await app.close();
      if (server) await close(server);
    }
  });
});
