import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { User } from '../../src/access/users/user.entity.js';
import { Sealer } from '../../src/guard/sealing/sealer.js';
import { provoke } from './chromium.js';
import { focusInDialog, type TestConsole, type } from './console.js';
import { eventually } from './eventually.js';
import { enforcePolicy } from './policies.js';
import { TestReceiver } from './receiver.js';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const said = (page: Page, words: string) => page.getByRole('status').getByText(words).last().waitFor();

/** A document that is written, shared, gets a file and comes back from the trash; several at once; a sheet with a formula. */
export const officeDay = (app: TestConsole, worker: User) =>
  app.within(worker, 'documents', async (page) => {
    const { client } = app.suite;
    const read = async (id: string) => (await client.get(`/v1/office/documents/${id}?include_deleted=true`)).body;
    const made = async (title: string, tag = 'paper') =>
      (await client.post('/v1/office/documents', { title, tags: [tag] })).body.id as string;
    const kept = await made('Minutes of April', 'kept');
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: worker.id }],
      resources: [{ type: 'office.document', tag: 'kept' }],
      actions: ['office:write'],
    });
    const [first, second] = [await made('Minutes of May'), await made('Minutes of June')];

    await button(page, 'New document').first().click();
    await page.getByLabel('Title').fill('Plan of the week');
    await page.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('## Decided');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- to begin');
    await page.keyboard.press('Control+s');
    await heading(page, 'Plan of the week').waitFor();
    const id = page.url().split('/').at(-1)!;
    expect((await read(id)).content).toBe('<h2>Decided</h2><ul><li><p>to begin</p></li></ul>');
    await button(page, 'Share').click();
    await dialog(page).getByRole('radio', { name: 'Everybody' }).check();
    await inDialog(page, 'Save').click();
    await said(page, 'Sharing saved.');
    const file = { name: 'agenda.txt', mimeType: 'text/plain', buffer: Buffer.from('One') };
    await page.locator('input[type=file]').setInputFiles(file);
    await button(page, 'Download agenda.txt').waitFor();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await button(page, 'Restore').click();
    await said(page, 'The document is restored.');
    expect(await read(id)).toMatchObject({ deleted_at: null, attachments: [{ name: 'agenda.txt' }] });

    // Several by keys alone: x ticks the row, Enter on its box leads to the actions.
    await app.goTo(page, 'Documents');
    await app.tabTo(page, 'Minutes of June');
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByText('2 documents are chosen').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.bulk button:focus').waitFor();
    await app.tabTo(page, 'Archive');
    await page.keyboard.press('Enter');
    await said(page, '2 documents archived.');
    const states = async () => [(await read(first)).status, (await read(second)).status];
    expect(await states()).toEqual(['archived', 'archived']);
    await button(page, 'Undo').last().click();
    await said(page, 'Undone.');
    expect(await states()).toEqual(['draft', 'draft']);

    // Before they are published it is tried for each. What a policy denies stays as it is, with the reason.
    await page.getByRole('checkbox', { name: 'Choose Minutes of June' }).check();
    await page.getByRole('checkbox', { name: 'Choose Minutes of April' }).check();
    await button(page, 'Publish').click();
    await dialog(page).getByText('1 will change, 1 cannot be changed.').waitFor();
    await dialog(page)
      .getByText(/^Minutes of April: /)
      .waitFor();
    expect((await read(second)).status).toBe('draft');
    await inDialog(page, 'Publish').click();
    await said(page, '1 of 2 documents published.');
    const refusal = page.getByRole('alert').filter({ hasText: 'This did not work for 1 document' });
    await refusal.getByText(/^Minutes of April: /).waitFor();
    expect([(await read(second)).status, (await read(kept)).status]).toEqual(['published', 'draft']);

    // A batch that is refused whole changes nothing, and can be sent again.
    await page.getByRole('checkbox', { name: 'Choose Minutes of April' }).uncheck();
    await page.getByRole('checkbox', { name: 'Choose Minutes of June' }).check();
    await page.getByRole('checkbox', { name: 'Choose Minutes of May' }).check();
    await page.route('**/v1/batch', (route) => route.fulfill({ status: 413, json: {} }), { times: 1 });
    provoke(page, 413);
    await button(page, 'Archive').click();
    await page.getByText('This did not work for 2 documents').waitFor();
    expect(await states()).toEqual(['draft', 'published']);
    // This one has room for one answer. The other document follows in a batch of its own.
    await page.route(
      '**/v1/batch',
      async (route) => {
        const { operations, ...rest } = route.request().postDataJSON();
        const response = await route.fetch({
          postData: JSON.stringify({ ...rest, operations: operations.slice(0, 1) }),
        });
        const { results } = await response.json();
        const error = {
          code: 'VALIDATION_ERROR',
          message: 'Full',
          details: [{ field: 'operations', code: 'too_large' }],
        };
        await route.fulfill({
          response,
          json: { results: [...results, { status: 400, headers: {}, body: { error } }] },
        });
      },
      { times: 1 },
    );
    await button(page, 'Archive').click();
    await said(page, '2 documents archived.');
    expect(await states()).toEqual(['archived', 'archived']);

    // One is gone by the time that they are changed; the other one gets its tag.
    await page.getByRole('checkbox', { name: 'Choose Minutes of June' }).check();
    await page.getByRole('checkbox', { name: 'Choose Minutes of May' }).check();
    await button(page, 'Edit').click();
    // The focus that the dialog gives takes it from what is typed into before: the tag would be there, and Enter would send the form.
    await focusInDialog(page);
    await dialog(page).getByLabel('Add tags').fill('weekly');
    await dialog(page).getByLabel('Add tags').press('Enter');
    await client.delete(`/v1/office/documents/${first}?hard=true`);
    await inDialog(page, 'Save').click();
    await said(page, '1 of 2 documents saved.');
    const problem = page.getByRole('alert').filter({ hasText: 'This did not work for 1 document' });
    await problem.getByText(/^Minutes of May: /).waitFor();
    expect((await read(second)).tags).toEqual(['paper', 'weekly']);

    await app.goTo(page, 'Files');
    await page.getByRole('checkbox', { name: 'Choose agenda.txt' }).check();
    await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    await said(page, 'File downloaded.');

    await app.goTo(page, 'Spreadsheets');
    await button(page, 'New spreadsheet').first().click();
    await dialog(page).getByLabel('Title').fill('Trip');
    await page.keyboard.press('Enter');
    await heading(page, 'Trip').waitFor();
    await page.getByRole('grid').getByRole('gridcell').first().click();
    for (const text of ['120.5', '300', '=SUM(A1:A2)']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('grid').getByText('420.5').waitFor();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  });

/** A policy from a template, an alert, the audit log: found by a name, exported and verified. */
export async function complianceDay(app: TestConsole, officer: User): Promise<void> {
  const { client } = app.suite;
  const rule = { name: 'Documents that go', severity: 'high', threshold: 1, group_by: 'actor_id' };
  const condition = { actions: ['office.document.deleted'], outcome: 'success' };
  const { id } = (await client.post('/v1/guard/alert-rules', { ...rule, condition })).body;
  await client.patch(`/v1/guard/alert-rules/${id}`, { status: 'active' });
  const contract = (await client.post('/v1/office/documents', { title: 'Contract of Whitby' })).body;
  await client.delete(`/v1/office/documents/${contract.id}`);
  await eventually(async () => expect((await client.get(`/v1/guard/alerts?rule_id=${id}`)).body.data).toHaveLength(1));
  await app.within(officer, '', async (page) => {
    await app.goTo(page, 'Policies');
    await button(page, 'New policy').first().click();
    await page.getByLabel('Begin with').selectOption('Nobody exports contacts');
    await button(page, 'Create policy').click();
    await page.getByText('It is not active yet.').waitFor();
    await button(page, 'Activate').click();
    await inDialog(page, 'Activate').click();
    await page.getByText('The policy is active.').waitFor();
    await button(page, 'Deactivate').click();
    await inDialog(page, 'Deactivate').click();
    await page.getByText('The policy is no longer active.').waitFor();

    await app.goTo(page, 'Alerts');
    const table = page.getByRole('table');
    await table.getByRole('link', { name: /^Documents that go/ }).click();
    await button(page, 'Acknowledge').click();
    await page.getByText('Acknowledged', { exact: true }).waitFor();

    await app.goTo(page, 'Audit trail');
    await type(page, 'Name of the record', 'Whitby');
    await expect.poll(() => table.getByRole('link', { name: 'Document deleted' }).count()).toBe(1);
    await eventually(async () => {
      await app.suite.app.get(Sealer).run();
      const { data } = (await client.get('/v1/guard/audit-logs?limit=100')).body;
      expect(data.every(({ sequence }: any) => sequence !== null)).toBe(true);
    });
    await button(page, 'Verify').click();
    await inDialog(page, 'Verify').click();
    await page.getByText('The trail is as it was sealed').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Export').click();
    await focusInDialog(page);
    await inDialog(page, 'Export').click();
    await page.getByText('Completed').waitFor();
    const download = page.getByRole('link', { name: 'Download' });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(file.suggestedFilename()).toMatch(/\.(csv|jsonl|ndjson)$/);
  });
}

/** A person with a role, a key, a failed delivery that works when it is tried again, an archive, the backlog. */
export async function operatorDay(app: TestConsole, operator: User): Promise<void> {
  const { client, database } = app.suite;
  await database.execute('update users set operator = true where id = $1', [operator.id]);
  let broken = true;
  const receiver = await TestReceiver.start((_, __, response) => {
    response.writeHead(broken ? 500 : 200).end();
  });
  const events = ['office.document.created'];
  const webhook = (await client.post('/v1/webhooks', { url: receiver.url, events })).body;
  await client.post('/v1/office/documents', { title: 'Sent' });
  await receiver.received(1);
  await app.within(operator, '', async (page) => {
    await app.goTo(page, 'Users');
    await button(page, 'Invite').click();
    await dialog(page).getByLabel('E-mail address').fill('joan@example.com');
    await dialog(page).getByLabel('Sales').selectOption({ value: 'editor' });
    await inDialog(page, 'Invite').click();
    await dialog(page)
      .getByText(/\/accept-invitation\?token=/)
      .waitFor();
    await inDialog(page, 'I have kept it').click();
    await heading(page, 'joan').waitFor();
    await page.getByRole('region', { name: 'Roles of their own' }).getByText('Sales editor').waitFor();

    await app.goTo(page, 'API keys');
    await button(page, 'New key').first().click();
    await dialog(page).getByLabel('Name').fill('Nightly import');
    await dialog(page).getByRole('group', { name: 'Sales' }).getByRole('checkbox').first().check();
    await inDialog(page, 'Create key').click();
    await button(page, 'I have kept it').click();
    await page.getByRole('table').getByText('Nightly import').waitFor();

    await app.goTo(page, 'Webhooks');
    await page
      .getByRole('table')
      .getByRole('link', { name: receiver.url.slice('http://'.length) })
      .click();
    await page.getByRole('table').getByRole('link', { name: events[0]! }).click();
    await page.getByText('500').first().waitFor();
    broken = false;
    await button(page, 'Redeliver').click();
    await page.getByText('by hand').waitFor();
    await page.getByText('Succeeded').first().waitFor();

    await app.goTo(page, 'Archives');
    await button(page, 'New archive').first().click();
    await focusInDialog(page);
    await page.keyboard.press('Enter');
    await page.getByText('Completed').waitFor();
    await app.goTo(page, 'Background work');
    await page.getByText('Webhook').first().waitFor();
    await button(page, 'Recurring tasks').click();
    await page
      .getByRole('row', { name: /API keys/ })
      .first()
      .waitFor();
  });
  await client.delete(`/v1/webhooks/${webhook.id}`);
  await receiver.close();
}
