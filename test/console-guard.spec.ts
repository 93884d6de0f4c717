import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { TestConsole, tick } from './support/console.js';
import { eventually } from './support/eventually.js';

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
    await alerts();
    const { id } = await make('/v1/office/documents', { title: 'The third that is deleted' });
    await app.suite.client.delete(`/v1/office/documents/${id}`);
  });
  afterAll(() => app?.close());

  /** A rule of deletions that is enabled, and the alert of it. */
  let rule: any;
  let alert: any;
  const alerts = async () => {
    rule = await make('/v1/guard/alert-rules', {
      name: 'Many deletions <b>حذف</b>',
      severity: 'high',
      condition: { actions: ['office.document.deleted', 'office.file.deleted'], outcome: 'success' },
      threshold: 2,
      group_by: 'actor_id',
      runbook: 'Ask the caller.\nSuspend the key.',
    });
    await app.suite.client.patch(`/v1/guard/alert-rules/${rule.id}`, { status: 'active' });
    for (let count = 0; count < 2; count++) {
      const { id } = await make('/v1/office/documents', { title: `Draft ${count}` });
      await app.suite.client.delete(`/v1/office/documents/${id}`);
    }
    await eventually(async () => {
      const { body } = await app.suite.client.get(`/v1/guard/alerts?rule_id=${rule.id}`);
      expect(body.data).toHaveLength(1);
      alert = body.data[0];
    });
  };

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const input = (page: Page, name: string) => page.locator('input').and(page.getByLabel(name));
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  describe('Policies', () => {
    it('are written as a sentence, tried on what happened, activated, explained and deactivated', async () => {
      await app.within(owner, 'policies', async (page) => {
        provoke(page, 400);
        await button(page, 'New policy').click();
        await page.getByLabel('Name').fill('No deletions by contractors');
        await button(page, 'Create policy').click();
        await page.getByText(/^Actions must/).waitFor();
        await page.getByLabel('Office: delete').check();
        await button(page, 'Create policy').click();
        await page.getByText('A group must have an id.').waitFor();
        await page.getByRole('combobox', { name: 'Group' }).fill('Contr');
        await page.getByRole('option', { name: /Contractors/ }).click();
        await page.getByLabel('Records', { exact: true }).selectOption('Office: documents');
        await page.getByText(/Members of Contractors.* may not delete documents/).waitFor();
        await button(page, 'Simulate').click();
        await page.getByText(/None of the \d+ things/).waitFor();
        await page.getByLabel('Kind').selectOption('What comes through any app');
        await page.getByText('Any app may not delete documents').waitFor();
        await page.getByLabel('Kind').selectOption('Everybody');
        await page.getByText('The policy has changed since.').waitFor();
        await button(page, 'Simulate').click();
        await page.getByText(/3 things of \d+ would have been refused/).waitFor();
        await button(page, 'Create policy').click();
        await page.getByText('It is not active yet.').waitFor();

        await page.getByRole('combobox', { name: 'User' }).fill('Ada');
        await page.getByRole('option', { name: new RegExp(owner.email) }).click();
        await button(page, 'Explain').click();
        await page.getByText('Refused.', { exact: true }).waitFor();
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
        await page.getByText('The policy is active.').waitFor();
        await page.getByRole('link', { name: 'Policies' }).first().click();
        await button(page, 'Explain a case').click();
        await button(page, 'Explain').click();
        await page.getByRole('alert').getByText('A user must have an id.').waitFor();
        await page.getByLabel('Kind').selectOption('Everybody');
        await page.getByLabel('wants to').selectOption('wants to delete');
        await page.getByLabel('Records', { exact: true }).selectOption('Office: documents');
        await button(page, 'Explain').click();
        await page.getByText('Decided by').getByRole('link', { name: 'No deletions by contractors' }).click();
        await button(page, 'Deactivate').click();
        await inDialog(page, 'Deactivate');
        await page.getByText('The policy is no longer active.').waitFor();
        await button(page, 'Delete').click();
        await inDialog(page, 'Delete');
        await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor();
      });
    });

    it('have conditions that are picked, and numbers as the reader writes them', async () => {
      await app.within(
        owner,
        'policies/new',
        async (page) => {
          await page.getByLabel('Begin with').selectOption('Deals above a sum need an approval');
          const where = page.getByRole('group', { name: 'Only where' });
          await where.getByRole('button', { name: 'Value: from 10.000' }).click();
          await page.getByLabel('Value from').fill('17.500');
          await page.keyboard.press('Enter');
          await page.getByText('if after the change Value is at least 17.500').waitFor();

          // Without a mouse.
          await where.getByRole('group', { name: 'Before the change' }).getByRole('button').focus();
          await page.keyboard.press('Enter');
          await page.getByRole('menuitem', { name: 'Status', exact: true }).focus();
          await page.keyboard.press('Enter');
          const picker = page.getByRole('dialog', { name: /^Status: / });
          await picker.locator(':focus').waitFor();
          await app.tabTo(page, 'Open');
          await page.keyboard.press('Space');
          await page.keyboard.press('Escape');
          await picker.waitFor({ state: 'detached' });
          await page.getByText('if before the change Status is open, and after it Value is at least 17.500').waitFor();

          // A field that users do not have is not offered.
          await button(page, 'Add records').click();
          await page.getByLabel('Records', { exact: true }).last().selectOption('People and access: users');
          await where.getByRole('button', { name: 'Add a field' }).first().click();
          const offered = page.getByRole('menuitem');
          await offered.getByText('Created', { exact: true }).waitFor();
          expect(await offered.allTextContents()).not.toContain('Value');
          await page.keyboard.press('Escape');
          await offered.first().waitFor({ state: 'detached' });
          await page.getByRole('group', { name: 'Which records, 2' }).getByRole('button', { name: 'Remove' }).click();

          await button(page, 'Create policy').click();
          await page.getByText('It is not active yet.').waitFor();
          const path = `${POLICIES}/${page.url().split('/').at(-1)}`;
          const { body } = await app.suite.client.get(path);
          expect(body.when).toEqual({ before: { status: { in: ['open'] } }, after: { value: { gte: 17_500 } } });

          // A condition with `or` is shown in words, and can be removed.
          const when = { before: { or: [{ status: 'open' }, { value: { gt: 1000 } }] } };
          await app.suite.client.patch(path, { when });
          await page.reload();
          await button(page, 'Edit').click();
          const before = page.getByRole('group', { name: 'Before the change' });
          await before.getByText('(Status is open or Value is over 1.000)').waitFor();
          await before.getByRole('button', { name: 'Remove' }).click();
          await before.getByRole('button', { name: 'Add a field' }).waitFor();
          await button(page, 'Save').click();
          await page.getByText('Policy saved.').waitFor();
          expect((await app.suite.client.get(path)).body.when).toBeNull();
        },
        { locale: 'de-DE' },
      );
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
        provoke(page, 409);
        await button(page, 'Activate').click();
        const refused = page
          .getByRole('alert')
          .getByText('No workspace:owner could read and change policies any more.');
        // Before somebody tries it, and once after that.
        await refused.waitFor();
        // The browser logs the refusal a moment after the answer, and the next test expects none.
        const logged = page.waitForEvent('console', (message) => message.text().includes('409'));
        await inDialog(page, 'Activate');
        await logged;
        await refused.waitFor();
      });
    });

    it('are written as JSON, without a mouse', async () => {
      await app.within(owner, `policies/${tagged.id}/edit`, async (page) => {
        provoke(page, 400);
        await page.getByText(/with the tag “key account”/).waitFor();
        await app.tabTo(page, 'As a sentence');
        await page.keyboard.press('ArrowRight');
        await app.tabTo(page, /^Policy/);
        await page.keyboard.press('Control+a');
        await page.keyboard.type('{');
        await page.getByText('This cannot be read').waitFor();
        await page.keyboard.press('Control+a');
        const { name, effect, principals, actions } = tagged;
        const resources = [{ type: 'office.sheet', tag: 'قائمة' }];
        await page.keyboard.insertText(
          JSON.stringify({ name, effect, principals, actions, resources: [{ type: 'office.nothing' }] }),
        );
        await app.tabTo(page, 'Save');
        await page.keyboard.press('Enter');
        await page.getByText('must be the type of a resource').waitFor();
        await page.getByLabel('Policy').focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(JSON.stringify({ name, effect, principals, actions, resources }));
        await page.getByText('What it says of Sales has no effect').waitFor();
        // Words for conditions alone: what is no condition yet stays as it is written.
        await page.getByLabel('Policy').focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(
          JSON.stringify({
            name,
            effect,
            principals,
            actions,
            resources,
            when: { after: { or: 1, worth: { eq: null } } },
          }),
        );
        await page.getByRole('code').getByText('{"or":1,"worth":{"eq":null}}', { exact: true }).waitFor();
        await app.tabTo(page, 'Cancel');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name, exact: true }).waitFor();
      });
    });
  });

  describe('Alert rules', () => {
    it('are made, tried, enabled, changed, disabled and deleted', async () => {
      await app.within(owner, 'alert-rules', async (page) => {
        provoke(page, 400, 412);
        await page.getByRole('link', { name: 'The audit log was exported' }).waitFor();
        await button(page, 'New rule').first().click();
        await page.getByLabel('Name').fill('Deletions from outside');
        await button(page, 'Create rule').click();
        await page.getByText(/^Condition must have at least one part/).waitFor();
        await input(page, 'Actions').fill('office.nothing');
        await page.keyboard.press('Enter');
        await input(page, 'From elsewhere than').fill('300.0.0.0');
        await page.keyboard.press('Enter');
        await page.getByLabel('Entries').fill('many');
        await button(page, 'Create rule').click();
        await page.getByText(/is not the name of an action/).waitFor();
        await page.getByText(/must be an IP address/).waitFor();
        await page.getByText(/^Threshold must/).waitFor();
        await input(page, 'From elsewhere than').press('Backspace');
        await input(page, 'Actions').press('Backspace');
        await input(page, 'Actions').fill('document.deleted');
        await page.getByRole('option', { name: 'office.document.deleted' }).click();
        await page.getByLabel('Entries').fill('3');
        await page.getByText('3 entries of office.document.deleted within 1 hour make an alert.').waitFor();
        const after = page.getByRole('group', { name: 'After the change' });
        await after.getByRole('button', { name: 'Add a field' }).click();
        const offered = await page.getByRole('menuitem').allTextContents();
        const { 'x-audited-fields': types } = (await app.suite.client.get('/openapi.json')).body;
        expect(offered).toHaveLength(Object.keys(types['office.document']).length);
        expect(offered).toContain('Deleted');
        await page.getByRole('menuitem', { name: 'Status', exact: true }).click();
        const picker = page.getByRole('dialog', { name: /^Status: / });
        await picker.getByRole('checkbox', { name: 'Archived', exact: true }).click();
        await page.keyboard.press('Escape');
        await page.getByText('with, after, Status is archived within 1 hour').waitFor();
        // Records of another type do not have this field.
        await input(page, 'Actions').press('Backspace');
        await input(page, 'Actions').fill('access.group.created');
        await page.keyboard.press('Enter');
        await button(page, 'Create rule').click();
        await after.getByText(/status cannot be asked for/).waitFor();
        await after.getByRole('button', { name: 'Remove' }).click();
        await input(page, 'Actions').press('Backspace');
        await input(page, 'Actions').fill('office.document.deleted');
        await page.keyboard.press('Enter');
        await page.getByText('3 entries of office.document.deleted within 1 hour make an alert.').waitFor();
        await button(page, 'Create rule').click();
        await page.getByText('Try it, then enable it.').waitFor();
        await button(page, 'Try it').click();
        await page.getByText('It would have made an alert.').waitFor();
        await page.getByRole('region', { name: 'Dry run' }).getByText('Document deleted').first().waitFor();
        await button(page, 'Enable').click();
        await page.getByText('It counts what happens from now on.').waitFor();
        await button(page, 'Disable').click();
        await inDialog(page, 'Disable');
        await page.getByText('The rule is disabled.').waitFor();
        await button(page, 'Edit').click();
        await page.getByLabel('Severity').selectOption('Critical');
        const condition = { actions: ['office.document.deleted'], when: { after: { deleted_at: { empty: false } } } };
        await app.suite.client.patch(`/v1/guard/alert-rules/${page.url().split('/').at(-2)}`, {
          threshold: 5,
          condition,
        });
        await button(page, 'Save').click();
        await button(page, 'Show what changed').click();
        await page.getByText('5 entries of office.document.deleted').first().waitFor();
        await page.getByText('with, after, Deleted is not empty within 1 hour').first().waitFor();
        // It says more than people pick, so it is shown in words.
        await after.getByRole('button', { name: 'Remove' }).waitFor();
        await button(page, 'Save').click();
        await page.getByText('Rule saved.').waitFor();
        await page.getByText('Critical', { exact: true }).waitFor();
        await button(page, 'Delete').click();
        await inDialog(page, 'Delete');
        await page.getByRole('heading', { name: 'Alert rules', level: 1 }).waitFor();
      });
    });

    it('are enabled without a mouse, and those that are built in are not deleted', async () => {
      await app.within(owner, 'alert-rules?sort=name:asc', async (page) => {
        await page.getByRole('table').waitFor();
        await app.tabTo(page, 'An API key was created');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'An API key was created' }).waitFor();
        expect(await button(page, 'Delete').count()).toBe(0);
        await app.tabTo(page, 'Enable');
        await page.keyboard.press('Enter');
        await page.getByText('It counts what happens from now on.').waitFor();
      });
    });
  });

  describe('Alerts', () => {
    it('are found by state, show their entries, and are acknowledged, assigned, resolved and opened again', async () => {
      await app.within(owner, 'alerts?severity=high', async (page) => {
        await tick(page, 'Status', 'Open');
        await page
          .getByRole('table')
          .getByRole('link', { name: /^Many deletions/ })
          .click();
        const entries = page.getByRole('region', { name: 'Its entries' });
        await expect.poll(() => entries.getByRole('listitem').count()).toBeGreaterThan(1);
        await page.getByText('Suspend the key.').waitFor();
        await button(page, 'Acknowledge').click();
        await page.getByText('Acknowledged', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
        await button(page, 'Resolve').click();
        await page.getByLabel('What it was').selectOption('benign');
        await inDialog(page, 'Resolve');
        await page.getByText('Resolved', { exact: true }).waitFor();
        await button(page, 'Reopen').click();
        await page.getByText('Open', { exact: true }).waitFor();
      });
    });

    it('are acknowledged in the list, without a mouse', async () => {
      await app.suite.client.patch(`/v1/guard/alerts/${alert.id}`, { status: 'open' });
      await app.within(owner, 'alerts?status=open', async (page) => {
        await page.getByRole('table').waitFor();
        await app.tabTo(page, /^Acknowledge .*Many deletions/);
        await page.keyboard.press('Enter');
        await page.getByText(/^Acknowledged: Many deletions/).waitFor();
        const left = page.getByRole('table').getByRole('link', { name: /^Many deletions/ });
        await expect.poll(() => left.count()).toBe(0);
      });
    });

    it('come and go on the overview while somebody looks at it', async () => {
      const change = (status: string) => app.suite.client.patch(`/v1/guard/alerts/${alert.id}`, { status });
      await change('open');
      await app.within(owner, 'overview', async (page) => {
        const open = page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: /^Many deletions/ });
        await open.waitFor();
        await change('acknowledged');
        await expect.poll(() => open.count()).toBe(0);
        await change('open');
        await open.waitFor();
      });
    });

    it('are only looked at by those who may not change them', async () => {
      await app.within(await app.user('guard:viewer'), `alerts/${alert.id}`, async (page) => {
        await page.getByText('Suspend the key.').waitFor();
        expect(await button(page, 'Resolve').count()).toBe(0);
      });
    });
  });

  it('Retention is changed, once it is seen what goes', async () => {
    await app.within(owner, 'retention', async (page) => {
      provoke(page, 400, 412);
      await page.getByText('Nothing: no entry of the audit log is older than 365 days').waitFor();
      await page.getByText('Nothing so far: the whole audit log is there').waitFor();
      await app.tabTo(page, 'Edit');
      await page.keyboard.press('Enter');
      await page.getByLabel('Days for the audit log').fill('7');
      await inDialog(page, 'Save');
      await page.getByText(/^Audit retention days must/).waitFor();
      await page.getByLabel('Days for the audit log').fill('90');
      await page.getByRole('dialog').getByText('A lower number takes effect in seven days.').waitFor();
      await page.getByLabel('Mail signed checkpoints to').fill('proof@example.com');
      await app.suite.client.patch('/v1/guard/settings', { alert_retention_days: 200 });
      await page.keyboard.press('Enter');
      await button(page, 'Show what changed').click();
      await page.getByRole('dialog').getByText('Alert retention days:').waitFor();
      await inDialog(page, 'Save');
      await page.getByText('The audit log is kept for 90 days from').waitFor();
      await page.getByText('proof@example.com').waitFor();
      await page.getByText('200 days').waitFor();
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['alert rules', 'alert-rules?sort=name:asc', (page) => page.getByRole('table').waitFor()],
      ['alert rule, new', `alert-rules/${rule.id}/edit`, (page) => page.getByText('2 entries of').waitFor()],
      [
        'alert rule',
        `alert-rules/${rule.id}`,
        async (page) => {
          await button(page, 'Try it').click();
          await page.getByText('It would have made an alert.').waitFor();
        },
      ],
      ['alerts', 'alerts', (page) => page.getByRole('table').waitFor()],
      ['alert', `alerts/${alert.id}`, (page) => page.getByText('Document deleted').first().waitFor()],
      ['retention', 'retention', (page) => page.getByText('Nothing so far').waitFor()],
      ['policies', 'policies', (page) => page.getByText('with the tag').waitFor()],
      [
        'policy, new',
        `policies/${tagged.id}/edit`,
        async (page) => {
          await page.getByText('with the tag “key account”').waitFor();
          await button(page, 'Simulate').click();
          await page.getByText(/None of|would have been/).waitFor();
        },
      ],
      [
        'policy, new, with a condition',
        'policies/new',
        async (page) => {
          await page.getByLabel('Begin with').selectOption('Deals above a sum need an approval');
          await page.getByRole('button', { name: 'Value: from 10,000' }).waitFor();
        },
      ],
      [
        'policy',
        `policies/${deletes.id}`,
        async (page) => {
          await button(page, 'Simulate').click();
          await page.getByText('would have been refused').waitFor();
          await page.getByLabel('Kind').selectOption('Everybody');
          await button(page, 'Explain').click();
          await page.getByText('Refused.', { exact: true }).waitFor();
        },
      ],
      [
        'policy, activation',
        `policies/${deletes.id}`,
        async (page) => {
          await button(page, 'Activate').click();
          await page.getByRole('dialog').getByText('would have been refused').waitFor();
        },
      ],
    ]));
});
