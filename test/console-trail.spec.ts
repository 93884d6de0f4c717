import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { Sealer } from '../src/guard/sealing/sealer.js';
import { noChromium, provoke } from './support/chromium.js';
import { choose, filterBy, focusInDialog, TestConsole, type } from './support/console.js';
import { eventually } from './support/eventually.js';

/** Whether the cell of a table shows all of a text. */
const isWhole = (text: any) => {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect().right <= text.closest('td').getBoundingClientRect().right;
};

const SCRIPT = '<img src=x onerror=alert(1)> مرحبا';

describe.skipIf(noChromium)('The audit trail in the console', () => {
  let app: TestConsole;
  let owner: User;
  /** It was renamed, and given contents. */
  let document: any;
  const trail = async (query = '') => (await app.suite.client.get(`/v1/guard/audit-logs?limit=100${query}`)).body;

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    const { client } = app.suite;
    document = (await client.post('/v1/office/documents', { title: 'Plan' })).body;
    await client.patch(`/v1/office/documents/${document.id}`, { title: SCRIPT, content: 'long '.repeat(200_000) });
    const viewer = await app.suite.signedIn('office:viewer');
    expect((await viewer.client.post('/v1/office/documents', { title: 'Mine' })).status).toBe(403);
    await eventually(async () => {
      await app.suite.app.get(Sealer).run();
      expect((await trail()).data.every(({ sequence }: any) => sequence !== null)).toBe(true);
    });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const table = (page: Page) => page.getByRole('table', { name: 'Audit trail' });
  const entry = (page: Page, name: string) => table(page).getByRole('link', { name, exact: true });
  const gone = { state: 'detached' } as const;

  it('says that values are hidden from somebody who may not read the record', async () => {
    const viewer = await app.user('guard:viewer');
    await app.within(viewer, `audit-trail?resource_id=${document.id}`, async (page) => {
      await entry(page, 'Document updated').click();
      const row = page.getByRole('row').filter({ has: page.getByText('Title', { exact: true }) });
      await row.getByText('hidden: you may not read this record').first().waitFor();
      expect(await page.getByText(SCRIPT).count()).toBe(0);
    });
  });

  it('is filtered, and shows an entry with what it changed', async () => {
    await app.within(owner, 'audit-trail', async (page) => {
      await choose(page, 'Outcome', 'Denied');
      await entry(page, 'User created').first().waitFor(gone);
      await entry(page, 'Document created').click();
      await page.getByText('whoever tried it may not do this').waitFor();
      await page.getByText('Nothing: it was refused').waitFor();
      await page.goBack();
      await button(page, 'Clear').click();

      await (await filterBy(page, 'Person')).getByRole('combobox').fill(owner.display_name);
      await page.getByRole('option', { name: owner.email }).click();
      await page.waitForURL(new RegExp(`actor_id=${owner.id}`));
      await entry(page, 'Document updated').waitFor(gone);
      await button(page, 'Clear').click();

      await type(page, 'Action', 'office.document.upd*');
      await choose(page, 'Type of record', 'Office: documents');
      await entry(page, 'User created').first().waitFor(gone);
      await type(page, 'Address', '203.0.113.7');
      await page.getByText('Nothing matches').waitFor();
      await button(page, 'Remove the filter Address').click();
      await type(page, 'From', '2100-01-01T00:00');
      await page.getByText('Nothing matches').waitFor();
      await button(page, 'Remove the filter From').click();
      await type(page, 'Name of the record', 'plan');
      await entry(page, 'User created').first().waitFor(gone);
      await table(page).getByText('formerly “Plan”').waitFor();
      expect(await table(page).getByRole('link', { name: SCRIPT, exact: true }).first().getAttribute('href')).toMatch(
        `/documents/${document.id}`,
      );
      await entry(page, 'Document updated').click();

      const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      await row('Title').getByText('Plan').waitFor();
      await row('Title').getByText(SCRIPT).waitFor();
      await row('Content').getByText('1,000,000 characters').waitFor();
      const [{ request_id, hash }] = (await trail('&action=office.document.updated')).data;
      await page.getByText(request_id).waitFor();
      await page.getByText(hash).waitFor();
      await page.reload();
      await row('Content').waitFor();
      await page.getByRole('link', { name: 'All that happened to this record' }).click();
      await entry(page, 'Document created').waitFor();
    });
  });

  it('finds the record of a filter by its name, and says where its id is', async () => {
    await app.within(owner, 'audit-trail', async (page) => {
      const cell = entry(page, 'Document updated').first();
      await cell.waitFor();
      expect(await cell.evaluate(isWhole), 'the action is cut').toBe(true);
      await (await filterBy(page, 'Record')).getByText('Copy as').waitFor();
      await page.keyboard.press('Escape');
      await choose(page, 'Type of record', 'Office: documents');
      await (await filterBy(page, 'Record')).getByRole('combobox').fill('مرحبا');
      await page.getByRole('option', { name: SCRIPT, exact: true }).click();
      await page.waitForURL(new RegExp(`resource_id=${document.id}`));
      await button(page, `Record: ${SCRIPT}`).waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Export').click();
      const record = page.getByRole('dialog').getByRole('combobox', { name: 'Record', exact: true });
      await expect.poll(() => record.inputValue()).toBe(SCRIPT);
      await page.getByRole('dialog').getByLabel('Type of record').selectOption('Any');
      await page.getByRole('dialog').getByText('Copy as').waitFor();
    });
    const guard = await app.user('guard:viewer');
    await app.within(guard, 'audit-trail?resource_type=office.document', async (page) => {
      await (await filterBy(page, 'Record')).getByText('Copy as').waitFor();
    });
  });

  it('says what else the request of an entry did', async () => {
    const stages = ['Lead', 'Offer'].map((name) => ({ name, probability: 50 }));
    await app.suite.client.post('/v1/sales/pipelines', { name: 'Direct', currency: 'EUR', stages });
    await app.within(owner, 'audit-trail?action=sales.pipeline.created', async (page) => {
      await entry(page, 'Pipeline created').click();
      const others = page.getByRole('region', { name: 'By the same request' }).getByRole('listitem');
      await expect.poll(() => others.getByRole('link', { name: 'Stage created' }).count()).toBe(2);
      expect(await others.count()).toBe(2);
    });
  });

  it('is verified, and says what is wrong', async () => {
    const tamper = (action: string) =>
      app.suite.database.execute(`update audit_entries set action = $2 where resource_id = $1 and action <> $2`, [
        document.id,
        action,
      ]);
    const { data } = await trail(`&resource_id=${document.id}`);
    await app.within(owner, 'audit-trail', async (page) => {
      await button(page, 'Verify').click();
      await inDialog(page, 'Verify');
      await page.getByText('The trail is as it was sealed').waitFor();
      await page.getByText(/entries checked, up to number \d+: none was changed/).waitFor();
      await tamper('office.document.published');
      await inDialog(page, 'Verify again');
      await page.getByText('The trail is not as it was sealed').waitFor();
      await page.getByText('An entry was changed after it was sealed.').waitFor();
      await page.getByText(data.at(-1).id).waitFor();
    });
    for (const { id, action } of data)
      await app.suite.database.execute('update audit_entries set action = $2 where id = $1', [id, action]);
  });

  it('is exported, downloaded, cancelled and removed', async () => {
    await app.within(owner, `audit-trail?action=office.*&ip_address=127.0.0.1`, async (page) => {
      provoke(page, 400);
      await button(page, 'Export').click();
      expect(await page.getByRole('dialog').getByLabel('Action').inputValue()).toBe('office.*');
      await page.getByText('Exports have no filter for an address.').waitFor();
      await page.getByRole('dialog').getByLabel('Format').selectOption('JSON, an entry a line');
      await page.getByRole('dialog').getByLabel('Record', { exact: true }).fill('x'.repeat(3000));
      await inDialog(page, 'Export');
      await page
        .getByRole('dialog')
        .getByText(/^Resource must/)
        .waitFor();
      await page.getByRole('dialog').getByLabel('Record', { exact: true }).fill(document.id);
      await inDialog(page, 'Export');
      await page.getByText('Completed').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ]);
      const lines: any[] = [];
      for await (const chunk of await download.createReadStream()) lines.push(...String(chunk).trim().split('\n'));
      expect(lines.map((line) => JSON.parse(line).action).toSorted()).toEqual([
        'office.document.created',
        'office.document.updated',
      ]);

      // As if there were so many entries that it takes a while.
      const id = new URL(page.url()).pathname.split('/').at(-1);
      const become = (status: string) =>
        app.suite.database.execute(
          `update guard_exports set status = $2, row_count = 1, lease_until = now() + interval '1 hour' where id = $1`,
          [id, status],
        );
      await become('processing');
      await page.reload();
      await page.getByText('1 of about 2 entries written').waitFor();
      await button(page, 'Cancel').click();
      await inDialog(page, 'Cancel the export');
      await page.getByText('Cancelled', { exact: true }).waitFor();
      await become('completed');
      await page.reload();
      await button(page, 'Remove the file').click();
      await inDialog(page, 'Remove');
      await page.getByRole('table', { name: 'Exports' }).getByText('Action: office.*').waitFor();
    });
  });

  it('is read and verified without a mouse', async () => {
    await app.within(owner, `audit-trail?resource_id=${document.id}`, async (page) => {
      await table(page).waitFor();
      await app.tabTo(page, 'Verify');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.press('Enter');
      await page.getByText('The trail is as it was sealed').waitFor();
      await page.keyboard.press('Escape');
      await app.tabTo(page, 'Document updated');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Document created', level: 1 }).waitFor();
    });
  });

  it('is good for everybody', () =>
    app.expectAllGood(owner, [
      [
        'audit trail',
        'audit-trail',
        async (page) => {
          await table(page).waitFor();
          await (await filterBy(page, 'Action')).getByLabel('Action').waitFor();
        },
      ],
      [
        'audit trail, one entry',
        `audit-trail?action=office.document.updated`,
        async (page) => {
          await entry(page, 'Document updated').click();
          await page.getByText('1,000,000 characters').waitFor();
        },
      ],
      [
        'audit trail, verified',
        'audit-trail',
        async (page) => {
          await button(page, 'Verify').click();
          await inDialog(page, 'Verify');
          await page.getByText('The trail is as it was sealed').waitFor();
        },
      ],
      [
        'audit trail, export',
        'audit-trail?action=sales.*',
        async (page) => {
          await button(page, 'Export').click();
          await inDialog(page, 'Export');
          await page.getByText('Completed').waitFor();
        },
      ],
      ['exports', 'audit-trail/exports', (page) => page.getByRole('table').waitFor()],
    ]));
});
