import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('Approvals in the console', () => {
  let app: TestConsole;
  let seller: User;
  let lead: User;
  let client: Client;
  let deal: string;

  beforeAll(async () => {
    app = await TestConsole.start();
    ({ client } = app.suite);
    lead = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['workspace:owner'] });
    seller = await makeUser(app.suite, { display_name: 'Sam Seller', roles: ['sales:editor'] });
    const stages = [{ name: 'Lead', probability: 10 }];
    await client.post('/v1/sales/pipelines', { name: 'Direct', stages });
    const made = await client.post('/v1/sales/deals', {
      title: 'Looms',
      value: 1_000,
      currency: 'EUR',
      owner_id: seller.id,
    });
    deal = made.body.id;
    const { status, body } = await client.post('/v1/guard/policies', {
      name: 'Large deals',
      effect: 'review',
      status: 'active',
      principals: [{ type: 'user', id: seller.id }],
      resources: [{ type: 'sales.deal' }],
      actions: ['sales:write'],
      when: { after: { value: { gte: 10_000 } } },
      approvers: [{ type: 'user', id: lead.id }],
    });
    expect(status, JSON.stringify(body)).toBe(201);
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const value = async () => (await client.get(`/v1/sales/deals/${deal}`)).body.value;

  const ask = (title: string, amount: string) =>
    app.within(seller, `deals/${deal}`, async (page) => {
      await button(page, 'Edit').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Value').fill(amount);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('alert').getByText('This waits for an approval').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      // What was typed is not kept anywhere, so people are asked.
      const leave = page.getByRole('button', { name: 'Discard' });
      if (await leave.isVisible()) await leave.click();
      await page.reload();
      await page.getByText(`waits for the approval of ${title}`).waitFor();
    });

  it('says that a change waits, to whoever asked and on the record, and runs it once it is approved', async () => {
    await ask('Grace Hopper', '20000');
    expect(await value()).toBe(1_000);
    await app.within(lead, 'reviews', async (page) => {
      await page.getByRole('link', { name: 'Change Looms' }).click();
      await page.getByRole('table', { name: 'Changed fields' }).getByText('Value').waitFor();
      await page.getByText('Sam Seller').waitFor();
      await button(page, 'Try it now').click();
      await page.getByText('It would do this now.').waitFor();
      await button(page, 'Approve').click();
      await page.getByText('Approved.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
    });
    expect(await value()).toBe(20_000);
  });

  it('is rejected with a reason, which whoever asked reads', async () => {
    await ask('Grace Hopper', '30000');
    await app.within(lead, 'inbox', async (page) => {
      const item = page.getByRole('listitem').filter({ hasText: 'Sam Seller asks for your approval' });
      await item.getByRole('link', { name: 'Large deals' }).click();
      await button(page, 'Reject').click();
      await page.getByRole('dialog').getByLabel('Why').fill('Too much at once');
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      await page.getByText('The request is rejected.').waitFor();
    });
    await app.within(seller, 'inbox', async (page) => {
      const item = page.getByRole('listitem').filter({ hasText: 'Your request was rejected' });
      await item.getByRole('link', { name: 'Large deals' }).click();
      await page.getByText('Too much at once').waitFor();
    });
    expect(await value()).toBe(20_000);
  });

  it('is said of one of several that are changed at once, while the rest are done', async () => {
    const facts = { title: 'Gauges', value: 500, currency: 'EUR', owner_id: seller.id };
    const { id } = (await client.post('/v1/sales/deals', facts)).body;
    await app.within(seller, 'deals', async (page) => {
      for (const name of ['Looms', 'Gauges']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
      await button(page, 'Edit').click();
      const dialog = page.getByRole('dialog');
      await focusInDialog(page);
      await dialog.getByLabel('Add tags').fill('key');
      await dialog.getByLabel('Add tags').press('Enter');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      const problem = page.getByRole('alert').filter({ hasText: 'This did not work for 1 deal' });
      await problem.getByText('Looms: Nothing was changed yet.').waitFor();
    });
    const tags = async (of: string) => (await client.get(`/v1/sales/deals/${of}`)).body.tags;
    expect([await tags(id), await tags(deal)]).toEqual([['key'], []]);
  });

  it('is begun with a template, whose approvers one chooses', async () => {
    await app.within(lead, 'policies/new', async (page) => {
      const templates = page.getByLabel('Begin with');
      for (const name of [
        'Deals above a sum need an approval',
        'What an app deletes needs an approval',
        'Changes of owners need an approval',
        'Exports of the audit log need an approval',
      ]) {
        await templates.selectOption(name);
        await page.getByText(/with an approval of those with the role workspace:owner/).waitFor();
      }
      await templates.selectOption('Deals above a sum need an approval');
      await page.getByText('if after the change Value is at least 10,000').waitFor();
      const approver = page.getByRole('group', { name: 'Who approves, 1' });
      await approver.getByLabel('Kind').selectOption('The user');
      await approver.getByRole('combobox', { name: 'User' }).fill('Grace');
      await page.getByRole('option', { name: /Grace Hopper/ }).click();
      await button(page, 'Create policy').click();
      await page.getByText('It is not active yet.').waitFor();
    });
    const { data } = (await client.get('/v1/guard/policies?q=sum')).body;
    expect(data).toMatchObject([
      {
        effect: 'review',
        status: 'inactive',
        when: { after: { value: { gte: 10_000 } } },
        approvers: [{ type: 'user', id: lead.id }],
        approvals: 1,
      },
    ]);
    // A change in the form keeps what it does not show.
    await app.within(lead, `policies/${data[0].id}/edit`, async (page) => {
      await page.getByLabel('How many approve').selectOption('1');
      await page.getByLabel('Name').fill('Deals above another sum');
      await button(page, 'Save').click();
      await page.getByText('Policy saved.').waitFor();
    });
    const { when, approvers } = (await client.get(`/v1/guard/policies/${data[0].id}`)).body;
    expect({ when, approvers }).toEqual({ when: data[0].when, approvers: data[0].approvers });
  });

  it('is good for everybody', () =>
    app.expectAllGood(lead, [
      ['Approvals', 'reviews?show=all', (page) => page.getByRole('link', { name: 'Change Looms' }).first().waitFor()],
      [
        'A request',
        'reviews?show=all',
        async (page) => {
          await page.getByRole('link', { name: 'Change Looms' }).first().click();
          await page.getByRole('heading', { name: 'Request for approval' }).waitFor();
          await page.getByText('Asked by').waitFor();
        },
      ],
    ]));
});
