import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import de from '../console/languages/de.js';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import type { Client } from './support/test-app.js';

const GERMAN = { locale: 'de-DE', texts: 'of the browser' } as const;

/** English texts that German has otherwise. One that is a German word as well, such as “Name”, says nothing. */
const germanWords = new Set(
  Object.values(de).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text))),
);
/** The stage in which applications begin, as each workspace has it. */
const DATA = ['Applied'];

const english = new Set(
  Object.keys(de).filter(
    (text) => /\p{L}{3}/u.test(text) && !text.includes('{') && !germanWords.has(text) && !DATA.includes(text),
  ),
);

/** Everything that people see and hear on a page. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { document, NodeFilter } = globalThis as any;
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let at = walker.nextNode(); at; at = walker.nextNode())
      if (at.nodeType === 3) {
        // Codes of the API are the same in each language.
        if (!at.parentElement.closest('code')) found.push(at.nodeValue.trim());
      } else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(at.getAttribute(name) ?? '');
    return found.filter(Boolean);
  });

/** Waits for two pictures, after which the page has its new width. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { requestAnimationFrame } = globalThis as any;
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

/** English texts and a page that scrolls sideways, each with the place. */
const problemsOf = async (page: Page, where: string): Promise<string[]> => {
  await expect.poll(() => page.locator('[aria-label="Wird geladen"]').count(), { message: where }).toBe(0);
  const left = (await textsOf(page)).filter((text) => english.has(text)).map((text) => `${where}: ${text}`);
  const sideways = await page.evaluate(() => {
    const { documentElement: html } = (globalThis as any).document;
    return html.scrollWidth - html.clientWidth;
  });
  const photos = process.env.PAGE_PHOTOS;
  if (photos) await page.screenshot({ path: `${photos}/german ${where.replaceAll('/', ' ')}.png` });
  return sideways > 0 ? [...left, `${where} scrolls sideways by ${sideways}`] : left;
};

const expectGerman = async (page: Page, where: string): Promise<void> =>
  expect(await problemsOf(page, where)).toEqual([]);

describe.skipIf(noChromium)('The console speaks German', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
    const made = async (path: string, body: object) => {
      const { body: answer, status } = await client.post(path, body);
      expect(status, JSON.stringify(answer)).toBe(201);
      return answer.id as string;
    };
    ids.pipeline = await made('/v1/sales/pipelines', { name: 'Direkt', stages: [{ name: 'Anfang', probability: 10 }] });
    for (const title of ['Webstühle', 'Messuhren'])
      ids.deal = await made('/v1/sales/deals', { title, value: 1600, currency: 'EUR', owner_id: owner.id });
    ids.contact = await made('/v1/sales/contacts', { display_name: 'Grete Hermann', owner_id: owner.id });
    ids.project = await made('/v1/project/projects', { name: 'Umzug' });
    await client.post(`/v1/project/projects/${ids.project}/members`, { members: [{ user_id: owner.id }] });
    ids.task = await made(`/v1/project/projects/${ids.project}/tasks`, { title: 'Kisten', assignee_id: owner.id });
    ids.job = await made('/v1/careers/jobs', { title: 'Mechanikerin' });
    ids.document = await made('/v1/office/documents', { title: 'Notizen', content: 'Erstens' });
    ids.sheet = await made('/v1/office/sheets', { title: 'Etat' });
  });
  afterAll(() => app?.close());

  const german = (path: string, work: (page: Page) => Promise<void>) => app.within(owner, path, work, GERMAN);
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');

  /** Places that people meet daily, and some of the settings. */
  const places = () => [
    '',
    'inbox',
    'tasks',
    'deals',
    `deals/${ids.deal}`,
    'contacts',
    `contacts/${ids.contact}`,
    'boards',
    `boards/deals/${ids.pipeline}`,
    'forecast',
    'jobs',
    `jobs/${ids.job}`,
    'candidates',
    'projects',
    `projects/${ids.project}`,
    `tasks/${ids.task}`,
    // Tabs of one page keep its title, so another page stands between them.
    `projects/${ids.project}/board`,
    'time',
    `projects/${ids.project}/settings`,
    'documents',
    `documents/${ids.document}`,
    'files',
    'sheets',
    `sheets/${ids.sheet}`,
    'users',
    `users/${owner.id}`,
    'groups',
    'roles',
    'sign-in-rules',
    'your-sign-in',
    'api-keys',
    'webhooks',
    'policies',
    'reviews',
    'alert-rules',
    'alerts',
    'audit-trail',
    'retention',
    'imports',
    'settings',
  ];

  it('on every page, on a desk and on a phone', () =>
    german('', async (page) => {
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
      expect(await page.evaluate(() => (globalThis as any).document.documentElement.lang)).toBe('de');
      const problems: string[] = [];
      for (const path of places().slice(1)) {
        // The page that comes gives the window its title.
        await page.evaluate((to) => {
          const { document, history } = globalThis as any;
          document.title = '';
          history.pushState({}, '', to);
        }, `/console/${path}`);
        await expect.poll(() => page.title(), { message: path }).not.toBe('');
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await drawn(page);
          problems.push(...(await problemsOf(page, `${width} ${path || 'home'}`)));
        }
      }
      expect(problems).toEqual([]);
    }));

  it('in lists, with their filters and their numbers', () =>
    german('deals', async (page) => {
      await page.getByText('1.600 €').first().waitFor();
      await button(page, 'Filter').click();
      await page.getByText('Erwarteter Abschluss').first().waitFor();
      await expectGerman(page, 'filters');
      await page.keyboard.press('Escape');
      const rows = page.getByRole('table').getByRole('checkbox');
      await rows.nth(1).check();
      await page.getByText('1 Deal ausgewählt').waitFor();
      await rows.nth(2).check();
      await page.getByText('2 Deals ausgewählt').waitFor();
      await expectGerman(page, 'several');
    }));

  it('in forms, with what is wrong in them', () =>
    german('deals', async (page) => {
      provoke(page, 400);
      await button(page, 'Deal anlegen').first().click();
      await dialog(page).getByLabel('Titel').waitFor();
      await focusInDialog(page);
      await button(page, 'Mehr').click();
      await expectGerman(page, 'form');
      await dialog(page).getByLabel('Wert').fill('16.50');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Eine Zahl eingeben, etwa 1.234,5.').or(dialog(page).getByRole('alert')).first().waitFor();
      await dialog(page).getByLabel('Titel').fill('Spulen');
      await dialog(page).getByLabel('Wert').fill('16,50');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Deal angelegt.').waitFor();
      await page.getByRole('heading', { name: 'Spulen' }).waitFor();
      await page.getByText(/16,50/).first().waitFor();
    }));

  it('until somebody chooses English, and again when they choose what the browser says', () =>
    german('', async (page) => {
      const chosen = async () => (await client.get(`/v1/access/users/${owner.id}`)).body.language;
      const choose = async (name: string) => {
        await page.getByRole('button', { name: /Ada Lovelace/ }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await choose('English');
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      expect(await page.evaluate(() => (globalThis as any).document.documentElement.lang)).toBe('en');
      expect(await chosen()).toBe('en');
      await choose('As the browser says');
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
      await choose('Deutsch');
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
      await expect.poll(chosen).toBe('de');
    }));

  it('to whoever chose it, in a browser that asks for English, and to the next person as they like', async () => {
    const spoken = (of: User, locale: string, heading: string) =>
      app.within(
        of,
        '',
        async (page) => {
          await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
        },
        { locale, texts: 'of the person' },
      );
    const ada = await app.user();
    await spoken(ada, 'de-DE', 'Start');
    await client.patch(`/v1/access/users/${ada.id}`, { language: 'en' });
    await spoken(ada, 'de-DE', 'Home');
    await client.patch(`/v1/access/users/${ada.id}`, { language: 'de' });
    await spoken(ada, 'en-US', 'Start');
  });

  it('to people whose language an admin changes, and in the settings of the workspace', async () => {
    const { id } = await app.user();
    await german(`users/${id}`, async (page) => {
      await button(page, 'Bearbeiten').click();
      await dialog(page).getByLabel('Sprache').selectOption({ label: 'Deutsch' });
      await button(page, 'Speichern').click();
      await page.getByText('Benutzer gespeichert.').waitFor();
      expect((await client.get(`/v1/access/users/${id}`)).body.language).toBe('de');
      await page.evaluate(() => (globalThis as any).history.pushState({}, '', '/console/settings'));
      await button(page, 'Workspace bearbeiten').click();
      await dialog(page).getByLabel('Sprache').selectOption({ label: 'Deutsch' });
      await button(page, 'Speichern').click();
      await page.getByText('Einstellungen gespeichert.').waitFor();
      expect((await client.get('/v1/access/workspace')).body.language).toBe('de');
    });
  });
});
