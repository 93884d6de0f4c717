import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, Chromium, noChromium, provoke } from '../../../test/support/chromium.js';
import { type Authenticator, scan, withTotp } from '../../../test/support/factors.js';
import { makeUser, PASSWORD, linkTo, inUnit } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { UserLinks } from '../links/user-links.service.js';
import type { User } from '../users/user.entity.js';

describe.skipIf(noChromium)(`In Chromium (${CHROMIUM}; skipped where there is none)`, () => {
  let suite: TestApp;
  let browser: Chromium;
  let ada: User;
  let shared: User;
  let guarded: User;
  let app: Authenticator;
  const links = { invitation: '', reset: '' };

  beforeAll(async () => {
    suite = await startTestApp({ ROLE: 'api' });
    browser = new Chromium();
    ada = await makeUser(suite, { display_name: 'Ada Lovelace' });
    const eve = await makeUser(suite, { display_name: 'Eve & <Söhne>', status: 'pending', password_hash: null });
    shared = await makeUser(suite);
    guarded = await makeUser(suite);
    app = await withTotp(suite, guarded);
    const other = await suite.workspace('A workspace with a rather long name, as they tend to have');
    await makeUser(suite, { email: shared.email }, other.id);
    await inUnit(suite, () => suite.app.get(UserLinks).invite(eve));
    await inUnit(suite, () => suite.app.get(UserLinks).resetPassword(ada));
    links.invitation = await linkTo(suite, eve.email);
    links.reset = await linkTo(suite, ada.email);
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  const open = (page: Page, path: string) => page.goto(suite.base + path);

  async function signIn(page: Page, email = ada.email, password = PASSWORD): Promise<void> {
    await open(page, '/sign-in');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForLoadState();
  }

  /** Every page, and how to get there. */
  const pages: Record<string, (page: Page) => Promise<unknown>> = {
    'sign-in': (page) => open(page, '/sign-in'),
    'sign-in, after signing out': (page) => open(page, '/sign-in?done=signed-out'),
    'sign-in, wrong': (page) => signIn(page, ada.email, 'not her password'),
    'choose a workspace': (page) => signIn(page, shared.email),
    'a code': (page) => signIn(page, guarded.email),
    'a code, wrong': async (page) => {
      await signIn(page, guarded.email);
      await page.getByLabel('Code of your').fill('000000');
      await page.getByRole('button').click();
    },
    'account, with factors': async (page) => {
      await signIn(page, guarded.email);
      await page.getByLabel('Code of your').fill(app.recoveryCodes.pop()!);
      await page.getByRole('button').click();
    },
    'set up an app': async (page) => {
      await signIn(page);
      await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
    },
    'recovery codes': async (page) => {
      await signIn(page, guarded.email);
      await page.getByLabel('Code of your').fill(app.recoveryCodes.shift()!);
      await page.getByRole('button').click();
      await page.getByRole('button', { name: 'Make new recovery codes' }).click();
      app.recoveryCodes.splice(0, 10, ...(await page.locator('.codes code').allTextContents()));
    },
    'forgot password': (page) => open(page, '/forgot-password'),
    'forgot password, sent': (page) => open(page, '/forgot-password?done=sent'),
    invitation: (page) => open(page, links.invitation),
    'reset password': (page) => open(page, links.reset),
    'reset password, refused': async (page) => {
      await open(page, links.reset);
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('Repeat the new password').fill('shorter');
      await page.getByRole('button').click();
    },
    'a link that does not work': (page) => open(page, '/reset-password?token=nothing'),
    account: (page) => signIn(page),
    'account, refused': async (page) => {
      await signIn(page);
      await page.getByLabel('Current password').fill('not her password');
      await page.getByLabel('New password', { exact: true }).fill('1234567890');
      await page.getByLabel('Repeat the new password').fill('1234567890');
      await page.getByRole('button', { name: 'Change the password' }).click();
    },
    'an error': (page) => open(page, '/account/nothing'),
  };

  it.each(Object.entries(pages))('%s is good for everybody, narrow and wide, light and dark', (name, arrive) =>
    browser.expectGood(name, arrive),
  );

  /** The first field has the focus, which it gets some time after the page is there. */
  const ready = (page: Page) => page.locator('input[name=email]:focus').waitFor();

  it('sign-in works with the keyboard alone', () =>
    browser.within({}, async (page) => {
      await open(page, '/sign-in');
      await ready(page);
      await page.keyboard.type(ada.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/account');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ada Lovelace');
    }));

  it('has the letters of the console, for names in other languages too', () =>
    browser.within({}, async (page) => {
      const loaded = () =>
        page.evaluate(async () => {
          const { document } = globalThis as any;
          await document.fonts.ready;
          return [...document.fonts].filter(({ status }) => status === 'loaded').length;
        });
      await open(page, '/sign-in');
      expect(await loaded()).toBe(1);
      await page.evaluate(() => ((globalThis as any).document.querySelector('h1').textContent = 'Čapek'));
      await expect.poll(loaded).toBe(2);
    }));

  it('what is focused can be seen', () =>
    browser.within({}, async (page) => {
      await open(page, '/sign-in');
      await ready(page);
      for (let presses = 0; presses < 4; presses++) {
        const outline = await page.evaluate(() => {
          const { document, getComputedStyle } = globalThis as any;
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
          return `${outlineStyle} ${outlineWidth}`;
        });
        expect(outline).toBe('solid 3px');
        await page.keyboard.press('Tab');
      }
    }));

  it('everything works without script', () =>
    browser.within({ javaScriptEnabled: false }, async (page) => {
      await signIn(page);
      await page.waitForURL('**/account');
      await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.waitForURL('**/sign-in?done=signed-out');
    }));

  it('a code and the QR code of an authenticator app work without script', () =>
    browser.within({ javaScriptEnabled: false }, async (page) => {
      const user = await makeUser(suite);
      await signIn(page, user.email);
      await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
      expect((await page.locator('.qr svg').boundingBox())!.width).toBeGreaterThan(150);
      // Nobody scans a code with the phone that shows it.
      const link = await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href');
      expect(link).toMatch(/^otpauth:\/\/totp\/.+[?&]secret=[A-Z2-7]{32}/);
      const phone = scan(suite, { text: await page.content() });
      await page.getByLabel('Code of the app').fill(phone.code(-1));
      await page.getByRole('button').click();
      await page.getByRole('link', { name: 'I have kept them' }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await signIn(page, user.email);
      await page.getByLabel('Code of your').fill(phone.code());
      await page.getByRole('button').click();
      await page.waitForURL('**/account');
    }));

  it('nothing that a page says is refused by its policy', () =>
    browser.within({}, async (page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await signIn(page);
      expect(new URL(page.url()).pathname).toBe('/account');
      expect(complaints).toEqual([]);
      const card = page.getByRole('region', { name: 'Change your password' });
      expect(await card.evaluate((element) => (globalThis as any).getComputedStyle(element).borderStyle)).toBe('solid');
    }));

  it('shows no page in a frame', () =>
    browser.within({}, async (page) => {
      provoke(page, 'framing');
      await page.setContent(`<iframe src="${suite.base}/sign-in"></iframe>`);
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    }));

  it('goes on to the authorization server, which may send it to another host at once', () =>
    browser.within({}, async (page) => {
      const client = createServer((_, response) => response.end('Arrived')).listen(0, '127.0.0.1');
      await once(client, 'listening');
      const callback = `http://127.0.0.1:${(client.address() as AddressInfo).port}/callback`;
      // Where the browser goes from there is what counts.
      const onward = { status: 303, headers: { location: callback } };
      await page.route('**/oauth/authorize**', (route) => route.fulfill(onward));
      await open(page, `/sign-in?return_to=${encodeURIComponent('/oauth/authorize?client_id=x')}`);
      await page.getByLabel('E-mail address').fill(ada.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(callback);
      client.close();
      client.closeAllConnections();
    }));
});
