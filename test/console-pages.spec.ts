import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
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

  it('the trail forgets the record of a filter when its type changes', () =>
    app.within(owner, `audit-trail?resource_type=sales.contact&resource_id=${ids.contact}`, async (page) => {
      await button(page, 'Record: Mary Somerville').waitFor();
      await button(page, /^Type of record: /).click();
      await page.getByRole('option', { name: 'Sales: deals', exact: true }).click();
      await page.waitForURL(/resource_type=sales\.deal$/);
      await button(page, 'Record: Mary Somerville').waitFor({ state: 'detached' });
    }));
});
