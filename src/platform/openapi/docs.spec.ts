import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, noChromium } from '../../../test/support/chromium.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

describe.skipIf(noChromium)('The documentation in a browser', () => {
  let suite: TestApp;
  let browser: Chromium;
  beforeAll(async () => {
    suite = await startTestApp();
    browser = await Chromium.launch();
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  /** Opens an operation on the page. */
  async function open(page: Page, tag: string, operation: string) {
    await page.goto(`${suite.base}/docs#/${tag}/${operation}`);
    const block = page.locator(`#operations-${tag}-${operation}`);
    await block.locator('.responses-wrapper').waitFor();
    return block;
  }

  it('is as wide as the window, with an operation open', async () => {
    await browser.within({ viewport: { width: 390, height: 900 } }, async (page) => {
      await open(page, 'office', 'officeDocumentsCreate');
      const shown = () => page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth);
      expect(await shown()).toBe(390);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(await shown()).toBe(1280);
    });
  });

  it('begins with what one has to know, and shows the body of errors there only', async () => {
    await browser.within({}, async (page) => {
      const block = await open(page, 'office', 'officeDocumentsUpdate');
      const headings = await page.locator('.info h2').allTextContents();
      expect(headings).toEqual(expect.arrayContaining(['Keys', 'Lists', 'Errors', 'Idempotency', 'ETags', 'Budgets']));
      const withBody = await block
        .locator('.response:has(.example, .highlight-code)')
        .evaluateAll((rows) => rows.map((row: any) => row.dataset.code));
      // The 409 has messages of its own.
      expect(withBody).toEqual(['200', '409']);
    });
  });

  it('uploads a file by what the form holds at first', async () => {
    await browser.within({}, async (page) => {
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
    });
  });
});
