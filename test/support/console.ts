import type { Type } from '@nestjs/common';
import type { BrowserContext, Dialog, Locator, Page, Response } from 'playwright-core';
import { expect } from 'vitest';
import type { User } from '../../src/access/users/user.entity.js';
import { anyFreePort } from '../../src/platform/database/embedded/free-port.js';
import { Chromium, expectGoodLooks, type Window } from './chromium.js';
import { makeUser, PASSWORD } from './people.js';
import { startTestApp, type TestApp } from './test-app.js';

/** Milliseconds that a look may wait for one action. */
const PATIENCE_MS = 60_000;

/** The main part of the console. The page on which people sign in has one, too. */
const MAIN = '#root main#main';

/** The name of a page, its path, and the steps to its look. */
export type Look = [name: string, path: string, arrive: (page: Page) => Promise<unknown>];

/** A dialog is there before it takes the focus: what is typed meanwhile goes elsewhere. */
export const focusInDialog = (page: Page): Promise<void> => page.locator('[role=dialog] :focus').waitFor();

/** Opens the picker of a filter behind the button of a list. It counts at once; Escape closes it. */
export async function filterBy(page: Page, field: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  const picker = page.getByRole('dialog', { name: new RegExp(`^${field}: `) });
  await picker.locator(':focus').waitFor();
  return picker;
}

/** Ticks one of the choices of a filter that takes several. */
export async function tick(page: Page, field: string, choice: string): Promise<void> {
  const picker = await filterBy(page, field);
  await picker.getByRole('checkbox', { name: choice, exact: true }).click();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
}

/** Sets a filter that takes one of its choices. */
export async function choose(page: Page, field: string, choice: string): Promise<void> {
  const picker = await filterBy(page, field);
  await picker.getByRole('option', { name: choice, exact: true }).click();
  await picker.waitFor({ state: 'detached' });
}

/** Types the text of a filter. */
export async function type(page: Page, field: string, text: string): Promise<void> {
  const picker = await filterBy(page, field);
  await picker.getByLabel(field).fill(text);
  await page.keyboard.press('Enter');
  await picker.waitFor({ state: 'detached' });
}

interface Options {
  width?: number;
  fresh?: boolean;
  /** The language of the browser. */
  locale?: string;
  /** Default: English, whatever the browser says. `of the person`: as they chose. */
  texts?: 'of the browser' | 'of the person';
}

/** A choice of English, kept as the console keeps it, so that the page need not load twice. */
const SPEAK_ENGLISH = "localStorage.setItem('language', 'en')";

/** The console of a running application, and a browser to look at it. */
export class TestConsole {
  /** The windows that are open between tests, by user. */
  readonly #windows = new Map<string, Window>();

  private constructor(
    readonly suite: TestApp,
    private readonly browser: Chromium,
    private readonly log: string[],
  ) {}

  /** `beside`: an application whose database it shares. */
  static async start(env: Record<string, string> = {}, modules: Type[] = [], beside?: TestApp): Promise<TestConsole> {
    // Signing in leads back to the address of the server, so that has to be known before it starts.
    const port = await anyFreePort();
    const address = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
    const log: string[] = [];
    const write = (...said: unknown[]) => void log.push(JSON.stringify(said));
    const logger = { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
    const suite = await startTestApp({ ...address, ...env }, { logger, modules, beside });
    return new TestConsole(suite, new Chromium(), log);
  }

  /** The console of a process at `base`, which has the database of `suite`. */
  static of(suite: TestApp, base: string): TestConsole {
    return new TestConsole({ ...suite, base }, new Chromium(), []);
  }

  /** A user with these roles, who may see everything unless told otherwise. */
  user = (...roles: string[]): Promise<User> =>
    makeUser(this.suite, { display_name: 'Ada Lovelace', roles: roles.length ? roles : ['workspace:owner'] });

  /**
   * Opens the console at `path` (`api-keys?status=active`) as this user and runs `work` on the page. Whatever it does: the page
   * reports no error (see `provoke`), breaks no policy, and keeps no token where another page, or the next reader, finds it.
   * The window of a user stays open and signed in for the next test, without what pages stored; `fresh` gives one of its own.
   */
  async within<T>(
    user: User,
    path: string,
    work: (page: Page) => Promise<T>,
    { width = 1280, fresh = false, locale, texts }: Options = {},
  ): Promise<T> {
    // The language of a window is that of the browser, and stays. Texts are English in each, unless a test is about them.
    const own = fresh || locale !== undefined;
    const window = (!own && this.#windows.get(user.id)) || (await this.browser.open({ locale }));
    if (!own) this.#windows.delete(user.id);
    try {
      const answer = await window.run(async (page, context) => {
        const english = own && texts === undefined;
        if (own && texts !== 'of the person')
          await this.suite.database.execute('update users set language = $2 where id = $1', [
            user.id,
            english ? 'en' : null,
          ]);
        if (english) await page.addInitScript(SPEAK_ENGLISH);
        return this.#work(page, context, user, path, work, width);
      });
      if (!own && !this.#windows.has(user.id)) this.#windows.set(user.id, window);
      return answer;
    } finally {
      if (this.#windows.get(user.id) !== window) await window.close();
    }
  }

  async #work<T>(
    page: Page,
    context: BrowserContext,
    user: User,
    path: string,
    work: (page: Page) => Promise<T>,
    width: number,
  ): Promise<T> {
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewportSize({ width, height: 900 });
    const problems: string[] = [];
    const tokens: string[] = [];
    const onDialog = (dialog: Dialog) =>
      dialog.type() === 'beforeunload' || problems.push(`A dialog of the browser: ${dialog.message()}`);
    page.on('dialog', onDialog);
    const onResponse = (response: Response) => void keepTokens(response, tokens);
    context.on('response', onResponse);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.signIn(page, user, path);
    await page.locator(MAIN).waitFor();
    const answer = await work(page);
    const kept = await page.evaluate(() => {
      const { localStorage, sessionStorage, location } = globalThis as any;
      const all = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]);
      localStorage.clear();
      sessionStorage.clear();
      return all;
    });
    await expect.poll(() => tokens.length).toBeGreaterThan(0);
    context.off('response', onResponse);
    page.off('dialog', onDialog);
    for (const token of tokens) expect([kept, ...this.log].join('\n')).not.toContain(token);
    expect(problems).toEqual([]);
    return answer;
  }

  /** Opens a path of the console, and signs in on the page that it leads to unless the window is signed in. */
  async signIn(page: Page, user: User, path = ''): Promise<void> {
    await page.goto(`${this.suite.base}/console/${path}`);
    // In whatever language the browser asks for.
    const form = page.locator('form[action$="/sign-in"]');
    await page.locator(MAIN).or(form).first().waitFor();
    if (!(await form.isVisible())) return;
    await form.locator('input[name=email]').fill(user.email);
    await form.locator('input[name=password]').fill(PASSWORD);
    await form.getByRole('button').click();
  }

  /** These places are good for everybody (`expectGoodLooks`). The user signs in once for all of them. */
  expectAllGood(user: User, looks: readonly Look[]): Promise<void> {
    return this.within(user, looks[0]![1], async (page) => {
      for (const [index, [name, path, arrive]] of looks.entries()) {
        if (index > 0) await this.#follow(page, path);
        await arrive(page);
        await expectGoodLooks(`console ${name}`, page);
      }
    });
  }

  /** The same for a page that is no place of the console, to which `arrive` leads from a new window. */
  expectGoodPage(name: string, arrive: (page: Page) => Promise<unknown>): Promise<void> {
    return this.browser.within({ viewport: { width: 1280, height: 900 } }, async (page) => {
      page.setDefaultTimeout(PATIENCE_MS);
      await arrive(page);
      await expectGoodLooks(`console ${name}`, page);
    });
  }

  /** Goes to a place of the navigation, in the settings if it is there. */
  async goTo(page: Page, name: string): Promise<void> {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    const link = navigation.getByRole('link', { name, exact: true });
    const settings = navigation.getByRole('button', { name: 'Settings', exact: true });
    await link.or(settings).first().waitFor();
    if (!(await link.count())) await settings.click();
    await link.click();
  }

  /** Goes on to another place as a link does, which takes a tenth of the time of a load; anew from an open dialog. */
  async #follow(page: Page, path: string): Promise<void> {
    const to = `/console/${path}`;
    if (await page.getByRole('dialog').count()) await page.goto(`${this.suite.base}${to}`);
    else await page.evaluate((address) => (globalThis as any).history.pushState({}, '', address), to);
  }

  /** Presses Tab, or an arrow within a menu, until the focus is on what has this name, as people without a mouse do. */
  async tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
    // It may come only while keys are pressed.
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS;) {
      await page.keyboard.press(key);
      const focused = await page.evaluate(() => {
        const { activeElement: at } = (globalThis as any).document;
        const label = at.labels?.[0]?.textContent ?? at.textContent;
        return String(at.getAttribute('aria-label') ?? label ?? '').trim();
      });
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    }
    throw new Error(`${key} does not lead to ${name}.`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.suite.close();
  }
}

async function keepTokens(response: Response, tokens: string[]): Promise<void> {
  if (!response.url().endsWith('/oauth/token') || !response.ok()) return;
  const { access_token, refresh_token } = await response.json().catch(() => ({}));
  tokens.push(...[access_token, refresh_token].filter(Boolean));
}
