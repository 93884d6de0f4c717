import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where the browser is. Specs that need one are skipped where there is none. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
export const noChromium = !existsSync(CHROMIUM);

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
];

export const LOOKS = [320, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

/** What axe looks for in this scheme: in the dark one all that it may decide, which is colours. */
export const axeOptions = (scheme: 'light' | 'dark') => ({
  resultTypes: ['violations'],
  ...(scheme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
});

/** A real browser. */
export class Chromium {
  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<Chromium> {
    return new Chromium(await chromium.launch({ executablePath: CHROMIUM, args: FLAGS }));
  }

  /** Runs `work` on a page of a new window, which knows nothing of others. */
  async within<T>(
    options: BrowserContextOptions,
    work: (page: Page, context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(60_000);
    if (DELAY_MS)
      await context.route('**/*', async (route) => {
        await setTimeout(Math.random() * DELAY_MS);
        // Nobody waits for it where the page has gone meanwhile.
        await route.continue().catch(() => undefined);
      });
    try {
      return await work(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  /** The page that `arrive` leads to is good for everybody: narrow and wide, light and dark, by the rules of axe. */
  expectGood(name: string, arrive: (page: Page) => Promise<unknown>): Promise<void> {
    return this.within({ bypassCSP: true }, async (page) => {
      await arrive(page);
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      await page.addScriptTag({ content: readFileSync(axe, 'utf8') });
      for (const { width, scheme } of LOOKS) {
        const look = `at ${width} px, ${scheme}`;
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme: scheme });
        const { violations } = await page.evaluate(
          (options) => (globalThis as any).axe.run(options),
          axeOptions(scheme),
        );
        const found = violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join()}`);
        expect(found, look).toEqual([]);
        const wide = await page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth);
        expect(wide, look).toBeLessThanOrEqual(width);
        if (PHOTOS) await page.screenshot({ path: join(PHOTOS, `${name} ${width} ${scheme}.png`), fullPage: true });
      }
    });
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
