import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { filterBy, focusInDialog, TestConsole, tick } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('Lists of the console', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
    const made = async (path: string, body: object) => {
      const { body: answer, status } = await client.post(path, body);
      expect(status, JSON.stringify(answer)).toBe(201);
      return answer.id as string;
    };
    await made('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'Lead', probability: 10 }] });
    const today = new Date().toISOString().slice(0, 10);
    await made('/v1/sales/deals', {
      title: 'Looms',
      value: 16_000,
      currency: 'EUR',
      owner_id: owner.id,
      tags: ['key'],
    });
    await made('/v1/sales/deals', { title: 'Gauges', value: 900, currency: 'EUR', expected_close_date: today });
    const won = await made('/v1/sales/deals', { title: 'Probes', value: 30_000, currency: 'EUR' });
    expect((await client.post(`/v1/sales/deals/${won}/close`, { outcome: 'won' })).status).toBe(200);
    const lost = await made('/v1/sales/deals', { title: 'Spools', value: 50, currency: 'EUR' });
    expect(
      (await client.post(`/v1/sales/deals/${lost}/close`, { outcome: 'lost', close_reason: 'Price' })).status,
    ).toBe(200);
    await made('/v1/sales/contacts', { display_name: 'Grace Hopper', email: 'grace@example.com' });
    await made('/v1/office/documents', { title: 'Plan' });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const search = (page: Page) => new URL(page.url()).searchParams;
  /** The titles of the rows, once there are so many. */
  const rows = (page: Page) => page.locator('tbody tr[data-link] td a').allInnerTexts();
  const offered = (page: Page, field: string) => page.getByRole('menuitem', { name: field, exact: true });
  const picker = (page: Page, field: string) => page.getByRole('dialog', { name: new RegExp(`^${field}: `) });

  it.each([
    [1440, 120],
    [390, 200],
  ])('begin their rows near the top at %i px', async (width, most) => {
    for (const path of ['deals', 'contacts', 'documents', 'users']) {
      await app.within(
        owner,
        path,
        async (page) => {
          const first = page.locator('tbody tr[data-link]').first();
          await first.waitFor();
          expect((await first.boundingBox())!.y, path).toBeLessThanOrEqual(most);
        },
        { width },
      );
    }
  });

  it('let several values and ranges through, and keep them in the address', () =>
    app.within(owner, 'deals', async (page) => {
      await expect.poll(() => rows(page)).toEqual(['Spools', 'Probes', 'Gauges', 'Looms']);
      const top = (await page.getByRole('table').boundingBox())!.y;
      await filterBy(page, 'Status');
      await picker(page, 'Status').getByLabel('Open').check();
      await expect.poll(() => search(page).get('status')).toBe('open');
      await picker(page, 'Status').getByLabel('Won').check();
      await expect.poll(() => rows(page)).toEqual(['Probes', 'Gauges', 'Looms']);
      expect(search(page).get('status[in]')).toBe('open,won');
      await page.keyboard.press('Escape');
      await button(page, 'Status: Open, Won').waitFor();
      await filterBy(page, 'Value');
      await picker(page, 'Value').getByLabel('Value from').fill('10,000');
      await expect.poll(() => rows(page)).toEqual(['Probes', 'Looms']);
      await picker(page, 'Value').getByLabel('To', { exact: true }).fill('x');
      await page.getByText('Type a number, such as 1,234.5.').waitFor();
      await picker(page, 'Value').getByLabel('To', { exact: true }).fill('20 000');
      await page.keyboard.press('Enter');
      await button(page, 'Value: 10,000 to 20,000').waitFor();
      await expect.poll(() => rows(page)).toEqual(['Looms']);
      // Nothing moves when a filter is set.
      expect((await page.getByRole('table').boundingBox())!.y).toBe(top);
      await page.reload();
      await button(page, 'Value: 10,000 to 20,000').waitFor();
      await expect.poll(() => rows(page)).toEqual(['Looms']);
      await button(page, 'Clear').click();
      await expect.poll(() => rows(page)).toHaveLength(4);
    }));

  it('take periods in words', () =>
    app.within(owner, 'deals', async (page) => {
      await filterBy(page, 'Expected close date');
      await picker(page, 'Expected close date').getByRole('button', { name: 'This month' }).click();
      await button(page, 'Expected close date: This month').waitFor();
      await expect.poll(() => rows(page)).toEqual(['Gauges']);
      await filterBy(page, 'Created');
      await picker(page, 'Created').getByRole('button', { name: 'Last month' }).click();
      await page.getByText('Nothing matches').waitFor();
    }));

  it('are filtered without a mouse', () =>
    app.within(owner, 'deals', async (page) => {
      await expect.poll(() => rows(page)).toHaveLength(4);
      await app.tabTo(page, 'Filter');
      await page.keyboard.press('Enter');
      await offered(page, 'Status').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.evaluate(() => (globalThis as any).document.activeElement.innerText)).toBe('Filter');
      await page.keyboard.press('Enter');
      await offered(page, 'Status').focus();
      await page.keyboard.press('Enter');
      await page.locator('[role=dialog] :focus').waitFor();
      await page.keyboard.press('Space');
      await expect.poll(() => rows(page)).toEqual(['Gauges', 'Looms']);
      await page.keyboard.press('Escape');
      await expect
        .poll(() => page.evaluate(() => (globalThis as any).document.activeElement.innerText))
        .toBe('Status: Open');
      await page.keyboard.press('Delete');
      await expect.poll(() => rows(page)).toHaveLength(4);
      await expect.poll(() => page.evaluate(() => (globalThis as any).document.activeElement.innerText)).toBe('Filter');
    }));

  describe('have saved views', () => {
    const inMenu = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name, exact: true });

    it('that are saved, shared, renamed and deleted, and have an address', async () => {
      const seller = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['sales:editor'] });
      const viewer = await makeUser(app.suite, { display_name: 'Mina Murray', roles: ['sales:viewer'] });
      let address = '';
      await app.within(seller, 'deals?status=open&value[gte]=10000&sort=value:desc&q=lo', async (page) => {
        await expect.poll(() => rows(page)).toEqual(['Looms']);
        await button(page, 'Views').click();
        await inMenu(page, 'Save as a view').click();
        await focusInDialog(page);
        await page.keyboard.type('Large deals');
        await page.getByText('Not kept in a view: Find.').waitFor();
        await page.getByLabel('Share it').check();
        await button(page, 'Save').click();
        await button(page, 'Large deals').waitFor();
        expect((await client.get('/v1/views')).body.data).toMatchObject([
          {
            type: 'sales.deal',
            name: 'Large deals',
            layout: 'list',
            where: { status: { eq: 'open' }, value: { gte: 10_000 } },
            sort: 'value:desc',
            shared: true,
          },
        ]);
        expect([...search(page).keys()]).toEqual(['view']);
        address = `deals${new URL(page.url()).search}`;
        await button(page, 'Large deals').click();
        await inMenu(page, 'Open it first').click();
        await page.getByRole('link', { name: 'Contacts', exact: true }).click();
        await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
        await page.getByRole('link', { name: 'Deals', exact: true }).click();
        await page.waitForURL((url) => url.search.includes('view='));
        await button(page, 'Large deals').click();
        await inMenu(page, 'All deals').click();
        await expect.poll(() => rows(page)).toHaveLength(4);
      });
      await app.within(viewer, address, async (page) => {
        await expect.poll(() => rows(page)).toEqual(['Looms']);
        await button(page, 'Large deals').click();
        await inMenu(page, 'Large deals shared by Grace Hopper').waitFor();
        // Somebody without the right does not see what they may not do.
        for (const name of ['Rename', 'Stop sharing', 'Delete']) expect(await inMenu(page, name).count()).toBe(0);
        await page.keyboard.press('Escape');
        await tick(page, 'Status', 'Won');
        await expect.poll(() => rows(page)).toEqual([]);
        await button(page, 'Large deals').click();
        await inMenu(page, 'Save as a view').click();
        await focusInDialog(page);
        expect(await page.getByLabel('Share it').count()).toBe(0);
        await page.keyboard.type('Won');
        await page.keyboard.press('Enter');
        await button(page, 'Won').waitFor();
        await expect.poll(() => rows(page)).toEqual(['Probes']);
      });
      await app.within(seller, address, async (page) => {
        await button(page, 'Large deals').click();
        // The one of somebody else is theirs alone.
        expect(await inMenu(page, /^Won/).count()).toBe(0);
        await inMenu(page, 'Rename').click();
        await focusInDialog(page);
        await page.getByRole('textbox', { name: 'Name' }).fill('Big ones');
        await button(page, 'Save').click();
        await button(page, 'Big ones').click();
        await inMenu(page, 'Stop sharing').click();
        await page.getByText('The view is yours alone.').waitFor();
        await button(page, 'Big ones').click();
        await inMenu(page, 'Delete').click();
        await page.getByText('The records stay.').waitFor();
        // However long the page takes to leave the view, it does not ask for it any more.
        const slowly = await page.context().newCDPSession(page);
        await slowly.send('Emulation.setCPUThrottlingRate', { rate: 20 });
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await page.getByText('View deleted.').waitFor();
        await slowly.detach();
        await expect.poll(() => rows(page)).toHaveLength(4);
      });
    });
  });

  it('look good with filters', () =>
    app.expectAllGood(owner, [
      [
        'deals with chips',
        'deals?status[in]=open,won&value[gte]=100',
        (page) => button(page, 'Status: Open, Won').waitFor(),
      ],
      [
        'an open chip',
        'deals?status=open',
        async (page) => {
          await button(page, 'Status: Open').click();
          await picker(page, 'Status').waitFor();
        },
      ],
      [
        'a period',
        'deals',
        async (page) => {
          await filterBy(page, 'Created');
          await picker(page, 'Created').waitFor();
        },
      ],
    ]));
});
