import { readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, noChromium } from '../../../test/support/chromium.js';
import { safeHtml } from './safe-html.js';

/** Known attacks on sanitizers: plain scripts, schemes, comments, raw text, mutations by the parser. Each calls `alert(1)`. */
const UNSAFE: string[] = JSON.parse(readFileSync(new URL('unsafe-html.json', import.meta.url), 'utf8'));

/** Documents that are open at once. */
const OPEN_FRAMES = 40;

/** Events that some attack waits for. */
const EVENTS = ['mouseover', 'focus', 'toggle', 'pointerrawupdate', 'animationstart', 'click'];

/** Result of a text in a browser: as a document, and as the contents of an element. */
interface Seen {
  html: string;
  ran: boolean;
  /** Elements and attributes that a document of safe HTML never has. */
  found: string[];
}

describe.skipIf(noChromium)('Safe HTML in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
      // It is ended with the specs, so it leaves no listeners behind.
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    });
  });
  afterAll(() => browser?.close());

  /** Opens each text as a document of its own, does all that a visitor may do there, and tells what ran. */
  async function look(texts: readonly string[]): Promise<Seen[]> {
    const context = await browser.newContext();
    // In every frame, whatever its origin. A navigation keeps the name of its frame.
    await context.addInitScript(() => {
      const { window } = globalThis as any;
      window.alert = () => console.log(`ran ${window.name || window.parent.name}`);
    });
    await context.route('**/*', (route) => route.abort());
    await context.route('http://page.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Page</title>' }),
    );
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.dismiss());
    const ran = new Set<string>();
    page.on('console', (message) => void ran.add(message.text()));
    await page.goto('http://page.test/');
    const seen: Seen[] = [];
    for (let from = 0; from < texts.length; from += OPEN_FRAMES) {
      const portion = texts.slice(from, from + OPEN_FRAMES);
      const found = await page.evaluate(
        async ({ portion, from, events }) => {
          const { document, Element, MouseEvent, setTimeout } = globalThis as any;
          const turn = () => new Promise((done) => setTimeout(done));
          const open = async (text: string, index: number) => {
            const frame = document.createElement('iframe');
            frame.name = `frame-${from + index}`;
            const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
            frame.srcdoc = `<!doctype html><title>Text</title><article>${text}</article>`;
            document.body.append(frame);
            await loaded;
            const inside = frame.contentDocument;
            const unsafe: string[] = [];
            if (!inside) return unsafe;
            // The same text once more, as the console puts it into a page.
            inside.body.append(Object.assign(inside.createElement('div'), { innerHTML: text }));
            for (const element of inside.body.querySelectorAll('*')) {
              if (/^(script|iframe|object|embed|form|svg|math|style|link|meta|base|img|input)$/i.test(element.tagName))
                unsafe.push(element.tagName);
              // Not `attributes`, which an input of that name hides.
              for (const name of Element.prototype.getAttributeNames.call(element)) {
                const isActive = /^on|^style$|^src|action$/i.test(name);
                const scheme = name === 'href' ? element.protocol : '';
                if (isActive || !/^(|https?:|mailto:|tel:)$/.test(scheme ?? 'none')) unsafe.push(name);
              }
            }
            for (const element of inside.body.querySelectorAll('*')) {
              const isScript = /^\s*javascript:/i.test(element.href ?? '');
              // Other links lead away from the page that is looked at.
              if (!isScript) element.addEventListener('click', (event: any) => event.preventDefault());
              for (const type of events)
                element.dispatchEvent(new MouseEvent(type, { bubbles: false, cancelable: true }));
            }
            return unsafe;
          };
          const results = await Promise.all(portion.map(open));
          await turn();
          await turn();
          document.body.replaceChildren();
          return results;
        },
        { portion, from, events: EVENTS },
      );
      for (const [index, html] of portion.entries())
        seen.push({ html, ran: ran.has(`ran frame-${from + index}`), found: found[index]! });
    }
    await context.close();
    return seen;
  }

  it('runs nothing of any known attack, and has no element or attribute that could', async () => {
    const seen = await look(UNSAFE.map(safeHtml));
    expect(seen.filter(({ ran, found }) => ran || found.length)).toEqual([]);
    expect(seen).toHaveLength(UNSAFE.length);
  });

  it('would see it: the attacks themselves run', async () => {
    const seen = await look(UNSAFE);
    const running = seen.filter(({ ran }) => ran).length;
    expect(running).toBeGreaterThan(UNSAFE.length / 4);
  });
});
