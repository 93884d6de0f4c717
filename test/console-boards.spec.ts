import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { filterBy, focusInDialog, TestConsole, tick } from './support/console.js';
import { eventually } from './support/eventually.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

const SCRIPT = '<img src=x onerror=alert(1)> مرحبا';

describe.skipIf(noChromium)('Boards in the console', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  let pipeline: { id: string; stages: { id: string; name: string }[] };
  let job: string;
  let project: string;
  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
    const made = async (path: string, body: object) => (await client.post(path, body)).body;
    pipeline = await made('/v1/sales/pipelines', {
      name: 'Direct',
      currency: 'EUR',
      stages: ['Lead', 'Offer', 'Signing'].map((name) => ({ name, probability: 50 })),
    });
    const deal = (title: string, tags: string[] = []) =>
      made('/v1/sales/deals', { title, value: 1200, currency: 'EUR', pipeline_id: pipeline.id, tags });
    await deal('Gauges');
    await client.patch(`/v1/sales/deals/${(await deal('Nobody’s')).id}`, { owner_id: null });
    await deal('Probes', ['rare']);
    await deal('Taken');
    await deal(SCRIPT);
    job = (await made('/v1/careers/jobs', { title: 'Engineer' })).id;
    await client.post(`/v1/careers/jobs/${job}/publish`);
    const candidate = { display_name: 'Mina Murray', email: 'mina@example.com' };
    await made(`/v1/careers/jobs/${job}/applications`, { candidate });
    project = (await made('/v1/project/projects', { name: 'Gauge R5' })).id;
    await client.patch(`/v1/project/projects/${project}`, { status: 'active' });
    for (const title of ['Specify', 'Build', 'Test'])
      await made(`/v1/project/projects/${project}/tasks`, { title, due_date: '2020-02-29', labels: ['firmware'] });
  });
  afterAll(() => app?.close());

  const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const card = (page: Page, within: string, name: string) =>
    column(page, within).getByRole('listitem').filter({ hasText: name });
  const names = (page: Page, within: string) =>
    column(page, within)
      .getByRole('listitem')
      .evaluateAll((cards: any[]) =>
        cards
          .sort((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
          .map((each) => each.querySelector('a').textContent),
      );

  /** Takes a card by the mouse to a column, to the middle of it or above a card of it. */
  async function drag(page: Page, from: Locator, to: string, above?: Locator): Promise<void> {
    const { height } = (await from.boundingBox())!;
    // Once it stands still.
    await from.hover({ position: { x: 30, y: height - 10 } });
    await page.mouse.down();
    // Wherever the column is by now: what others hold comes when it is there.
    const aimed = page.locator(`[data-column][data-aim][aria-label="${to}"]`);
    await eventually(async () => {
      const end = (await (above ?? column(page, to)).boundingBox())!;
      await page.mouse.move(end.x + 40, above ? end.y + 5 : end.y + end.height / 2, { steps: 5 });
      expect(await aimed.count()).toBe(1);
      if (above) expect(await page.locator('[data-drop-line]').count()).toBe(1);
    });
    await page.mouse.up();
  }

  const dealsIn = async (stage: string) => {
    const { id } = pipeline.stages.find(({ name }) => name === stage)!;
    const { body } = await client.get(`/v1/sales/deals?stage_id=${id}&status=open`);
    return body.data.map(({ title }: { title: string }) => title);
  };
  const tasksIn = async (status: string) => {
    const { body } = await client.get(`/v1/project/projects/${project}/tasks?status=${status}&sort=rank:asc`);
    return body.data.map(({ title }: { title: string }) => title);
  };

  it('move deals by mouse, menu and into what was won, and open them', async () => {
    await app.within(owner, 'boards', async (page) => {
      await page.getByRole('link', { name: /Direct/ }).click();
      await drag(page, card(page, 'Lead', 'Gauges'), 'Offer');
      await card(page, 'Offer', 'Gauges').waitFor();
      await expect.poll(() => dealsIn('Offer')).toEqual(['Gauges']);
      await page.getByRole('button', { name: 'Move Gauges to' }).click();
      await page.getByRole('menuitem', { name: 'Won' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await card(page, 'Offer', 'Gauges').waitFor();
      await page.getByRole('button', { name: 'Move Gauges to' }).click();
      await page.getByRole('menuitem', { name: 'Won' }).click();
      await page.getByLabel('Close reason').fill('The best price');
      await page.getByRole('dialog').getByRole('button', { name: 'Won' }).click();
      await card(page, 'Won', 'Gauges').waitFor();
      await expect.poll(() => dealsIn('Offer')).toEqual([]);
      await drag(page, card(page, 'Won', 'Gauges'), 'Signing');
      await expect.poll(() => dealsIn('Signing')).toEqual(['Gauges']);
      await card(page, 'Signing', 'Gauges').getByRole('link').click();
      await page.getByRole('heading', { name: 'Gauges', level: 1 }).waitFor();
    });
  });

  it('take back what the server refuses, and say why', async () => {
    await app.within(owner, `boards/deals/${pipeline.id}`, async (page) => {
      provoke(page, 409, 412);
      // Without events the board shows what was, as it does for a moment for everybody.
      await page.route('**/v1/events/stream*', () => undefined);
      await page.reload();
      await card(page, 'Lead', 'Taken').waitFor();
      const { body } = await client.get(`/v1/sales/deals?pipeline_id=${pipeline.id}`);
      const { id } = body.data.find(({ title }: { title: string }) => title === 'Taken');
      await client.patch(`/v1/sales/deals/${id}`, { stage_id: pipeline.stages[2]!.id });
      await drag(page, card(page, 'Lead', 'Taken'), 'Offer');
      await page.getByRole('alert').getByText('“Taken” is back where it was').waitFor();
      await card(page, 'Signing', 'Taken').waitFor();
      await expect.poll(() => names(page, 'Offer')).not.toContain('Taken');
    });
  });

  it('follow what others do, in every tab of a browser, by one stream', async () => {
    const margaret = await makeUser(app.suite, { display_name: 'Margaret Hamilton', roles: ['workspace:owner'] });
    const shared = { title: 'Shared', value: 1, currency: 'EUR', pipeline_id: pipeline.id };
    const { id } = (await client.post('/v1/sales/deals', shared)).body;
    const board = `boards/deals/${pipeline.id}`;
    await app.within(owner, board, async (page) => {
      await card(page, 'Lead', 'Shared').waitFor();
      const streams: string[] = [];
      const tab = await page.context().newPage();
      tab.on('request', (request) => request.url().includes('/v1/events/stream') && streams.push(request.url()));
      await app.signIn(tab, owner, `records/id/${id}`);
      await tab.getByRole('heading', { name: 'Shared', level: 1 }).waitFor();
      const notice = tab.getByRole('status').filter({ hasText: 'Margaret Hamilton changed this.' });
      await app.within(margaret, board, async (hers) => {
        await drag(hers, card(hers, 'Lead', 'Shared'), 'Offer');
        await card(page, 'Offer', 'Shared').waitFor();
        await notice.waitFor();
        await page.getByRole('button', { name: 'Move Shared to' }).click();
        await page.getByRole('menuitem', { name: 'Signing' }).click();
        await card(hers, 'Signing', 'Shared').waitFor();
      });
      await notice.getByRole('button', { name: 'Reload' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(streams).toEqual([]);
    });
    await client.delete(`/v1/sales/deals/${id}`);
  });

  it('show what was moved into a column that was still loading', async () => {
    const { id } = pipeline.stages.find(({ name }) => name === 'Offer')!;
    await app.within(owner, 'boards', async (page) => {
      const { promise: moved, resolve: move } = Promise.withResolvers<void>();
      await page.route(
        (url) => url.pathname === '/v1/sales/deals' && url.searchParams.get('stage_id') === id,
        async (route) => {
          await moved;
          await route.continue().catch(() => undefined);
        },
      );
      await page.getByRole('link', { name: /Direct/ }).click();
      await page.getByRole('button', { name: 'Move Nobody’s to' }).click();
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('menuitem', { name: 'Offer' }).click();
      await answer;
      move();
      await card(page, 'Offer', 'Nobody’s').waitFor();
    });
    const [deal] = (await client.get(`/v1/sales/deals?stage_id=${id}&status=open`)).body.data;
    await client.patch(`/v1/sales/deals/${deal.id}`, { stage_id: pipeline.stages[0]!.id });
  });

  it('say whose deals they are, and show those of one person', async () => {
    const probe = { title: 'Hers', value: 1, currency: 'EUR', pipeline_id: pipeline.id, owner_id: owner.id };
    const { id } = (await client.post('/v1/sales/deals', probe)).body;
    await app.within(owner, `boards/deals/${pipeline.id}`, async (page) => {
      await card(page, 'Lead', 'Hers').getByText('Ada Lovelace').waitFor();
      await card(page, 'Lead', 'Nobody’s').getByText('No owner').waitFor();
      await (await filterBy(page, 'Owner')).getByRole('combobox').fill(owner.email);
      await page.getByRole('option', { name: owner.email }).click();
      await card(page, 'Lead', 'Nobody’s').waitFor({ state: 'detached' });
      expect(await names(page, 'Lead')).toEqual(['Hers']);
    });
    await client.delete(`/v1/sales/deals/${id}`);
  });

  it('say whose deals they are to those who may not read accounts, by name and without addresses', async () => {
    const seller = await app.user('sales:editor');
    const colleague = { email: 'grace@example.com', display_name: 'Grace Hopper', send_invite: false };
    const grace = (await client.post('/v1/access/users', colleague)).body;
    const hers = { title: 'Hers', value: 1, currency: 'EUR', pipeline_id: pipeline.id, owner_id: grace.id };
    const { id } = (await client.post('/v1/sales/deals', hers)).body;
    await app.within(seller, `boards/deals/${pipeline.id}`, async (page) => {
      await card(page, 'Lead', 'Hers').getByText('Grace Hopper').waitFor();
      await (await filterBy(page, 'Owner')).getByRole('combobox').fill('grace');
      // Once the answer is there: a choice that moves while it is pressed is not chosen.
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
      await page.getByRole('option', { name: 'Grace Hopper', exact: true }).click();
      await card(page, 'Lead', 'Nobody’s').waitFor({ state: 'detached' });
      expect(await names(page, 'Lead')).toEqual(['Hers']);
    });
    await app.within(seller, `records/id/${id}`, (page) => page.getByText('Grace Hopper').waitFor());
    await client.delete(`/v1/sales/deals/${id}`);
  });

  it('keep their filters in the address', async () => {
    await app.within(owner, `boards/deals/${pipeline.id}?tag=rare`, async (page) => {
      await card(page, 'Lead', 'Probes').waitFor();
      await expect.poll(() => names(page, 'Lead')).toEqual(['Probes']);
      await page.getByRole('button', { name: 'Clear' }).click();
      await card(page, 'Lead', SCRIPT).waitFor();
      await page.getByLabel('Find').fill('prob');
      await card(page, 'Lead', SCRIPT).waitFor({ state: 'detached' });
      expect(await names(page, 'Lead')).toEqual(['Probes']);
    });
  });

  it('show all of a date where deals have ended', async () => {
    const facts = { title: 'Dials', value: 125_000, currency: 'EUR', expected_close_date: '2027-01-13' };
    const { id } = (await client.post('/v1/sales/deals', { ...facts, pipeline_id: pipeline.id })).body;
    await client.patch(`/v1/sales/deals/${id}`, { status: 'won' });
    await app.within(owner, `boards/deals/${pipeline.id}`, async (page) => {
      const day = card(page, 'Won', 'Dials').getByText('Jan 13, 2027');
      await day.waitFor();
      const isShown = (time: any) => {
        const [own, face] = [time.getBoundingClientRect(), time.parentElement.getBoundingClientRect()];
        return own.right <= face.right && own.bottom <= face.bottom;
      };
      expect(await day.evaluate(isShown)).toBe(true);
    });
    await client.delete(`/v1/sales/deals/${id}`);
  });

  describe('have saved views', () => {
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const inMenu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
    const save = async (page: Page, name: string) => {
      await button(page, 'Views').click();
      await inMenu(page, 'Save as a view').click();
      await focusInDialog(page);
      await page.keyboard.type(name);
      await page.getByLabel('Share it').check();
      await button(page, 'Save').click();
      await button(page, name).waitFor();
      return page.url().slice(page.url().indexOf('boards/'));
    };
    /** Opens an address where requests are refused. */
    const refused = (user: User, path: string, status: number, work: (page: Page) => Promise<unknown>) =>
      app.within(user, 'inbox', async (page) => {
        provoke(page, status);
        await app.signIn(page, user, path);
        await work(page);
      });
    const view = async (facts: object) => {
      const shared = { type: 'sales.deal', name: 'Of yesterday', layout: 'board', shared: true };
      const { body, status } = await client.post('/v1/views', { ...shared, ...facts });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.id as string;
    };

    it('that are saved on a board of deals, and shown to a second person by their address', async () => {
      const seller = await makeUser(app.suite, { display_name: 'Katherine Johnson', roles: ['sales:editor'] });
      const address = await app.within(seller, `boards/deals/${pipeline.id}`, async (page) => {
        await card(page, 'Lead', SCRIPT).waitFor();
        await filterBy(page, 'Tags');
        await page.keyboard.type('rare');
        await page.keyboard.press('Enter');
        await expect.poll(() => names(page, 'Lead')).toEqual(['Probes']);
        await page.keyboard.press('Escape');
        return save(page, 'Rare ones');
      });
      expect((await client.get('/v1/views?type=sales.deal')).body.data).toMatchObject([
        { name: 'Rare ones', layout: 'board', where: { tags: { any: ['rare'] } }, shared: true },
      ]);
      await app.within(await app.user('sales:viewer'), address, async (page) => {
        await expect.poll(() => names(page, 'Lead')).toEqual(['Probes']);
        await button(page, 'Rare ones').click();
        await inMenu(page, 'Rare ones shared by Katherine Johnson').waitFor();
        expect(await inMenu(page, 'Rename').count()).toBe(0);
        await inMenu(page, 'All deals').click();
        await card(page, 'Lead', SCRIPT).waitFor();
        // The list has views of its own.
        await page.getByRole('link', { name: 'Deals', exact: true }).first().click();
        await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor();
        await page.getByRole('table').getByRole('link', { name: 'Probes' }).waitFor();
        expect(await button(page, 'Views').count()).toBe(0);
      });
    });

    it('that are saved on a board of tasks, for every project', async () => {
      const other = (await client.post('/v1/project/projects', { name: 'Gauge R6' })).body.id;
      for (const [title, priority] of [
        ['Plan', 'urgent'],
        ['Wait', 'low'],
      ])
        await client.post(`/v1/project/projects/${other}/tasks`, { title, priority });
      const address = await app.within(owner, `boards/tasks/${project}`, async (page) => {
        await card(page, 'To do', 'Specify').waitFor();
        await tick(page, 'Priority', 'Urgent');
        await card(page, 'To do', 'Specify').waitFor({ state: 'detached' });
        return save(page, 'Urgent ones');
      });
      await app.within(await app.user(), address.replace(project, other), async (page) => {
        await button(page, 'Urgent ones').waitFor();
        await expect.poll(() => names(page, 'To do')).toEqual(['Plan']);
      });
      await client.delete(`/v1/project/projects/${other}`);
    });

    it('that are saved on the list of tasks of a project', () =>
      app.within(owner, `projects/${project}`, async (page) => {
        const task = page.getByRole('table', { name: 'Tasks' }).getByRole('link', { name: 'Specify', exact: true });
        await task.waitFor();
        await tick(page, 'Priority', 'Urgent');
        await task.waitFor({ state: 'detached' });
        await save(page, 'Urgent in a list');
        await button(page, 'Urgent in a list').click();
        await inMenu(page, 'All tasks').click();
        await task.waitFor();
      }));

    it('of which people do not see those of records that they may not read', async () => {
      const hidden = await view({ name: 'Hidden' });
      await view({ type: 'project.task', name: 'Seen' });
      const member = await app.user('project:admin');
      await refused(member, `boards/tasks/${project}?view=${hidden}`, 400, async (page) => {
        const alert = page.getByRole('main').getByRole('alert');
        await alert.getByText('or it is not shared with you').waitFor();
        // Once for the whole board, with a way out.
        expect(await alert.count()).toBe(1);
        await button(page, 'Views').click();
        await inMenu(page, 'Seen shared by owner').waitFor();
        expect(await page.getByRole('menuitem', { name: /Hidden/ }).count()).toBe(0);
        await inMenu(page, 'All tasks').click();
        await card(page, 'To do', 'Specify').waitFor();
      });
      await client.delete(`/v1/views/${hidden}`);
    });

    it('that say which of their fields and records are gone', async () => {
      const old = (
        await client.post('/v1/sales/pipelines', { name: 'Old', stages: [{ name: 'Lead', probability: 1 }] })
      ).body.id;
      const id = await view({ where: { or: [{ pipeline_id: { in: [old, pipeline.id] } }, { owner_id: owner.id }] } });
      const board = `boards/deals/${pipeline.id}?view=${id}`;
      const notice = (page: Page) => page.getByRole('main').getByText('records that do not exist any more');
      await app.within(owner, board, async (page) => {
        await card(page, 'Lead', SCRIPT).waitFor();
        expect(await notice(page).count()).toBe(0);
        // A board that stays open would ask for the pipeline once more when it goes.
        await app.signIn(page, owner, 'inbox');
      });
      expect((await client.delete(`/v1/sales/pipelines/${old}`)).status).toBe(204);
      await app.within(owner, board, async (page) => {
        expect(await notice(page).innerText()).toMatch(/“Of yesterday” .* may not see: Pipeline\.$/);
        await card(page, 'Lead', SCRIPT).waitFor();
        // Fewer alternatives would let other deals through.
        expect(await button(page, 'Remove them from the view').count()).toBe(0);
      });
      const stage = (await client.post(`/v1/sales/pipelines/${pipeline.id}/stages`, { name: 'Late', probability: 1 }))
        .body.id;
      await client.patch(`/v1/views/${id}`, { where: { stage_id: stage, pipeline_id: { in: [old, pipeline.id] } } });
      expect((await client.delete(`/v1/sales/pipelines/${pipeline.id}/stages/${stage}`)).status).toBe(204);
      await app.within(owner, `deals?view=${id}`, async (page) => {
        await page.getByText('may not see: Stage, Pipeline.').waitFor();
        await button(page, 'Remove them from the view').click();
        await page.getByRole('main').getByRole('link', { name: 'Probes', exact: true }).waitFor();
        expect(await notice(page).count()).toBe(0);
      });
      expect((await client.get(`/v1/views/${id}`)).body.where).toEqual({ pipeline_id: { in: [pipeline.id] } });
      await app.suite.database.execute(`update saved_views set "where" = '{"mood": "good"}' where id = $1`, [id]);
      await refused(owner, board, 400, async (page) => {
        const alert = page.getByRole('main').getByRole('alert');
        await alert.getByText(/The view Of yesterday does not fit this list\..*mood/).waitFor();
        expect(await alert.count()).toBe(1);
        await button(page, 'Clear').click();
        await card(page, 'Lead', SCRIPT).waitFor();
      });
      await client.delete(`/v1/views/${id}`);
    });
  });

  it('move deals without a mouse', async () => {
    await app.within(owner, `boards/deals/${pipeline.id}`, async (page) => {
      await card(page, 'Lead', 'Probes').waitFor();
      await app.tabTo(page, 'Probes');
      await page.keyboard.press('Space');
      await page.getByText('Probes lifted').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await page.getByText('Probes stays in Lead').waitFor();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await card(page, 'Offer', 'Probes').waitFor();
      await expect.poll(() => dealsIn('Offer')).toEqual(['Probes']);
      await expect
        .poll(() => page.evaluate(() => (globalThis as any).document.activeElement.textContent))
        .toBe('Probes');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Probes', level: 1 }).waitFor();
    });
  });

  it('move applications', async () => {
    await app.within(owner, `boards/applications/${job}`, async (page) => {
      await drag(page, card(page, 'Applied', 'Mina Murray'), 'Screen');
      await card(page, 'Screen', 'Mina Murray').waitFor();
      await page.keyboard.press('Escape');
      await app.tabTo(page, 'Mina Murray');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await card(page, 'Interview', 'Mina Murray').waitFor();
      const { body } = await client.get(`/v1/careers/jobs/${job}`);
      const { stages } = (await client.get(`/v1/careers/pipelines/${body.pipeline_id}`)).body;
      await expect
        .poll(async () => (await client.get(`/v1/careers/jobs/${job}/applications`)).body.data[0].stage_id)
        .toBe(stages[2].id);
    });
  });

  it('keep the order of tasks, by mouse and keys', async () => {
    await app.within(owner, `boards/tasks/${project}`, async (page) => {
      await drag(page, card(page, 'To do', 'Test'), 'To do', card(page, 'To do', 'Specify'));
      await expect.poll(() => tasksIn('todo')).toEqual(['Test', 'Specify', 'Build']);
      await drag(page, card(page, 'To do', 'Build'), 'In progress');
      await expect.poll(() => tasksIn('in_progress')).toEqual(['Build']);
      await app.tabTo(page, 'Test');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.getByText('In progress, place 1 of 2').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expect.poll(() => tasksIn('in_progress')).toEqual(['Build', 'Test']);
      await expect.poll(() => names(page, 'In progress')).toEqual(['Build', 'Test']);
      await page.getByRole('button', { name: 'Move Test to' }).click();
      await page.getByRole('menuitem', { name: 'Up' }).click();
      await expect.poll(() => tasksIn('in_progress')).toEqual(['Test', 'Build']);
    });
  });

  it('draw what is in sight of a long column, and load the rest as it is scrolled', async () => {
    const { id } = (await client.post('/v1/project/projects', { name: 'Long' })).body;
    for (let n = 1; n <= 250; n++) await client.post(`/v1/project/projects/${id}/tasks`, { title: `Task ${n}` });
    await app.within(owner, `boards/tasks/${id}`, async (page) => {
      const cards = column(page, 'To do').getByRole('listitem');
      await cards.first().waitFor();
      expect(await cards.count()).toBeLessThan(30);
      const scroller = column(page, 'To do').locator('[data-cards]');
      await expect
        .poll(async () => {
          await scroller.evaluate((element: any) => element.scrollTo(0, element.scrollHeight));
          return cards.filter({ hasText: 'Task 250' }).count();
        })
        .toBe(1);
      expect(await cards.count()).toBeLessThan(30);
    });
  });

  it('are only looked at by those who may not write', async () => {
    await app.within(await app.user('sales:viewer'), `boards/deals/${pipeline.id}`, async (page) => {
      await card(page, 'Signing', 'Gauges').waitFor();
      expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0);
      expect(await page.getByText('Drag a card').count()).toBe(0);
    });
  });

  const arrive = (text: string) => (page: Page) =>
    page.getByRole('main').getByRole('link', { name: text }).first().waitFor();
  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['board of boards', 'boards', arrive('Direct')],
      ['board of deals', `boards/deals/${pipeline.id}`, arrive('Gauges')],
      ['board of tasks', `boards/tasks/${project}`, arrive('Specify')],
      ['board of applications', `boards/applications/${job}`, arrive('Mina Murray')],
    ]));
});
