import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { TestConsole } from './support/console.js';
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
