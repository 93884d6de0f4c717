import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type ConsoleMessage,
  type Page,
  type WebError,
} from 'playwright-core';
import { expect } from 'vitest';
import { isMissing } from './programs.js';

/**
 * Where the browser is. Specs that need one are skipped where there is none. The shell without windows is the same browser,
 * and takes a quarter less processor time in these specs.
 */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const CHROMIUM = process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path)) ?? BROWSERS[1]!;
export const noChromium = isMissing(CHROMIUM, existsSync(CHROMIUM));

/** A directory: every page that is looked at is photographed into it. */
export const PHOTOS = process.env.PAGE_PHOTOS;

/**
 * Milliseconds: each request of a page is held for up to so long, so that answers come in another order. Nothing waits for it: it
 * shows what works only where everything is fast.
 */
const DELAY_MS = Number(process.env.PAGE_DELAY_MS ?? 0);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process draws all windows: a new one for each page takes as long as what the page does.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules, with the size of targets (WCAG 2.5.8), which axe leaves out unless it is asked. */
const EVERY_RULE = {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
  // For rules about style sheets, none of which is asked for.
  preload: false,
};
/** The one rule that another scheme can break: structure follows the width alone. */
const CONTRAST = { ...EVERY_RULE, runOnly: ['color-contrast'] };

/** Every width, and both schemes where least and most is shown. What is between them breaks no rule, but may be too wide. */
const LOOKS = [
  { width: 320, scheme: 'dark', options: EVERY_RULE },
  { width: 768, scheme: 'light', options: null },
  { width: 1440, scheme: 'dark', options: CONTRAST },
  { width: 1440, scheme: 'light', options: EVERY_RULE },
] as const;

/** The page is good for everybody: at each width, light and dark, by the rules of axe, and nothing is wider than the window. */
export async function expectGoodLooks(name: string, page: Page): Promise<void> {
  // By the protocol of the debugger, which the page's policy does not bind.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE);
  for (const { width, scheme, options } of LOOKS) {
    const look = `${name} at ${width} px, ${scheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    if (PHOTOS) await page.screenshot({ path: join(PHOTOS, `${look}.png`), animations: 'disabled' });
    const { violations, wide } = await page.evaluate(
      async (options) => {
        const { document, axe, requestAnimationFrame } = globalThis as any;
        // A spinner turns for ever.
        const isMoving = ({ playState, effect }: any) =>
          playState === 'running' && effect?.getComputedTiming().endTime < Infinity;
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
        do {
          await frame();
          await frame();
        } while (document.getAnimations().some(isMoving));
        const { violations } = options ? await axe.run(options) : { violations: [] };
        return { violations, wide: document.documentElement.scrollWidth };
      },
      options as object | null,
    );
    const found = violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join()}`);
    expect(found, look).toEqual([]);
    expect(wide, look).toBeLessThanOrEqual(width);
  }
}

/** A status, a request without a connection, a frame that the policy of the framed page forbids, or a screen of an extension that fails. */
type Provoked = number | 'offline' | 'framing' | 'screen';

/** Network errors that the test of a window provokes on purpose. */
const provoked = new WeakMap<BrowserContext, Set<Provoked>>();

/**
 * Announces network errors, by their status, that the test provokes on this page and others of its window. The browser
 * itself logs them; any other error fails the test.
 */
export function provoke(page: Page, ...errors: Provoked[]): void {
  const known = provoked.get(page.context())!;
  for (const error of errors) known.add(error);
}

/** The network error behind a message: the browser's own, which a page cannot prevent. Null for other messages. */
function networkError(message: ConsoleMessage): Provoked | null {
  const text = message.text();
  if (text.startsWith('Framing ')) return 'framing';
  if (text.startsWith('A screen of an extension failed')) return 'screen';
  // React logs what an error boundary shows.
  if (text.includes('Failed to fetch a part of the console')) return 'offline';
  if (!text.startsWith('Failed to load resource:')) return null;
  if (text.includes('net::ERR_INTERNET_DISCONNECTED')) return 'offline';
  return Number(/status of (\d+)/.exec(text)?.[1] ?? 0);
}

/** A window with one page, which shares cookies and storage with no other one. */
export class Window {
  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Window> {
    // Nothing moves: drawing animations takes time, and no spec is about them.
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(60_000);
    if (DELAY_MS)
      await context.route('**/*', async (route) => {
        await setTimeout(Math.random() * DELAY_MS);
        // Nobody waits for it where the page has gone meanwhile.
        await route.continue().catch(() => undefined);
      });
    const page = await context.newPage();
    // A page that asks before it is left is left all the same.
    page.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()));
    return new Window(context, page);
  }

  /**
   * Runs `work` on the page, which stays where it is for the next work. Errors of any page of the window fail it: uncaught
   * ones, and those in the console.
   */
  async run<T>(work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
    const { context, page } = this;
    const errors: string[] = [];
    const known = new Set<Provoked>();
    provoked.set(context, known);
    const onError = (thrown: WebError) => errors.push(`Uncaught: ${thrown.error().stack ?? thrown.error().message}`);
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      const error = networkError(message);
      // Browsers request the icon by themselves, and a page that explains an error has its status itself.
      if (typeof error === 'number' && (url.endsWith('/favicon.ico') || url === message.page()?.url())) return;
      if (error === null || !known.has(error)) errors.push(`${message.text()} (${url})`);
    };
    context.on('weberror', onError).on('console', onMessage);
    try {
      const answer = await work(page, context);
      expect(errors).toEqual([]);
      return answer;
    } catch (error) {
      // A page that crashed shows nothing of what the test waits for.
      if (errors.length && error instanceof Error) error.message += `\nThe pages reported: ${errors.join('\n')}`;
      if (error instanceof Error)
        error.message += `\nThe page was at ${page.url()}, its focus on ${await focusOf(page)}`;
      throw error;
    } finally {
      const others = context.pages().filter((each) => each !== page);
      await Promise.all([...others.map((each) => each.close()), page.unrouteAll({ behavior: 'ignoreErrors' })]);
      context.off('weberror', onError).off('console', onMessage);
    }
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

const focusOf = (page: Page) =>
  page
    .evaluate(() => {
      const { document } = globalThis as any;
      return `${document.activeElement.outerHTML.slice(0, 200)} of ${document.body.innerText.slice(0, 2_000)}`;
    })
    .catch(String);

/** The browser that all specs of this process share. It ends with the process. */
let shared: Promise<Browser> | undefined;
const browser = () =>
  (shared ??= chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  }));

/** A real browser, and the windows of one spec in it. */
export class Chromium {
  readonly #windows = new Set<Window>();

  async open(options: BrowserContextOptions): Promise<Window> {
    const window = await Window.open(await browser(), options);
    this.#windows.add(window);
    return window;
  }

  /** Runs `work` on a page of a new window, which knows nothing of others. Errors of its pages fail the test. */
  async within<T>(
    options: BrowserContextOptions,
    work: (page: Page, context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const window = await this.open(options);
    return window.run(work).finally(() => window.close());
  }

  /** The page that `arrive` leads to is good for everybody (`expectGoodLooks`). */
  expectGood(name: string, arrive: (page: Page) => Promise<unknown>): Promise<void> {
    return this.within({}, async (page) => {
      await arrive(page);
      await expectGoodLooks(name, page);
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#windows].map((window) => window.close()));
  }
}
