import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, filledForm, type Visit } from '../../../test/support/browser.js';
import { CHROMIUM, Chromium, noChromium } from '../../../test/support/chromium.js';
import { newPasskey, SoftPasskey } from '../../../test/support/passkey.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { User } from '../users/user.entity.js';

const FREE_PORT = 0;

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(FREE_PORT, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

describe.skipIf(noChromium)(`Passkeys in Chromium (${CHROMIUM}; skipped where there is none)`, () => {
  let suite: TestApp;
  let browser: Chromium;
  let base: string;
  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}`;
    suite = await startTestApp({ ROLE: 'api', PORT: String(port), BASE_URL: base });
    browser = new Chromium();
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  /** The virtual authenticator of a window. `verifies`: it knows its user. */
  async function authenticator(page: Page, context: BrowserContext, verifies = true) {
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: verifies,
        automaticPresenceSimulation: true,
      },
    });
    const credentials = async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    return { session, authenticatorId, credentials };
  }

  async function signIn(page: Page, { email, workspace_id }: User): Promise<void> {
    await page.goto(`${base}/sign-in?workspace=${workspace_id}`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
  }

  async function setUp(page: Page, user: User, name = 'My laptop'): Promise<void> {
    await signIn(page, user);
    await page.getByRole('link', { name: 'Set up a passkey' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Set up the passkey' }).click();
    await page.getByText('The passkey is set up.').waitFor();
  }

  const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const withPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click();

  it('are set up by name, and sign in without an address, as two factors', () =>
    browser.within({}, async (page, context) => {
      const { id, client } = await suite.workspace();
      const user = await makeUser(suite, {}, id);
      await authenticator(page, context);
      await setUp(page, user);
      expect(await page.getByText('My laptop').isVisible()).toBe(true);
      await signOut(page);
      await withPasskey(page);
      await page.waitForURL('**/account');
      expect(await page.getByText('Signed in with a passkey').isVisible()).toBe(true);
      const { body } = await client.get(`/v1/access/sessions?user_id=${user.id}&status=active`);
      expect(body.data).toMatchObject([{ auth_method: 'passkey', amr: ['pop', 'user', 'mfa'] }]);
      const { body: factors } = await client.get(`/v1/access/factors?user_id=${user.id}`);
      expect(factors.data).toMatchObject([{ type: 'passkey', name: 'My laptop', last_used_at: expect.any(String) }]);
      // Once removed it is refused.
      await page.getByRole('button', { name: 'Remove' }).click();
      await signOut(page);
      await withPasskey(page);
      expect(await page.getByRole('alert').textContent()).toContain('The passkey was refused');
    }));

  it('are refused without verification of the user, replayed, or when their counter goes back', () =>
    browser.within({}, async (page, context) => {
      const user = await makeUser(suite);
      const { session, authenticatorId, credentials } = await authenticator(page, context);
      await setUp(page, user);
      await signOut(page);

      // The same answer, sent again by the same browser.
      let sent = '';
      await page.route('**/sign-in/passkey', async (route) => {
        sent = route.request().postData()!;
        await route.continue();
      });
      await withPasskey(page);
      await page.waitForURL('**/account');
      await page.unroute('**/sign-in/passkey');
      await signOut(page);
      await page.goto(`${base}/sign-in`);
      const csrf = await page.locator('input[name=csrf]').first().inputValue();
      const again = new URLSearchParams(sent);
      again.set('csrf', csrf);
      const replayed = await context.request.post(`${base}/sign-in/passkey`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        data: again.toString(),
      });
      expect([replayed.status(), await replayed.text()]).toEqual([401, expect.stringContaining('was refused')]);

      const { rows } = await suite.database.execute('select counter from factors where user_id = $1', [user.id]);
      expect(Number(rows[0]!.counter)).toBe((await credentials())[0]!.signCount);
      await suite.database.execute('update factors set counter = 1000 where user_id = $1', [user.id]);
      await withPasskey(page);
      expect(await page.getByRole('alert').textContent()).toContain('The passkey was refused');
      await suite.database.execute('update factors set counter = 0 where user_id = $1', [user.id]);

      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.goto(`${base}/sign-in`);
      await withPasskey(page);
      await page.getByText('The passkey was not used.').waitFor();
    }));

  it('are the second step where the workspace demands one and a user has nothing else', () =>
    browser.within({}, async (page, context) => {
      const { id, client } = await suite.workspace();
      const user = await makeUser(suite, {}, id);
      await authenticator(page, context);
      await setUp(page, user);
      await signOut(page);
      await client.patch('/v1/access/settings', { mfa: 'all' });
      await page.goto(`${base}/sign-in?workspace=${id}`);
      await page.getByLabel('E-mail address').fill(user.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
      await withPasskey(page);
      await page.waitForURL('**/account');
    }));

  it('leave the sign-in page as it was without script', () =>
    browser.within({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${base}/sign-in`);
      expect(await page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
      const user = await makeUser(suite);
      await signIn(page, user);
    }));
});

describe('POST /sign-in/passkey', () => {
  const lines: { attempt?: string; ip?: string }[] = [];
  let suite: TestApp;
  beforeAll(async () => {
    const line = (...parts: any[]) => void lines.push(...parts);
    suite = await startTestApp(
      { ROLE: 'api' },
      { logger: { log: line, error: line, warn: line, debug: line, verbose: line } },
    );
  });
  afterAll(() => suite.close());

  const refusalOf = ({ status, text }: Visit) => [status, text.includes('The passkey was refused')];

  it('refuses what is no answer of a passkey, which the log says', async () => {
    const browser = new Browser(suite.base);
    const page = await browser.get('/sign-in');
    const answers = ['', '{}', '[1]', 'null', '{"id":"x","response":{}}', '{"id":{"a":1}}'];
    for (const answer of answers)
      expect(refusalOf(await browser.fill(page, { answer }, '/sign-in/passkey'))).toEqual([401, true]);
    const unknown = lines.filter(({ attempt }) => attempt === 'sign_in.unknown_passkey');
    expect(unknown.map(({ ip }) => ip)).toEqual(answers.map(() => '127.0.0.1'));
    const expired = await browser.fill(page, { ticket: 'x', answer: '{}' }, '/sign-in/passkey');
    expect([expired.path, expired.via]).toEqual(['/sign-in', ['/sign-in']]);
  });

  it.each<[string, Parameters<SoftPasskey['answer']>[1]]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['of another domain', { site: 'evil.example' }],
    ['to another challenge', { challenge: 'bm90IHRoaXMgb25l' }],
    ['without verification of the user', { verified: false }],
    ['with a counter that goes back', { counter: 4 }],
    ['in the name of somebody else', { user: { workspace_id: 'ws_other', id: 'usr_other' } }],
    ['signed with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('refuses an answer %s, and takes the right one once; the audit trail has both', async (_, wrong) => {
    const user = await makeUser(suite);
    const passkey = await SoftPasskey.of(suite, user, 5);
    const browser = new Browser(suite.base);
    const send = (page: Visit, answer: string) => browser.fill(page, { answer }, '/sign-in/passkey');
    const page = await browser.get('/sign-in');
    expect(refusalOf(await send(page, passkey.answer(page, wrong)))).toEqual([401, true]);
    const right = passkey.answer(page);
    expect((await send(page, right)).path).toBe('/account');
    await browser.submit('/account', {}, '/sign-out');
    // The same browser, its form still open: the answer has been used.
    const [, csrf] = /name="csrf" value="([^"]+)"/.exec((await browser.get('/sign-in')).text)!;
    const { fields } = filledForm(page, { answer: right, csrf: csrf! }, '/sign-in/passkey');
    expect(refusalOf(await browser.post('/sign-in/passkey', fields))).toEqual([401, true]);
    await expect
      .poll(async () => {
        const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.session.created&limit=100');
        return body.data
          .filter(({ actor }: any) => actor.email === user.email)
          .map(({ outcome }: any) => outcome)
          .toSorted();
      })
      .toEqual(['failure', 'failure', 'success']);
  });

  it('refuses a user who is suspended, which the audit trail says', async () => {
    const user = await makeUser(suite, { status: 'suspended' });
    const passkey = await SoftPasskey.of(suite, user, 5);
    const browser = new Browser(suite.base);
    const page = await browser.get('/sign-in');
    const visit = await browser.fill(page, { answer: passkey.answer(page) }, '/sign-in/passkey');
    expect(refusalOf(visit)).toEqual([401, true]);
    const denied = async () => {
      const { body } = await suite.client.get('/v1/guard/audit-logs?action=access.session.created&outcome=denied');
      return body.data.map(({ actor }: any) => actor.email);
    };
    await expect.poll(denied).toContain(user.email);
  });
});

describe('POST /account/passkey', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ ROLE: 'api' });
  });
  afterAll(() => suite.close());

  async function open(user: User): Promise<[Browser, Visit]> {
    const browser = new Browser(suite.base);
    await browser.submit('/sign-in', { email: user.email, password: PASSWORD });
    return [browser, await browser.get('/account/passkey')];
  }

  const passkeysOf = async (user: User) =>
    (await suite.client.get(`/v1/access/factors?user_id=${user.id}`)).body.data.length;
  const refusalOf = ({ status, text }: Visit) => [status, text.includes('The passkey could not be set up.')];

  it.each<[string, Parameters<typeof newPasskey>[2]]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['of another domain', { site: 'evil.example' }],
    ['to another challenge', { challenge: 'bm90IHRoaXMgb25l' }],
    ['without verification of the user', { verified: false }],
    ['with an algorithm that nobody asked for', { algorithm: -47 }],
    ['signed by another key', { format: 'packed', key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('refuses a new passkey %s, and takes the right one once', async (_, wrong) => {
    const user = await makeUser(suite);
    const [browser, page] = await open(user);
    const send = (answer: string) => browser.fill(page, { answer, name: 'Soft' }, '/account/passkey');
    expect(refusalOf(await send(newPasskey(suite, page, wrong)))).toEqual([400, true]);
    expect(await passkeysOf(user)).toBe(0);
    const right = newPasskey(suite, page, { format: wrong!.format });
    expect((await send(right)).path).toBe('/account?done=passkey');
    expect(refusalOf(await send(right))).toEqual([400, true]);
    expect(await passkeysOf(user)).toBe(1);
  });

  it('refuses what is no answer, the form of another user, and a passkey that exists', async () => {
    const user = await makeUser(suite);
    const [browser, page] = await open(user);
    for (const answer of ['', '{}', '[1]', 'null', '{"id":"x","response":{}}'])
      expect(refusalOf(await browser.fill(page, { answer }, '/account/passkey'))).toEqual([400, true]);

    const [, foreign] = await open(await makeUser(suite));
    const { ticket } = filledForm(foreign, {}, '/account/passkey').fields;
    const answered = { ticket: ticket!, answer: newPasskey(suite, foreign) };
    expect(refusalOf(await browser.fill(page, answered, '/account/passkey'))).toEqual([400, true]);

    const taken = await SoftPasskey.of(suite, await makeUser(suite), 0);
    const answer = newPasskey(suite, page, {}, taken.id);
    expect(refusalOf(await browser.fill(page, { answer }, '/account/passkey'))).toEqual([400, true]);
    expect(await passkeysOf(user)).toBe(0);
  });
});
