import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FirstSignIn } from '../src/access/index.js';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { focusInDialog, TestConsole, tick, type } from './support/console.js';
import { complianceDay, officeDay, operatorDay } from './support/console-days.js';
import { makeUser } from './support/people.js';
import type { Client } from './support/test-app.js';

describe.skipIf(noChromium)('A day in the console', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  /** The path that the first start prints, before anybody owns the workspace with a password. */
  let welcome: string;
  beforeAll(async () => {
    app = await TestConsole.start();
    welcome = (await app.suite.app.get(FirstSignIn).link())!;
    owner = await app.user();
    ({ client } = app.suite);
    await makeUser(app.suite, { display_name: 'Grace Hopper', roles: ['project:member'] });
  });
  afterAll(() => app?.close());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
  const inMenu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
  const goTo = (page: Page, name: string) => app.goTo(page, name);
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: at } = (globalThis as any).document;
      return String(at.getAttribute('aria-label') ?? at.textContent);
    });
  /** Chooses a record by its name in a field. */
  const pick = async (page: Page, label: string, name: string) => {
    await dialog(page).getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('listbox').getByRole('option', { name }).click();
  };

  const signOut = async (page: Page) => {
    await button(page, /^Ada Lovelace/).click();
    await inMenu(page, 'Sign out').click();
    await page.getByLabel('Password').waitFor();
  };

  it('of the first owner: who they are, how the company is called, its settings', async () => {
    await app.expectGoodPage('settings', async (page) => {
      await page.goto(app.suite.base + welcome);
      await page.getByLabel('Your name').fill('Katherine Johnson');
      await page.getByLabel('Name of your company').fill('Analytical Engines');
      await page.getByLabel('E-mail address').fill('katherine@example.com');
      await page.getByLabel('New password', { exact: true }).fill('a new and long one');
      await page.getByLabel('Repeat the new password').fill('a new and long one');
      await button(page, 'Go to the console').click();
      await heading(page, 'Home').waitFor();
      await page.getByRole('link', { name: 'Analytical Engines' }).first().waitFor();
      await button(page, /^Katherine Johnson/).waitFor();
      await goTo(page, 'Settings');
      await button(page, 'Edit workspace').click();
      await dialog(page).getByLabel('Time zone').fill('Europe/Lon');
      await page.getByRole('option', { name: 'Europe/London' }).click();
      await dialog(page).getByLabel('Currency').fill('Pound');
      await page.getByRole('option', { name: 'GBP · British Pound' }).click();
      await dialog(page).getByLabel('Week starts on').selectOption('Sunday');
      const colour = dialog(page).getByLabel('Colour');
      await colour.fill('#ffee00');
      // The colours to choose from lie over the next button until the field is left.
      await colour.press('Tab');
      const [picked] = await Promise.all([
        page.waitForEvent('filechooser'),
        inDialog(page, 'Choose a picture').click(),
      ]);
      await picked.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() });
      await dialog(page).getByRole('img', { name: 'Logo' }).waitFor();
      await inDialog(page, 'Save').click();
      await page.getByText('Settings saved.').waitFor();
      await page.getByText('Europe/London').waitFor();
      await page.getByRole('img', { name: 'Logo' }).waitFor();
    });
    expect((await client.get('/v1/access/workspace')).body).toMatchObject({
      name: 'Analytical Engines',
      time_zone: 'Europe/London',
      currency: 'GBP',
      accent_color: '#ffee00',
      // Made small in the browser: the picture was as large as the window.
      logo: expect.stringMatching(/^data:image\/webp;base64,.{100,40000}$/),
      week_starts_on: 'sunday',
    });
  });

  it('of a salesperson: a contact, a deal with activities, lost with a reason, and taken back; the forecast', async () => {
    await app.within(owner, '', async (page) => {
      await heading(page, 'Home').waitFor();
      await goTo(page, 'Pipelines');
      // Home has a button of the same name.
      await heading(page, 'Pipelines').waitFor();
      await button(page, 'New pipeline').first().click();
      await dialog(page).getByLabel('Name').first().fill('Direct');
      await inDialog(page, 'Create pipeline').click();
      await heading(page, 'Direct').waitFor();

      // By keyboard, with an error on the way, and a thought about leaving.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('new contact');
      await page.getByRole('option', { name: /^New contact/ }).waitFor();
      await page.keyboard.press('Enter');
      await focusInDialog(page);
      await page.keyboard.type('Ada Byron');
      await page.keyboard.press('Escape');
      await button(page, 'Go on writing').click();
      await dialog(page).getByLabel('E-mail').fill('ada');
      provoke(page, 400);
      await page.keyboard.press('Enter');
      await dialog(page)
        .getByText(/^E-mail must be/)
        .waitFor();
      await dialog(page).getByLabel('E-mail').fill('ada@example.com');
      await dialog(page).getByLabel('Company').fill('Engines');
      await page.keyboard.press('Enter');
      await heading(page, 'Ada Byron').waitFor();
      const [contact] = (await client.get('/v1/sales/contacts?q=Byron')).body.data;
      expect(contact).toMatchObject({ organization_name: 'Engines', owner_id: owner.id });

      await button(page, 'Add deal').click();
      await dialog(page).getByLabel('Title').fill('Looms');
      await dialog(page).getByLabel('Value').fill('1200');
      await inDialog(page, 'Create deal').click();
      await heading(page, 'Looms').waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Ada Byron' }).waitFor();
      await button(page, 'Add activity').click();
      await dialog(page).getByLabel('Type').selectOption('Call');
      await dialog(page).getByLabel('Note').fill('They decide in May.');
      await inDialog(page, 'Create activity').click();
      await page.getByText('They decide in May.').waitFor();
      await button(page, 'Lost').click();
      await dialog(page).getByLabel('Close reason').fill('Too dear');
      await inDialog(page, 'Lost').click();
      await page.getByText('The deal is lost.').waitFor();
      const deal = async () => (await client.get('/v1/sales/deals?q=Looms')).body.data[0];
      expect(await deal()).toMatchObject({ status: 'lost', close_reason: 'Too dear', contact_ids: [contact.id] });
      await button(page, 'Undo').click();
      await page.getByText('Undone.').waitFor();
      expect(await deal()).toMatchObject({ status: 'open' });

      await page.goto(`${app.suite.base}/console/contacts/${contact.id}`);
      await button(page, 'Edit').click();
      await dialog(page).getByLabel('Phone').fill('+44 20 7946 0000');
      // The server is slow to read what belongs to the contact, which is deleted meanwhile.
      const slow: Route[] = [];
      await page.route('**/activities?*', (read) => void slow.push(read));
      await inDialog(page, 'Save').click();
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).toBe('Edit');
      await expect.poll(() => slow.length).toBeGreaterThan(0);
      // It answers before the page has learned that the contact is gone.
      const ONE = '**/v1/sales/contacts/cnt_*';
      await page.route(ONE, async (sent) => {
        if (sent.request().method() === 'GET')
          for (const read of slow.splice(0)) {
            await read.continue().catch(() => undefined);
            await read.request().response();
          }
        await sent.continue();
      });
      await button(page, 'More for Ada Byron').click();
      await inMenu(page, 'Delete').click();
      await page.getByText('Contact moved to the trash.').waitFor();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await button(page, 'Restore').waitFor();
      await button(page, 'Undo').click();
      await button(page, 'Edit').waitFor();
      expect((await client.get(`/v1/sales/contacts/${contact.id}`)).body).toMatchObject({
        deleted_at: null,
        phone: '+44 20 7946 0000',
      });

      // Reads that were under way are asked for again where the deletion is refused. No event has them read in any case.
      await page.route('**/v1/events/stream*', () => undefined);
      await page.reload();
      await button(page, 'Edit').click();
      await dialog(page).getByLabel('Phone').fill('+44 20 7946 0001');
      slow.length = 0;
      await page.route('**/activities?*', (read) => void slow.push(read));
      await inDialog(page, 'Save').click();
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => slow.length).toBe(1);
      provoke(page, 409);
      await page.route(ONE, (sent) =>
        sent.request().method() === 'DELETE' ? sent.fulfill({ status: 409 }) : sent.continue(),
      );
      await button(page, 'More for Ada Byron').click();
      await inMenu(page, 'Delete').click();
      await expect.poll(() => slow.length).toBe(2);
      await slow[1]!.continue();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // Enter saves a value that is typed into a row, Escape discards it, and a refusal says why.
      await goTo(page, 'Deals');
      await button(page, /^Change Value of Looms/).click();
      await page.getByLabel('Value of Looms').fill('a lot');
      provoke(page, 400);
      await page.keyboard.press('Enter');
      await page.getByText(/^Type a number/).waitFor();
      await page.getByLabel('Value of Looms').fill('2500');
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByText('2,500').waitFor();
      await button(page, /^Change Close date of Looms/).click();
      await page.getByRole('option', { name: 'Today' }).click();
      const today = new Date().toISOString().slice(0, 10);
      await expect.poll(async () => (await deal()).expected_close_date).toBe(today);
      await button(page, 'Value').click();
      await page.waitForURL(/sort=value%3Aasc/);
      await tick(page, 'Status', 'Open');
      await button(page, 'Clear').click();
      await page.waitForURL((url) => !url.search.includes('status'));

      await page.getByRole('link', { name: 'Looms' }).click();
      await button(page, 'Move to Proposal').click();
      await page.getByText('Moved to Proposal.').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Moved to Proposal' }).waitFor();
      await button(page, 'More for Looms').click();
      await inMenu(page, 'Id').click();
      expect(await page.evaluate(() => (globalThis as any).navigator.clipboard.readText())).toBe((await deal()).id);
      await button(page, 'Lost').click();
      await dialog(page).getByLabel('Close reason').fill('Pri');
      await page.getByRole('button', { name: 'Price' }).click();
      await inDialog(page, 'Lost').click();
      await page.getByText('The deal is lost.').waitFor();
      await goTo(page, 'Forecast');
      const lost = page.getByRole('region', { name: 'Lost deals by reason' });
      await lost.getByRole('row', { name: /^Price 1/ }).waitFor();
      await signOut(page);
    });
    await client.patch(`/v1/sales/deals/${(await client.get('/v1/sales/deals?q=Looms')).body.data[0].id}`, {
      status: 'open',
    });
  });

  it('of a recruiter: a job with its form, a CV, a move, a scorecard, a note, a rejection, the pool', async () => {
    await app.within(owner, 'jobs', async (page) => {
      await button(page, 'New job').first().click();
      await dialog(page).getByLabel('Title').fill('Engineer');
      await inDialog(page, 'Create job').click();
      // A draft opens as well.
      await heading(page, 'Engineer').waitFor();
      await page.getByRole('link', { name: 'Edit and preview' }).click();
      const preview = page.getByRole('group', { name: 'Preview of the form' });
      await button(page, 'Add a question').click();
      await page.getByRole('textbox', { name: 'Question 1', exact: true }).fill('When can you begin?');
      await button(page, 'Add a question').click();
      await page.getByRole('textbox', { name: 'Question 2', exact: true }).fill('Your CV');
      await page.getByLabel('Answer to question 2').selectOption('File');
      await button(page, 'Move question 2 up').click();
      await button(page, 'Add a question').click();
      await page.getByRole('textbox', { name: 'Question 3', exact: true }).fill('Tools');
      await page.getByLabel('Answer to question 3').selectOption('One of several');
      provoke(page, 400);
      await button(page, 'Save the questions').click();
      await page.getByText(/must have options/).waitFor();
      await page.getByLabel('Choices of question 3').fill('SQL');
      await page.keyboard.press('Enter');
      await preview.getByLabel('Tools').selectOption('SQL');
      await preview.getByLabel('When can you begin?').waitFor();
      await button(page, 'Save the questions').click();
      await heading(page, 'Engineer').waitFor();
      await button(page, 'Publish').click();
      await inDialog(page, 'Publish').click();
      await client.patch('/v1/careers/settings', { job_page: 'https://example.com/jobs#{id}' });
      await button(page, 'Share').click();
      const [job] = (await client.get('/v1/careers/jobs')).body.data;
      await dialog(page).getByText(`https://example.com/jobs#${job.id}`, { exact: true }).waitFor();
      expect(await dialog(page).getByText(`/board/jobs/${job.id}`).count()).toBe(2);
      await page.keyboard.press('Escape');
      expect((await client.get(`/v1/careers/jobs/${job.id}`)).body.application_form.fields).toMatchObject([
        { name: 'your_cv', label: 'Your CV', type: 'file' },
        { name: 'when_can_you_begin', type: 'text' },
        { name: 'tools', type: 'select', options: ['SQL'] },
      ]);

      // One comes through the careers page with a CV, one is added by hand.
      const form = new FormData();
      const candidate = { display_name: 'Jonathan Harker', email: 'jonathan@example.com' };
      form.set('application', JSON.stringify({ candidate }));
      form.set('your_cv', new Blob(['I keep a journal.'], { type: 'text/plain' }), 'cv.txt');
      const at = `${app.suite.base}/v1/careers/jobs/${job.id}/applications`;
      expect((await fetch(at, { method: 'POST', body: form })).status).toBe(201);
      await button(page, 'Add candidate').click();
      await dialog(page).getByLabel('Name').fill('Mina Murray');
      await dialog(page).getByLabel('E-mail').fill('mina@example.com');
      await inDialog(page, 'More').click();
      await dialog(page).getByLabel('When can you begin?').fill('May');
      await inDialog(page, 'Create candidate').click();
      await heading(page, 'Mina Murray').waitFor();
      await page.getByText('May', { exact: true }).waitFor();

      // From the list of all candidates the form asks for the job first: one that takes applications.
      await client.post('/v1/careers/jobs', { title: `${job.title} in a year` });
      await goTo(page, 'Candidates');
      await button(page, 'New candidate').click();
      await focusInDialog(page);
      await dialog(page).getByRole('combobox', { name: 'Job' }).fill(job.title);
      await page.getByRole('option', { name: job.title, exact: true }).waitFor();
      expect(await page.getByRole('option', { name: `${job.title} in a year` }).count()).toBe(0);
      await page.getByRole('option', { name: job.title }).first().click();
      await dialog(page).getByLabel('Name').fill('Lucy Westenra');
      await dialog(page).getByLabel('E-mail').fill('lucy@example.com');
      await inDialog(page, 'Create candidate').click();
      await heading(page, 'Lucy Westenra').waitFor();

      await goTo(page, 'Candidates');
      await page.getByRole('link', { name: 'Jonathan Harker' }).click();
      await page.getByText('I keep a journal.').waitFor();
      await page.getByRole('combobox', { name: 'Stage' }).selectOption('Screen');
      await page.getByText('Moved to Screen.').waitFor();
      await button(page, 'Add note').click();
      await dialog(page).getByLabel('Text').fill('Can begin in May.');
      await inDialog(page, 'Create note').click();
      await page.getByText('Can begin in May.').waitFor();
      await button(page, 'Add scorecard').click();
      await dialog(page).getByLabel('Recommendation').selectOption('Strong yes');
      await dialog(page).getByLabel('Overall').fill('4');
      await inDialog(page, 'Create scorecard').click();
      await page.getByText('4.0 of 4, by 1').waitFor();
      await button(page, 'Reject').click();
      await dialog(page).getByLabel('Reason').selectOption({ index: 1 });
      await dialog(page).getByLabel('Send the candidate a mail').check();
      await dialog(page).getByLabel('Send it after (minutes)').fill('60');
      await inDialog(page, 'Reject').click();
      await page.getByText('The candidate is rejected.').waitFor();
      await button(page, 'Undo').last().click();
      await page.getByText('Undone.').waitFor();

      // The pool has everybody, and each job its own.
      await goTo(page, 'Candidates');
      await page.getByRole('link', { name: 'Mina Murray' }).waitFor();
      await page.getByRole('link', { name: 'Jonathan Harker' }).click();
      await page.getByText('3 of 3').waitFor();
      await page.keyboard.press('Alt+ArrowUp');
      await heading(page, 'Mina Murray').waitFor();
      await button(page, 'Next candidate').click();
      await heading(page, 'Jonathan Harker').waitFor();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
      await page.getByLabel('Find').fill('Harker');
      await page.getByRole('link', { name: 'Mina Murray' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Jonathan Harker' }).waitFor();
      await goTo(page, 'Jobs');
      await page.getByRole('link', { name: 'Engineer', exact: true }).click();
      const funnel = page.getByRole('region', { name: 'Candidates by stage' });
      await funnel.getByRole('row', { name: /^Screen 1/ }).waitFor();
      const { data } = (await client.get(`/v1/careers/jobs/${job.id}/applications?q=Harker`)).body;
      expect(data).toMatchObject([{ status: 'active', score: 4 }]);
      await page.goto(`${app.suite.base}/console/records/careers.candidates`);
      await page.getByRole('heading', { name: 'Which email?' }).waitFor();
      await type(page, 'Email', 'mina@example.com');
      await page.getByRole('table').waitFor();
      await signOut(page);
    });
  });

  it('of a project lead: a project, a sprint, tasks, a subtask, a comment, a timer, hours', async () => {
    await app.within(owner, 'projects', async (page) => {
      await button(page, 'New project').first().click();
      await dialog(page).getByLabel('Name').fill('Gauge');
      await inDialog(page, 'Create project').click();
      await heading(page, 'Gauge').waitFor();
      await page.getByRole('tab', { name: 'Sprints' }).click();
      await button(page, 'Add sprint').click();
      await dialog(page).getByLabel('Name').fill('First sprint');
      await dialog(page).getByLabel('Start date').fill('2026-01-01');
      await dialog(page).getByLabel('End date').fill('2026-01-14');
      await inDialog(page, 'Create sprint').click();
      await page.getByRole('link', { name: 'First sprint' }).waitFor();
      await page.getByRole('tab', { name: 'List' }).click();
      await button(page, 'New task').first().click();
      await dialog(page).getByLabel('Title').fill('Specify');
      await dialog(page).getByLabel('Priority').selectOption('High');
      await dialog(page).getByLabel('Sprint').selectOption('First sprint');
      await pick(page, 'Assignee', 'Ada Lovelace');
      await inDialog(page, 'Create task').click();
      await heading(page, 'Specify').waitFor();
      await page.getByRole('textbox', { name: 'New subtask' }).fill('Draft');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Draft' }).waitFor();
      await page.getByText('0 of 1 done').waitFor();
      // A person is named by the beginning of their name.
      const comment = page.getByRole('textbox', { name: 'Comment' });
      await comment.click();
      await page.keyboard.type('Looks good to me, @Grac');
      await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Grace Hopper' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('?');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Comment created.').waitFor();
      await page.getByRole('main').getByText('@Grace Hopper', { exact: true }).waitFor();
      await button(page, 'Edit').click();
      await dialog(page).getByLabel('Due date').fill('2026-12-31');
      await inDialog(page, 'Save').click();
      await button(page, 'Repeat this task').click();
      await dialog(page).getByLabel('Unit').selectOption('month');
      await dialog(page).getByLabel('On the last day of the month').check();
      await inDialog(page, 'Repeat').click();
      await page.getByText('Every month on its last day').waitFor();
      await button(page, 'End').click();
      await page.getByText('The task does not come again.').waitFor();
      await button(page, 'Start timer').click();
      await page.getByRole('region', { name: 'Running timer' }).getByText('Specify').waitFor();
      await button(page, 'Stop timer').click();
      await dialog(page).getByLabel('What you did').fill('Wrote it');
      await inDialog(page, 'Stop').click();
      await page.getByRole('region', { name: 'Running timer' }).waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'Status' }).selectOption('In review');
      await page.getByText('The task is in review.').waitFor();
      await goTo(page, 'My tasks');
      await page.getByRole('checkbox', { name: 'Done: Specify' }).click();
      await page.getByText('The task is done.').waitFor();
      await goTo(page, 'Time');
      // The hours of the week, which begins as the settings say, typed into its table.
      await page.getByRole('columnheader').nth(1).getByText('Sun').waitFor();
      const today = page.getByRole('row', { name: /Specify/ }).locator('[data-today] input');
      await today.fill('1h 30m');
      await page.keyboard.press('Enter');
      await page.getByText('Time saved.').waitFor();
      await expect.poll(() => page.getByRole('row', { name: /^Sum/ }).last().textContent()).toContain('1h 30m');
      const entries = async () => (await client.get('/v1/project/time-entries')).body.data;
      expect(await entries()).toMatchObject([{ duration_seconds: 5400, note: 'Wrote it' }]);
      await today.fill('nonsense');
      await page.keyboard.press('Enter');
      await page.getByText('“nonsense” is no duration.').waitFor();
      await today.fill('');
      await page.keyboard.press('Enter');
      await page.getByText('Time deleted.').waitFor();
      await button(page, 'Undo').last().click();
      await page.getByText('Undone.').waitFor();
      expect(await entries()).toMatchObject([{ duration_seconds: 5400, note: 'Wrote it' }]);
      await page.getByRole('link', { name: 'Entries', exact: true }).click();
      await button(page, 'New time entry').click();
      await pick(page, 'Task', 'Draft');
      await dialog(page).getByLabel('Duration').fill('45m');
      await inDialog(page, 'Create time entry').click();
      await page.getByText('45m').waitFor();
      await page.getByRole('link', { name: 'Report', exact: true }).click();
      // The page of entries has a field with the same name.
      await page.getByText('Choose a project').waitFor();
      await page.getByRole('combobox', { name: 'Project' }).fill('Gauge');
      await page.getByRole('option', { name: 'Gauge' }).click();
      await page.getByRole('row', { name: /^Sum 2h 15m/ }).waitFor();
      const [csv] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()]);
      expect(csv.suggestedFilename()).toMatch(/^Time .*\.csv$/);
      await page.getByRole('link', { name: 'Calendars', exact: true }).click();
      await button(page, 'New calendar').first().click();
      await pick(page, 'Project', 'Gauge');
      await inDialog(page, 'Create calendar').click();
      await dialog(page).getByText('calendar.ics?token=').waitFor();
      await button(page, 'I have kept it').click();

      await goTo(page, 'Projects');
      await page.getByRole('link', { name: 'Gauge' }).click();
      await page.getByRole('checkbox', { name: 'Draft' }).check();
      await page
        .getByRole('region', { name: 'Chosen tasks' })
        .getByRole('button', { name: 'Edit', exact: true })
        .click();
      await dialog(page).getByLabel('Priority').selectOption('Urgent');
      await dialog(page).getByLabel('Sprint').selectOption('First sprint');
      await inDialog(page, 'Save').click();
      await page.getByText('Task saved.').waitFor();
      const draft = async () =>
        (await client.get('/v1/project/projects/' + page.url().split('/').at(-1) + '/tasks?q=Draft')).body.data[0];
      expect(await draft()).toMatchObject({ priority: 'urgent', sprint_id: expect.any(String) });
      await button(page, 'Undo').last().click();
      await page.getByText('Undone.').last().waitFor();
      expect(await draft()).toMatchObject({ priority: 'none', sprint_id: null });
      // The undo leaves records that somebody has changed meanwhile.
      await page.getByRole('checkbox', { name: 'Draft' }).check();
      await page
        .getByRole('region', { name: 'Chosen tasks' })
        .getByRole('button', { name: 'Edit', exact: true })
        .click();
      await dialog(page).getByLabel('Priority').selectOption('High');
      await inDialog(page, 'Save').click();
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByText('Task saved.').last().waitFor();
      await client.patch(`/v1/project/tasks/${(await draft()).id}`, { description: 'By somebody else' });
      await button(page, 'Undo').last().click();
      await page.getByText('Changed meanwhile and left as they are: Draft.').waitFor();
      expect(await draft()).toMatchObject({ priority: 'high' });
      await page.getByRole('tab', { name: 'Sprints' }).click();
      await page.getByText('1 done').waitFor();
      await page.getByRole('link', { name: 'First sprint' }).click();
      await button(page, 'Start').click();
      await page.getByText('The sprint runs.').waitFor();
      await page.getByText('Open tasks by day, as a table').click();
      await page.getByRole('row', { name: 'Jan 14 1' }).waitFor();
    });
  });

  const ISSUES = [
    'Summary,Issue key,Issue Type,Status,Project key,Project name,Assignee,Story Points',
    'Draw the plan,WEB-1,Task,In Progress,WEB,Website,grace@example.com,5',
    'Pick a colour,WEB-2,Task,Done,WEB,Website,,',
  ].join('\n');
  /** Leads to the people of an import. */
  const checkFile = async (page: Page, text = ISSUES) => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'jira.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await button(page, 'Check the files').click();
  };
  const step = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();

  it('of a newcomer: issues of Jira are checked, imported and taken back', async () => {
    await app.within(owner, 'imports', async (page) => {
      await button(page, 'New import').first().click();
      await step(page, 'Where do the files come from?');
      await app.tabTo(page, /^Several/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await app.tabTo(page, 'Next');
      await page.keyboard.press('Enter');
      await step(page, 'Which files?');
      provoke(page, 400);
      await checkFile(page, 'name,colour\nA,blue\n');
      await page.getByText(/jira\.csv is no file of Jira/).waitFor();
      await checkFile(page);

      await step(page, 'Who is who?');
      await page.getByRole('combobox', { name: 'User for grace@example.com' }).fill('Ada');
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /^Ada Lovelace/ })
        .click();
      await button(page, 'Next').click();
      await step(page, 'Which column goes where?');
      await page.getByText('Draw the plan').first().waitFor();
      await page.getByLabel('Field for Story Points').selectOption('Task: labels');
      await button(page, 'Check again').click();
      await step(page, 'What will happen');
      await page.getByRole('row', { name: /^Task 2 0 0 0/ }).waitFor();
      expect((await client.get('/v1/project/projects?q=Website')).body.data).toEqual([]);

      await app.tabTo(page, 'Import');
      await page.keyboard.press('Enter');
      await heading(page, 'Import').waitFor();
      await page.getByText('Completed').waitFor();
      const [project] = (await client.get('/v1/project/projects?q=Website')).body.data;
      const tasks = async () => (await client.get(`/v1/project/projects/${project.id}/tasks?sort=title:asc`)).body.data;
      expect(await tasks()).toMatchObject([
        { title: 'Draw the plan', status: 'in_progress', assignee_id: owner.id, labels: ['5'] },
        { title: 'Pick a colour', status: 'done', assignee_id: null },
      ]);
      await button(page, 'Undo').click();
      await inDialog(page, 'Undo').click();
      await page.getByText('Undone', { exact: true }).waitFor();
      expect((await client.get('/v1/project/projects?q=Website')).body.data).toEqual([]);
    });
  });

  it('of an office user: a document, a file, the trash, several at once, a formula', async () => {
    await officeDay(app, owner);
  });

  it('of a compliance officer: a policy, an alert, the audit log', async () => {
    await complianceDay(app, owner);
  });

  it('of an operator: a person, a key, a failed delivery, an archive, the backlog', async () => {
    await operatorDay(app, owner);
  });

  it('is good for everybody', async () => {
    const [deal] = (await client.get('/v1/sales/deals')).body.data;
    const [contact] = (await client.get('/v1/sales/contacts')).body.data;
    const [job] = (await client.get('/v1/careers/jobs?status=published')).body.data;
    const [application] = (await client.get(`/v1/careers/jobs/${job.id}/applications?q=Harker`)).body.data;
    const [project] = (await client.get('/v1/project/projects')).body.data;
    const [task] = (await client.get(`/v1/project/projects/${project.id}/tasks?parent_id=none&status=done`)).body.data;
    const shown = (text: string) => (page: Page) => page.getByRole('main').getByText(text).first().waitFor();
    await app.expectAllGood(owner, [
      ['home', '', shown('My tasks')],
      ['contacts', 'contacts', shown('Ada Byron')],
      [
        'chosen contacts',
        'contacts',
        async (page) => {
          await page.getByRole('checkbox', { name: 'Choose Ada Byron' }).check();
          await page.getByRole('region', { name: 'Chosen contacts' }).getByText('Delete').waitFor();
        },
      ],
      ['a contact', `contacts/${contact.id}`, shown('Looms')],
      ['a deal', `deals/${deal.id}`, shown('They decide in May.')],
      [
        'a new deal',
        'deals',
        async (page) => {
          await button(page, 'New deal').first().click();
          await dialog(page).getByLabel('Title').waitFor();
        },
      ],
      ['a pipeline', `pipelines/${deal.pipeline_id}`, shown('Negotiation')],
      ['deals', 'deals', shown('Looms')],
      ['the forecast', 'forecast', shown('Weighted')],
      ['a job', `jobs/${job.id}`, shown('Came here')],
      ['questions', `jobs/${job.id}/form`, shown('When can you begin?')],
      ['candidates', 'candidates', shown('Jonathan Harker')],
      ['a candidate', `candidates/${application.id}`, shown('Can begin in May.')],
      ['a project', `projects/${project.id}`, shown('Specify')],
      ['a task', `tasks/${task.id}`, shown('Looks good to me,')],
      ['a sprint', `projects/sprints/${task.sprint_id}`, shown('Specify')],
      ['time', 'time', shown('2h 15m')],
      ['time report', `time/report?project_id=${project.id}`, shown('2h 15m')],
      ['imports', 'imports', shown('jira.csv')],
      [
        'an import',
        'imports',
        async (page) => {
          await page.getByRole('table').getByRole('link').first().click();
          await shown('Result')(page);
        },
      ],
      ['a new import', 'imports/new', (page) => step(page, 'Where do the files come from?')],
      [
        'the people of an import',
        'imports/new',
        async (page) => {
          await button(page, 'Next').click();
          await checkFile(page);
          await step(page, 'Who is who?');
        },
      ],
      [
        'the columns of an import',
        'imports/new',
        async (page) => {
          await button(page, 'Next').click();
          await step(page, 'Which column goes where?');
        },
      ],
    ]);
  });
});
