import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole, type } from './support/console.js';
import { eventually } from './support/eventually.js';
import { TestReceiver } from './support/receiver.js';

const EVENT = 'office.document.created';

describe.skipIf(noChromium)('Webhooks in the console', () => {
  let app: TestConsole;
  let owner: User;
  let good: TestReceiver;
  let bad: TestReceiver;
  /** One that works, with a delivery, a test and a replay; and one that fails. */
  let works: any;
  let fails: any;
  const hook = async (url: string, description = '') =>
    (await app.suite.client.post('/v1/webhooks', { url, events: [EVENT], description })).body;
  /** Deleted while the page is elsewhere, because one that shows it would request what no longer exists. */
  const drop = ({ id }: { id: string }) =>
    app.within(owner, 'webhooks', () => app.suite.client.delete(`/v1/webhooks/${id}`));
  const deliveriesOf = async ({ id }: { id: string }) =>
    (await app.suite.client.get(`/v1/webhooks/${id}/deliveries`)).body.data;

  beforeAll(async () => {
    app = await TestConsole.start({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
    owner = await app.user();
    good = await TestReceiver.start();
    bad = await TestReceiver.start((_, index, response) => {
      response.writeHead(500).end(`<script>alert(${index})</script> مرحبا`);
    });
    works = await hook(good.url, '<b>Mirror</b>');
    fails = await hook(bad.url, 'Keeps failing');
    await app.suite.client.post('/v1/office/documents', { title: '<img src=x onerror=alert(1)>' });
    await good.received(1);
    await eventually(async () => expect(await deliveriesOf(works)).toMatchObject([{ status: 'succeeded' }]));
    await eventually(async () => expect(await deliveriesOf(fails)).toMatchObject([{ status: 'failed' }]));
    await app.suite.client.post(`/v1/webhooks/${works.id}/replay`, {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      status: 'all',
    });
    await good.received(2);
  });
  afterAll(async () => {
    await app?.close();
    await good?.close();
    await bad?.close();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const more = async (page: Page, name: string) => {
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name }).click();
  };

  it('say in words which records they are sent for', async () => {
    const { body: webhook } = await app.suite.client.post('/v1/webhooks', {
      url: good.url,
      events: ['sales.deal.updated'],
      where: {
        'sales.deal.updated': { value: { gte: 10_000 }, or: [{ status: 'won' }, { owner_id: { empty: true } }] },
      },
    });
    await app.within(owner, `webhooks/${webhook.id}`, (page) =>
      page
        .getByText('Deal updated: (Status is won or Owner is empty), and Value is at least 10,000', { exact: true })
        .waitFor(),
    );
    await drop(webhook);
  });

  it('are made, tested, paused, resumed, rotated and deleted', async () => {
    const receiver = await TestReceiver.start();
    await app.within(owner, 'webhooks', async (page) => {
      provoke(page, 400);
      await button(page, 'New webhook').first().click();
      await page.getByLabel('Address').fill(receiver.url);
      await inDialog(page, 'Create webhook');
      await page.getByText(/^Events must/).waitFor();
      await page.getByLabel('Document created').check();
      await inDialog(page, 'Create webhook');
      await page.getByText(/^whsec_/).waitFor();
      await button(page, 'I have kept it').click();
      await page.getByRole('link', { name: receiver.url.slice('http://'.length) }).click();

      await button(page, 'Send a test').click();
      await page.getByText('Attempt 1').waitFor();
      await page.getByText('answer 0').waitFor();
      await page.goBack();

      await button(page, 'Pause').click();
      await inDialog(page, 'Pause');
      await page.getByText('Somebody paused it.').waitFor();
      await button(page, 'Resume').click();
      await page.getByText('It is active again.').waitFor();

      await more(page, 'Edit');
      await page.getByLabel('What it is for').fill('Renamed');
      await page.getByLabel('Event with a condition').selectOption('Document created');
      const condition = page.getByRole('group', { name: 'Document created' });
      await condition.getByRole('button', { name: 'Add a field' }).click();
      await page.getByRole('menuitem', { name: 'Status', exact: true }).click();
      const picker = page.getByRole('dialog', { name: /^Status: / });
      await picker.getByRole('checkbox', { name: 'Published', exact: true }).click();
      await page.keyboard.press('Escape');
      await picker.waitFor({ state: 'detached' });
      await inDialog(page, 'Save');
      const about = page.getByRole('region', { name: 'About', exact: true });
      await about.getByText('Renamed').waitFor();
      await about.getByText('Document created: Status is published').waitFor();
      // The condition goes with its event.
      await more(page, 'Edit');
      await page.getByRole('checkbox', { name: 'Document created' }).uncheck();
      await page.getByRole('checkbox', { name: 'Document updated' }).check();
      await inDialog(page, 'Save');
      await about.getByText('Status is published').waitFor({ state: 'detached' });

      await more(page, 'Rotate the secret');
      await page.getByLabel('The old secret ends').selectOption('In an hour');
      await inDialog(page, 'Rotate');
      await page.getByText('signed with the old secret as well until').waitFor();
      await button(page, 'I have kept it').click();
      await page.getByText('signed with the old one as well until').waitFor();

      await more(page, 'Delete');
      await inDialog(page, 'Delete');
      await page.getByText('Webhook deleted.').waitFor();
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    });
    await receiver.close();
  });

  it('show deliveries as they happen, with request and answers, and send them again', async () => {
    const receiver = await TestReceiver.start();
    const webhook = await hook(receiver.url);
    await app.within(owner, `webhooks/${webhook.id}`, async (page) => {
      await page.getByText('Nothing sent yet').waitFor();
      await app.suite.client.post('/v1/office/documents', { title: '<i>Live</i>' });
      await page.getByRole('table').getByRole('link', { name: EVENT }).click();
      await page.getByText('Attempt 1').waitFor();
      await page.getByText(`POST ${receiver.url}`).waitFor();
      await page.getByText('<i>Live</i>').waitFor();
      await button(page, 'Redeliver').click();
      await page.getByText('Attempt 2').waitFor();
      await page.getByText('by hand').waitFor();
      await page.getByText('answer 1').waitFor();
    });
    await drop(webhook);
    await receiver.close();
  });

  it('replay what failed, and stop when told', async () => {
    const receiver = await TestReceiver.start(() => 500);
    const webhook = await hook(receiver.url);
    await app.suite.client.post('/v1/office/documents', { title: 'Fails' });
    await eventually(async () => expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed' }]));
    receiver.answering = () => 200;
    await app.within(owner, `webhooks/${webhook.id}`, async (page) => {
      provoke(page, 400);
      await type(page, 'Since', '2100-01-01T00:00');
      await page.getByText('Nothing matches').waitFor();
      await button(page, 'Clear').click();
      await button(page, `Redeliver ${EVENT}`).waitFor();
      await button(page, 'Replay').click();
      await page.getByLabel('From').fill('2020-01-01T00:00');
      await inDialog(page, 'Replay');
      await page.getByText('From must be at most 30 days ago').waitFor();
      await page.getByLabel('From').fill(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16));
      await inDialog(page, 'Replay');
      await page.getByText('1 of 1').waitFor();
      await page.getByText('Finished').waitFor();
      await page.getByRole('table').getByText('Succeeded').waitFor();

      // As if so many had to be sent that it takes a while: a replay waits while its webhook is paused.
      await app.suite.client.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' });
      await app.suite.database.execute(
        `update webhook_replays set status = 'running', count = 900, after_time = from_time where webhook_id = $1`,
        [webhook.id],
      );
      await button(page, 'Cancel').click();
      await inDialog(page, 'Cancel the replay');
      await page.getByText('Cancelled', { exact: true }).waitFor();
    });
    await drop(webhook);
    await receiver.close();
  });

  it('that somebody else has changed are not paused unseen', async () => {
    const webhook = await hook('http://127.0.0.1:9/');
    await app.within(owner, `webhooks/${webhook.id}`, async (page) => {
      provoke(page, 412);
      await button(page, 'Pause').click();
      await app.suite.client.patch(`/v1/webhooks/${webhook.id}`, { description: 'For the auditors' });
      await inDialog(page, 'Pause');
      await page.getByRole('dialog').getByText('This has changed meanwhile').waitFor();
      await button(page, 'Load what is there now').click();
      await page.getByText('For the auditors').waitFor();
      expect((await app.suite.client.get(`/v1/webhooks/${webhook.id}`)).body.status).toBe('active');
      await button(page, 'Pause').click();
      await inDialog(page, 'Pause');
      await button(page, 'Resume').waitFor();
    });
    await drop(webhook);
  });

  it('are changed again as soon as a change is done, however slow the server is', async () => {
    const webhook = await hook('http://127.0.0.1:9/');
    await app.suite.client.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' });
    await app.within(owner, `webhooks/${webhook.id}`, async (page) => {
      await button(page, 'Resume').waitFor();
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**/v1/webhooks/${webhook.id}`, async (route) => {
        if (route.request().method() === 'GET') await held;
        // Requests from before the change are cancelled.
        await route.continue().catch(() => undefined);
      });
      const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await button(page, 'Resume').click();
      await (await answer).finished();
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      expect(await page.getByText('It is active again.').count()).toBe(0);
      release();
      await page.getByText('It is active again.').waitFor();
      await more(page, 'Edit');
      await page.getByLabel('What it is for').fill('At once');
      await inDialog(page, 'Save');
      await page.getByText('Webhook saved.').waitFor();
    });
    await drop(webhook);
  });

  it('are made and tested without a mouse', async () => {
    await app.within(owner, 'webhooks', async (page) => {
      await app.tabTo(page, 'New webhook');
      await page.keyboard.press('Enter');
      await page.getByLabel('All of Sales').waitFor();
      await focusInDialog(page);
      await page.keyboard.type(good.url);
      await app.tabTo(page, 'All of Sales');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.getByText(/^whsec_/).waitFor();
      await app.tabTo(page, 'I have kept it');
      await page.keyboard.press('Enter');
      await page.getByRole('cell', { name: 'sales.*' }).waitFor();
      await app.tabTo(page, good.url.slice('http://'.length));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      await app.tabTo(page, 'Send a test');
      await page.keyboard.press('Enter');
      await page.getByText('Attempt 1').waitFor();
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['webhooks', 'webhooks', (page) => page.getByRole('table').waitFor()],
      [
        'webhooks, new',
        'webhooks',
        async (page) => {
          await button(page, 'New webhook').first().click();
          await page.getByLabel('All of Sales').waitFor();
        },
      ],
      ['webhook', `webhooks/${works.id}`, (page) => page.getByText('of 1').waitFor()],
      ['webhook that fails', `webhooks/${fails.id}`, (page) => page.getByRole('table').waitFor()],
      [
        'delivery',
        `webhooks/${fails.id}?status=failed`,
        async (page) => {
          await page.getByRole('table').getByRole('link', { name: EVENT }).first().click();
          await page.getByText('Attempt 1', { exact: true }).waitFor();
          await page.getByText('"sequence"').waitFor();
        },
      ],
    ]));
});
