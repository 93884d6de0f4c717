import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthClient } from '../src/access/oauth/oauth-client.entity.js';
import type { User } from '../src/access/users/user.entity.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { noChromium, provoke } from './support/chromium.js';
import { choose, focusInDialog, TestConsole, tick } from './support/console.js';
import { CALLBACK, registerClient, signedInThrough } from './support/oauth.js';
import { inUnit, makeUser } from './support/people.js';

const SCRIPT = '<img src=x onerror=alert(1)> مرحبا';

describe.skipIf(noChromium)('People in the console', () => {
  let app: TestConsole;
  let owner: User;
  let grace: User;
  /** Grace is in it. */
  let group: any;
  const get = async (path: string) => (await app.suite.client.get(`/v1/access/${path}`)).body;

  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    grace = await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['sales:editor'] });
    await makeUser(app.suite, { display_name: SCRIPT });
    await makeUser(app.suite, { display_name: 'Alan Turing', roles: ['office:viewer', 'guard:admin'] });
    await makeUser(app.suite, { display_name: 'Katherine Johnson', status: 'suspended', roles: ['careers:member'] });
    const { client } = app.suite;
    await client.post('/v1/access/users', {
      email: 'mina@example.com',
      display_name: 'Mina',
      roles: ['project:editor'],
    });
    const name = 'Engineering';
    group = (await client.post('/v1/access/groups', { name, roles: ['office:editor', 'project:member'] })).body;
    await client.post('/v1/access/groups', { name: SCRIPT, description: 'They look after people. '.repeat(300) });
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [grace.id, owner.id] });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const inDialogEnter = async (page: Page, name: string) => {
    await app.tabTo(page, name);
    await page.keyboard.press('Enter');
  };
  const more = async (page: Page, name: string) => {
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name }).click();
  };
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const arrive = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

  it('are found, invited, suspended, reactivated and deleted', async () => {
    await app.within(owner, 'users', async (page) => {
      provoke(page, 409);
      const table = page.getByRole('table', { name: 'Users' });
      await page.getByLabel('Name or e-mail').fill('GRA');
      await page.waitForURL(/q=GRA/);
      await table.getByText('Mina', { exact: true }).waitFor({ state: 'detached' });
      await tick(page, 'Status', 'Suspended');
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      // Grace has it from her group.
      await choose(page, 'Role', 'Office editor');
      await table.getByText('Mina', { exact: true }).waitFor({ state: 'detached' });
      await table.getByText('Grace Hopper').waitFor();

      await button(page, 'Invite').click();
      await page.getByLabel('E-mail address').fill(owner.email.toUpperCase());
      await inDialog(page, 'Invite');
      await page.getByRole('alert').getByText('A user with this e-mail address already exists.').waitFor();
      await page.getByLabel('E-mail address').fill('linus@example.com');
      await page.getByRole('dialog').getByLabel('Careers').selectOption({ value: 'editor' });
      await inDialog(page, 'Invite');
      // There is no mail server.
      await page
        .getByRole('dialog')
        .getByText(/\/accept-invitation\?token=/)
        .waitFor();
      await inDialog(page, 'I have kept it');
      await page.getByRole('heading', { name: 'linus', level: 1 }).waitFor();
      await page.getByText('They have not chosen a password yet.').waitFor();
      await section(page, 'Roles of their own').getByText('Careers editor').waitFor();
      await button(page, 'Invite again').click();
      await page
        .getByRole('dialog')
        .getByText(/\/accept-invitation\?token=/)
        .waitFor();
      await inDialog(page, 'I have kept it');

      await more(page, 'Suspend');
      await inDialog(page, 'Suspend');
      await page.getByText('They cannot sign in, and their API keys are refused').waitFor();
      await button(page, 'Reactivate').click();
      await page.getByText('linus is active again.').waitFor();
      await more(page, 'Delete');
      await inDialog(page, 'Delete for good');
      await page.getByText('linus deleted.').waitFor();
      expect((await get('users?q=linus')).meta.total).toBe(0);
    });
  });

  it('show what they may do and why, and where they are signed in', async () => {
    await app.within(owner, `users/${grace.id}`, async (page) => {
      await section(page, 'Roles of their own').getByText('Sales editor').waitFor();
      const fromGroups = section(page, 'Roles from groups');
      await fromGroups.getByRole('listitem').filter({ hasText: 'Projects member' }).getByRole('link').waitFor();
      await section(page, 'What they may do').getByText('Create and update CRM records').waitFor();
      await section(page, 'Groups').getByRole('button', { name: 'Remove from Engineering' }).click();
      await inDialog(page, 'Remove');
      await section(page, 'Groups').getByText('In no group').waitFor();
      await expect.poll(() => fromGroups.getByRole('listitem').count()).toBe(0);
      await button(page, 'Add to a group').click();
      await page.getByLabel('Group', { exact: true }).selectOption('Engineering (Office editor, Projects member)');
      await inDialog(page, 'Add');
      await fromGroups.getByText('Office editor').waitFor();
    });
  });

  it('are signed out of one session, and of all', async () => {
    const signedOut = (page: Page) => page.getByText('Your session has ended').waitFor();
    // The page may have noticed by itself, and lies behind a dialog then.
    const click = (page: Page) => page.locator('a[href="/console/contacts"]').dispatchEvent('click');
    await app.within(grace, '', (first) =>
      app.within(grace, '', async (second) => {
        for (const page of [first, second]) provoke(page, 401);
        await app.within(owner, `sessions?user_id=${grace.id}&status=active`, async (page) => {
          const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' });
          await row.nth(1).waitFor();
          // Without a mouse.
          await app.tabTo(page, 'Sign out');
          await page.keyboard.press('Enter');
          await focusInDialog(page);
          await page.keyboard.press('Enter');
          await page.getByText('The session has ended.').waitFor();
          // The newest stands first.
          await click(second);
          await signedOut(second);
          await page.goto(`${app.suite.base}/console/users/${grace.id}`);
          await section(page, 'Sessions').getByRole('button', { name: 'Sign out everywhere' }).click();
          await inDialog(page, 'Sign out everywhere');
          await page.getByText('Signed in nowhere').waitFor();
          await click(first);
          await signedOut(first);
        });
      }),
    );
  });

  it('are invited and suspended without a mouse', async () => {
    await app.within(owner, 'users', async (page) => {
      await page.getByRole('table').waitFor();
      await app.tabTo(page, 'Invite');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.type('barbara@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('Hand over the invitation').waitFor();
      await app.tabTo(page, 'I have kept it');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'barbara', level: 1 }).waitFor();
      await app.tabTo(page, 'More');
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await app.tabTo(page, 'Suspend', 'ArrowDown');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.press('Enter');
      await page.getByText('barbara is suspended.').waitFor();
    });
  });

  it('are put into groups without a mouse', async () => {
    await app.within(owner, 'groups', async (page) => {
      await page.getByRole('table').waitFor();
      await app.tabTo(page, 'New group');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.type('Support');
      await app.tabTo(page, 'Sales');
      await page.keyboard.type('Ed');
      await page.keyboard.press('Enter');
      await inDialogEnter(page, 'Create group');
      await page.getByText('Nobody is in it yet').waitFor();
      await app.tabTo(page, 'Add members');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.type('grace');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Grace Hopper', checked: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('1 member', { exact: true }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await app.tabTo(page, 'Remove Grace Hopper');
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.press('Enter');
      await page.getByText('Nobody is in it yet').waitFor();
      await app.tabTo(page, 'Delete');
    });
    const { data } = await get('groups');
    expect(data.find(({ name }: any) => name === 'Support')).toMatchObject({
      roles: ['sales:editor'],
      member_count: 0,
    });
  });

  it('that somebody else changes meanwhile are not overwritten unseen, and nothing typed is lost', async () => {
    const { client } = app.suite;
    const { body } = await client.post('/v1/access/groups', { name: 'Legal', description: 'Contracts' });
    await app.within(owner, `groups/${body.id}`, async (page) => {
      provoke(page, 412);
      await button(page, 'Edit').click();
      await page.getByLabel('Name').fill('Law');
      await client.patch(`/v1/access/groups/${body.id}`, { name: 'Legal team', description: 'Contracts, too' });
      await inDialog(page, 'Save');
      await page.getByRole('alert').getByText('This has changed meanwhile').waitFor();
      await inDialog(page, 'Show what changed');
      await page.getByText('Name: Legal → Legal team. You changed it too').waitFor();
      await page.getByText('Description: Contracts → Contracts, too').waitFor();
      // Edited fields keep their input, the others show the present value.
      expect(await page.getByLabel('Name').inputValue()).toBe('Law');
      expect(await page.getByLabel('What it is for').inputValue()).toBe('Contracts, too');
      await inDialog(page, 'Save');
      await page.getByRole('heading', { name: 'Law', level: 1 }).waitFor();
      expect((await client.get(`/v1/access/groups/${body.id}`)).body).toMatchObject({
        name: 'Law',
        description: 'Contracts, too',
      });
    });
  });

  it('whom somebody may not change are shown without buttons', async () => {
    await app.within(await app.user('access:viewer'), `users/${grace.id}`, async (page) => {
      await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
      await section(page, 'Roles from groups').getByText('Office editor').waitFor();
      for (const name of ['Edit', 'More', 'Add to a group', 'Sign out', 'Sign out everywhere'])
        expect(await button(page, name).count(), name).toBe(0);
    });
  });

  it('without a role are told what to ask for', async () => {
    const stranger = await makeUser(app.suite);
    await app.expectGoodPage('no role', async (page) => {
      provoke(page, 403);
      await app.signIn(page, stranger);
      await page.getByRole('heading', { name: 'You have no role yet' }).waitFor();
      expect(await page.getByText('Ask an admin of your workspace').count()).toBe(1);
    });
  });

  describe('OAuth apps', () => {
    const appsNamed = async (name: string) => {
      const { data } = await get('oauth-clients?limit=100');
      return data.filter((each: any) => each.name === name);
    };

    it('are made, changed, given a new secret and deleted', async () => {
      await app.within(owner, 'oauth-apps', async (page) => {
        provoke(page, 400, 412);
        await button(page, 'New app').first().click();
        await page.getByLabel('Name').fill('Travel');
        await page.getByLabel('Sends people back to').fill('https://example.com/callback\n\nhttp://example.com/');
        await page.getByLabel('Read documents, sheets and files').check();
        await inDialog(page, 'Create app');
        await page.getByText('Redirect uri 2 must be https; http is for loopback only.').waitFor();
        await page.getByLabel('Sends people back to').fill('https://example.com/callback');
        await inDialog(page, 'Create app');
        await page.getByText(/^wsc_/).waitFor();
        await button(page, 'I have kept it').click();
        await page.getByRole('heading', { name: 'Travel', level: 1 }).waitFor();
        await page.getByText(`${app.suite.base}/oauth/token`).waitFor();

        await button(page, 'Rotate the secret').click();
        await page.getByLabel('The old secret ends').selectOption('In an hour');
        await inDialog(page, 'Rotate');
        await page.getByText('The old secret works until').waitFor();
        await button(page, 'I have kept it').click();

        await button(page, 'Edit').click();
        await page.getByLabel('Name').fill(SCRIPT);
        const [{ client_id }] = await appsNamed('Travel');
        await app.suite.client.patch(`/v1/access/oauth-clients/${client_id}`, {
          scopes: ['office:read', 'sales:read'],
        });
        await inDialog(page, 'Save');
        await inDialog(page, 'Show what changed');
        await page.getByText('Scopes: office:read → office:read, sales:read').waitFor();
        await inDialog(page, 'Save');
        await page.getByRole('heading', { name: SCRIPT, level: 1 }).waitFor();
        expect(await appsNamed(SCRIPT)).toMatchObject([{ scopes: ['office:read', 'sales:read'] }]);

        await button(page, 'End it').click();
        await inDialog(page, 'End it');
        await page.getByText('No apps yet').waitFor();
      });
    });

    it('show what was done with them, give back what was deleted, and are ended', async () => {
      const client = app.suite.client;
      const notes = await registerClient(app.suite, { name: 'Deletes too much' });
      const { client: through, userId } = await signedInThrough(notes, client, 'office:admin');
      const made = async () => (await through.post('/v1/office/documents', { title: 'Plan' })).body.id as string;
      const [kept, gone] = [await made(), await made()];
      await through.delete(`/v1/office/documents/${kept}`);
      await through.delete(`/v1/office/documents/${gone}?hard=true`);
      await app.within(owner, `oauth-apps/${notes.client_id}`, async (page) => {
        // The record that is gone for good.
        provoke(page, 404);
        await page.getByText('Document created').first().waitFor();
        await button(page, 'What can be taken back').click();
        await page.getByText('is gone for good').waitFor();
        await page.getByText('What cannot be taken back').waitFor();
        await button(page, `Restore ${kept}`).click();
        await page.getByText('is there again').waitFor();
        expect((await client.get(`/v1/office/documents/${kept}`)).status).toBe(200);
        await page.keyboard.press('Escape');
        await button(page, 'End it').click();
        await inDialog(page, 'End it');
        await page.getByRole('heading', { name: 'OAuth apps', level: 1 }).waitFor();
      });
      expect((await through.get('/v1/office/documents')).status).toBe(401);
      // Other tests look at the first users of a list.
      expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    });

    it('are made without a mouse', async () => {
      await app.within(owner, 'oauth-apps', async (page) => {
        await page.getByRole('heading', { name: 'OAuth apps' }).waitFor();
        await app.tabTo(page, 'New app');
        await page.keyboard.press('Enter');
        await focusInDialog(page);
        await page.keyboard.type('Phone');
        await app.tabTo(page, 'On a server');
        await page.keyboard.press('ArrowDown');
        await app.tabTo(page, 'Sends people back to');
        await page.keyboard.type('com.example.phone:/callback');
        await app.tabTo(page, 'Read everything');
        await page.keyboard.press('Space');
        await page.keyboard.press('Enter');
        // It has no secret to show.
        await page.getByRole('heading', { name: 'Phone', level: 1 }).waitFor();
        expect(await appsNamed('Phone')).toMatchObject([{ type: 'public' }]);
      });
    });

    it('that describe themselves are marked as not verified, and only lose or get scopes', async () => {
      const metadata_url = 'https://notes.example.com/client.json';
      await inUnit(app.suite, () =>
        app.suite.app
          .get(StoreRegistry)
          .of(OAuthClient)
          .create({
            name: 'Notes (notes.example.com)',
            type: 'public',
            redirect_uris: [CALLBACK],
            scopes: ['office:read', 'office:write'],
            secret_hash: null,
            metadata_url,
          }),
      );
      await app.within(owner, 'oauth-apps', async (page) => {
        const row = page.getByRole('row', { name: /Notes/ });
        await row.getByText('Not verified').waitFor();
        await row.getByRole('link').first().click();
        await page.getByRole('heading', { name: /Notes/, level: 1 }).waitFor();
        await page.getByText('Not verified').waitFor();
        await page.getByText(metadata_url).waitFor();
        await button(page, 'Edit').click();
        await page.getByText('what the app says about itself').waitFor();
        await page.getByRole('dialog').getByLabel('Create and update documents').uncheck();
        await inDialog(page, 'Save');
        await page.getByText('App saved.').waitFor();
        expect(await appsNamed('Notes (notes.example.com)')).toMatchObject([{ scopes: ['office:read'] }]);
      });
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['users', 'users', arrive('Mina')],
      [
        'users, invite',
        'users',
        async (page) => {
          await button(page, 'Invite').click();
          await page.getByLabel('E-mail address').waitFor();
        },
      ],
      ['user', `users/${grace.id}`, arrive('Create and update CRM records')],
      ['groups', 'groups', arrive('Engineering')],
      [
        'group',
        `groups/${group.id}`,
        async (page) => {
          await page.getByRole('table').getByText('Grace Hopper').waitFor();
          await button(page, 'Add members').click();
          await page.getByRole('dialog').getByText('Mina', { exact: true }).waitFor();
        },
      ],
      ['roles', 'roles', arrive('Owner of the workspace')],
      ['role', 'roles/office:editor', arrive('by a group')],
      ['sessions', 'sessions', arrive('This one')],
      [
        'OAuth app',
        'oauth-apps',
        async (page) => {
          await page.getByRole('link', { name: 'Phone' }).click();
          await page.getByText('/oauth/token').waitFor();
        },
      ],
      [
        'OAuth apps, new',
        'oauth-apps',
        async (page) => {
          await button(page, 'New app').first().click();
          await page.getByLabel('Read documents, sheets and files').waitFor();
        },
      ],
    ]));
});
