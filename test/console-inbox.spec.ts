import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('The inbox in the console', () => {
  let app: TestConsole;
  let ada: User;
  let grace: User;
  let client: Client;
  let project: string;

  beforeAll(async () => {
    app = await TestConsole.start();
    ada = await app.user();
    grace = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['workspace:owner'] });
    ({ client } = app.suite);
    project = (await client.post('/v1/project/projects', { name: 'Move' })).body.id;
    const members = [{ user_id: ada.id }, { user_id: grace.id }];
    await client.post(`/v1/project/projects/${project}/members`, { members });
  });
  afterAll(() => app?.close());

  const task = async (title: string, more = {}) =>
    (await client.post(`/v1/project/projects/${project}/tasks`, { title, ...more })).body.id as string;
  const place = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: /^Inbox/ });
  const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

  it('tells of a mention while one works, on every page, and forgets it once it is opened', async () => {
    const id = await task('Pack');
    await app.within(grace, '', async (page) => {
      await page.getByRole('region', { name: 'Inbox' }).getByText('You have read everything').waitFor();
      expect(await place(page).textContent()).toBe('Inbox');
      await app.within(ada, `tasks/${id}`, async (other) => {
        await other.getByRole('textbox', { name: 'Comment' }).click();
        await other.keyboard.type('Who helps, @Grac');
        await other.getByRole('option', { name: 'Grace Hopper' }).waitFor();
        await other.keyboard.press('Enter');
        await other.keyboard.press('Control+Enter');
        await other.getByText('Comment created.').waitFor();
      });
      await place(page).getByText('1 unread item').waitFor({ state: 'attached' });
      await row(page, 'Ada Lovelace mentioned you in Pack').waitFor();
      await page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: 'Pack' }).click();
      await page.getByRole('heading', { name: 'Pack' }).waitFor();
      await place(page).getByText('1 unread item').waitFor({ state: 'detached' });
    });
  });

  it('goes from one to the next by keys, and marks them as read', async () => {
    for (const title of ['Sweep', 'Paint']) await task(title, { assignee_id: grace.id });
    await app.within(grace, 'inbox', async (page) => {
      await row(page, 'assigned Sweep to you').waitFor();
      await row(page, 'assigned Paint to you').getByRole('link', { name: 'Paint' }).focus();
      await page.keyboard.press('j');
      await expect.poll(() => page.evaluate(() => (globalThis as any).document.activeElement.innerText)).toBe('Sweep');
      await page.keyboard.press('e');
      await row(page, 'assigned Sweep to you').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await page.getByText('All are read.').waitFor();
      await page.getByRole('heading', { name: 'You have read everything' }).waitFor();
      await page.getByRole('radiogroup', { name: 'Show' }).getByText('All', { exact: true }).click();
      await row(page, 'assigned Sweep to you').waitFor();
    });
  });

  it('follows a record, and says what becomes of it', async () => {
    const id = await task('Insure');
    await app.within(grace, `tasks/${id}`, async (page) => {
      await page.getByRole('button', { name: 'More for Insure' }).click();
      await page.getByRole('menuitem', { name: 'Follow' }).click();
      await page.getByText('You follow this now.').waitFor();
      await client.patch(`/v1/project/tasks/${id}`, { title: 'Insure the van' });
      await place(page).getByText('1 unread item').waitFor({ state: 'attached' });
      await place(page).click();
      await row(page, 'changed Insure the van').waitFor();
    });
  });

  it('keeps the comma between two records beside the first', async () => {
    const mary = await makeUser(app.suite, { display_name: 'Mary Shelley', roles: ['project:editor'] });
    await client.post(`/v1/project/projects/${project}/members`, { members: [{ user_id: mary.id }] });
    const title = (n: number) => `${n} of the boxes that stand behind the door of the second room on the left`;
    for (let n = 1; n <= 6; n++) await task(title(n), { assignee_id: mary.id });
    await app.within(mary, 'inbox', async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const links = row(page, '6 tasks').getByRole('link');
      await links.nth(5).waitFor();
      const isBeside = (link: any) => {
        const range = link.ownerDocument.createRange();
        range.selectNode(link.nextSibling);
        return range.getClientRects()[0].top - [...link.getClientRects()].at(-1).top < 10;
      };
      for (let at = 0; at < 5; at++) expect(await links.nth(at).evaluate(isBeside)).toBe(true);
    });
  });

  it('keeps what somebody wants to be told', async () => {
    await app.within(grace, 'inbox/settings', async (page) => {
      await page.getByRole('checkbox', { name: 'Your deals, won or lost in the inbox' }).click();
      await page.getByRole('combobox', { name: 'Mail about: Mentions of you' }).click();
      await page.getByRole('option', { name: 'None' }).click();
      const settings = () => app.suite.database.read('select kinds from inbox_settings where user_id = $1', [grace.id]);
      await expect.poll(settings).toMatchObject([{ kinds: { deal: { inbox: false }, mention: { mail: 'no' } } }]);
    });
  });

  it('is good for everybody', async () => {
    await task('Look', { assignee_id: ada.id });
    await app.expectAllGood(ada, [
      ['The inbox', 'inbox', (page) => row(page, 'assigned Look to you').waitFor()],
      ['Its settings', 'inbox/settings', (page) => page.getByText('Daily mail').waitFor()],
    ]);
  });
});
