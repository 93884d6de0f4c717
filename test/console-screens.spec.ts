import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { anyFreePort } from '../src/platform/database/embedded/free-port.js';
import { type AppProcess, buildApp, compilePackage, placeExample, placeSuite, startProcess } from './processes.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import { startTestApp, type TestApp } from './support/test-app.js';

const COMPANIES = '/v1/companies/companies';
const TITLE = '<b>Bold</b> & "quoted"';

/** Screens that try what a screen can do, and do wrong what it can do wrong. */
const ODD = `
  const said = (element, text) => (element.textContent = text);
  let tries = 0;
  let shown = 0;
  export const screens = {
    place: { mount(element, suite) {
      const draw = () => {
        const [text, link, out] = [document.createElement('p'), document.createElement('a'), document.createElement('a')];
        text.textContent = JSON.stringify([suite.path, suite.search, suite.timeZone, suite.may('sales:write'), suite.may('guard:write')]);
        [link.textContent, link.href] = ['Below', suite.href('/x/odd/place/a/b%20c?d=e')];
        [out.textContent, out.href] = ['Out', suite.href('/contacts')];
        const go = document.createElement('button');
        go.textContent = 'Go';
        go.addEventListener('click', () => { suite.toast('Gone.'); suite.go('/deals'); }, { signal: suite.signal });
        element.replaceChildren(text, link, out, go);
      };
      suite.onMove(draw);
      draw();
      return () => document.body.setAttribute('data-left', '');
    } },
    second: { mount(element) {
      said(element, 'Begun');
      if (++tries < 2) throw new Error('no luck');
      said(element, 'Here after all');
      return () => { throw new Error('no end'); };
    } },
    slow: { async mount(element, suite) {
      await new Promise((done) => suite.signal.addEventListener('abort', done));
      said(element, 'Too late');
      return () => document.body.setAttribute('data-ended', ++shown);
    } },
    bold: { mount() {} },
    refused: { mount: (element, suite) => suite.get('/v1/sales/contacts/ctc_01jxxxxxxxxxxxxxxxxxxxxxxx') },
    listens: { async mount(element, suite) {
      suite.onChange(['sales.contact'], async () => { throw new TypeError('not heard'); });
      const { email } = await suite.post('/v1/sales/contacts', { body: { email: 'grace@example.com' } });
      if (!shown++) said(element, email);
    } },
  };`;

/** The files of a package that has nothing but screens. */
const packageOf = (name: string, module: string, screens: object[]) => ({
  'package.json': JSON.stringify({ name: `suite-${name}`, version: '1.0.0', type: 'module', exports: './index.js' }),
  'index.js': `
    import { Module } from '@nestjs/common';
    import { Extension } from 'workspace-suite/platform';
    export class Screens {}
    const console = { module: new URL('./screens.js', import.meta.url), screens: ${JSON.stringify(screens)} };
    Extension({ name: '${name}', suite: '^1.0.0', console })(Screens);
    Module({})(Screens);`,
  'screens.js': module,
});

const screen = (path: string, title: unknown = path) => ({ path, title, icon: 'star', scopes: ['sales:read'] });

it('docs/console.md shows the example, and classes and variables that there are', async () => {
  const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
  const page = await read('docs/console.md');
  const chapter = page.slice(page.indexOf('## Screens of extensions'), page.indexOf('## Figures'));
  expect(chapter).toContain(await read('examples/companies/src/console/screens.ts'));
  const styles = await read('console/app/console.css');
  const look = chapter.slice(chapter.indexOf('Elements look like'), chapter.indexOf('The policy of the page'));
  const names = [...look.matchAll(/`([a-z-]{2,})`/g)].map(([, name]) => name!);
  const missing = names.filter((name) => !styles.includes(name.startsWith('--') ? `${name}:` : `.${name}`));
  expect(missing).toEqual(['section', 'header', 'dl', '-ground']);
});

describe.skipIf(noChromium)('Screens of extensions in the console', () => {
  let place: string;
  let suite: TestApp;
  let process: AppProcess;
  let app: TestConsole;
  let owner: User;

  const request = async (method: string, path: string, body?: object) => {
    const headers = { 'X-API-Key': suite.client.key!, 'Content-Type': 'application/json' };
    const answer = await fetch(process.base + path, { method, headers, body: body && JSON.stringify(body) });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json() as Promise<any>;
  };
  const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' });
  /** Tells whether the page was loaded anew since `mark`. */
  const mark = (page: Page) => page.evaluate(() => void ((globalThis as any).isSame = true));
  const isSame = (page: Page) => page.evaluate(() => (globalThis as any).isSame === true);

  beforeAll(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), 'suite-screens-')));
    const build = await buildApp();
    await placeSuite(build, place);
    const source = join(place, 'suite-companies');
    await placeExample('companies', place, source);
    await compilePackage(source);
    const modules = join(place, 'node_modules');
    for (const part of ['dist', 'package.json'])
      await cp(join(source, part), join(modules, 'suite-companies', part), { recursive: true });
    const odd = ['place', 'second', 'slow', 'refused', 'listens', 'absent'].map((path) => screen(path));
    for (const [name, files] of Object.entries({
      odd: packageOf('odd', ODD, [...odd, screen('bold', TITLE)]),
      dead: packageOf('dead', "throw new Error('no start');", [screen('place')]),
    })) {
      await mkdir(join(modules, `suite-${name}`));
      for (const [file, text] of Object.entries(files)) await writeFile(join(modules, `suite-${name}`, file), text);
    }
    suite = await startTestApp({ ROLE: 'api' });
    await suite.database.execute(`update api_keys set scopes = scopes || '{companies:read,companies:write}'`);
    const port = await anyFreePort();
    const { DATABASE_URL, SECRETS_KEY } = suite.settings;
    const settings = {
      DATABASE_URL: DATABASE_URL!,
      SECRETS_KEY: SECRETS_KEY!,
      DATA_DIR: join(place, 'data'),
      RATE_LIMIT: 'off',
      EXTENSIONS: 'suite-companies,suite-odd,suite-dead',
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
    };
    process = await startProcess(build, settings, place);
    app = TestConsole.of(suite, process.base);
    owner = await app.user();
  });
  afterAll(async () => {
    // Ends the application of this process, too.
    await process?.stop();
    await app?.close();
    await rm(place, { recursive: true, force: true });
  });

  it('stand under their app, are drawn by their module, and follow what changes', async () => {
    await app.within(owner, '', async (page) => {
      await navigation(page).getByRole('link', { name: 'Cities' }).click();
      await page.getByRole('heading', { name: 'Cities', level: 1 }).waitFor();
      await page.locator('main').getByText('No companies yet.').waitFor();
      expect(await page.title()).toBe('Cities · Workspace Suite');
      expect(await navigation(page).locator('[aria-current=page]').textContent()).toBe('Cities');
      const entries = await navigation(page).getByRole('link').allTextContents();
      expect(entries[entries.indexOf('Companies') + 1]).toBe('Cities');
      await mark(page);
      // More than one page of the list.
      const inBerlin = Array.from({ length: 101 }, (_, index) =>
        request('POST', COMPANIES, { name: `Company ${index}`, city: 'Berlin' }),
      );
      const [moving] = await Promise.all([request('POST', COMPANIES, { name: '<i>Acme</i>' }), ...inBerlin]);
      const city = (name: string) => page.locator('main section', { has: page.getByRole('heading', { name }) });
      await city('Berlin').getByText('101').waitFor();
      await request('PATCH', `${COMPANIES}/${moving.id}`, { city: 'Augsburg' });
      await city('Augsburg').getByText('1', { exact: true }).waitFor();
      expect(await page.locator('main h2').allTextContents()).toEqual(['Augsburg', 'Berlin']);
      await city('Augsburg').getByRole('link', { name: '<i>Acme</i>' }).click();
      await page.getByRole('heading', { name: '<i>Acme</i>', level: 1 }).waitFor();
      await page.goBack();
      await city('Berlin').waitFor();
      expect(await isSame(page)).toBe(true);
    });
  });

  it('are found by the search, and speak German', async () => {
    await request('POST', COMPANIES, { name: 'Nowhere' });
    await app.within(
      owner,
      '',
      async (page) => {
        await page.getByRole('navigation', { name: 'Konsole' }).waitFor();
        await page.keyboard.press('Control+K');
        await focusInDialog(page);
        await page.keyboard.type('Städte');
        await page.getByRole('option', { name: 'Städte' }).click();
        await page.getByRole('heading', { name: 'Städte', level: 1 }).waitFor();
        await page.getByRole('heading', { name: 'Ohne Stadt' }).waitFor();
      },
      { locale: 'de-DE', texts: 'of the browser' },
    );
  });

  it('are not there for those who lack a scope', async () => {
    const seller = await app.user('sales:viewer');
    await app.within(seller, 'x/companies/cities', async (page) => {
      const asked: string[] = [];
      page.on('request', (each) => asked.push(each.url()));
      await page.getByRole('heading', { name: 'Cities is not for you' }).waitFor();
      await navigation(page).getByRole('link', { name: 'Contacts', exact: true }).waitFor();
      expect(await navigation(page).getByRole('link', { name: 'Cities' }).count()).toBe(0);
      await page.keyboard.press('Control+K');
      await focusInDialog(page);
      await page.keyboard.type('cities');
      await page.getByText('No results.').waitFor();
      expect(asked.filter((url) => url.includes('extension-companies') || url.includes(COMPANIES))).toEqual([]);
    });
  });

  it('have titles that are text, whatever stands in them', async () => {
    await app.within(owner, 'x/odd/bold', async (page) => {
      await page.getByRole('heading', { name: TITLE, level: 1, exact: true }).waitFor();
      await navigation(page).getByRole('link', { name: TITLE, exact: true }).waitFor();
      expect(await page.title()).toBe(`${TITLE} · Workspace Suite`);
      expect(await page.locator('h1 b').count()).toBe(0);
    });
  });

  it('know their place, and lead to others without a new page', async () => {
    await app.within(owner, 'x/odd/place?q=1', async (page) => {
      const main = page.locator('main');
      await main.getByText('["",{"q":"1"},"UTC",true,true]').waitFor();
      await mark(page);
      await main.getByRole('link', { name: 'Below' }).click();
      await main.getByText('["a/b c",{"d":"e"},"UTC",true,true]').waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/x/odd/place/a/b%20c');
      expect(await page.locator('body[data-left]').count()).toBe(0);
      await main.getByRole('link', { name: 'Out' }).click();
      await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
      await page.locator('body[data-left]').waitFor();
      await page.goBack();
      await main.getByRole('button', { name: 'Go' }).click();
      await page.getByText('Gone.').waitFor();
      await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor();
      expect(await isSame(page)).toBe(true);
    });
  });

  it('that fail say so, can be tried again, and leave the rest as it is', async () => {
    const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
    await app.within(owner, 'contacts', async (page) => {
      provoke(page, 'screen', 404);
      const main = page.locator('main');
      await navigation(page).getByRole('link', { name: 'second', exact: true }).click();
      await main.getByText('The extension odd failed: no luck').waitFor();
      expect(await main.getByText('Begun').count()).toBe(0);
      await mark(page);
      await main.getByRole('button', { name: 'Try again' }).click();
      await main.getByText('Here after all').waitFor();
      for (const [name, text] of [
        ['absent', 'Its module exports no screen “absent”.'],
        ['refused', 'There is no contact with this id.'],
      ] as const) {
        await navigation(page).getByRole('link', { name, exact: true }).click();
        await main.getByText(text).waitFor();
      }
      await navigation(page).getByRole('link', { name: 'listens', exact: true }).click();
      // Its own changes are heard, too.
      await main.getByText('The extension odd failed: not heard').waitFor();
      await main.getByRole('button', { name: 'Try again' }).waitFor();
      await navigation(page).getByRole('link', { name: 'slow', exact: true }).click();
      await main.getByRole('status', { name: 'Loading' }).waitFor();
      await navigation(page).getByRole('link', { name: 'Contacts', exact: true }).click();
      await heading(page, 'Contacts').waitFor();
      await page.locator('body[data-ended]').waitFor();
      expect(await main.getByText('Too late').count()).toBe(0);
      expect(await isSame(page)).toBe(true);
      await navigation(page).getByRole('link', { name: 'place', exact: true }).last().click();
      await main.getByText('The screens of the extension dead cannot be loaded.').waitFor();
      await main.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => isSame(page)).toBe(false);
      await main.getByText('The screens of the extension dead cannot be loaded.').waitFor();
    });
    await app.within(owner, 'x/odd/nothing', (page) => heading(page, 'There is no such page').waitFor());
  });

  it('cannot be loaded while the server is away, and go on when it is back', async () => {
    await app.within(owner, 'contacts', async (page) => {
      provoke(page, 'offline');
      await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
      await page.route(/extension-companies|health.live/, (route) => route.abort('internetdisconnected'));
      await navigation(page).getByRole('link', { name: 'Cities' }).click();
      await page.locator('main').getByText('Check your connection and try again.').waitFor();
      await page.unrouteAll();
      await page.getByRole('heading', { name: 'Berlin' }).waitFor();
    });
  });

  it('come from the address of the console, and nothing else of their packages does', async () => {
    const page = await fetch(`${process.base}/console/x/companies/cities`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]+'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; /,
    );
    const [path] = /\/console\/assets\/extension-companies-[0-9a-f]{12}\.js/.exec(await page.text())!;
    const module = await fetch(process.base + path);
    expect(module.status).toBe(200);
    expect(Object.fromEntries(module.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await module.text()).toContain('export const screens');
    for (const other of [
      'screens.js',
      'index.js',
      'extension-companies.js',
      '..%2findex.js',
      `${path.split('/').at(-1)}%2f..%2findex.js`,
      '%2e%2e%2fpackage.json',
      'extension-companies-000000000000.js',
    ])
      expect((await fetch(`${process.base}/console/assets/${other}`)).status, other).toBe(404);
    expect(await readdir(join(place, 'node_modules/suite-companies/dist/console'))).toEqual(['screens.js']);
  });

  it('look as the rest of the console does', () =>
    app.expectAllGood(owner, [
      [
        'screen of an extension',
        'x/companies/cities',
        (page) => page.getByRole('heading', { name: 'Berlin' }).waitFor(),
      ],
    ]));
});
