import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, noChromium, provoke } from '../../../test/support/chromium.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { anyFreePort } from '../database/embedded/free-port.js';

describe.skipIf(noChromium)('The site for developers in a browser', () => {
  let suite: TestApp;
  let browser: Chromium;
  beforeAll(async () => {
    // Signing in leads back to the address of the server, so that has to be known before it starts.
    const port = await anyFreePort();
    suite = await startTestApp({ PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` });
    browser = new Chromium();
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  const go = (page: Page, path: string) => page.goto(`${suite.base}/docs${path}`);

  /** The form of an operation, opened by its button. */
  async function tryIt(page: Page, anchor: string) {
    const operation = page.locator(`#${anchor}`);
    await operation.getByRole('button', { name: 'Try it' }).click();
    await operation.locator('form').waitFor();
    return operation;
  }

  it('can be read and searched without script', async () => {
    await browser.within({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } }, async (page) => {
      await go(page, '');
      await page.getByRole('link', { name: /GET \/v1\/office\/documents List documents/ }).waitFor();
      await page.getByRole('searchbox').fill('create a deal');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.locator('#results a').first().click();
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/docs/sales/deals#create-deal');
      const create = page.locator('#create-deal');
      await create.getByText('Needs the scope').waitFor();
      await create.locator('summary', { hasText: 'Python' }).click();
      await create.getByText('requests.post(').waitFor();
      expect(await page.getByRole('button', { name: 'Try it' }).count()).toBe(0);
      await go(page, '/guides/webhooks');
      await page.getByRole('heading', { name: /Rotate the secret/ }).waitFor();
    });
  });

  it.each([
    ['overview', ''],
    ['resource', '/sales/deals'],
    ['section', '/sales'],
    ['guide', '/guides/guard'],
    ['results', '?q=deal'],
  ])('is good for everybody: %s', async (name, path) => {
    await browser.expectGood(`docs ${name}`, (page) => go(page, path));
  });

  it('is good for everybody with the form open, and is used by keyboard alone', async () => {
    await browser.expectGood('docs form', async (page) => {
      await go(page, '/office/documents');
      await page.locator('#create-document').getByRole('button', { name: 'Try it' }).press('Enter');
      // The focus is in the form: the key comes first, then the button, the headers and the body.
      await expect.poll(() => page.evaluate(() => (globalThis as any).document.activeElement.className)).toBe('key');
      await page.keyboard.type(suite.client.key!);
      const focused = () => page.evaluate(() => (globalThis as any).document.activeElement.tagName);
      do await page.keyboard.press('Tab');
      while ((await focused()) !== 'TEXTAREA');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('{"title": "By keyboard"}');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('#create-document .answer').getByText('By keyboard').waitFor();
    });
  });

  it('finds while somebody types, and keeps the chosen theme', async () => {
    await browser.within({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' }, async (page) => {
      await go(page, '');
      await page.keyboard.press('/');
      await page.keyboard.type('sales.deal.created');
      await page.locator('#found a', { hasText: 'sales.deal.created' }).first().waitFor();
      const ground = () =>
        page.evaluate(() => (globalThis as any).getComputedStyle((globalThis as any).document.body).backgroundColor);
      const light = await ground();
      await page.getByRole('button', { name: 'Theme: system' }).click();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
      const dark = await ground();
      expect(dark).not.toBe(light);
      await go(page, '/sales');
      expect(await ground()).toBe(dark);
    });
  });

  it('sends requests with a key: a list, a file, and a refusal', async () => {
    await browser.within({ viewport: { width: 390, height: 900 } }, async (page) => {
      provoke(page, 401);
      await go(page, '/office/files');
      const list = await tryIt(page, 'list-files');
      await list.getByRole('button', { name: 'Send' }).click();
      await list.locator('.answer').getByText('"code": "UNAUTHORIZED"').waitFor();
      const upload = await tryIt(page, 'upload-file');
      await upload.getByLabel('API key').fill(suite.client.key!);
      await upload.locator('input[type=file]').setInputFiles(fileURLToPath(import.meta.url));
      await upload.getByRole('button', { name: 'Send' }).click();
      await upload.locator('.answer').getByText('"name": "site.browser.spec.ts"').waitFor();
      await list.getByLabel('limit').fill('1');
      await list.getByRole('button', { name: 'Send' }).click();
      await list.locator('.answer').getByText('site.browser.spec.ts').waitFor();
    });
  });

  it('sends requests of people who sign in, and keeps key and token in memory', async () => {
    const { email } = await makeUser(suite, { display_name: 'Mina Murray', roles: ['office:viewer'] });
    await browser.within({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await go(page, '/access/me');
      const get = await tryIt(page, 'get-signed-in-user');
      await get.getByLabel('API key').fill('wsk_test_secret');
      const opened = page.waitForEvent('popup');
      await get.getByRole('button', { name: 'Sign in instead' }).click();
      const popup = await opened;
      await popup.getByLabel('E-mail address').fill(email);
      await popup.getByLabel('Password').fill(PASSWORD);
      const answered = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
      await popup.getByRole('button', { name: 'Sign in' }).click();
      const { access_token } = await (await answered).json();
      await get.getByText('Signed in').waitFor();
      await get.getByRole('button', { name: 'Send' }).click();
      await get.locator('.answer').getByText('Mina Murray').waitFor();
      const kept = await page.evaluate(() => {
        const { localStorage, sessionStorage, location, document } = globalThis as any;
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]);
      });
      expect(kept).not.toContain(access_token);
      expect(kept).not.toContain('wsk_test_secret');

      // Another page begins without a token, and gets one without a window, because the browser is signed in.
      await go(page, '/office/documents');
      const list = await tryIt(page, 'list-documents');
      await list.getByRole('button', { name: 'Sign in instead' }).click();
      await list.getByText('Signed in').waitFor();
      await list.getByRole('button', { name: 'Send' }).click();
      await list.locator('.answer').getByText('"data"').waitFor();
    });
  });
});
