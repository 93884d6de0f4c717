import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, Module } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { Maintenance, QueueProcessor, Queues, QueuesModule } from '../src/platform/index.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import { eventually } from './support/eventually.js';
import { undeliverableMail } from './support/undeliverable-mail.js';
import { TestReceiver } from './support/receiver.js';

const QUEUE = 'spec-console';
const TASK = 'Does what this spec wants.';

/** Whether the jobs and the task of this spec fail. */
let broken = true;
const work = () => {
  if (broken) throw new Error('<b>550</b> no such mailbox');
};

@QueueProcessor(QUEUE)
class FailingProcessor extends WorkerHost {
  async process(_: Job): Promise<void> {
    work();
  }
}

@Injectable()
class FailingTask {
  constructor(maintenance: Maintenance) {
    maintenance.add({ name: 'a-spec', description: TASK, every: 3_600_000, run: async () => work() });
  }
}

@Module({ imports: [QueuesModule.queue(QUEUE)], providers: [FailingProcessor, FailingTask] })
class FailingModule {}

describe.skipIf(noChromium)('Background work in the console', () => {
  let app: TestConsole;
  let operator: User;
  let admin: User;
  let receiver: TestReceiver;
  /** A webhook with a replay that goes on. */
  let webhook: any;

  beforeAll(async () => {
    app = await TestConsole.start({}, [FailingModule]);
    const { suite } = app;
    [operator, admin] = [await app.user(), await app.user()];
    await suite.database.execute('update users set operator = true where id = $1', [operator.id]);
    for (const id of ['usr_1', 'usr_2', 'usr_3'])
      await suite.app.get(Queues).add(QUEUE, 'send', { workspace_id: suite.workspaceId, user_id: id });
    receiver = await TestReceiver.start();
    webhook = (await suite.client.post('/v1/webhooks', { url: receiver.url, events: ['office.*'] })).body;
    await suite.client.post('/v1/office/documents', { title: 'Sent' });
    await receiver.received(1);
    const from = new Date(Date.now() - 3_600_000).toISOString();
    await suite.client.post(`/v1/webhooks/${webhook.id}/replay`, { from, status: 'all' });
    await receiver.received(2);
    // As if so many had to be sent that it takes a while: a replay waits while its webhook is paused.
    await suite.client.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' });
    await suite.database.execute(
      `update webhook_replays set status = 'running', count = 900, after_time = from_time where webhook_id = $1`,
      [webhook.id],
    );
    await suite.client.post('/v1/guard/audit-logs/export', { format: 'csv' });
    await eventually(async () => {
      const { body } = await suite.client.get(`/v1/operations/queues/${QUEUE}/failed`);
      expect(body.meta.total).toBe(3);
    });
  });
  afterAll(async () => {
    await app?.close();
    await receiver?.close();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('Tasks say what they do, when and with which result, and run now', async () => {
    broken = true;
    await app.within(operator, 'work', async (page) => {
      await button(page, 'Recurring tasks').click();
      const row = page.getByRole('row', { name: TASK });
      await row.waitFor();
      await page
        .getByRole('row', { name: /Removes API keys 90 days after their expiry or revocation.*every hour/ })
        .waitFor();
      await button(page, `Run now: ${TASK}`).click();
      await page.getByText(`It runs soon: ${TASK}`).waitFor();
      await page.getByRole('region', { name: 'Failed tasks' }).getByText('<b>550</b> no such mailbox').waitFor();
      broken = false;
      await app.tabTo(page, `Run now: ${TASK}`);
      await page.keyboard.press('Enter');
      await row.getByText('Succeeded').waitFor();
    });
  });

  it('An archive of the workspace is made without a mouse, downloaded, and cancelled while it is written', async () => {
    await app.within(operator, 'archives', async (page) => {
      await page.getByText('No archives yet').waitFor();
      await app.tabTo(page, 'New archive');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Archive of the workspace' }).waitFor();
      await page.getByText('Completed').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^ws_.*Z\.zip$/);
      const { data } = (await app.suite.client.get('/v1/operations/archives')).body;
      expect(await sizeOf(download)).toBe(data[0].size_bytes);

      // As if it had so many records that it takes a while.
      await app.suite.database.execute(
        `update workspace_archives set status = 'processing', record_count = 1234, lease_until = now() + interval '1 hour'`,
      );
      await page.reload();
      await page.getByText('1,234 records and 0 files written').waitFor();
      await button(page, 'Cancel').click();
      await inDialog(page, 'Cancel the archive');
      await page.getByText('Cancelled', { exact: true }).waitFor();
    });
  });

  it('is good for everybody', () =>
    app.expectAllGood(operator, [
      ['background work', 'work', (page) => page.getByText('of 900').waitFor()],
      ['queue', `work/queues/${QUEUE}`, (page) => page.getByText('<b>550</b>').first().waitFor()],
      ['recurring tasks', 'work/tasks', (page) => page.getByText(TASK).waitFor()],
      [
        'archive',
        'archives',
        async (page) => {
          await page.getByRole('table').getByRole('link').first().click();
          await page.getByRole('heading', { name: 'Archive of the workspace' }).waitFor();
        },
      ],
      ['archives', 'archives', (page) => page.getByRole('table').waitFor()],
      ['overview with work', 'overview', (page) => page.getByText('Replays of webhooks').waitFor()],
    ]));

  it('Failed jobs are looked at and tried again: one without a mouse, and all', async () => {
    await app.within(operator, 'overview', async (page) => {
      broken = true;
      await page.getByRole('region', { name: 'Work waiting' }).getByRole('link', { name: 'Spec console' }).click();
      const jobs = page.getByRole('region', { name: 'Failed jobs' }).getByRole('listitem');
      await expect.poll(() => jobs.count()).toBe(3);
      broken = false;
      await app.tabTo(page, /^Retry send/);
      await page.keyboard.press('Enter');
      await expect.poll(() => jobs.count()).toBe(2);
      await button(page, 'Retry all').click();
      await inDialog(page, 'Retry all');
      await page.getByText('None. Those that are given up stay here').waitFor();
    });
  });

  it('Mail that fails is on the overview, with the reason and a retry, in the place of “All systems work”', async () => {
    const id = await undeliverableMail(app.suite);
    await app.within(operator, 'overview', async (page) => {
      await page.getByText(/^\d+ failures?$/).waitFor();
      expect(await page.getByText('All systems work').count()).toBe(0);
      const failing = page.getByRole('list', { name: 'Failing' });
      await failing.getByText('550 no mailbox').waitFor();
      await button(page, `Retry mail ${id}`).click();
      await page.getByText('It is tried again.').waitFor();
    });
  });

  it('What is the workspace’s is for its admins: exports, imports, replays and purges, and they can stop it', async () => {
    await app.within(admin, 'work', async (page) => {
      provoke(page, 403);
      await page.getByRole('region', { name: 'Exports of the audit log' }).getByText('Completed').waitFor();
      await page.getByRole('region', { name: 'Purges of the audit log' }).getByText('Nothing so far').waitFor();
      expect(await page.getByRole('region', { name: 'Queues' }).count()).toBe(0);
      expect(await button(page, 'Recurring tasks').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Archives', exact: true }).count()).toBe(0);
      const replays = page.getByRole('region', { name: 'Replays of webhooks' });
      await replays.getByText('of 900').waitFor();
      await replays.getByRole('button', { name: 'Cancel' }).click();
      await inDialog(page, 'Cancel the replay');
      await replays.getByText('Cancelled').waitFor();
      await page.goto(`${app.suite.base}/console/work/tasks`);
      await page.getByText('You may not see this').waitFor();
    });
  });

  it('What does not fit what is there now is said beside the action', async () => {
    await app.within(admin, `webhooks/${webhook.id}`, async (page) => {
      provoke(page, 409);
      await app.suite.client.patch(`/v1/webhooks/${webhook.id}`, { status: 'active' });
      await button(page, 'Replay').click();
      await app.suite.client.patch(`/v1/webhooks/${webhook.id}`, { status: 'paused' });
      await inDialog(page, 'Replay');
      await page.getByRole('dialog').getByText('This does not fit what is there now').waitFor();
      await page
        .getByRole('dialog')
        .getByText(/paused/)
        .first()
        .waitFor();
    });
  });
});

/** Bytes of a download. */
async function sizeOf(download: Download): Promise<number> {
  let size = 0;
  for await (const piece of await download.createReadStream()) size += (piece as Buffer).length;
  return size;
}
