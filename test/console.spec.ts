import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SCOPES } from '../console/kit/scopes.js';
import type { User } from '../src/access/users/user.entity.js';
import { scopesInWords } from '../src/platform/security/apps.js';
import { noChromium, provoke } from './support/chromium.js';
import { choose, filterBy, focusInDialog, TestConsole } from './support/console.js';
import { PASSWORD } from './support/people.js';

it('The console knows the scopes of the server', () => {
  expect(SCOPES).toEqual(scopesInWords());
});

describe.skipIf(noChromium)('The console', () => {
  let app: TestConsole;
  let owner: User;
  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const newKey = async (page: Page, name: string) => {
    await button(page, 'New key').first().click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Read documents, sheets and files').check();
  };
  const keysNamed = async (name: string) =>
    (await app.suite.client.get('/v1/access/api-keys?limit=100')).body.data.filter((key: any) => key.name === name);

  /** Ends the sessions of a user as the page makes a key, not before: it may read by itself, and hear of the end. */
  const endAsKeyIsMade = async (page: Page, userId: string) => {
    let ended = false;
    await page.route('**/v1/access/api-keys', async (route) => {
      if (!ended && route.request().method() === 'POST') {
        ended = true;
        await app.suite.client.post(`/v1/access/users/${userId}/sessions/revoke`);
      }
      await route.continue();
    });
  };

  describe('signing in', () => {
    it('leads back to where people wanted to go, and needs no password after a reload', async () => {
      await app.within(
        owner,
        'api-keys?status=active#here',
        async (page) => {
          expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/api-keys?status=active');
          await page.reload();
          await page.getByRole('heading', { name: 'API keys' }).waitFor();
          expect(new URL(page.url()).search).toBe('?status=active');
        },
        { fresh: true },
      );
    });

    it('again in the middle of a form loses nothing, and the form goes on', async () => {
      const user = await app.user();
      await app.within(user, 'api-keys', async (page) => {
        provoke(page, 401);
        await newKey(page, 'Over the end');
        await endAsKeyIsMade(page, user.id);
        await button(page, 'Create key').click();
        await page.getByText('Your session has ended').waitFor();
        const [opened] = await Promise.all([page.waitForEvent('popup'), button(page, 'Sign in').click()]);
        await opened.getByLabel('E-mail address').fill(user.email);
        await opened.getByLabel('Password').fill(PASSWORD);
        await Promise.all([opened.waitForEvent('close'), opened.getByRole('button', { name: 'Sign in' }).click()]);
        await page.getByText('It is shown only now').waitFor();
        expect(await keysNamed('Over the end')).toHaveLength(1);
      });
    });

    it('is asked for where the last sign-in is too long ago for a change, which then goes on', async () => {
      const user = await app.user();
      await app.within(user, 'api-keys', async (page) => {
        provoke(page, 401);
        await newKey(page, 'With a new proof');
        app.suite.clock.advance(16 * 60);
        onTestFinished(() => app.suite.clock.advance(-16 * 60));
        await button(page, 'Create key').click();
        await page.getByText('Confirm that it is you').waitFor();
        const [opened] = await Promise.all([page.waitForEvent('popup'), button(page, 'Sign in').click()]);
        await opened.getByLabel('Password').fill(PASSWORD);
        expect(await opened.getByLabel('E-mail address').inputValue()).toBe(user.email);
        await Promise.all([opened.waitForEvent('close'), opened.getByRole('button', { name: 'Sign in' }).click()]);
        await page.getByText('It is shown only now').waitFor();
        expect(await keysNamed('With a new proof')).toHaveLength(1);
      });
    });

    it('not again leaves the form as it is, and says so', async () => {
      const user = await app.user();
      await app.within(user, 'api-keys', async (page) => {
        provoke(page, 401);
        await newKey(page, 'Not now');
        await endAsKeyIsMade(page, user.id);
        await button(page, 'Create key').click();
        await button(page, 'Not now').click();
        await page.getByRole('alert').getByText('You are signed out').waitFor();
        expect(await page.getByLabel('Name').inputValue()).toBe('Not now');
      });
    });

    it('is asked for once, whatever is on its way, and not by what the page does by itself', async () => {
      const user = await app.user();
      const { id } = (await app.suite.client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
      await app.within(user, `webhooks/${id}`, async (page) => {
        provoke(page, 401);
        await page.clock.install();
        await page.reload();
        const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
        await page.route(`**/v1/webhooks/${id}`, async (route) => {
          if (route.request().method() === 'PATCH') await refused;
          await route.continue();
        });
        await button(page, 'Pause').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
        // The first refusal meets a request that the page makes by itself.
        await app.suite.client.post(`/v1/access/users/${user.id}/sessions/revoke`);
        await button(page, 'Not now').click();
        refuse();
        await page.locator('[role=dialog] [role=alert]').getByText('You are signed out').waitFor();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.clock.fastForward(60_000);
        await page.evaluate(() => fetch('/health/live'));
        expect(asked).toEqual(['/health/live']);
      });
    });

    it('ends for the whole browser', async () => {
      await app.within(await app.user(), '', async (page) => {
        await page.getByRole('button', { name: 'Ada Lovelace' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await page.getByLabel('Password').waitFor();
        await page.goto(`${app.suite.base}/console/`);
        await page.getByLabel('Password').waitFor();
      });
    });
  });

  it.each(['/console', '/console/a/screen'])('%s has one policy, its own', async (path) => {
    const { headers } = await fetch(app.suite.base + path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; [^,]*$/);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('loads less than 250 kB before it is there, of files that browsers keep for good', async () => {
    await app.within(owner, '', async (page) => {
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      const files: [string, number][] = await page.evaluate(() =>
        (globalThis as any).performance
          .getEntriesByType('resource')
          .filter(({ name }: any) => name.includes('/console/assets/'))
          .map(({ name, encodedBodySize }: any) => [name, encodedBodySize]),
      );
      expect(files.length).toBeGreaterThan(3);
      const list = files.map(([name, size]) => `${size} ${name.split('/').at(-1)}`).join('\n');
      const isFont = ([name]: [string, number]) => name.endsWith('.woff2');
      const sizeOf = (some: typeof files) => some.reduce((sum, [, size]) => sum + size, 0);
      expect(sizeOf(files.filter((file) => !isFont(file))), list).toBeLessThan(250_000);
      // Letters of other alphabets are loaded when a text has them.
      expect(
        files.filter(isFont).map(([name]) => /inter-[a-z-]+/.exec(name)![0]),
        list,
      ).toEqual(['inter-latin-wght-normal-']);
      expect(sizeOf(files.filter(isFont))).toBeLessThan(50_000);
      for (const [url] of files)
        expect((await fetch(url)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    });
  });

  it('reads for a record the part of the contract that it shows, and asks no more often than that changes', async () => {
    const path = `/console/contract.json`;
    const whole = (await app.suite.client.get('/openapi.json')).body;
    const { status, headers, body, text } = await app.suite.client.get(path, { key: null });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const again = await app.suite.client.get(path, { key: null, headers: { 'If-None-Match': headers.get('etag')! } });
    expect(again.status).toBe(304);
    expect(text.length).toBeLessThan(0.6 * JSON.stringify(whole).length);
    expect(body.components.schemas).toEqual(whole.components.schemas);
    expect(body['x-audited-fields']).toEqual(whole['x-audited-fields']);
    for (const [route, methods] of Object.entries<any>(whole.paths))
      for (const [method, { requestBody, responses, ...rest }] of Object.entries<any>(methods)) {
        const shown = body.paths[route][method];
        expect(shown.requestBody).toEqual(requestBody);
        expect(shown.responses[200]?.content).toEqual(responses[200]?.content);
        expect([shown.summary, shown['x-title'], shown.security]).toEqual([
          rest.summary,
          rest['x-title'],
          rest.security,
        ]);
        expect(Object.keys(shown.responses).filter((code) => code >= '300')).toEqual([]);
      }
    const { id } = (await app.suite.client.post('/v1/sales/contacts', { display_name: 'Ada' })).body;
    await app.within(owner, `contacts/${id}`, async (page) => {
      await page.getByRole('heading', { name: 'Ada', exact: true }).waitFor();
      const read = await page.evaluate(() =>
        (globalThis as any).performance.getEntriesByType('resource').map(({ name }: any) => new URL(name).pathname),
      );
      expect(read.filter((name: string) => name === path)).toHaveLength(1);
      expect(read).not.toContain('/openapi.json');
    });
  });

  it('has the styles of every component that it uses', () => {
    const built = (ending: string) =>
      globSync(`dist/console/assets/*.${ending}`)
        .map((file) => readFileSync(file, 'utf8'))
        .join();
    const [scripts, styles] = [built('js'), built('css')];
    const missing = globSync('node_modules/@mantine/core/styles/*.css').filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.(m_[0-9a-f]{6,})/g)].some(
        ([, name]) => scripts.includes(name!) && !styles.includes(name!),
      ),
    );
    expect(missing).toEqual([]);
  });

  describe('what people may not do', () => {
    it('is not in the navigation, and an address of it says why', async () => {
      await app.within(await app.user('office:viewer'), '', async (page) => {
        await button(page, 'Settings').click();
        await page.getByRole('link', { name: 'Your sign-in' }).waitFor();
        expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
        await page.goto(`${app.suite.base}/console/api-keys`);
        await page.getByRole('heading', { name: 'API keys is not for you' }).waitFor();
      });
    });

    it('has no button, and the server refuses it all the same', async () => {
      const user = await app.user('access:admin');
      await app.within(await app.user('access:viewer'), 'api-keys', async (page) => {
        await page.getByRole('table').waitFor();
        expect(await button(page, 'New key').count()).toBe(0);
      });
      await app.within(user, 'api-keys', async (page) => {
        provoke(page, 403);
        await button(page, 'New key').first().click();
        await page.getByLabel('Name').fill('Too late');
        await page.getByLabel('Read users, groups and sessions').check();
        await app.suite.client.patch(`/v1/access/users/${user.id}`, { roles: ['access:viewer'] });
        await button(page, 'Create key').click();
        await page.getByRole('alert').getByText('You may not do this').waitFor();
        expect(await page.getByLabel('Name').inputValue()).toBe('Too late');
      });
    });
  });

  describe('what the server refuses', () => {
    it('stands at the field', async () => {
      await app.within(owner, 'api-keys', async (page) => {
        provoke(page, 400);
        await button(page, 'New key').first().click();
        await button(page, 'Create key').click();
        await page.getByText(/name .*(empty|characters|required)/i).waitFor();
        await page.locator('[name=name]:focus').waitFor();
      });
    });

    it('for a while says for how long', async () => {
      await app.within(owner, 'api-keys', async (page) => {
        provoke(page, 429);
        await newKey(page, 'Patience');
        const error = { code: 'RATE_LIMITED', message: 'Too many requests.', request_id: 'req_1' };
        await page.route('**/v1/access/api-keys', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: { error } })
            : route.continue(),
        );
        await button(page, 'Create key').click();
        await page.getByText(/You can try again in \d+ s/).waitFor();
        expect(await page.getByLabel('Name').inputValue()).toBe('Patience');
      });
    });
  });

  it('says when the server is out of reach, and goes on by itself', async () => {
    await app.within(owner, 'api-keys', async (page) => {
      provoke(page, 'offline');
      await page.getByRole('table').waitFor();
      await page.context().setOffline(true);
      await choose(page, 'Status', 'Revoked');
      await page.getByText('You are offline.').waitFor();
      // A screen that was not opened yet is not there; the console stays.
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Settings', level: 1, exact: true }).waitFor();
      await page.getByRole('link', { name: 'API keys' }).click();
      await choose(page, 'Status', 'Revoked');
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    });
  });

  it('finds records by a text or their id, then screens and actions, without a mouse', async () => {
    await app.within(owner, '', async (page) => {
      const search = async (text: string) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search' }).fill(text);
      };
      await search('keys');
      await page.getByRole('option', { name: /API keys/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      await search(owner.id);
      await page.getByRole('option', { name: new RegExp(owner.id) }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
      const { job_id } = (await app.suite.client.post('/v1/guard/audit-logs/export', { format: 'csv' })).body;
      await search(job_id);
      await page.getByRole('option', { name: new RegExp(job_id) }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Export of the audit trail' }).waitFor();
      await search(owner.email);
      await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor();
      await page.keyboard.press('Escape');
      const { id } = (await app.suite.client.post('/v1/project/projects', { name: 'Users of Zoë' })).body;
      const task = (await app.suite.client.post(`/v1/project/projects/${id}/tasks`, { title: 'Meet users' })).body;
      await app.suite.client.post(`/v1/project/tasks/${task.id}/comments`, { body: 'Users met' });
      await search('users');
      // Records stand before the screen of that name.
      await page.getByRole('option', { name: /Users met/ }).waitFor();
      const groups = page.getByRole('listbox', { name: 'Found' }).getByRole('group');
      expect(await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))).toEqual([
        'Records',
        'Screens',
      ]);
      await search('users of zoe');
      await page.getByRole('option', { name: /Users met/ }).waitFor({ state: 'detached' });
      await page.getByRole('option', { name: /Users of Zoë Project/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Users of Zoë' }).waitFor();
      await search('users met');
      await page.getByRole('option', { name: /Users met/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/records/id/${task.id}/comments`);
      await search('appearance dark');
      await page.getByRole('option', { name: 'Appearance: dark' }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    });
  });

  describe('API keys', () => {
    it('are made, rotated and revoked', async () => {
      await app.within(owner, 'api-keys', async (page) => {
        await newKey(page, 'Nightly import');
        await button(page, 'Create key').click();
        const key = await page.getByText(/^wsk_test_\w{30,}$/).textContent();
        expect((await app.suite.client.get('/v1/office/documents', { key })).status).toBe(200);
        await button(page, 'I have kept it').click();
        await page.getByLabel('Find').fill('night');
        await page.waitForURL(/[?&]q=night/);
        await page.getByRole('link', { name: 'Over the end' }).waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Nightly import' }).click();
        await button(page, 'Rotate').click();
        await page.getByLabel('The old key ends').selectOption('In an hour');
        await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
        await button(page, 'I have kept it').click();
        await page.getByText('It was rotated and goes on working until').waitFor();
        await button(page, 'Revoke').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
        await page.getByText('Nightly import is revoked.').waitFor();
        expect((await app.suite.client.get('/v1/office/documents', { key })).status).toBe(401);
      });
    });

    it('are made without a mouse', async () => {
      await app.within(owner, 'api-keys', async (page) => {
        await app.tabTo(page, 'New key');
        await page.keyboard.press('Enter');
        await focusInDialog(page);
        await page.keyboard.type('By hand');
        await app.tabTo(page, 'Read contacts, deals and pipelines');
        await page.keyboard.press('Space');
        await page.keyboard.press('Enter');
        await page.getByText('It is shown only now').waitFor();
        expect(await keysNamed('By hand')).toMatchObject([{ scopes: ['sales:read'] }]);
        await app.tabTo(page, 'I have kept it');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'By hand' }).waitFor();
        await app.tabTo(page, 'By hand');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByText('What it may do').waitFor();
      });
    });
  });

  describe('records', () => {
    it('of every list are shown, filtered and taken along', async () => {
      const title = '<img src=x onerror=alert(1)> مرحبا';
      await app.suite.client.post('/v1/office/documents', { title, tags: ['a&b'] });
      await app.within(owner, 'records', async (page) => {
        await page.getByRole('main').getByRole('link', { name: 'Documents' }).click();
        const picker = await filterBy(page, 'Tags');
        await picker.getByRole('combobox', { name: 'Tags' }).fill('a&b');
        await page.keyboard.press('Enter');
        await page.waitForURL(/tags%5Bany%5D=a%26b/);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Copy as' }).click();
        await page.getByRole('menuitem', { name: 'curl' }).click();
        const curl = () => page.evaluate(() => (globalThis as any).navigator.clipboard.readText());
        await expect.poll(curl).toContain(`'${app.suite.base}/v1/office/documents?tags%5Bany%5D=a%26b'`);
        await page.getByRole('link', { name: title }).click();
        await page.getByRole('heading', { name: title }).waitFor();
        await page.goBack();
        await button(page, 'Tags: a&b').waitFor();
      });
    });

    it('show texts of a million characters, and scripts in them as texts', async () => {
      const content = `<b>x</b>${'long '.repeat(200_000)}`;
      const { body } = await app.suite.client.post('/v1/office/documents', {
        title: '<script>alert(1)</script>',
        content,
      });
      await app.within(owner, `records/id/${body.id}`, async (page) => {
        await page.getByRole('heading', { name: '<script>alert(1)</script>' }).waitFor();
        await button(page, 'Show all 1,000,008 characters').click();
        await button(page, 'Show all 1,000,008 characters').waitFor({ state: 'detached' });
      });
    });

    it('that no page shows lead to what happened to them', async () => {
      await app.within(owner, 'records/id/ses_01jz8k3m5n7p9q1r3s5t7v9w1x', async (page) => {
        await page.getByRole('link', { name: 'See what happened to it' }).click();
        await page.getByRole('heading', { name: 'Audit trail' }).waitFor();
        await page.getByRole('button', { name: /^Record: ses_/ }).waitFor();
      });
    });

    it('are drawn as far as they are in sight, however many there are', async () => {
      const { suite } = app;
      const { body } = await suite.client.post('/v1/office/documents', { title: 'First' });
      const { rows: columns } = await suite.database.execute(
        `select column_name as name from information_schema.columns where table_name = 'documents' and is_generated = 'NEVER'`,
      );
      const names = columns.map(({ name }) => String(name));
      const copied = names.map((name) => (name === 'id' ? `'doc_' || lpad(n::text, 26, '0')` : name));
      await suite.database.execute(
        `insert into documents (${names}) select ${copied} from documents, generate_series(1, 2000) n where id = $1`,
        [body.id],
      );
      await app.within(owner, 'records/office.documents', async (page) => {
        await page.getByRole('table').waitFor();
        const rows = () => page.locator('tbody tr').count();
        const foot = () => page.locator('.table-foot').textContent();
        for (let loaded = 0; loaded < 1500;) {
          await page.keyboard.press('End');
          await expect.poll(foot).not.toBe(`${loaded}`);
          loaded = Number(/[\d,]+/.exec((await foot())!)![0].replace(',', ''));
          expect(await rows()).toBeLessThan(100);
        }
      });
    });
  });

  it('has screens that are good for everybody', () =>
    app.expectAllGood(owner, [
      ['home', '', (page) => page.getByRole('heading', { name: 'Home' }).waitFor()],
      ['API keys', 'api-keys', (page) => page.getByRole('table').waitFor()],
      ['API keys, new', 'api-keys', (page) => newKey(page, 'Nightly import')],
      ['API keys, none', 'api-keys?status=expired', (page) => page.getByText('Nothing matches').waitFor()],
      [
        'API key',
        'api-keys',
        async (page) => {
          await page.getByRole('link', { name: 'First key' }).click();
          await page.getByRole('heading', { name: 'First key', level: 1 }).waitFor();
        },
      ],
      [
        'search',
        '',
        async (page) => {
          await page.getByRole('heading', { name: 'Home' }).waitFor();
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox', { name: 'Search' }).fill('key');
          await page.getByRole('option', { name: /First key/ }).waitFor();
        },
      ],
      ['records', 'records', (page) => page.getByRole('main').getByText('Documents').waitFor()],
      ['documents', 'records/office.documents', (page) => page.getByRole('table').waitFor()],
      ['not there', 'nowhere', (page) => page.getByText('There is no such page').waitFor()],
    ]));
});
