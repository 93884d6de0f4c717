import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { TaskRuns } from '../../platform/maintenance/task-runs.js';
import { Queues } from '../../platform/queues/queues.js';
import { eventually } from '../../../test/support/eventually.js';
import { mailsTo } from '../../../test/support/mails.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const SETTINGS = '/v1/project/settings';

let suite: TestApp;
let client: Client;
let project: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  // All tasks come once with the start, this one before there is anything to remind of.
  await eventually(async () => {
    await suite.app.get(TaskRuns).flush();
    const { rows } = await suite.database.execute(
      `select from maintenance_tasks where name = 'project.due-reminders' and finished_at is not null`,
    );
    expect(rows).toHaveLength(1);
  });
  await suite.app.get(Queues).whenIdle();
  project = await newProject();
});
afterAll(() => suite.close());

const newProject = async (name = 'Garden') => (await client.post('/v1/project/projects', { name })).body.id;
const day = (days: number) => suite.clock.iso(days * 86_400).slice(0, 10);
const inWords = (days: number, locale: string) =>
  new Date(day(days)).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
const newTask = async (title: string, assignee_id: string, days: number, more = {}) =>
  (await client.post(`/v1/project/projects/${project}/tasks`, { title, assignee_id, due_date: day(days), ...more }))
    .body.id;
/** Looks for what is due, and waits until it is done. */
const look = async (name: string) => {
  await suite.app.get(Maintenance).run(`project.${name}`);
  await suite.app.get(Queues).whenIdle();
};

describe('Assignees', () => {
  it('are reminded by one message a day of all that is due today and tomorrow', async () => {
    const [ada, ben] = [await suite.signedIn('project:viewer'), await suite.signedIn('project:viewer')];
    await newTask('Water the plants', ada.userId, 0);
    await newTask('Sow <b>beans</b>', ada.userId, 1);
    await newTask('Mow', ada.userId, 2);
    await newTask('Rake', ada.userId, -1);
    await newTask('Prune', ben.userId, 3);
    const done = await newTask('Dig', ben.userId, 0);
    await client.patch(`/v1/project/tasks/${done}`, { status: 'done' });
    await client.delete(`/v1/project/tasks/${await newTask('Weed', ben.userId, 0)}`);
    // Two looks at once, and one more.
    await Promise.all([look('due-reminders'), look('due-reminders')]);
    await look('due-reminders');
    await expect.poll(() => mailsTo(suite, ada.email)).toHaveLength(1);
    const [mail] = await mailsTo(suite, ada.email);
    expect(mail).toContain('2 tasks are due');
    expect(mail).toContain('Water the plants (Garden), due today');
    expect(mail).toContain(`due on ${inWords(1, 'en-GB')}`);
    expect(mail).not.toMatch(/Mow|Rake/);
    expect(await mailsTo(suite, ben.email)).toEqual([]);
  });

  it('are reminded in their language', async () => {
    const ada = await suite.signedIn('project:viewer');
    await ada.client.patch('/v1/access/me', { language: 'de' });
    await newTask('Gießen', ada.userId, 0);
    await newTask('Säen', ada.userId, 1);
    await look('due-reminders');
    await expect.poll(() => mailsTo(suite, ada.email)).toHaveLength(1);
    const [mail] = await mailsTo(suite, ada.email);
    for (const words of [
      '2 Aufgaben sind fällig',
      'diese Aufgaben sind fällig:',
      'Gießen (Garden), heute fällig',
      `Säen (Garden), fällig am ${inWords(1, 'de-DE')}`,
    ])
      expect(mail).toContain(words);
  });

  it('are reminded as early as the settings say, or not at all', async () => {
    const ada = await suite.signedIn('project:viewer');
    await newTask('Harvest', ada.userId, 5);
    await client.patch(SETTINGS, { due_reminder_days: null });
    await look('due-reminders');
    expect(await mailsTo(suite, ada.email)).toEqual([]);
    await client.patch(SETTINGS, { due_reminder_days: 5 });
    await look('due-reminders');
    await expect.poll(() => mailsTo(suite, ada.email)).toEqual([expect.stringContaining('Due: Harvest')]);
    await client.patch(SETTINGS, { due_reminder_days: 1 });
  });

  it('of archived projects, and suspended ones, are not reminded', async () => {
    const [ada, ben] = [await suite.signedIn('project:viewer'), await suite.signedIn('project:viewer')];
    await newTask('Sweep', ben.userId, 0);
    await client.post(`/v1/access/users/${ben.userId}/deactivate`);
    project = await newProject();
    await newTask('Paint', ada.userId, 0);
    await client.post(`/v1/project/projects/${project}/archive`);
    project = await newProject();
    await look('due-reminders');
    for (const { email } of [ada, ben]) expect(await mailsTo(suite, email)).toEqual([]);
  });

  it('are not told of tasks that a policy hides from them', async () => {
    const ada = await suite.signedIn('project:viewer');
    const [hidden] = [await newTask('Secret', ada.userId, 0), await newTask('Public', ada.userId, 0)];
    const facts = { name: 'Hidden', effect: 'deny', resources: [{ type: 'project.task', id: hidden }] };
    const principals = [{ type: 'user', id: ada.userId }];
    const { body } = await client.post('/v1/guard/policies', { ...facts, principals, actions: ['project:read'] });
    await client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' });
    await expect.poll(async () => (await ada.client.get(`/v1/project/tasks/${hidden}`)).status).toBe(403);
    await look('due-reminders');
    await expect.poll(() => mailsTo(suite, ada.email)).toEqual([expect.stringContaining('Due: Public')]);
    expect((await mailsTo(suite, ada.email))[0]).not.toContain('Secret');
  });

  it('are forgotten to have been reminded once the day is over', async () => {
    const left = async () => (await suite.database.execute('select 1 from due_reminders')).count;
    expect(await left()).toBeGreaterThan(0);
    await suite.database.execute(`update due_reminders set date = date - 2`);
    await look('due-reminders-sent');
    expect(await left()).toBe(0);
  });
});

describe('A completed project', () => {
  it('is archived once it has not changed for as long as the settings say', async () => {
    const [old, recent, open] = [await newProject(), await newProject(), await newProject()];
    for (const id of [old, recent]) await client.patch(`/v1/project/projects/${id}`, { status: 'completed' });
    await suite.database.execute(
      `update projects set updated_at = updated_at - interval '31 days' where id = any($1)`,
      [[old, open]],
    );
    const statuses = () =>
      Promise.all([old, recent, open].map(async (id) => (await client.get(`/v1/project/projects/${id}`)).body.status));
    await look('auto-archive');
    expect(await statuses()).toEqual(['completed', 'completed', 'planning']);
    await client.patch(SETTINGS, { auto_archive_days: 30 });
    await Promise.all([look('auto-archive'), look('auto-archive')]);
    expect(await statuses()).toEqual(['archived', 'completed', 'planning']);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${old}&action=project.project.archived`)).body;
    expect(data).toMatchObject([{ actor: { type: 'system' } }]);
    const events = async () => (await client.get('/v1/events?type=project.project.archived')).body.data;
    await expect
      .poll(async () => (await events()).filter(({ payload }: any) => payload.project_id === old))
      .toHaveLength(1);
  });
});
