import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page, type Request } from 'playwright-core';
import type { Stage } from './stage.js';

const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path));

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });

/** A connection: 1.6 Mbit/s and 150 ms are a slow mobile one ("Slow 4G" of Lighthouse). */
export interface Connection {
  latencyMs: number;
  /** Bytes a second; -1: as many as there are. */
  bytes: number;
}
export const LOCAL: Connection = { latencyMs: 0, bytes: -1 };
export const SLOW: Connection = { latencyMs: 150, bytes: 1_600_000 / 8 };
/** So slow that placeholders are seen before the data. */
export const NEAR: Connection = { latencyMs: 80, bytes: -1 };

export async function connect(cdp: CDPSession, { latencyMs, bytes }: Connection): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/** Keeps what the browser measures: interactions, long tasks and shifts of the layout. */
const OBSERVE = `
  globalThis.measured = { events: [], tasks: [], shifts: [] };
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  watch('event', (it) => it.interactionId && measured.events.push([it.name, it.duration, it.processingEnd - it.startTime]),
    { durationThreshold: 16 });
  watch('longtask', ({ duration }) => measured.tasks.push(duration));
  watch('layout-shift', (it) => !it.hadRecentInput && measured.shifts.push([it.value, it.sources.map(({ node, previousRect: a, currentRect: b }) =>
    [(node?.outerHTML ?? node?.textContent ?? '').slice(0, 90), [a.x, a.y, a.width, a.height].map(Math.round).join(), [b.x, b.y, b.width, b.height].map(Math.round).join()].join(' '))]));
`;

/** A signed-in window that measures. */
export async function signedIn(browser: Browser, base: string, email: string, password: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  watch(page);
  await page.addInitScript(OBSERVE);
  await page.goto(`${base}/console/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#root main#main h1').waitFor();
  return page;
}

export interface Seen {
  /** Milliseconds of the longest interaction, from the press to the next picture. Below 16 the browser says nothing. */
  interaction: number;
  /** The event that it answers, and milliseconds until its handlers were done. */
  event: string;
  /** Milliseconds of the longest task. Below 50 the browser says nothing. */
  task: number;
  shift: number;
  /** The largest shifts, with what moved. */
  shifted: string[];
}

/** Two pictures later everything that was done is drawn and measured. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))`,
  );

/** What was measured since the last call. */
export async function measured(page: Page): Promise<Seen> {
  await settled(page);
  const { events, tasks, shifts } = await page.evaluate<{
    events: [string, number, number][];
    tasks: number[];
    shifts: [number, string[]][];
  }>(`(() => { const all = measured; globalThis.measured = { events: [], tasks: [], shifts: [] }; return all; })()`);
  const [longest] = events.toSorted(([, a], [, b]) => b - a);
  return {
    interaction: longest?.[1] ?? 0,
    event: longest ? `${longest[0]}, handled in ${Math.round(longest[2])} ms` : '',
    task: Math.max(0, ...tasks),
    shift: shifts.reduce((sum, [value]) => sum + value, 0),
    shifted: shifts
      .toSorted(([a], [b]) => b - a)
      .flatMap(([value, nodes]) => nodes.map((node) => `${value.toFixed(3)} ${node}`)),
  };
}

/** The id of one record of a table, or null where there is none. */
export async function anyOf({ sql }: Stage, table: string, where = 'true'): Promise<string | null> {
  const { rows } = await sql.query(`select id from ${table} where ${where} order by id limit 1`);
  return rows[0]?.id ?? null;
}

/** Requests that are under way, by page. The stream of events is always. */
const underway = new WeakMap<Page, { requests: Set<Request>; last: number }>();

function watch(page: Page): void {
  const state = { requests: new Set<Request>(), last: Date.now() };
  underway.set(page, state);
  const end = (request: Request) => {
    state.requests.delete(request);
    state.last = Date.now();
  };
  page.on('request', (request) => !request.url().includes('/stream') && state.requests.add(request));
  page.on('requestfinished', end).on('requestfailed', end);
}

const MAX_WAIT_MS = 10_000;

/** Nothing has been asked for 300 ms, and what came is drawn. */
export async function quiet(page: Page): Promise<void> {
  const state = underway.get(page)!;
  state.last = Date.now();
  const end = Date.now() + MAX_WAIT_MS;
  while ((state.requests.size || Date.now() - state.last < 300) && Date.now() < end) await page.waitForTimeout(50);
  // A request that a navigation cut off may never report its end.
  state.requests.clear();
  await settled(page);
}
