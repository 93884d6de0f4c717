import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('What people do daily', () => {
  let app: TestConsole;
  let owner: User;
  let grace: User;
  let client: Client;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    grace = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['workspace:owner'] });
    ({ client } = app.suite);
    const made = async (path: string, body: object) => {
      const { body: answer, status } = await client.post(path, body);
      expect(status, JSON.stringify(answer)).toBe(201);
      return answer.id as string;
    };
    ids.pipeline = await made('/v1/sales/pipelines', {
      name: 'Direct',
      stages: [
        { name: 'Lead', probability: 10 },
        { name: 'Offer', probability: 60 },
      ],
    });
    ids.deal = await made('/v1/sales/deals', { title: 'Looms', value: 16_000, currency: 'EUR', owner_id: owner.id });
    ids.project = await made('/v1/project/projects', { name: 'Move' });
    await client.post(`/v1/project/projects/${ids.project}/members`, { members: [{ user_id: owner.id }] });
    const tasks = `/v1/project/projects/${ids.project}/tasks`;
    ids.task = await made(tasks, { title: 'Pack', assignee_id: owner.id, labels: ['heavy'] });
    ids.other = await made(tasks, { title: 'Unpack' });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
  const task = async (id = ids.task) => (await client.get(`/v1/project/tasks/${id}`)).body;
  const deal = async () => (await client.get(`/v1/sales/deals/${ids.deal}`)).body;
  /** Takes the last change back. The record tells, because "Undone." of an earlier one may still be there. */
  const undo = async (page: Page, read: () => Promise<unknown>, before: unknown) => {
    await button(page, 'Undo').last().click();
    await expect.poll(read).toBe(before);
  };
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => (globalThis as any).document.activeElement.innerText);

  describe('is changed where it is shown', () => {
    it('with one click and one choice', () =>
      app.within(owner, `projects/${ids.project}`, async (page) => {
        // The names of members are a click or the enter key away, and the tasks in sight.
        const member = page.getByRole('listitem').filter({ hasText: `${owner.display_name} member` });
        expect(await member.isVisible()).toBe(false);
        await page.getByText('2 members', { exact: true }).click();
        await member.waitFor();
        await button(page, /^Change Assignee of Pack/).click();
        await option(page, 'Grace Hopper').click();
        await page.getByText('Assignee of Pack: Grace Hopper.').waitFor();
        expect((await task()).assignee_id).toBe(grace.id);
        await undo(page, async () => (await task()).assignee_id, owner.id);
        await button(page, /^Change Due date of Pack/).click();
        await option(page, 'Tomorrow').click();
        await page.getByText('Due date of Pack: Tomorrow.').waitFor();
        expect((await task()).due_date).not.toBeNull();
        await undo(page, async () => (await task()).due_date, null);
      }));

    it('with two keys on the focused row', () =>
      app.within(owner, `projects/${ids.project}`, async (page) => {
        const row = page.getByRole('table').getByRole('link', { name: 'Pack', exact: true });
        await row.focus();
        for (const [key, choice, said, field, value] of [
          ['p', '1', 'Priority of Pack: Urgent.', 'priority', 'urgent'],
          ['s', '2', 'Status of Pack: In progress.', 'status', 'in_progress'],
          ['l', 'fragile', 'Labels of Pack: fragile.', 'labels', ['heavy', 'fragile']],
          ['a', 'Grace', 'Assignee of Pack: Grace Hopper.', 'assignee_id', grace.id],
        ] as const) {
          await page.keyboard.press(key);
          await focusInDialog(page);
          await page.keyboard.type(choice);
          if (choice.length > 1) {
            await option(page, new RegExp(choice)).first().waitFor();
            await page.keyboard.press('Enter');
          }
          await page.getByText(said).waitFor();
          expect((await task())[field]).toEqual(value);
          // The row has its keys again.
          await dialog(page).waitFor({ state: 'detached' });
          await expect.poll(() => focused(page)).toBe('Pack');
        }
        await page.keyboard.press('e');
        await dialog(page).getByLabel('Title').waitFor();
        await focusInDialog(page);
        await page.keyboard.type('!');
        await page.keyboard.press('Control+Enter');
        await page.getByText('Task saved.').waitFor();
        expect((await task()).title).toBe('Pack!');
        await client.patch(`/v1/project/tasks/${ids.task}`, { title: 'Pack' });
      }));

    it('on the page of a record, and with a day as the reader writes it', () =>
      app.within(
        owner,
        `tasks/${ids.other}`,
        async (page) => {
          await button(page, /^Change Due date of Unpack/).click();
          await focusInDialog(page);
          await page.keyboard.type('31.1.2027');
          await page.keyboard.press('Enter');
          await page.getByText('Due date of Unpack: 31.01.2027.').waitFor();
          expect((await task(ids.other)).due_date).toBe('2027-01-31');
        },
        { locale: 'de-DE' },
      ));

    it('in deals, and only by those who may', async () => {
      await app.within(owner, 'deals', async (page) => {
        await page.getByRole('link', { name: 'Looms' }).focus();
        await page.keyboard.press('s');
        await option(page, 'Offer').waitFor();
        await page.keyboard.press('2');
        await page.getByText('Stage of Looms: Offer.').waitFor();
        const { stages } = (await client.get(`/v1/sales/pipelines/${ids.pipeline}`)).body;
        expect((await deal()).stage_id).toBe(stages[1].id);
        await undo(page, async () => (await deal()).stage_id, stages[0].id);
      });
      await app.within(await app.user('sales:viewer'), 'deals', async (page) => {
        await page.getByRole('link', { name: 'Looms' }).focus();
        await page.keyboard.press('s');
        await page.keyboard.press('?');
        await dialog(page).getByText('All keys').waitFor();
        expect(await button(page, /^Change /).count()).toBe(0);
        expect(await dialog(page).getByRole('option').count()).toBe(0);
      });
    });

    it('says what the server refuses, and keeps the choices', () =>
      app.within(owner, `projects/${ids.project}`, async (page) => {
        const { body } = await client.post(`/v1/project/projects/${ids.project}/tasks`, { title: 'Leave' });
        await button(page, /^Change Priority of Leave/).click();
        await focusInDialog(page);
        await client.delete(`/v1/project/tasks/${body.id}`);
        provoke(page, 404);
        await page.keyboard.type('4');
        await dialog(page).getByRole('alert').waitFor();
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }));
  });

  it('begins in a column of a board', async () => {
    await app.within(owner, `boards/deals/${ids.pipeline}`, async (page) => {
      await button(page, 'New deal in Offer').click();
      await dialog(page).getByLabel('Title').waitFor();
      await focusInDialog(page);
      await page.keyboard.type('Gauges');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('region', { name: 'Offer' }).getByRole('link', { name: 'Gauges' }).waitFor();
      expect(await button(page, 'New deal in Won').count()).toBe(0);
    });
    await app.within(owner, `boards/tasks/${ids.project}`, async (page) => {
      await button(page, 'New task in In review').click();
      await dialog(page).getByLabel('Title').waitFor();
      await focusInDialog(page);
      await page.keyboard.type('Sign');
      await page.keyboard.press('Control+Enter');
      const review = page.getByRole('region', { name: 'In review' });
      await review.getByRole('link', { name: 'Sign' }).waitFor();
      // Cards have the keys of rows.
      await review.getByRole('link', { name: 'Sign' }).focus();
      await page.keyboard.press('p');
      await focusInDialog(page);
      await page.keyboard.press('2');
      await page.getByText('Priority of Sign: High.').waitFor();
    });
  });

  /** Clicks that `work` takes. */
  const clicks = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(() => {
      const { document } = globalThis as any;
      document.clicks = 0;
      document.countClick ??= () => document.clicks++;
      document.addEventListener('pointerdown', document.countClick, true);
    });
    await work();
    return page.evaluate(() => (globalThis as any).document.clicks);
  };

  it('takes one click to note something about a contact', async () => {
    const { id } = (await client.post('/v1/sales/contacts', { display_name: 'Mary Somerville' })).body;
    await app.within(owner, `contacts/${id}`, async (page) => {
      const note = page.getByRole('textbox', { name: 'Note' });
      await note.waitFor();
      const noting = clicks(page, async () => {
        await note.click();
        await page.keyboard.type('Met at the fair, ask @Grac');
        await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Grace Hopper' }).waitFor();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Control+Enter');
        await page.getByText('Note created.').waitFor();
        await page.getByRole('main').getByText('@Grace Hopper', { exact: true }).waitFor();
      });
      expect(await noting).toBe(1);
    });
    const { data } = (await client.get(`/v1/sales/contacts/${id}/activities`)).body;
    expect(data).toMatchObject([{ type: 'note', note: 'Met at the fair, ask @Grace Hopper', mentions: [grace.id] }]);
  });

  it('takes two clicks to assign a task, to move its date, to log an hour and to create a deal', async () => {
    const { id } = (await client.post(`/v1/project/projects/${ids.project}/tasks`, { title: 'Sweep' })).body;
    await app.within(owner, `tasks/${id}`, async (page) => {
      await button(page, /^Change Assignee of Sweep/).waitFor();
      const assigning = clicks(page, async () => {
        await button(page, /^Change Assignee of Sweep/).click();
        await option(page, 'Grace Hopper').click();
        await page.getByText('Assignee of Sweep: Grace Hopper.').waitFor();
      });
      expect(await assigning).toBe(2);
      const moving = clicks(page, async () => {
        await button(page, /^Change Due date of Sweep/).click();
        await option(page, 'Tomorrow').click();
        await page.getByText('Due date of Sweep: Tomorrow.').waitFor();
      });
      expect(await moving).toBe(2);
    });
    const half = { task_id: id, user_id: owner.id, duration_seconds: 1800 };
    expect((await client.post('/v1/project/time-entries', half)).status).toBe(201);
    await app.within(owner, '', async (page) => {
      const place = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Time', exact: true });
      await place.waitFor();
      const logging = clicks(page, async () => {
        await place.click();
        await page.getByRole('row', { name: /Sweep/ }).locator('td:not([data-today]) input').first().click();
        await page.keyboard.type('1:00');
        await page.keyboard.press('Enter');
        await page.getByRole('row', { name: /Sweep/ }).getByText('1h 30m').waitFor();
      });
      expect(await logging).toBe(2);
    });
    await app.within(owner, `boards/deals/${ids.pipeline}`, async (page) => {
      await button(page, 'New deal in Offer').waitFor();
      const creating = clicks(page, async () => {
        await button(page, 'New deal in Offer').click();
        await dialog(page).getByLabel('Title').waitFor();
        await focusInDialog(page);
        await page.keyboard.type('Belts');
        await dialog(page).getByRole('button', { name: 'Create deal' }).click();
        await page.getByRole('region', { name: 'Offer' }).getByRole('link', { name: 'Belts' }).waitFor();
      });
      expect(await creating).toBe(2);
    });
  });

  it('follows on Home what others do with tasks and their projects', async () => {
    const project = (await client.post('/v1/project/projects', { name: 'Garden' })).body.id;
    const path = `/v1/project/projects/${project}`;
    await client.post(`${path}/members`, { members: [{ user_id: owner.id }] });
    await client.post(`/v1/project/projects/${ids.project}/tasks`, { title: 'Label', assignee_id: owner.id });
    await app.within(owner, '', async (page) => {
      const mine = page.getByRole('region', { name: 'My tasks' });
      await mine.getByRole('link', { name: 'Label' }).waitFor();
      await client.post(`${path}/tasks`, { title: 'Water', assignee_id: owner.id });
      await mine.getByRole('link', { name: 'Water' }).waitFor();
      expect((await client.post(`${path}/archive`)).status).toBe(200);
      await mine.getByRole('link', { name: 'Water' }).waitFor({ state: 'detached' });
      await mine.getByRole('link', { name: 'Label' }).waitFor();
    });
  });

  it('has a key for a new record, and keys can be turned off', () =>
    app.within(owner, 'contacts', async (page) => {
      await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor();
      await page.keyboard.press('c');
      await dialog(page).getByLabel('Name').first().waitFor();
      await focusInDialog(page);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await dialog(page).getByLabel('Keys without Ctrl').uncheck();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await page.keyboard.press('c');
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox', { name: 'Search' }).waitFor();
      expect(await dialog(page).count()).toBe(1);
    }));

  describe('is found', () => {
    const entries = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link');

    it('among at most twelve entries by somebody who works in two apps', async () => {
      const seller = await app.user('sales:member', 'project:member');
      await app.within(seller, '', async (page) => {
        await entries(page).getByText('Deals board').waitFor();
        // With the folded settings, which are one more.
        expect(await entries(page).count()).toBeLessThanOrEqual(11);
        await button(page, 'Settings').click();
        await entries(page).getByText('Your sign-in').waitFor();
        for (const name of ['Webhooks', 'Events', 'Records', 'Overview', 'Background work', 'Users'])
          expect(await entries(page).getByText(name, { exact: true }).count()).toBe(0);
        await button(page, 'Projects').click();
        await entries(page).getByText('My tasks').waitFor({ state: 'detached' });
        await page.reload();
        await entries(page).getByText('Deals board').waitFor();
        expect(await entries(page).getByText('My tasks').count()).toBe(0);
        // The only pipeline has the only board.
        await entries(page).getByText('Deals board').click();
        await page.getByRole('heading', { name: 'Direct' }).waitFor();
        await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Deals' }).waitFor();
      });
    });

    it('among the favourites of whoever made it one', async () => {
      const seller = await app.user('sales:member', 'project:member');
      await app.within(seller, `deals/${ids.deal}`, async (page) => {
        await button(page, 'Add to favourites').click();
        await page.getByText('Added to your favourites.').waitFor();
        await entries(page).getByText('Looms', { exact: true }).waitFor();
        await client.patch(`/v1/sales/deals/${ids.deal}`, { title: 'Looms of Lyon' });
        // Its time line says at once what a colleague did.
        await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Edited Title An API key' }).waitFor();
        await page.getByRole('link', { name: 'Home' }).click();
        await entries(page).getByText('Looms of Lyon').click();
        await page.getByRole('heading', { name: 'Looms of Lyon' }).waitFor();
        await page.keyboard.press('Control+k');
        await focusInDialog(page);
        await page.keyboard.type('remove from fav');
        await option(page, 'Remove from favourites').waitFor();
        await page.keyboard.press('Enter');
        await button(page, 'Favourites').waitFor({ state: 'detached' });
        await button(page, 'Add to favourites').waitFor();
        await client.patch(`/v1/sales/deals/${ids.deal}`, { title: 'Looms' });
      });
    });

    it('by keys, with what can be done with the record of the page', () =>
      app.within(owner, `tasks/${ids.task}`, async (page) => {
        const search = async (text: string) => {
          await page.keyboard.press('Control+k');
          await focusInDialog(page);
          await page.keyboard.type(text);
        };
        await button(page, /^Change Assignee of Pack/).waitFor();
        await search('change prio');
        await option(page, 'Change priority').waitFor();
        await page.keyboard.press('Enter');
        await dialog(page).getByRole('combobox', { name: 'Priority of Pack' }).waitFor();
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
        await search('new task');
        await option(page, 'New task').waitFor();
        await page.keyboard.press('Enter');
        await dialog(page).getByLabel('Title').fill('From anywhere');
        await dialog(page).getByRole('button', { name: 'Create task' }).click();
        await page.getByRole('heading', { name: 'From anywhere' }).waitFor();
        await search('new document');
        await option(page, 'New document').waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'New document' }).waitFor();
      }));
  });

  it('is good for everybody', () =>
    app.expectAllGood(owner, [
      [
        'picking an assignee',
        `projects/${ids.project}`,
        async (page) => {
          await button(page, /^Change Status of Pack/).click();
          await option(page, 'Done').waitFor();
        },
      ],
      [
        'picking a day',
        `tasks/${ids.other}`,
        async (page) => {
          await button(page, /^Change Due date of Unpack/).click();
          await option(page, 'Tomorrow').waitFor();
        },
      ],
      [
        'board of tasks',
        `boards/tasks/${ids.project}`,
        async (page) => {
          await page.getByRole('link', { name: 'Pack', exact: true }).waitFor();
          await page.keyboard.press('?');
          await dialog(page).getByText('All keys').waitFor();
        },
      ],
    ]));
});
