import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

/** As a spreadsheet in German saves it. */
const CUSTOMERS = [
  'Kundennummer;Name;Firma;E-Mail;Zweite Mail;Umsatz',
  'K-1;Jürgen Groß;Groß & Söhne;juergen@example.com;;1.200,50',
  'K-2;Änne Weiß;"Weiß; Partner";aenne@example.com;weiss@example.com;',
].join('\r\n');

describe.skipIf(noChromium)('An import of a CSV that no preset reads', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const step = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
  const fieldOf = (page: Page, column: string) => page.getByLabel(`Field for ${column}`, { exact: true });
  const chosen = (page: Page, column: string) =>
    fieldOf(page, column).evaluate((select: any) => select.selectedOptions[0].textContent);
  const choose = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
    page.locator('input[type=file]').setInputFiles({
      name: 'liste.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, encoding),
    });
  /** From the system to the columns of contacts. */
  const toContacts = async (page: Page) => {
    await button(page, 'Next').click();
    await choose(page, CUSTOMERS, 'latin1');
    await button(page, 'Next').click();
    await step(page, 'Match columns');
  };

  it('leads from the list of contacts to contacts in it, by keyboard', async () => {
    await app.within(owner, 'contacts', async (page) => {
      await app.tabTo(page, 'Import…');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Import contacts', level: 1 }).waitFor();
      expect(await page.getByRole('radio', { name: 'Other CSV' }).isChecked()).toBe(true);
      expect(await page.getByRole('radio', { name: 'Jira' }).count()).toBe(0);
      await app.tabTo(page, 'Next');
      await page.keyboard.press('Enter');
      await step(page, 'Which files?');
      await choose(page, CUSTOMERS, 'latin1');
      await app.tabTo(page, 'Next');
      await page.keyboard.press('Enter');
      await step(page, 'Match columns');
      await page.getByText('Jürgen Groß · Änne Weiß').waitFor();
      await page.getByText('Groß & Söhne · Weiß; Partner').waitFor();
      for (const [column, field] of [
        ['Kundennummer', 'Id in the other system'],
        ['Name', 'Name'],
        ['Firma', 'Company'],
        ['E-Mail', 'E-mail'],
        ['Zweite Mail', 'Leave out'],
        ['Umsatz', 'Leave out'],
      ] as const)
        expect(await chosen(page, column), column).toBe(field);
      await fieldOf(page, 'Umsatz').selectOption('Custom field “umsatz”');
      await app.tabTo(page, 'Check the files');
      await page.keyboard.press('Enter');
      await step(page, 'Who is who?');
      await app.tabTo(page, 'Next');
      await page.keyboard.press('Enter');
      await step(page, 'What will happen');
      await page.getByRole('row', { name: /^Contact 2 0 0 0/ }).waitFor();
      await page.getByText(/Company: Groß & Söhne/).waitFor();
      await app.tabTo(page, 'Import');
      await page.keyboard.press('Enter');
      await page.getByText('Completed').waitFor();
      await app.goTo(page, 'Contacts');
      await page.getByRole('link', { name: 'Änne Weiß' }).waitFor();
    });
    const { data } = (await client.get('/v1/sales/contacts?sort=display_name:asc')).body;
    expect(data).toMatchObject([
      { display_name: 'Jürgen Groß', email: 'juergen@example.com', custom_fields: { umsatz: '1.200,50' } },
      { display_name: 'Änne Weiß', organization_name: 'Weiß; Partner', external_id: expect.stringContaining('K-2') },
    ]);
  });

  it('refuses two columns for one field, and says which', async () => {
    await app.within(owner, 'imports/new?kind=contact', async (page) => {
      await toContacts(page);
      await fieldOf(page, 'Zweite Mail').selectOption('E-mail');
      await page.getByText('“E-Mail” has this field too.').waitFor();
      await button(page, 'Check the files').click();
      await page.getByText('Two columns go to E-mail: E-Mail, Zweite Mail.').waitFor();
      expect(await fieldOf(page, 'Zweite Mail').getAttribute('aria-invalid')).toBe('true');
      await fieldOf(page, 'Zweite Mail').selectOption('Leave out');
      await button(page, 'Check the files').click();
      await step(page, 'Who is who?');
    });
  });

  it('names the fields that tasks still need, where no system is known by its columns', async () => {
    await client.post('/v1/project/projects', { name: 'Umzug' });
    await app.within(owner, 'tasks', async (page) => {
      await button(page, 'Import…').click();
      await page.getByRole('heading', { name: 'Import tasks', level: 1 }).waitFor();
      await app.goTo(page, 'Imports');
      await button(page, 'New import').first().click();
      await button(page, 'Next').click();
      const [project] = (await client.get('/v1/project/projects?q=Umzug')).body.data;
      provoke(page, 400);
      await choose(page, `Kram;Vorhaben\nKisten packen;${project.id}\n`);
      await button(page, 'Check the files').click();
      await step(page, 'Match columns');
      await button(page, 'Check the files').click();
      await page.getByText('Choose what the rows are.').waitFor();
      await page.getByLabel('What are the rows?').selectOption('Tasks');
      await fieldOf(page, 'Vorhaben').selectOption('Leave out');
      await page.getByText('Still missing: Title, Project or Parent.').waitFor();
      await button(page, 'Check the files').click();
      await page.getByText('Choose a column for Title, Project or Parent.').waitFor();
      await fieldOf(page, 'Kram').selectOption('Title');
      await fieldOf(page, 'Vorhaben').selectOption('Project');
      await page.getByText('All fields that a record needs have a column.').waitFor();
      await button(page, 'Check the files').click();
      await step(page, 'Who is who?');
      await button(page, 'Next').click();
      await page.getByRole('row', { name: /^Task 1 0 0 0/ }).waitFor();
    });
  });

  it('updates the records that are here by what people choose', async () => {
    const { body: anna } = await client.post('/v1/sales/contacts', { display_name: 'Anna', email: 'anna@example.com' });
    const { body: project } = await client.post('/v1/project/projects', { name: 'Garten' });
    const { body: other } = await client.post('/v1/project/projects', { name: 'Garage' });
    const { body: task } = await client.post(`/v1/project/projects/${project.id}/tasks`, { title: 'Mow' });
    const sameMail = (page: Page) => page.getByLabel('The contact has the same e-mail address');
    const found = async (path: string) => (await client.get(path)).body;
    await app.within(owner, 'imports/new?kind=contact', async (page) => {
      await button(page, 'Next').click();
      await choose(page, 'Name;Mail\nAnna Berg;anna@example.com\nBert;bert@example.com\n');
      await button(page, 'Next').click();
      await step(page, 'Match columns');
      // A field that no column has finds nothing.
      await sameMail(page).waitFor();
      expect(await page.getByLabel('The contact has the same number in another system').count()).toBe(0);
      await fieldOf(page, 'Mail').selectOption('Leave out');
      await sameMail(page).waitFor({ state: 'detached' });
      await fieldOf(page, 'Mail').selectOption('E-mail');
      await sameMail(page).check();
      await button(page, 'Check the files').click();
      await button(page, 'Next').click();
      await page.getByRole('row', { name: /^Contact 1 1 0 0/ }).waitFor();
      await button(page, 'Import').click();
      await page.getByText('Completed').waitFor();
    });
    await expect.poll(() => found(`/v1/sales/contacts/${anna.id}`)).toMatchObject({ display_name: 'Anna Berg' });
    // Files that a preset reads: the check says what the choice changes.
    await app.within(owner, 'imports/new', async (page) => {
      await button(page, 'Next').click();
      const rows = [project, other].map(({ id }) => `Mow,${id},urgent`);
      await page.locator('input[type=file]').setInputFiles({
        name: 'tasks.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['title,project,priority', ...rows].join('\n')),
      });
      await button(page, 'Check the files').click();
      await step(page, 'Who is who?');
      await button(page, 'Next').click();
      await step(page, 'Which column goes where?');
      await page.getByLabel('The task has the same title, in the same project').check();
      await button(page, 'Check again').click();
      await step(page, 'What will happen');
      await page.getByRole('row', { name: /^Task 1 1 0 0/ }).waitFor();
      await button(page, 'Import').click();
      await page.getByText('Completed').waitFor();
    });
    await expect.poll(() => found(`/v1/project/tasks/${task.id}`)).toMatchObject({ priority: 'urgent' });
    await expect.poll(async () => (await found(`/v1/project/projects/${other.id}/tasks`)).data).toHaveLength(1);
    expect((await found(`/v1/project/projects/${project.id}/tasks`)).data).toHaveLength(1);
  });

  it('is offered in lists to those alone who may change their records', async () => {
    const reader = await makeUser(app.suite, { display_name: 'Vera Reader', roles: ['sales:viewer'] });
    await app.within(reader, 'contacts', async (page) => {
      await page.getByRole('link', { name: 'Änne Weiß' }).waitFor();
      expect(await button(page, 'Import…').count()).toBe(0);
    });
    await app.within(owner, 'deals', (page) => button(page, 'Import…').first().waitFor());
  });

  it('is good for everybody', async () => {
    await app.expectAllGood(owner, [
      [
        'the system of an import of contacts',
        'imports/new?kind=contact',
        (page) => page.getByRole('radio', { name: 'HubSpot' }).waitFor(),
      ],
      [
        'the columns of another CSV',
        'imports/new?kind=contact',
        async (page) => {
          await toContacts(page);
          await fieldOf(page, 'Zweite Mail').selectOption('E-mail');
          await button(page, 'Check the files').click();
          await page.getByText('Two columns go to E-mail').waitFor();
        },
      ],
      [
        'the check of another CSV',
        'imports/new?kind=contact',
        async (page) => {
          await fieldOf(page, 'Zweite Mail').selectOption('Leave out');
          await button(page, 'Check the files').click();
          await step(page, 'Who is who?');
          await button(page, 'Next').click();
          await step(page, 'What will happen');
        },
      ],
      ['my tasks, with an import', 'tasks', (page) => button(page, 'Import…').waitFor()],
    ]);
  });
});
