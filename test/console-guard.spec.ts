import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { TestConsole } from './support/console.js';

const POLICIES = '/v1/guard/policies';

describe.skipIf(noChromium)('Policies and alerts in the console', () => {
  let app: TestConsole;
  let owner: User;
  let contractors: any;
  /** One that would have refused something, and one about a single tag. */
  let deletes: any;
  let tagged: any;
  const make = async (path: string, body: object) => {
    const answer = await app.suite.client.post(path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    contractors = await make('/v1/access/groups', { name: 'Contractors <i>مقاولون</i>', roles: ['office:editor'] });
    deletes = await make(POLICIES, {
      name: 'Nobody deletes documents <script>alert(1)</script>',
      effect: 'deny',
      principals: [{ type: 'any' }],
      resources: [{ type: 'office.document' }],
      actions: ['office:delete'],
    });
    tagged = await make(POLICIES, {
      name: 'Contractors take nothing with them',
      effect: 'deny',
      principals: [
        { type: 'group', id: contractors.id },
        { type: 'role', id: 'sales:viewer' },
      ],
      resources: [{ type: 'office.*' }, { type: 'sales.contact', tag: 'key account' }],
      actions: ['office:export', 'office:share', 'sales:*'],
    });
    for (let count = 0; count < 3; count++) {
      const { id } = await make('/v1/office/documents', { title: `Draft ${count}` });
      await app.suite.client.delete(`/v1/office/documents/${id}`);
    }
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  describe('Policies', () => {
    it('are written as a sentence, tried on what happened, activated, explained and deactivated', async () => {
      await app.within(owner, 'policies', async (page) => {
        await button(page, 'New policy').click();
        await page.getByLabel('Name').fill('No deletions by contractors');
        await button(page, 'Make the policy').click();
        await page.getByText(/^actions must/).waitFor();
        await page.getByLabel('Office: delete').check();
        await button(page, 'Make the policy').click();
        await page.getByText('A group needs an id.').waitFor();
        await page.getByRole('combobox', { name: 'Group' }).fill('Contr');
        await page.getByRole('option', { name: /Contractors/ }).click();
        await page.getByLabel('Records', { exact: true }).selectOption('Office: documents');
        await page.getByText(/Members of Contractors.* may not delete documents/).waitFor();
        await button(page, 'Simulate').click();
        await page.getByText(/None of the \d+ things/).waitFor();
        await page.getByLabel('Kind').selectOption('Everybody');
        await page.getByText('The policy has changed since.').waitFor();
        await button(page, 'Simulate').click();
        await page.getByText(/3 things of \d+ would have been refused/).waitFor();
        await button(page, 'Make the policy').click();
        await page.getByText('It does not act yet.').waitFor();

        await page.getByRole('combobox', { name: 'User' }).fill('Ada');
        await page.getByRole('option', { name: new RegExp(owner.email) }).click();
        await button(page, 'Explain').click();
        await page.getByText('Refused.').waitFor();
        await page.getByText('This policy is about it, and decides.').waitFor();
        await page.getByLabel('wants to').selectOption('wants to read');
        await button(page, 'Explain').click();
        await page.getByText('it names another action').waitFor();

        await button(page, 'Activate').click();
        await page
          .getByRole('dialog')
          .getByText(/3 things of \d+ would have been refused/)
          .waitFor();
        await inDialog(page, 'Activate');
        await page.getByText('The policy acts.').waitFor();
        await button(page, 'Deactivate').click();
        await inDialog(page, 'Deactivate');
        await page.getByText('The policy does not act any more.').waitFor();
        await button(page, 'Delete').click();
        await inDialog(page, 'Delete');
        await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
      });
    });

    it('say why they may not be activated', async () => {
      const { id } = await make(POLICIES, {
        name: 'Nobody reads policies',
        effect: 'deny',
        principals: [{ type: 'any' }],
        resources: [{ type: 'guard.policy' }],
        actions: ['guard:*'],
      });
      await app.within(owner, `policies/${id}`, async (page) => {
        await button(page, 'Activate').click();
        await inDialog(page, 'Activate');
        await page
          .getByRole('alert')
          .getByText('No workspace:owner could read and change policies any more.')
          .waitFor();
      });
    });

    it('are written as JSON, without a mouse', async () => {
      await app.within(owner, `policies/${tagged.id}/edit`, async (page) => {
        await page.getByText(/with the tag “key account”/).waitFor();
        await app.tabTo(page, 'As a sentence');
        await page.keyboard.press('ArrowRight');
        await app.tabTo(page, /^Policy/);
        await page.keyboard.press('Control+a');
        await page.keyboard.type('{');
        await page.getByText('This cannot be read').waitFor();
        await page.keyboard.press('Control+a');
        const { name, effect, principals, actions } = tagged;
        await page.keyboard.insertText(
          JSON.stringify({ name, effect, principals, actions, resources: [{ type: 'office.nothing' }] }),
        );
        await app.tabTo(page, 'Save');
        await page.keyboard.press('Enter');
        await page.getByText('must be the type of a resource').waitFor();
        await page.getByLabel('Policy').focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(
          JSON.stringify({ name, effect, principals, actions, resources: [{ type: 'office.sheet', tag: 'قائمة' }] }),
        );
        await page.getByText('What it says of Sales has no effect').waitFor();
        await app.tabTo(page, 'Cancel');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name, exact: true }).waitFor();
      });
    });
  });

  it.each<[string, () => string, (page: Page) => Promise<unknown>]>([
    ['policies', () => 'policies', (page) => page.getByText('with the tag').waitFor()],
    [
      'policy, new',
      () => `policies/${tagged.id}/edit`,
      async (page) => {
        await page.getByText('with the tag “key account”').waitFor();
        await button(page, 'Simulate').click();
        await page.getByText(/None of|would have been/).waitFor();
      },
    ],
    [
      'policy',
      () => `policies/${deletes.id}`,
      async (page) => {
        await button(page, 'Simulate').click();
        await page.getByText('would have been refused').waitFor();
        await page.getByLabel('Kind').selectOption('Everybody');
        await button(page, 'Explain').click();
        await page.getByText('Refused.').waitFor();
      },
    ],
    [
      'policy, activation',
      () => `policies/${deletes.id}`,
      async (page) => {
        await button(page, 'Activate').click();
        await page.getByRole('dialog').getByText('would have been refused').waitFor();
      },
    ],
  ])('%s is good for everybody', async (name, path, arrive) => {
    await app.expectGood(name, owner, path(), arrive);
  });
});
