import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { choose, TestConsole, type } from './support/console.js';
import { eventually } from './support/eventually.js';
import { TestReceiver } from './support/receiver.js';

describe.skipIf(noChromium)('Events in the console', () => {
  let app: TestConsole;
  let owner: User;
  let receiver: TestReceiver;
  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    receiver = await TestReceiver.start();
    await app.suite.client.post('/v1/webhooks', { url: receiver.url, events: ['office.*'] });
    await app.suite.client.post('/v1/office/documents', { title: '<img src=x onerror=alert(1)> مرحبا' });
    await app.suite.client.post('/v1/sales/contacts', { email: 'mina@example.com', full_name: 'Mina' });
    await receiver.received(1);
    // After the event: it was not made for this one.
    await app.suite.client.post('/v1/webhooks', { url: `${receiver.url}?late`, events: ['*'] });
    await eventually(async () => {
      const { body } = await app.suite.client.get('/v1/events?type=sales.*');
      expect(body.data).toHaveLength(1);
    });
  });
  afterAll(async () => {
    await app?.close();
    await receiver?.close();
  });

  const table = (page: Page) => page.getByRole('table', { name: 'Events' });
  const receivers = (page: Page) => page.getByRole('region', { name: 'Webhooks that get events of this type' });

  it('are found by type and time, and show their payload and which webhooks got them', async () => {
    await app.within(owner, 'events', async (page) => {
      provoke(page, 400);
      await table(page).getByText('sales.contact.created').waitFor();
      await choose(page, 'Type', 'All of Office');
      await table(page).getByText('sales.contact.created').waitFor({ state: 'detached' });
      await page.waitForURL(/type=office/);
      await type(page, 'Until', '2020-01-01T00:00');
      await page.getByText('Nothing matches').waitFor();
      await type(page, 'From', '2100-01-01T00:00');
      await page.getByRole('alert').getByText('This was refused').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await choose(page, 'Type', 'Office: Document created');
      await table(page).getByText('sales.contact.created').waitFor({ state: 'detached' });
      await table(page).getByRole('link', { name: 'office.document.created' }).click();
      await page.getByText('<img src=x onerror=alert(1)> مرحبا').waitFor();
      await receivers(page).getByText('Not sent').waitFor();
      await receivers(page).getByText('Succeeded').waitFor();
      await receivers(page).getByRole('listitem').filter({ hasText: 'Succeeded' }).getByRole('link').click();
      await page.getByText('Attempt 1').waitFor();
    });
  });

  it('of every type have an example', async () => {
    await app.within(owner, 'events', async (page) => {
      await page.getByRole('button', { name: 'About Events' }).click();
      await page.getByRole('link', { name: 'Types and examples' }).click();
      const sales = page.getByRole('region', { name: 'Sales' });
      await sales.getByText('sales.contact.created', { exact: true }).click();
      await sales.locator('details[open]').getByText('"sequence": 42').waitFor();
      await sales.getByRole('link', { name: 'Those that happened' }).click();
      await table(page).getByText('sales.contact.created').waitFor();
    });
  });

  it('are looked at without a mouse', async () => {
    await app.within(owner, 'events?type=sales.*', async (page) => {
      await table(page).waitFor();
      await app.tabTo(page, 'sales.contact.created');
      await page.keyboard.press('Enter');
      await page.getByText('"contact_id"').waitFor();
    });
  });

  it('are those of the apps that people may read', async () => {
    await app.within(await app.user('sales:viewer'), 'events', async (page) => {
      await table(page).getByText('sales.contact.created').waitFor();
      expect(await page.getByText('office.document.created').count()).toBe(0);
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['events', 'events', (page) => table(page).waitFor()],
      ['event types', 'events/types', (page) => page.getByText('Deal won').click()],
      [
        'event',
        'events?type=office.document.created',
        async (page) => {
          await table(page).getByRole('link').first().click();
          await receivers(page).getByText('Succeeded').waitFor();
        },
      ],
    ]));
});
