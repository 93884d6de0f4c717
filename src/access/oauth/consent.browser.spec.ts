import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes } from '../../platform/security/apps.js';
import { CHROMIUM, Chromium, noChromium, provoke } from '../../../test/support/chromium.js';
import { authorizePath, newProof, type RegisteredClient, registerClient } from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { User } from '../users/user.entity.js';

describe.skipIf(noChromium)(`In Chromium (${CHROMIUM}; skipped where there is none)`, () => {
  let suite: TestApp;
  let browser: Chromium;
  let app: Server;
  let callback: string;
  let ada: User;
  let notes: RegisteredClient;
  let everything: RegisteredClient;

  beforeAll(async () => {
    suite = await startTestApp();
    browser = new Chromium();
    app = createServer((_, response) => response.end('Arrived')).listen(0, '127.0.0.1');
    await once(app, 'listening');
    callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
    ada = await makeUser(suite, { display_name: 'Ada Lovelace', roles: ['workspace:owner'] });
    notes = await registerClient(suite, { redirect_uris: [callback] });
    everything = await registerClient(suite, {
      name: 'An application with everything, and a <name> that is rather longer than anybody would expect of one',
      redirect_uris: ['https://some-subdomain.of-a-long-name.applications.example.com/callback'],
      scopes: allScopes(),
    });
  });
  afterAll(async () => {
    await browser?.close();
    app?.close();
    await suite.close();
  });

  const ask = (page: Page, client: RegisteredClient, changes = {}) =>
    page.goto(suite.base + authorizePath(client, newProof(), { prompt: 'consent', ...changes }));

  /** Signs in on the way to the consent page. */
  async function arrive(page: Page, client: RegisteredClient): Promise<void> {
    await ask(page, client);
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/oauth/interactions/*');
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  }

  const pages: Record<string, (page: Page) => Promise<unknown>> = {
    consent: (page) => arrive(page, notes),
    'consent to everything': (page) => arrive(page, everything),
    'an address that is not registered': (page) => ask(page, notes, { redirect_uri: 'https://evil.example' }),
    'an unknown client': (page) => ask(page, notes, { client_id: 'cli_x' }),
    'a request that has ended': (page) => page.goto(`${suite.base}/oauth/interactions/x`),
  };

  it.each(Object.entries(pages))('%s is good for everybody, narrow and wide, light and dark', (name, arrive) =>
    browser.expectGood(name, arrive),
  );

  it.each(['Allow', 'Do not allow'])('%s leads back to the client, without script', (decision) =>
    browser.within({ javaScriptEnabled: false }, async (page) => {
      await arrive(page, notes);
      await page.getByRole('button', { name: decision, exact: true }).click();
      await page.waitForURL(`${callback}?**`);
      expect(new URL(page.url()).searchParams.has(decision === 'Allow' ? 'code' : 'error')).toBe(true);
    }),
  );

  it('works with the keyboard alone, and Return is no consent by accident', () =>
    browser.within({}, async (page) => {
      await arrive(page, notes);
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).pathname).toMatch(/^\/oauth\/interactions\//);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => (globalThis as any).document.activeElement.textContent)).toBe('Allow');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${callback}?**`);
    }));

  it('nothing that the page does is refused by its policy', () =>
    browser.within({}, async (page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await arrive(page, notes);
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL(`${callback}?**`);
      expect(complaints.filter((text) => !/favicon/.test(text))).toEqual([]);
    }));

  it('is shown in no frame', () =>
    browser.within({}, async (page) => {
      await arrive(page, notes);
      const address = page.url();
      provoke(page, 'framing');
      await page.setContent(`<iframe src="${address}"></iframe>`);
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    }));

  it('lets somebody else sign in', () =>
    browser.within({}, async (page) => {
      await arrive(page, notes);
      const eve = await makeUser(suite, { display_name: 'Eve Miller', roles: ['office:viewer'] });
      await page.getByRole('link', { name: 'Use another account' }).click();
      await page.getByLabel('E-mail address').fill(eve.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Eve Miller').waitFor();
    }));
});
