import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, noChromium, type Window } from '../../../test/support/chromium.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { anyFreePort } from '../database/embedded/free-port.js';

describe.skipIf(noChromium)('The documentation in a browser', () => {
  let suite: TestApp;
  let browser: Chromium;
  let window: Window;
  beforeAll(async () => {
    // Signing in leads back to the address of the server, so that has to be known before it starts.
    const port = await anyFreePort();
    suite = await startTestApp({ PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` });
    browser = new Chromium();
    window = await browser.open({ viewport: { width: 390, height: 900 } });
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  /** The page is opened once, by a link to an operation: the browser reads the whole document for it, which takes long. */
  async function open(page: Page, tag: string, operation: string) {
    page.setDefaultTimeout(300_000);
    const block = page.locator(`#operations-${tag}-${operation}`);
    if (page.url() === 'about:blank') {
      await page.goto(`${suite.base}/docs#/${tag}/${operation}`);
    } else {
      if (!(await block.isVisible())) await page.locator(`#operations-tag-${tag}`).click();
      await block.locator('.opblock-summary-control').click();
    }
    await block.locator('.responses-wrapper').waitFor();
    return block;
  }

  it('begins with what one has to know, shows the body of errors there only, and is as wide as the window', async () => {
    await window.run(async (page) => {
      const block = await open(page, 'office', 'officeDocumentsUpdate');
      const shown = () => page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth);
      await expect.poll(shown).toBe(390);
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect.poll(shown).toBe(1280);
      const headings = await page.locator('.info h2').allTextContents();
      expect(headings).toEqual(
        expect.arrayContaining(['Keys', 'Lists', 'Errors', 'Idempotency', 'ETags', 'Rate limits']),
      );
      const withBody = () =>
        block
          .locator('.response:has(.example, .highlight-code)')
          .evaluateAll((rows) => rows.map((row: any) => row.dataset.code));
      // The 409 has messages of its own.
      await expect.poll(withBody).toEqual(['200', '409']);
    });
  });

  it('uploads a file by what the form holds at first', async () => {
    await window.run(async (page) => {
      const block = await open(page, 'office', 'officeFilesUpload');
      await page.locator('.auth-wrapper .authorize').click();
      await page.locator('.auth-container input').first().fill(suite.client.key!);
      await page.locator('.auth-container .authorize').first().click();
      await page.locator('.btn-done').first().click();
      await block.locator('.try-out__btn').click();
      await block.locator('input[type=file]').setInputFiles(fileURLToPath(import.meta.url));
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await block.locator('.execute').click();
      const response = await answer;
      expect(response.status(), (await response.text()) + response.request().postData()).toBe(201);
      expect(await response.json()).toMatchObject({ name: 'docs.spec.ts', tags: [] });
      await page.locator('.auth-wrapper .authorize').first().click();
      await page
        .locator('.auth-container')
        .getByRole('button', { name: /Remove|Logout/ })
        .click();
      await page.locator('.btn-done').first().click();
    });
  });

  it('tries calls for people who sign in, and keeps their token in memory', async () => {
    const { email } = await makeUser(suite, { display_name: 'Mina Murray', roles: ['office:viewer'] });
    await window.run(async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
      });
      const block = await open(page, 'access', 'accessMeGet');
      await page.locator('.auth-wrapper .authorize').first().click();
      const signedIn = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
      const opened = page.waitForEvent('popup');
      await page
        .locator('.auth-container', { hasText: 'OAuth2' })
        .getByRole('button', { name: /^Apply/ })
        .click();
      const popup = await opened;
      await popup.getByLabel('E-mail address').fill(email);
      await popup.getByLabel('Password').fill(PASSWORD);
      await popup.getByRole('button', { name: 'Sign in' }).click();
      expect((await signedIn).status()).toBe(200);
      await page.locator('.btn-done').first().click();
      await block.locator('.try-out__btn').click();
      await block.locator('.execute').click();
      await block.locator('.live-responses-table').getByText('Mina Murray').first().waitFor();
      const kept = await page.evaluate(() => {
        const { localStorage, sessionStorage, location } = globalThis as any;
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]);
      });
      expect(kept).not.toContain((await (await signedIn).json()).access_token);
      expect(refused).toEqual([]);
    });
  });
});
