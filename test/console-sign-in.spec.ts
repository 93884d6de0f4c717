import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { Browser } from './support/browser.js';
import { noChromium, provoke } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import { withTotp } from './support/factors.js';
import { CompanyProvider } from './support/identity-provider.js';
import { makeUser, PASSWORD } from './support/people.js';

describe.skipIf(noChromium)('Signing in, set up in the console', () => {
  let app: TestConsole;
  let company: CompanyProvider;
  let owner: User;
  beforeAll(async () => {
    [app, company] = await Promise.all([TestConsole.start(), CompanyProvider.start()]);
    owner = await app.user();
  });
  afterAll(async () => {
    await app?.close();
    await company?.close();
  });

  const get = async (path: string) => (await app.suite.client.get(`/v1/access/${path}`)).body;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const arrive = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

  it('makes, tests, changes and deletes identity providers', async () => {
    const group = (await app.suite.client.post('/v1/access/groups', { name: 'Sales', roles: [] })).body;
    await app.within(owner, 'identity-providers', async (page) => {
      provoke(page, 400);
      await button(page, 'New provider').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Acme');
      await dialog.getByLabel('Issuer').fill('login.example.com');
      await dialog.getByLabel('Client id').fill('suite');
      await dialog.getByLabel('Client secret').fill('a secret');
      await dialog.getByLabel('Domains', { exact: true }).fill('example.com\nexample.org');
      await dialog.getByRole('radio', { name: 'Get one' }).check();
      await dialog.getByLabel('Office').selectOption({ value: 'member' });
      await dialog.getByLabel('Claim', { exact: true }).fill('groups');
      await button(page, 'Add a group').click();
      await dialog.getByLabel('Value of the claim').fill('sales-team');
      await dialog.getByLabel('Makes a member of').click();
      await page.getByRole('option', { name: 'Sales' }).click();
      await inDialog(page, 'Create provider');
      await dialog.getByText(/^Issuer must be/).waitFor();
      await dialog.getByLabel('Issuer').fill(company.issuer);
      await inDialog(page, 'Create provider');
      await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
      const [{ id }] = (await get('identity-providers')).data;
      expect(await get(`identity-providers/${id}`)).toMatchObject({
        domains: ['example.com', 'example.org'],
        provisioning: 'create',
        default_roles: ['office:member'],
        groups_claim: 'groups',
        group_map: [{ value: 'sales-team', group_id: group.id }],
      });
      await section(page, 'To enter at the provider').getByText(`/sign-in/providers/${id}/callback`).waitFor();

      await button(page, 'Test').click();
      const answer = section(page, 'The answer of the provider');
      await answer.getByText(`${company.issuer}/token`, { exact: true }).waitFor();
      await answer.getByText('Its answer, word for word').click();
      await answer.getByText('"token_endpoint"').waitFor();
      // A provider that says something else shows what it says.
      company.tamper = () => ({ trouble: 'at the mill' });
      await button(page, 'Test').click();
      await answer.getByText('The provider cannot be used').waitFor();
      await answer.getByText('at the mill').waitFor();
      company.tamper = null;

      await button(page, 'Edit').click();
      await dialog.getByRole('checkbox', { name: 'People of these domains sign in here only' }).check();
      await dialog.getByRole('radio', { name: 'Inactive' }).check();
      await inDialog(page, 'Save');
      await section(page, 'About').getByText('Refused, but for owners').waitFor();
      await button(page, 'Delete').click();
      await inDialog(page, 'Delete');
      await page.getByText('No identity providers yet').waitFor();
    });
  });

  it('shows and changes the rules, and says which value will not do', async () => {
    await app.within(owner, 'sign-in-rules', async (page) => {
      provoke(page, 400);
      await section(page, 'Sessions').getByText('8 hours').waitFor();
      await button(page, 'Edit').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Admins and owners' }).check();
      await dialog.getByLabel('Minutes without use after which a session ends').fill('5');
      await inDialog(page, 'Save');
      await dialog.getByText('Session idle minutes must').waitFor();
      await dialog.getByLabel('Minutes without use after which a session ends').fill('90');
      await inDialog(page, 'Save');
      await section(page, 'Sessions').getByText('90 minutes').waitFor();
      await section(page, 'Signing in').getByText('Admins and owners').waitFor();
    });
    expect(await get('settings')).toMatchObject({ mfa: 'admins', session_idle_minutes: 90, updated_by: owner.id });
    await app.suite.client.patch('/v1/access/settings', { mfa: 'optional' });
  });

  it('shows people their own factors and sessions, and lets an admin remove a factor', async () => {
    const grace = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['office:viewer'] });
    const elsewhere = new Browser(app.suite.base, { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
    await elsewhere.submit('/sign-in', { email: grace.email, password: PASSWORD });
    await app.within(grace, 'your-sign-in', async (page) => {
      await page.getByText('None: whoever learns your password').waitFor();
      await withTotp(app.suite, grace);
      await page.reload();
      await page.getByText('Codes of an authenticator app').waitFor();
      const mine = section(page, 'Where you are signed in');
      await mine.getByRole('listitem').filter({ hasText: 'Firefox on Windows' }).getByText('Password').waitFor();
      await button(page, 'Sign out everywhere else').click();
      await inDialog(page, 'Sign out everywhere else');
      await mine.getByText('Firefox on Windows').waitFor({ state: 'detached' });
      await mine.getByText('This one').waitFor();
    });
    expect((await elsewhere.get('/account')).path).toMatch(/^\/sign-in/);
    await app.within(owner, `users/${grace.id}`, async (page) => {
      const factors = section(page, 'Passkeys and second step');
      await factors.getByRole('button', { name: 'Remove' }).click();
      await inDialog(page, 'Remove');
      await factors.getByText('None').waitFor();
    });
  });

  it('is good for everybody', async () => {
    const provider = await company.join(app.suite.client, { enforced: true, status: 'inactive' });
    await app.expectAllGood(owner, [
      ['identity providers', 'identity-providers', arrive('Owners only')],
      [
        'identity provider',
        `identity-providers/${provider.id}`,
        async (page) => {
          await button(page, 'Test').click();
          await section(page, 'The answer of the provider').getByText('Its answer, word for word').click();
        },
      ],
      [
        'identity provider form',
        'identity-providers',
        async (page) => {
          await button(page, 'New provider').first().click();
          await button(page, 'Add a group').click();
        },
      ],
      ['sign-in rules', 'sign-in-rules', arrive('End without use after')],
      [
        'sign-in rules form',
        'sign-in-rules',
        async (page) => {
          await button(page, 'Edit').click();
          await page.getByRole('dialog').getByText('Also apps that nobody has registered').waitFor();
        },
      ],
      ['your sign-in', 'your-sign-in', arrive('This one')],
    ]);
  });
});
