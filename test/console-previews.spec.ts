import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import { enforcePolicy, makePolicy } from './support/policies.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('Previews and changes of several records in the console', () => {
  let app: TestConsole;
  let owner: User;
  let seller: User;
  let client: Client;
  const made = async (path: string, body: object): Promise<any> => {
    const { body: answer, status, text } = await client.post(path, body);
    expect(status, text).toBe(201);
    return answer;
  };
  const contact = (display_name: string, rest: object = {}) => made('/v1/sales/contacts', { display_name, ...rest });
  const read = async (path: string) => (await client.get(path)).body;

  beforeAll(async () => {
    app = await TestConsole.start();
    ({ client } = app.suite);
    owner = await app.user();
    seller = await makeUser(app.suite, { display_name: 'Sam Seller', roles: ['sales:editor'] });
    await made('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'Lead', probability: 10 }] });
    const principals = [{ type: 'user', id: seller.id }];
    const resources = (tag: string) => [{ type: 'sales.contact', tag }];
    const actions = ['sales:write', 'sales:delete'];
    await enforcePolicy(client, { name: 'Kept', principals, resources: resources('kept'), actions });
    const review = { effect: 'review', approvers: [{ type: 'user', id: owner.id }], status: 'active' };
    await makePolicy(client, { name: 'Asked', principals, resources: resources('asked'), actions, ...review });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const preview = (page: Page) => page.getByRole('status', { name: 'Preview' });
  const choose = async (page: Page, name: string) => {
    await dialog(page).getByRole('combobox', { name: 'The other contact' }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  /** Paths of requests that write, in their order. */
  const writes = (page: Page) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const reads = ['GET', 'OPTIONS', 'HEAD'].includes(request.method());
      if (!reads && pathname.startsWith('/v1/')) sent.push(`${request.method()} ${pathname}`);
    });
    return sent;
  };

  it('say what a merge of contacts changes, before and after, and change nothing', async () => {
    const kept = await contact('Grace Hopper', { email: null, phone: '1' });
    const other = await contact('Grace M. Hopper', { email: 'grace@example.com' });
    await made('/v1/sales/deals', { title: 'Looms', value: 1, contact_ids: [other.id] });
    await app.within(owner, `contacts/${kept.id}`, async (page) => {
      await button(page, 'Merge').click();
      await choose(page, 'Grace M. Hopper');
      const merged = preview(page).getByRole('region', { name: 'Contact merged' });
      await merged.first().getByRole('row', { name: 'E-mail nothing grace@example.com' }).waitFor();
      await merged.filter({ hasText: 'Grace M. Hopper' }).getByText('archived').waitFor();
      const deal = preview(page).getByRole('region', { name: 'Deal updated' });
      await deal.getByRole('row', { name: 'Contacts Grace M. Hopper Grace Hopper' }).waitFor();
      expect((await read(`/v1/sales/contacts/${other.id}`)).status).toBe('active');
      await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
      await page.getByText('The contacts are one.').waitFor();
    });
    expect(await read(`/v1/sales/contacts/${kept.id}`)).toMatchObject({ email: 'grace@example.com', phone: '1' });
  });

  it('say why it would be refused, and that it would wait for an approval', async () => {
    const mine = await contact('Ada Lovelace');
    await contact('Kept Person', { tags: ['kept'] });
    await contact('Asked Person', { tags: ['asked'] });
    await app.within(seller, `contacts/${mine.id}`, async (page) => {
      provoke(page, 403);
      await button(page, 'Merge').click();
      await choose(page, 'Kept Person');
      await dialog(page).getByRole('alert').getByText('You may not do this').waitFor();
      await choose(page, 'Asked Person');
      await preview(page).getByText('This would wait for an approval.').waitFor();
      // A refusal after the preview stands there once.
      await choose(page, 'Kept Person');
      await dialog(page).getByRole('alert').waitFor();
      await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
      await expect.poll(() => dialog(page).getByRole('alert').count()).toBe(1);
    });
    expect((await read('/v1/guard/reviews')).data).toEqual([]);
  });

  it('say what a change of a policy changes, or why it is refused', async () => {
    const policy = await makePolicy(client, { name: 'Quiet hours' });
    const address = `policies/${policy.id}`;
    await app.within(owner, address, async (page) => {
      await button(page, 'Activate').click();
      const status = preview(page).getByRole('row', { name: 'Status inactive active' });
      await status.waitFor();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await button(page, 'Edit').click();
      await page.getByLabel('Name').fill('Loud hours');
      await button(page, 'Preview').click();
      await preview(page).getByRole('row', { name: 'Name Quiet hours Loud hours' }).waitFor();
      await page.getByLabel('Office: delete').uncheck();
      await page.getByText('The policy has changed since. Preview it again.').waitFor();
      provoke(page, 400);
      await button(page, 'Preview').click();
      await page
        .getByRole('region', { name: 'What saving would change' })
        .getByText(/^actions must/i)
        .waitFor();
    });
    expect(await read(`/v1/guard/${address}`)).toMatchObject({ name: 'Quiet hours', status: 'inactive' });
  });

  it('delete and restore several by one request, and say for each why it failed', async () => {
    for (const name of ['Delete A', 'Delete B']) await contact(name, { owner_id: seller.id });
    await contact('Delete C', { tags: ['kept'], owner_id: seller.id });
    const names = async () => {
      const { data } = await read('/v1/sales/contacts?q=Delete&sort=created_at:asc');
      return data.map(({ display_name }: any) => display_name);
    };
    await app.within(seller, 'contacts?q=Delete', async (page) => {
      const sent = writes(page);
      await page.getByRole('checkbox', { name: 'Choose Delete C' }).waitFor();
      for (const name of ['A', 'B', 'C']) await page.getByRole('checkbox', { name: `Choose Delete ${name}` }).check();
      await button(page, 'Delete').click();
      await page.getByText('2 of 3 contacts moved to the trash.').waitFor();
      const refused = page.getByRole('alert').filter({ hasText: 'This did not work for 1 contact' });
      await refused.getByText(/^Delete C: The policy .* denies/).waitFor();
      expect(await names()).toEqual(['Delete C']);
      expect(sent).toEqual(['POST /v1/batch']);
      await button(page, 'Undo').click();
      await page.getByText('Undone.').waitFor();
      expect(await names()).toEqual(['Delete A', 'Delete B', 'Delete C']);
      expect(sent).toEqual(['POST /v1/batch', 'POST /v1/batch']);
    });
  });

  it('undo a change of several by one request, and leave what others changed since', async () => {
    const [first, second] = [await contact('Undo A'), await contact('Undo B')];
    await app.within(owner, 'contacts?q=Undo', async (page) => {
      const sent = writes(page);
      for (const name of ['A', 'B']) await page.getByRole('checkbox', { name: `Choose Undo ${name}` }).check();
      await button(page, 'Edit').click();
      await page.locator('[role=dialog] :focus').waitFor();
      await dialog(page).getByLabel('Add tags').fill('key');
      await dialog(page).getByLabel('Add tags').press('Enter');
      await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('2 contacts saved.').waitFor();
      await client.patch(`/v1/sales/contacts/${second.id}`, { phone: '2' });
      await button(page, 'Undo').click();
      await page.getByText('1 of 2 is undone. Changed meanwhile and left as they are: Undo B.').waitFor();
      expect(sent).toEqual(['POST /v1/batch', 'POST /v1/batch']);
    });
    const tags = async ({ id }: { id: string }) => (await read(`/v1/sales/contacts/${id}`)).tags;
    expect([await tags(first), await tags(second)]).toEqual([[], ['key']]);
  });

  it('say before records are deleted for good which cannot be', async () => {
    const project = await made('/v1/project/projects', { name: 'Hours' });
    const task = await made(`/v1/project/projects/${project.id}/tasks`, { title: 'Plan' });
    const log = (date: string, note: string) =>
      made('/v1/project/time-entries', { task_id: task.id, date, duration_seconds: 60, note, user_id: owner.id });
    await log('2020-01-01', 'Early');
    await log('2020-03-01', 'Late');
    const locked = await client.patch('/v1/project/settings', { time_locked_before: '2020-02-01' });
    expect(locked.status, locked.text).toBe(200);
    await app.within(owner, 'time/entries', async (page) => {
      for (const name of ['Early', 'Late'])
        await page.getByRole('checkbox', { name: new RegExp(`^Choose .*${name}`) }).check();
      await button(page, 'Delete').click();
      await dialog(page).getByText('1 will be deleted, 1 cannot be deleted.').waitFor();
      await dialog(page)
        .getByRole('listitem')
        .filter({ hasText: 'Early' })
        .getByText(/lock time entries/)
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('1 of 2 time entries deleted.').waitFor();
      const left = page.getByRole('alert').filter({ hasText: 'This did not work for 1 time entry' });
      await left.getByText(/Early/).waitFor();
    });
  });
});
