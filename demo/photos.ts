import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { OWNER, PASSWORD } from './company/people.js';

/** Of the running demo, for the README: `npm run -s demo:photos`. */
const BASE = `http://localhost:${process.env.PORT ?? 3000}`;
const DIRECTORY = 'docs/images';
const MAX_BYTES = 150_000;
/** Where Chromium is installed, as specs look for it. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

interface Photo {
  name: string;
  path: string;
  /** Links to follow from there. */
  follow?: string[];
  /** What is there when the page is complete. */
  shows: (page: Page) => Promise<unknown>;
  dark?: boolean;
}

const PHOTOS: Photo[] = [
  { name: 'overview', path: 'overview', shows: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'webhook',
    path: 'webhooks',
    follow: ['intranet'],
    shows: async (page) => {
      await page.getByRole('heading', { name: /intranet/, level: 1 }).waitFor();
      await page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'deals',
    path: 'boards/deals',
    follow: ['Direct sales'],
    shows: (page) =>
      page
        .getByRole('button', { name: /^Move .* to$/ })
        .nth(12)
        .waitFor(),
  },
  {
    name: 'audit-trail',
    path: 'audit-trail?outcome=denied',
    shows: (page) => page.getByRole('table').getByRole('row').nth(8).waitFor(),
    dark: true,
  },
  {
    name: 'sheet',
    path: 'sheets',
    follow: ['Budget'],
    shows: async (page) => {
      await page.getByRole('gridcell', { name: '20%' }).first().click();
      await page.getByText('=TEXT').waitFor();
    },
  },
  {
    name: 'document',
    path: 'documents?status=published&sort=title:asc',
    follow: ['Board paper'],
    shows: (page) => page.locator('main [dir=auto] h2').first().waitFor(),
    dark: true,
  },
];

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${BASE}/console/`);
  await page.getByLabel('E-mail address').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').waitFor();
  return page;
}

async function take(page: Page, { name, path, follow = [], shows, dark }: Photo): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.goto(`${BASE}/console/${path}`);
  for (const link of follow) await page.getByRole('main').getByRole('link', { name: link }).first().click();
  await shows(page);
  // The network is never idle: the console listens to the stream of events.
  await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  const file = `${DIRECTORY}/${name}.png`;
  await page.screenshot({ path: file, animations: 'disabled' });
  await compress(file);
  const { size } = await stat(file);
  console.log(`${file}  ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${file} is too large for a README.`);
}

/** Where it is installed; a page of a console has few colours. */
const compress = (file: string): Promise<void> =>
  new Promise((done) => {
    execFile('pngquant', ['--force', '--output', file, '--speed', '1', '64', file], () => done());
  });

await mkdir(DIRECTORY, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path)),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await signedIn(await browser.newContext({ viewport: { width: 1280, height: 800 } }));
  for (const photo of PHOTOS) await take(page, photo);
} finally {
  await browser.close();
}
