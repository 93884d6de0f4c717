import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { focusInDialog, TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';

describe.skipIf(noChromium)('The first hour of an owner', () => {
  let app: TestConsole;
  let owner: User;

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const steps = (page: Page) => page.getByRole('region', { name: 'Get started' });
  const step = (page: Page, title: string) => steps(page).getByRole('listitem').filter({ hasText: title });
  const isDone = (page: Page, title: string) => step(page, title).getByRole('img', { name: 'Done' });
  const total = async (path: string): Promise<number> => (await app.suite.client.get(path)).body.data.length;

  it('is for owners alone', async () => {
    const member = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['sales:editor'] });
    await app.within(member, '', async (page) => {
      await page.getByRole('region', { name: 'My deals' }).waitFor();
      expect(await steps(page).count()).toBe(0);
    });
  });

  it('leads to each step, and knows from the records which are done', () =>
    app.within(owner, '', async (page) => {
      await step(page, 'Company').waitFor();
      expect(await isDone(page, 'Company').count()).toBe(0);
      await button(page, 'Edit company').click();
      await focusInDialog(page);
      await page.getByLabel('Name', { exact: true }).fill('Hartwell Interiors');
      await button(page, 'Save').click();
      await isDone(page, 'Company').waitFor();
      await step(page, 'Company').getByText('Hartwell Interiors, UTC, USD').waitFor();

      // Grace is there beside the owner.
      await isDone(page, 'People').waitFor();
      await button(page, 'Invite people').click();
      await focusInDialog(page);
      await page.keyboard.press('Escape');

      expect(await isDone(page, 'Pipeline').count()).toBe(0);
      await button(page, 'New pipeline').click();
      await focusInDialog(page);
      await page.getByPlaceholder('New customers').fill('Fit-outs');
      await button(page, 'Create pipeline').click();
      await page.getByRole('heading', { name: 'Fit-outs' }).waitFor();
      await page.goBack();
      await isDone(page, 'Pipeline').waitFor();

      await step(page, 'Your data').getByRole('link', { name: 'Import data' }).click();
      await page.getByRole('heading', { name: 'New import' }).waitFor();
    }));

  it('creates sample data, and removes it again', () =>
    app.within(owner, '', async (page) => {
      await button(page, 'Create sample data').click();
      await isDone(page, 'Sample data').waitFor();
      expect(await total('/v1/sales/contacts')).toBe(8);
      await button(page, 'Remove sample data').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click();
      await button(page, 'Create sample data').waitFor();
      expect(await total('/v1/sales/contacts')).toBe(0);
      expect(await total('/v1/sales/pipelines')).toBe(1);
    }));

  it('names sample data in the list of imports, where it can be removed too', () =>
    app.within(owner, '', async (page) => {
      await button(page, 'Create sample data').click();
      await isDone(page, 'Sample data').waitFor();
      await page.goto(`${app.suite.base}/console/imports`);
      await page.getByRole('link', { name: 'Sample data', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Sample data', exact: true }).waitFor();
      await button(page, 'Remove sample data').waitFor();
    }));

  it('looks good at every width', () =>
    app.expectAllGood(owner, [
      ['first-hour', '', (page) => isDone(page, 'Sample data').waitFor()],
      ['first-hour-remove', '', (page) => button(page, 'Remove sample data').click()],
    ]));

  it('stays away once it is dismissed', () =>
    app.within(
      owner,
      '',
      async (page) => {
        await step(page, 'Company').waitFor();
        await button(page, 'Dismiss').click();
        await steps(page).waitFor({ state: 'detached' });
        await page.reload();
        await page.getByRole('region', { name: 'My deals' }).waitFor();
        expect(await steps(page).count()).toBe(0);
      },
      { fresh: true },
    ));

  it('goes away once every step is done', async () => {
    const { body } = await app.suite.client.get('/v1/imports?sample=true&status=completed');
    await app.suite.client.post(`/v1/imports/${body.data[0].id}/undo`);
    const form = new FormData();
    form.append('file', new Blob(['title,content\nWelcome,Hello\n']), 'documents.csv');
    const response = await fetch(`${app.suite.base}/v1/imports`, {
      method: 'POST',
      headers: { 'X-API-Key': app.suite.client.key! },
      body: form,
    });
    expect(response.status).toBe(202);
    await expect
      .poll(async () => (await app.suite.client.get('/v1/imports?limit=50')).body.data.map(({ status }: any) => status))
      .not.toContain('undoing');
    await app.within(
      owner,
      '',
      async (page) => {
        await page.getByRole('region', { name: 'My deals' }).waitFor();
        await steps(page).waitFor({ state: 'detached' });
      },
      { fresh: true },
    );
  });
});
