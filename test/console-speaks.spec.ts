import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole, tick } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

const GERMAN = { locale: 'de-DE' };

describe.skipIf(noChromium)('The console speaks to people', () => {
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
    ids.pipeline = await made('/v1/sales/pipelines', {
      name: 'Direct',
      stages: [
        { name: 'Lead', probability: 10 },
        { name: 'Offer', probability: 60 },
      ],
    });
    ids.deal = await made('/v1/sales/deals', { title: 'Looms', value: 16_000, currency: 'EUR', owner_id: owner.id });
    ids.lost = await made('/v1/sales/deals', { title: 'Gauges', value: 12.5, currency: 'EUR', owner_id: owner.id });
    ids.contact = await made('/v1/sales/contacts', {
      display_name: 'Grace Hopper',
      email: 'grace@example.com',
      owner_id: owner.id,
    });
    ids.project = await made('/v1/project/projects', { name: 'Move' });
    await client.post(`/v1/project/projects/${ids.project}/members`, { members: [{ user_id: owner.id }] });
    ids.task = await made(`/v1/project/projects/${ids.project}/tasks`, { title: 'Pack', assignee_id: owner.id });
    ids.sheet = await made('/v1/office/sheets', { title: 'Budget' });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = (globalThis as any).document;
      return at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.id ?? at.tagName;
    });
  const valueOf = async (id: string) => (await client.get(`/v1/sales/deals/${id}`)).body.value;

  describe('in the language of the browser', () => {
    it('reads the numbers of a cell as it shows them', () =>
      app.within(
        owner,
        'deals',
        async (page) => {
          await page.getByText('16.000 €').waitFor();
          // Cents are shown where there are any.
          await page.getByText('12,50 €').waitFor();
          await button(page, /^Change Value of Looms/).click();
          await expect.poll(() => page.getByLabel('Value of Looms').inputValue()).toBe('16.000');
          await page.getByLabel('Value of Looms').fill('17.500');
          await page.keyboard.press('Enter');
          await page.getByText('17.500 €').waitFor();
          expect(await valueOf(ids.deal!)).toBe(17_500);
          // Not a German number: it is refused, not read otherwise.
          await button(page, /^Change Value of Looms/).click();
          await page.getByLabel('Value of Looms').fill('16.50');
          await page.keyboard.press('Enter');
          await page.getByText('Type a number, such as 1.234,5.').waitFor();
          await page.getByLabel('Value of Looms').fill('€ 9.600,75');
          await page.keyboard.press('Enter');
          await page.getByText('9.600,75 €').waitFor();
          expect(await valueOf(ids.deal!)).toBe(9600.75);
        },
        GERMAN,
      ));

    it('reads the numbers of a form as it shows them', () =>
      app.within(
        owner,
        `deals/${ids.lost}`,
        async (page) => {
          await button(page, 'Edit').click();
          await expect.poll(() => dialog(page).getByLabel('Value').inputValue()).toBe('12,5');
          await dialog(page).getByLabel('Value').fill('77.500');
          await dialog(page).getByRole('button', { name: 'Save' }).click();
          await page.getByText('77.500 €').waitFor();
          expect(await valueOf(ids.lost!)).toBe(77_500);
        },
        GERMAN,
      ));

    it('reads the numbers and days of a spreadsheet as it shows them', () =>
      app.within(
        owner,
        `sheets/${ids.sheet}`,
        async (page) => {
          const grid = page.getByRole('grid');
          await grid.waitFor();
          await grid.focus();
          for (const text of ['1.234,50 €', '2,5', '31.1.2026', '=A1*A2']) {
            await page.keyboard.type(text);
            await page.keyboard.press('Enter');
          }
          await page.getByText('Saved', { exact: true }).waitFor();
          const range = encodeURIComponent('A1:A4');
          const cells = async (as: string) =>
            (await client.get(`/v1/office/sheets/${ids.sheet}/values?range=${range}&value_render=${as}`)).body.values;
          expect(await cells('raw')).toEqual([[1234.5], [2.5], [46_053], [3086.25]]);
          await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toContain('1.234,50€');
          await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toContain('2,5');
        },
        GERMAN,
      ));

    it('takes groups and currencies in English too', () =>
      app.within(owner, 'deals', async (page) => {
        for (const [typed, value] of [
          ['77,500', 77_500],
          ['78 500', 78_500],
          ['€79500', 79_500],
        ] as const) {
          await button(page, /^Change Value of Looms/).click();
          await page.getByLabel('Value of Looms').fill(typed);
          await page.keyboard.press('Enter');
          await expect.poll(() => valueOf(ids.deal!)).toBe(value);
          await page.getByLabel('Value of Looms').waitFor({ state: 'detached' });
        }
      }));
  });

  it('shows the own timer alone', async () => {
    const { client: other, userId } = await client.signedIn('workspace:owner');
    const { status } = await other.post('/v1/project/time-entries/start', { task_id: ids.task });
    expect(status).toBe(201);
    await app.within(owner, 'tasks', async (page) => {
      await button(page, 'Start a timer for Pack').waitFor();
      expect(await page.getByRole('region', { name: 'Running timer' }).count()).toBe(0);
      await button(page, 'Start a timer for Pack').click();
      await page.getByRole('region', { name: 'Running timer' }).waitFor();
      await button(page, /^Stop the timer/).click();
      await dialog(page).getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Time saved.').waitFor();
    });
    const running = `/v1/project/time-entries/running?user_id=${userId}`;
    expect((await client.get(running)).body.meta.total).toBe(1);
  });

  describe('in a form', () => {
    const labels = (page: Page): Promise<string[]> => dialog(page).locator('label, legend').allInnerTexts();

    it('asks for few things, fills in what it knows, and hides the rest behind More', () =>
      app.within(owner, 'deals', async (page) => {
        await button(page, 'New deal').first().click();
        await dialog(page).getByLabel('Title').waitFor();
        await focusInDialog(page);
        expect(await labels(page)).toEqual([
          'Title *',
          'Value',
          'Currency',
          'Contacts',
          'Stage',
          'Expected close date',
          'Owner',
        ]);
        await expect.poll(() => dialog(page).getByLabel('Owner').inputValue()).toBe('Ada Lovelace');
        await expect.poll(() => dialog(page).getByLabel('Currency').inputValue()).toMatch(/^[A-Z]{3} · /);
        await dialog(page)
          .getByLabel('Stage')
          .getByRole('option', { name: 'Lead (10 %)' })
          .waitFor({ state: 'attached' });
        await dialog(page).getByRole('button', { name: 'More' }).click();
        await expect.poll(() => focused(page)).toMatch(/^Pipeline/);
        expect((await labels(page)).slice(7)).toEqual(['Pipeline', 'Project', 'Tags', 'Number in another system']);
        await dialog(page).getByLabel('Title').fill('Shuttles');
        await page.keyboard.press('Control+Enter');
        await page.getByRole('heading', { name: 'Shuttles' }).waitFor();
        const path = `/v1/sales/deals/${page.url().split('/').at(-1)}`;
        const { body: pipeline } = await client.get(`/v1/sales/pipelines/${ids.pipeline}`);
        expect((await client.get(path)).body).toMatchObject({
          owner_id: owner.id,
          pipeline_id: pipeline.id,
          stage_id: pipeline.stages[0].id,
          currency: pipeline.currency,
        });
        expect((await client.patch(path, { status: 'archived' })).status).toBe(200);
      }));

    it('shows what is wrong, also behind More, and says it to those who do not see it', async () => {
      const { body: gone } = await client.post('/v1/sales/pipelines', { name: 'Gone' });
      await app.within(
        owner,
        `boards/deals/${gone.id}`,
        async (page) => {
          provoke(page, 400, 404);
          await button(page, /^New deal/)
            .first()
            .click();
          await dialog(page).getByLabel('Title').waitFor();
          await focusInDialog(page);
          expect((await client.delete(`/v1/sales/pipelines/${gone.id}`)).status).toBe(204);
          await page.keyboard.press('Control+Enter');
          await page.getByText('Title is required.').waitFor();
          await expect.poll(() => focused(page)).toMatch(/^Title/);
          await dialog(page)
            .getByText(/^Not sent\. Check: Title/)
            .waitFor();
          await page.keyboard.type('Late');
          await page.keyboard.press('Control+Enter');
          await dialog(page).getByLabel('Pipeline').and(page.locator('[aria-invalid=true]')).waitFor();
          await expect.poll(() => focused(page)).toMatch(/^Pipeline/);
          // The buttons stay in sight, and cover nothing.
          const box = async (of: Locator) => (await of.boundingBox())!;
          const foot = await box(dialog(page).getByRole('button', { name: 'Create deal' }));
          const wrong = await box(dialog(page).getByLabel('Pipeline'));
          expect(foot.y + foot.height).toBeLessThanOrEqual(900);
          expect(wrong.y + wrong.height).toBeLessThanOrEqual(foot.y);
        },
        { width: 390, fresh: true },
      );
    });

    it('says nothing of the API, whatever is created', async () => {
      const forms = [
        ['contacts', 'New contact'],
        ['jobs', 'New job'],
        ['projects', 'New project'],
        ['sheets', 'New spreadsheet'],
        ['time/entries', 'New time entry'],
        ['pipelines', 'New pipeline'],
      ];
      await app.expectAllGood(
        owner,
        forms.map(([path, opens]) => [
          `form of ${path}`,
          path!,
          async (page) => {
            await button(page, opens!).first().click();
            await dialog(page)
              .getByRole('button', { name: /^Create / })
              .waitFor();
            await focusInDialog(page);
            expect(await dialog(page).innerText()).not.toMatch(/\/v1\/|\bHTML\b|\bnull\b|\bids?\b|[a-z]_[a-z]|; /i);
          },
        ]),
      );
    });
  });

  describe('has the focus', () => {
    it.each([
      ['contacts', 'New contact', 'Name'],
      ['deals', 'New deal', 'Title'],
      ['jobs', 'New job', 'Title'],
      ['projects', 'New project', 'Name'],
    ])('in the first field of a form: %s', async (path, opens, field) => {
      await app.within(
        owner,
        path,
        async (page) => {
          await button(page, opens).first().click();
          await dialog(page).getByLabel(field).first().waitFor();
          await focusInDialog(page);
          await expect.poll(() => focused(page)).toMatch(new RegExp(`^${field}`));
          await page.keyboard.type('a b');
          expect(await dialog(page).getByLabel(field).first().inputValue()).toBe('a b');
        },
        { fresh: true },
      );
    });

    it('in the reason of a lost deal, with suggestions that cover no button', () =>
      app.within(
        owner,
        `deals/${ids.lost}`,
        async (page) => {
          await button(page, 'Lost').click();
          await expect.poll(() => focused(page)).toBe('Close reason');
          await page.keyboard.type('Pri');
          await dialog(page).getByRole('button', { name: 'Price' }).click();
          expect(await dialog(page).getByLabel('Close reason').inputValue()).toBe('Price');
          const isOnTop = (name: string) =>
            dialog(page)
              .getByRole('button', { name, exact: true })
              .evaluate((element: any) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                const top = (globalThis as any).document.elementFromPoint(x + width / 2, y + height / 2);
                return element.contains(top);
              });
          expect(await isOnTop('Cancel')).toBe(true);
          expect(await isOnTop('Lost')).toBe(true);
          await dialog(page).getByRole('button', { name: 'Lost' }).click();
          await button(page, 'Undo').click();
          await page.getByText('Undone.').waitFor();
          expect(await focused(page)).not.toBe('BODY');
        },
        { fresh: true },
      ));

    it('where people were, after a stage move is undone', () =>
      app.within(owner, `boards/deals/${ids.pipeline}`, async (page) => {
        await page.getByRole('link', { name: 'Looms' }).waitFor();
        await button(page, 'Move Looms to').click();
        await page.getByRole('menuitem', { name: 'Offer' }).click();
        await page.getByText('Looms moved to Offer.').last().waitFor();
        await button(page, 'Undo').click();
        await page.getByText('Undone.').waitFor();
        const { body } = await client.get(`/v1/sales/deals/${ids.deal}`);
        const { body: pipeline } = await client.get(`/v1/sales/pipelines/${ids.pipeline}`);
        expect(body.stage_id).toBe(pipeline.stages[0].id);
        await expect.poll(() => focused(page)).not.toBe('BODY');
      }));

    it('on the page, after a record is created or deleted', () =>
      app.within(owner, 'contacts', async (page) => {
        await button(page, 'New contact').first().click();
        await dialog(page).getByLabel('Name').first().waitFor();
        await focusInDialog(page);
        await page.keyboard.type('Ada Byron');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Ada Byron' }).waitFor();
        await expect.poll(() => focused(page)).not.toBe('BODY');
        await button(page, 'More for Ada Byron').click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await button(page, 'Undo').waitFor();
        await expect.poll(() => focused(page)).not.toBe('BODY');
      }));
  });

  it('invites several people at once, and says of each what came of it', () =>
    app.within(owner, 'users', async (page) => {
      provoke(page, 409);
      await button(page, 'Invite').click();
      await focusInDialog(page);
      await dialog(page).getByLabel('E-mail address').fill(`mary@example.com, ${owner.email}; joan@example.com`);
      // A name is that of one person.
      await dialog(page).getByLabel('Name', { exact: true }).waitFor({ state: 'detached' });
      await dialog(page).getByLabel('Office').selectOption({ value: 'viewer' });
      await dialog(page).getByRole('button', { name: 'Invite', exact: true }).click();
      const outcomes = page.getByRole('dialog', { name: 'Invitations' });
      for (const address of ['mary@example.com', 'joan@example.com'])
        await outcomes.getByRole('button', { name: `Copy the link of ${address}` }).waitFor();
      expect(await outcomes.getByText(/\/accept-invitation\?token=/).count()).toBe(2);
      await outcomes.getByText('Not invited: A user with this e-mail address already exists.').waitFor();
      // The links are shown only now: a key does not lose them.
      await page.keyboard.press('Escape');
      await outcomes.getByRole('button', { name: 'Done' }).click();
      await outcomes.waitFor({ state: 'detached' });
      const { body } = await client.get('/v1/access/users?q=joan');
      expect(body.data.map(({ roles }: any) => roles)).toEqual([['office:viewer']]);
    }));

  it('has one font, one scale of weights, rows of 32 px, and people with their initials', () =>
    app.within(
      owner,
      'contacts',
      async (page) => {
        const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Grace Hopper' }) });
        await row.getByRole('link', { name: 'Ada Lovelace', exact: true }).waitFor();
        expect((await row.boundingBox())!.height).toBe(32);
        const initials = row.locator('[data-initials=AL]');
        await initials.waitFor();
        // They are drawn, not text: nobody hears or copies them.
        expect(await initials.getAttribute('aria-hidden')).toBe('true');
        expect(await row.innerText()).not.toContain('AL');
        const looks = await page.evaluate(async () => {
          const { document, getComputedStyle } = globalThis as any;
          await document.fonts.ready;
          const all = [...document.querySelectorAll('body, #root *')].map((element) => getComputedStyle(element));
          const distinct = (of: (style: any) => string) => [...new Set(all.map(of))].toSorted();
          const loaded = [...document.fonts].filter(({ status }: any) => status === 'loaded');
          return {
            loaded: [...new Set(loaded.map(({ family }: any) => family.replaceAll('"', '')))],
            fonts: distinct((style) => style.fontFamily.split(',')[0].replaceAll('"', '')),
            weights: distinct((style) => style.fontWeight),
          };
        });
        expect(looks.loaded).toEqual(['Inter Variable']);
        expect(looks.fonts.filter((font: string) => !/mono/i.test(font))).toEqual(['Inter Variable']);
        expect(looks.weights).toEqual(['400', '500', '600']);
      },
      { width: 1440 },
    ));

  it('keeps a table where it is when filters are cleared', () =>
    app.within(owner, 'deals', async (page) => {
      const top = async () => (await page.getByRole('table').boundingBox())!.y;
      await page.getByRole('link', { name: 'Looms' }).waitFor();
      const before = await top();
      await tick(page, 'Status', 'Open');
      await button(page, 'Clear').waitFor();
      expect(await top()).toBe(before);
      await button(page, 'Clear').click();
      await button(page, 'Clear').waitFor({ state: 'hidden' });
      expect(await top()).toBe(before);
    }));

  it('says what is missing before it asks for a proof', async () => {
    await app.within(owner, 'api-keys', async (page) => {
      app.suite.clock.advance(16 * 60);
      onTestFinished(() => app.suite.clock.advance(-16 * 60));
      await button(page, 'New key').first().click();
      await focusInDialog(page);
      await page.keyboard.press('Enter');
      await page.getByText('Name is required.').waitFor();
      await page.getByText('Choose at least one right.').waitFor();
    });
  });

  it('has links on Home that are large enough to hit', () =>
    app.within(owner, '', async (page) => {
      for (const part of ['Inbox', 'My tasks'])
        await page.getByRole('region', { name: part }).getByRole('link', { name: 'Pack' }).waitFor();
      const small = await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links: any[]) =>
          links
            .map((link) => [link.innerText, link.getBoundingClientRect().height])
            .filter(([, height]) => height > 0 && height < 24),
        );
      expect(small).toEqual([]);
    }));

  it('shows fields of its own and actions in words', async () => {
    const path = `/v1/sales/contacts/${ids.contact}`;
    const body = { custom_fields: { shoe_size: 38.5, likes: ['tea', 'maths'] } };
    expect((await client.patch(path, body)).status).toBe(200);
    await app.within(owner, `contacts/${ids.contact}`, async (page) => {
      const details = page.getByRole('region', { name: 'Details' });
      await details.getByText('Shoe size').waitFor();
      await details.getByText('tea, maths').waitFor();
      expect(await details.innerText()).not.toContain('{');
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByText('Contact updated', { exact: true }).first().waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('sales.contact');
    });
  });

  it('leads from a task to its project, where tasks come first', () =>
    app.within(owner, `tasks/${ids.task}`, async (page) => {
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Move' }).click();
      await page.getByRole('heading', { name: 'Move', level: 1 }).waitFor();
      const row = page.getByRole('table', { name: 'Tasks' }).getByRole('link', { name: 'Pack' });
      await row.waitFor();
      expect((await row.boundingBox())!.y, 'the first task is far down').toBeLessThan(400);
    }));

  it('creates a pipeline for the first deal of a workspace', async () => {
    const { id } = await app.suite.workspace();
    const newcomer = await makeUser(app.suite, { roles: ['workspace:owner'] }, id);
    await app.within(newcomer, 'deals', async (page) => {
      await button(page, 'New deal').first().click();
      await page.getByText('A deal moves through the stages of a pipeline').waitFor();
      await button(page, 'Create pipeline').click();
      await dialog(page).getByLabel('Title').waitFor();
      await expect.poll(() => focused(page)).toMatch(/^Title/);
      await page.keyboard.type('First');
      await dialog(page).getByRole('button', { name: 'Create deal' }).click();
      await page.getByRole('heading', { name: 'First' }).waitFor();
    });
  });

  it('keeps Won and Lost in sight beside many stages', async () => {
    const stages = ['Lead', 'Called', 'Met', 'Offer', 'Terms', 'Signed'].map((name) => ({ name, probability: 50 }));
    const { body } = await client.post('/v1/sales/pipelines', { name: 'Long', stages });
    await app.within(
      owner,
      `boards/deals/${body.id}`,
      async (page) => {
        const right = async (name: string) => {
          const { x, width } = (await page.getByRole('region', { name, exact: true }).boundingBox())!;
          return x + width;
        };
        await page.getByRole('region', { name: 'Lost' }).waitFor();
        expect(await right('Won')).toBeLessThan(1440);
        expect(await right('Lost')).toBeLessThan(1440);
        // The last stage comes out from below them.
        await page.getByRole('group', { name: 'Deals of Long' }).evaluate((board: any) => board.scrollTo(9_999, 0));
        const { x } = (await page.getByRole('region', { name: 'Won' }).boundingBox())!;
        expect(await right('Signed')).toBeLessThanOrEqual(x);
      },
      { width: 1440 },
    );
  });

  it('takes the description of a job as it will look', () =>
    app.within(owner, 'jobs', async (page) => {
      const text = dialog(page).getByRole('textbox', { name: 'Description' });
      await button(page, 'New job').first().click();
      await dialog(page).getByLabel('Title').fill('Weaver');
      await text.click();
      await page.keyboard.type('You ');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('weave');
      expect(await dialog(page).innerText()).not.toContain('HTML');
      await dialog(page).getByRole('button', { name: 'Create job' }).click();
      await page.getByRole('heading', { name: 'Weaver', level: 1 }).waitFor();
      const id = page.url().split('/').at(-1)!;
      const read = async () => (await client.get(`/v1/careers/jobs/${id}`)).body.description;
      expect(await read()).toBe('<p>You <strong>weave</strong></p>');

      // A text that a colleague wrote meanwhile takes the place of what stands in the editor, when people ask for it.
      await button(page, 'Edit').click();
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(', mine');
      await client.patch(`/v1/careers/jobs/${id}`, { description: '<p>Theirs</p>' });
      provoke(page, 412);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await button(page, 'Show what changed').click();
      await button(page, 'Take what is there now').click();
      await text.getByText('Theirs').waitFor();
      expect(await text.innerText()).not.toContain('mine');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });

      await page.keyboard.press('Control+k');
      await focusInDialog(page);
      await page.keyboard.type('new job');
      await dialog(page).getByRole('option', { name: 'New job' }).waitFor();
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('textbox', { name: 'Description' }).waitFor();
    }));

  it('names the type of a file in words', async () => {
    const body = new FormData();
    body.set('file', new Blob(['\u0001\u0002']), 'plan.dwg');
    const headers = { 'X-API-Key': client.key! };
    const answer = await fetch(`${app.suite.base}/v1/office/files`, { method: 'POST', headers, body });
    const { id } = (await answer.json()) as { id: string };
    await app.within(owner, `files/${id}`, async (page) => {
      await page.getByText('DWG file').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('octet-stream');
    });
  });

  it('writes one date in one way', () =>
    app.within(owner, `tasks/${ids.task}`, async (page) => {
      await client.patch(`/v1/project/tasks/${ids.task}`, { due_date: '2031-01-31' });
      await page.reload();
      await page.getByRole('main').getByText('Jan 31, 2031').waitFor();
      await page.getByRole('link', { name: 'Move' }).first().click();
      await page.getByRole('table').getByText('Jan 31, 2031').waitFor();
      await page.getByRole('button', { name: /^Change Due date of Pack/ }).click();
      await dialog(page).getByRole('option', { name: 'Jan 31, 2031' }).waitFor();
    }));

  it('shows signs and days that are changed where they stand in full', async () => {
    const late = { title: 'Label', assignee_id: owner.id, priority: 'high', due_date: '2020-01-31' };
    await client.post(`/v1/project/projects/${ids.project}/tasks`, late);
    await app.within(
      owner,
      `projects/${ids.project}`,
      async (page) => {
        const sign = button(page, /^Change Priority of Label/)
          .locator('svg')
          .first();
        await page.getByRole('heading', { level: 1 }).hover();
        expect(await sign.evaluate((svg: any) => (globalThis as any).getComputedStyle(svg).opacity)).toBe('1');
        const day = page.getByRole('row', { name: 'Label' }).locator('time');
        await day.getByText('overdue').waitFor();
        expect(
          await day.evaluate((time: any) => time.closest('td').scrollWidth <= time.closest('td').clientWidth),
        ).toBe(true);
        await button(page, /^Change Status of Label: To do/).waitFor();
      },
      { width: 1440 },
    );
  });

  it('says nothing of codes and ids on the pages of a job and of Home', async () => {
    const { id } = (await client.post('/v1/careers/jobs', { title: 'Spinner' })).body;
    await client.post(`/v1/careers/jobs/${id}/publish`, { channels: ['careers_site'] });
    await app.within(owner, `jobs/${id}`, async (page) => {
      await page.getByText('Careers site').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('careers_site');
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByText('Job published').first().waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain(id);
    });
  });

  it('shows a dash for a fact that is not there, and no sum of other currencies', async () => {
    // Of its own: a timer of another test may have run for a second.
    const untouched = await client.post(`/v1/project/projects/${ids.project}/tasks`, { title: 'Unpack' });
    await app.within(owner, `tasks/${untouched.body.id}`, async (page) => {
      const fact = page.getByRole('region', { name: 'About' }).locator('div', { has: page.getByText('Time spent') });
      await fact.last().getByText('—').waitFor();
    });
    await app.within(owner, `boards/deals/${ids.pipeline}`, async (page) => {
      await page.getByRole('link', { name: 'Looms' }).waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('$0');
    });
  });
});
