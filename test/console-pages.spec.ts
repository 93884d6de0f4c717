import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { focusInDialog, type Look, TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

const GERMAN = { locale: 'de-DE' };

describe.skipIf(noChromium)('Pages of the console', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  const ids: Record<string, string> = {};
  const made = async (path: string, body: object) => {
    const { body: answer, status } = await client.post(path, body);
    expect(status, JSON.stringify(answer)).toBe(201);
    return answer.id as string;
  };

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
    const stages = [{ name: 'Lead', probability: 10 }];
    await made('/v1/sales/pipelines', { name: 'Direct', stages });
    ids.contact = await made('/v1/sales/contacts', { display_name: 'Mary Somerville', owner_id: owner.id });
    ids.draft = await made('/v1/careers/jobs', { title: 'Astronomer' });
    ids.job = await made('/v1/careers/jobs', { title: 'Engineer' });
    const fields = [
      { name: 'why', label: 'Why us?', type: 'text', required: true },
      { name: 'tools', label: 'Tools', type: 'text', required: false },
    ];
    const form = await client.patch(`/v1/careers/jobs/${ids.job}`, { application_form: { fields } });
    expect(form.status, JSON.stringify(form.body)).toBe(200);
    expect((await client.post(`/v1/careers/jobs/${ids.job}/publish`)).status).toBe(200);
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const main = (page: Page) => page.getByRole('main');
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = (globalThis as any).document;
      return at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.id ?? at.tagName;
    });

  describe('words', () => {
    it('say who did what in the inbox, where a program did it', async () => {
      await made('/v1/office/sheets', { title: 'Readings', owner_id: owner.id });
      await app.within(owner, 'inbox', async (page) => {
        await main(page).getByRole('listitem').filter({ hasText: 'Somebody assigned Readings to you' }).waitFor();
        const [approvals, told] = await Promise.all(
          ['Approvals', 'What you are told'].map((name) => main(page).getByRole('link', { name }).boundingBox()),
        );
        expect(told!.x).toBeGreaterThan(approvals!.x + approvals!.width);
        await page.setViewportSize({ width: 390, height: 800 });
        const item = main(page).getByRole('listitem').filter({ hasText: 'Somebody assigned Readings to you' });
        const [link, time] = [await item.getByRole('link').boundingBox(), await item.locator('time').boundingBox()];
        expect(time!.y, 'the time takes the room of the words').toBeGreaterThan(link!.y);
      });
    });

    it('call a rejected candidate rejected, for a reason in words', async () => {
      const candidate = { display_name: 'Charles Babbage', email: 'charles@example.com' };
      const answers = [{ field: 'why', value: 'Engines' }];
      const id = await made(`/v1/careers/jobs/${ids.job}/applications`, { candidate, answers });
      const [reason] = (await client.get('/v1/careers/disqualification-reasons')).body.data;
      const { status } = await client.post(`/v1/careers/applications/${id}/disqualify`, { reason: reason.code });
      expect(status).toBe(200);
      await app.within(owner, `candidates/${id}`, async (page) => {
        await main(page).getByText('Rejected', { exact: true }).first().waitFor();
        await main(page).getByText(reason.label).waitFor();
        expect(
          await main(page)
            .getByText(/disqualif/i)
            .count(),
        ).toBe(0);
      });
      await app.within(owner, 'candidates', async (page) => {
        await main(page).getByRole('row').filter({ hasText: 'Charles Babbage' }).getByText('Rejected').waitFor();
      });
    });

    it('write instants and days of the trail in the language of the browser', async () => {
      const deal = await made('/v1/sales/deals', { title: 'Looms', value: 1, currency: 'EUR', owner_id: owner.id });
      await client.patch(`/v1/sales/deals/${deal}`, { expected_close_date: '2027-01-31' });
      const document = await made('/v1/office/documents', { title: 'Plan' });
      await client.delete(`/v1/office/documents/${document}`);
      const open = (record: string, action: string, shows: (page: Page) => Promise<unknown>) =>
        app.within(
          owner,
          `audit-trail?resource_id=${record}`,
          async (page) => {
            await page.getByRole('link', { name: action, exact: true }).click();
            await shows(page.getByRole('table', { name: 'Changed fields' }) as never);
            expect(
              await main(page)
                .getByText(/\d{4}-\d\d-\d\d/)
                .count(),
            ).toBe(0);
          },
          GERMAN,
        );
      await open(deal, 'Deal updated', (table) => table.getByText('31.01.2027').waitFor());
      await open(document, 'Document deleted', (table) => table.getByText(/^\d\d\.\d\d\.\d{4}, /).waitFor());
    });
  });

  describe('a form', () => {
    it('of an activity begins with a call, and has no choice that is none', () =>
      app.within(owner, `contacts/${ids.contact}`, async (page) => {
        await button(page, 'Add activity').click();
        await focusInDialog(page);
        const type = dialog(page).getByLabel('Type');
        expect(await type.inputValue()).toBe('call');
        expect(await type.getByRole('option', { name: 'None' }).count()).toBe(0);
        await dialog(page).getByLabel('Note').fill('She asks for a map.');
        expect(await dialog(page).getByLabel('People to tell').count()).toBe(0);
        await page.keyboard.press('Control+Enter');
        await main(page).getByText('She asks for a map.').waitFor();
        await main(page).getByText('Call', { exact: true }).waitFor();
      }));

    it('of a candidate asks for what is needed, and has the rest behind More', () =>
      app.within(owner, `candidates?job_id=${ids.job}`, async (page) => {
        await button(page, 'New candidate').first().click();
        await dialog(page).getByLabel('Why us?').waitFor();
        await expect.poll(() => focused(page)).toMatch(/^Name/);
        expect(await dialog(page).getByLabel('Tools').count()).toBe(0);
        await dialog(page).getByRole('button', { name: 'More' }).click();
        await expect.poll(() => focused(page)).toBe('Tools');
        await dialog(page).getByLabel('Name').fill('Ada Byron');
        await dialog(page).getByLabel('E-mail').fill('ada@example.com');
        await dialog(page).getByLabel('Why us?').fill('Numbers');
        await page.keyboard.press('Control+Enter');
        await page.getByText('Candidate created.').waitFor();
        await heading(page, 'Ada Byron').waitFor();
      }));

    it('of a candidate says at the beginning that a draft takes none', () =>
      app.within(owner, `candidates?job_id=${ids.draft}`, async (page) => {
        await button(page, 'New candidate').first().click();
        await dialog(page).getByText('Astronomer takes no applications: its status is draft.').waitFor();
        expect(await dialog(page).getByLabel('E-mail').count()).toBe(0);
        await dialog(page).getByRole('combobox', { name: 'Another job' }).click();
        await page.getByRole('option', { name: 'Engineer' }).click();
        await dialog(page).getByLabel('Why us?').waitFor();
      }));

    it('of an invitation has the message behind More, and is sent by it unless it is taken away', () =>
      app.within(owner, 'users', async (page) => {
        await button(page, 'Invite').click();
        await focusInDialog(page);
        const message = dialog(page).getByLabel('Send a message with which they choose a password');
        expect(await message.count()).toBe(0);
        await dialog(page).getByRole('button', { name: 'More' }).click();
        expect(await message.isChecked()).toBe(true);
        const masks = await dialog(page)
          .getByLabel(/^Reads the audit trail/)
          .boundingBox();
        const levels = await dialog(page).getByLabel('Security').boundingBox();
        expect(masks!.y).toBeGreaterThan(levels!.y + levels!.height);
      }));

    it('of a document is sent by Ctrl Enter, with who may read it and its tags', async () => {
      await app.within(owner, 'documents/new', async (page) => {
        const text = page.getByRole('textbox', { name: 'Text', exact: true });
        await text.waitFor();
        await expect.poll(() => focused(page)).toBe('Title');
        await page.keyboard.type('Tides');
        expect(await page.getByLabel('Who may read it').count()).toBe(0);
        await button(page, 'More').click();
        await page.getByLabel('Who may read it').selectOption('The workspace');
        await page.getByRole('combobox', { name: 'Tags' }).fill('sea');
        await page.keyboard.press('Enter');
        await text.click();
        await page.keyboard.type('High at noon');
        await page.keyboard.press('Control+Enter');
        await page.getByText('Document created.').waitFor();
        await heading(page, 'Tides').waitFor();
      });
      const [{ id }] = (await client.get('/v1/office/documents?q=Tides')).body.data;
      expect((await client.get(`/v1/office/documents/${id}`)).body).toMatchObject({
        content: '<p>High at noon</p>',
        tags: ['sea'],
        permissions: { visibility: 'workspace' },
      });
    });
  });

  describe('a project', () => {
    const LONG_NAME = 'Name '.repeat(40).trim();
    const HINDI = 'नदी का मापन';
    let member: User;

    beforeAll(async () => {
      member = await makeUser(app.suite, { display_name: 'ليلى حداد', roles: ['project:viewer'] });
      ids.project = await made('/v1/project/projects', { name: HINDI, description: 'Gauges. '.repeat(100) });
      const members = [{ user_id: member.id, role: 'viewer', hourly_rate: 80 }];
      expect((await client.post(`/v1/project/projects/${ids.project}/members`, { members })).status).toBe(200);
      ids.task = await made(`/v1/project/projects/${ids.project}/tasks`, { title: LONG_NAME });
      await made(`/v1/project/projects/${ids.project}/sprints`, { name: 'Spring' });
      await made('/v1/project/time-entries', { task_id: ids.task, duration_seconds: 5400 });
      ids.empty = await made('/v1/project/projects', { name: 'Nothing yet' });
    });

    const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
    const open = async (page: Page, name: string) => {
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await expect.poll(() => page.getByRole('tab', { selected: true }).allInnerTexts()).toEqual([name]);
    };
    const task = (page: Page) => page.getByRole('table', { name: 'Tasks' }).getByRole('link', { name: LONG_NAME });

    it('has tabs with addresses, which arrow keys open and a reload keeps', () =>
      app.within(owner, `projects/${ids.project}`, async (page) => {
        await task(page).waitFor();
        await open(page, 'List');
        await tab(page, 'List').focus();
        for (const [name, path] of [
          ['Board', 'board'],
          ['Sprints', 'sprints'],
          ['Time', 'time'],
          ['Settings', 'settings'],
        ]) {
          await page.keyboard.press('ArrowRight');
          await page.waitForURL(`**/projects/${ids.project}/${path}`);
          await open(page, name!);
          await expect.poll(() => page.evaluate(() => (globalThis as any).document.activeElement.innerText)).toBe(name);
        }
        await page.keyboard.press('ArrowRight');
        await page.waitForURL(`**/projects/${ids.project}`);
        await open(page, 'List');
        await page.goBack();
        await open(page, 'Settings');
        await page.reload();
        await open(page, 'Settings');
        await main(page).getByRole('region', { name: 'Members' }).getByText('ليلى حداد').waitFor();
      }));

    it('asks for the tasks, the sprints and the time of the open tab alone', () =>
      app.within(owner, 'projects', async (page) => {
        const asked: string[] = [];
        page.on('request', (request) => {
          const part = /\/projects\/prj_\w+\/([a-z-]+)/.exec(new URL(request.url()).pathname)?.[1];
          if (part && request.url().includes('/v1/')) asked.push(part);
        });
        await page.getByRole('table').getByRole('link', { name: HINDI }).click();
        await task(page).waitFor();
        expect(new Set(asked)).toEqual(new Set(['tasks']));
        await tab(page, 'Sprints').click();
        await page.getByRole('link', { name: 'Spring' }).waitFor();
        expect(new Set(asked)).toEqual(new Set(['tasks', 'sprints']));
        await tab(page, 'Time').click();
        await page.getByRole('row', { name: /^Sum 1h 30m/ }).waitFor();
        expect(new Set(asked)).toEqual(new Set(['tasks', 'sprints', 'time-report']));
      }));

    it('keeps the filters of a tab to itself', () =>
      app.within(owner, `projects/${ids.project}?q=nowhere`, async (page) => {
        await page.getByText('Nothing matches').waitFor();
        await tab(page, 'Board').click();
        // Cards show the beginning of a long name.
        await page.getByRole('link', { name: /^Name Name/ }).waitFor();
        expect(new URL(page.url()).search).toBe('');
      }));

    it('changes roles of members and removes them, with undo', () =>
      app.within(owner, `projects/${ids.project}/settings`, async (page) => {
        const members = async () =>
          (await client.get(`/v1/project/projects/${ids.project}`)).body.members.map(
            ({ user_id, role, hourly_rate }: any) => [user_id, role, hourly_rate],
          );
        await page.getByLabel('Role of ليلى حداد').selectOption('Member');
        await page.getByText('Role of ليلى حداد: Member.').waitFor();
        expect(await members()).toContainEqual([member.id, 'member', 80]);
        await button(page, 'Undo').last().click();
        await page.getByText('Undone.').last().waitFor();
        expect(await members()).toContainEqual([member.id, 'viewer', 80]);
        await button(page, 'Remove ليلى حداد').click();
        await page.getByText('ليلى حداد removed from the project.').waitFor();
        expect(await members()).toHaveLength(1);
        await button(page, 'Undo').last().click();
        await button(page, 'Remove ليلى حداد').waitFor();
        expect(await members()).toContainEqual([member.id, 'viewer', 80]);
        // The owner stays.
        const { body } = await client.get(`/v1/project/projects/${ids.project}`);
        const { display_name } = body.members.find(({ user_id }: any) => user_id === body.owner_id);
        await main(page).getByRole('region', { name: 'Members' }).getByText(display_name).waitFor();
        expect(await page.getByLabel(`Role of ${display_name}`).count()).toBe(0);
        expect(await button(page, `Remove ${display_name}`).count()).toBe(0);
      }));

    it('is read, and not changed, by those who may only read', () =>
      app.within(member, `projects/${ids.project}`, async (page) => {
        await task(page).waitFor();
        for (const name of ['List', 'Board', 'Sprints', 'Time', 'Settings']) {
          await tab(page, name).click();
          await open(page, name);
          await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
          for (const change of ['New task', 'Edit', 'Add sprint', 'Add members', /^Remove /, /^New task in/])
            expect(await button(page, change).count(), `${name}: ${change}`).toBe(0);
        }
        await main(page).getByRole('region', { name: 'Members' }).getByText('Viewer').waitFor();
        expect(await main(page).getByRole('combobox').count()).toBe(0);
        expect(await main(page).getByText('80').count()).toBe(0);
      }));

    it('says what an empty one lacks, and where an address leads nowhere', () =>
      app.within(owner, `projects/${ids.empty}`, async (page) => {
        await page.getByText('No tasks yet').waitFor();
        await tab(page, 'Sprints').click();
        await page.getByText('No sprints yet').waitFor();
        await tab(page, 'Time').click();
        await page.getByText('No time in this period').waitFor();
        await page.goto(`${app.suite.base}/console/projects/${ids.empty}/nowhere`);
        await page.getByText('There is no such page').waitFor();
      }));

    it('has tabs that are good for everybody', () => {
      const at = (path: string, name: string) =>
        [name, `projects/${ids.project}${path}`, (page: Page) => open(page, name)] as Look;
      return app.expectAllGood(owner, [
        at('', 'List'),
        at('/board', 'Board'),
        at('/sprints', 'Sprints'),
        at('/time', 'Time'),
        at('/settings', 'Settings'),
        [
          'a form of an activity',
          `contacts/${ids.contact}`,
          async (page) => {
            await button(page, 'Add activity').click();
            await focusInDialog(page);
          },
        ],
        [
          'a job that takes no candidates',
          `candidates?job_id=${ids.draft}`,
          async (page) => {
            await button(page, 'New candidate').first().click();
            await dialog(page).getByText('Astronomer takes no applications').click();
            await page.getByRole('listbox').waitFor({ state: 'hidden' });
          },
        ],
        [
          'a new document',
          'documents/new',
          async (page) => {
            await button(page, 'More').click();
            await page.getByLabel('Who may read it').waitFor();
          },
        ],
        ['the inbox', 'inbox', (page) => main(page).getByRole('link', { name: 'Approvals' }).waitFor()],
      ]);
    });
  });

  describe('a time line', () => {
    const entries = (page: Page) => page.getByRole('region', { name: 'Timeline' }).locator('ol > li');

    it('of a deal has what was written, done and changed, from its end to its beginning', async () => {
      const facts = { title: 'Sextants', value: 100, currency: 'EUR', owner_id: owner.id };
      const id = await made('/v1/sales/deals', facts);
      await client.patch(`/v1/sales/deals/${id}`, { value: 200, tags: ['sea'] });
      await made(`/v1/sales/deals/${id}/activities`, { type: 'call', note: 'They want two.' });
      await client.post(`/v1/sales/deals/${id}/close`, { outcome: 'lost', close_reason: 'Too dear' });
      await app.within(owner, `deals/${id}`, async (page) => {
        await entries(page).filter({ hasText: 'Edited' }).waitFor();
        const told = (await entries(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
        expect(told[0]).toMatch(/^Lost: Too dear/);
        expect(told[1]).toMatch(/^Call .* They want two\.$/);
        expect(told[2]).toMatch(/^Edited (Value, Tags|Tags, Value) /);
        expect(told.at(-1)).toMatch(/^Created/);
        await entries(page).getByRole('link', { name: 'Edited' }).click();
        await heading(page, 'Deal updated').waitFor();
      });
      // The values of before and after are in the audit log, which is not for everybody.
      await app.within(await app.user('sales:editor'), `deals/${id}`, async (page) => {
        await entries(page)
          .filter({ hasText: /Edited (Value, Tags|Tags, Value)/ })
          .waitFor();
        expect(await entries(page).getByRole('link', { name: 'Edited' }).count()).toBe(0);
      });
    });

    it('of a contact stands beside its facts, and takes no note of those who may only read', async () => {
      const id = await made('/v1/sales/contacts', { display_name: 'नमिता '.repeat(30).trim(), owner_id: owner.id });
      await client.patch(`/v1/sales/contacts/${id}`, { phone: '+44 20 7946 0000' });
      const place = async (page: Page, name: string) => (await page.getByRole('region', { name }).boundingBox())!;
      await app.within(
        owner,
        `contacts/${id}`,
        async (page) => {
          await entries(page).filter({ hasText: 'Edited Phone' }).waitFor();
          const [about, timeline, deals] = [
            await place(page, 'About'),
            await place(page, 'Timeline'),
            await place(page, 'Deals'),
          ];
          expect(timeline.x).toBeGreaterThan(about.x + about.width);
          expect(timeline.width).toBeGreaterThan(about.width);
          expect(deals.y).toBeLessThan(about.y + about.height + 40);
        },
        { width: 1440 },
      );
      const reader = await app.user('sales:viewer');
      await app.within(
        reader,
        `contacts/${id}`,
        async (page) => {
          await entries(page).filter({ hasText: 'Created' }).waitFor();
          expect(await page.getByRole('textbox', { name: 'Note' }).count()).toBe(0);
          for (const name of ['Add activity', 'Add deal', 'Edit']) expect(await button(page, name).count()).toBe(0);
          // On a phone it follows the facts.
          expect((await place(page, 'Timeline')).y).toBeLessThan((await place(page, 'Deals')).y);
        },
        { width: 390 },
      );
      await app.expectAllGood(owner, [
        ['a contact', `contacts/${id}`, (page) => entries(page).filter({ hasText: 'Edited' }).waitFor()],
      ]);
    });
  });

  it('the trail forgets the record of a filter when its type changes', () =>
    app.within(owner, `audit-trail?resource_type=sales.contact&resource_id=${ids.contact}`, async (page) => {
      await button(page, 'Record: Mary Somerville').waitFor();
      await button(page, /^Type of record: /).click();
      await page.getByRole('option', { name: 'Sales: deals', exact: true }).click();
      await page.waitForURL(/resource_type=sales\.deal$/);
      await button(page, 'Record: Mary Somerville').waitFor({ state: 'detached' });
    }));
});
