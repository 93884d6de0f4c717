import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, startProcess } from '../../../test/processes.js';
import { eventually } from '../../../test/support/eventually.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Maintenance, Queues, Works, zip } from '../../platform/index.js';
import { ImportRepository } from './import.repository.js';

const PATH = '/v1/imports';
const TASKS = '/v1/project/projects';

let suite: TestApp;
/** A fresh workspace for each test. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

type Files = Record<string, string | Uint8Array<ArrayBuffer>>;
type Fields = Record<string, string | string[]>;

async function send(files: Files, fields: Fields = {}, by = client) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  const response = await fetch(`${by.base}${PATH}`, {
    method: 'POST',
    headers: by.key!.startsWith('wsk_') ? { 'X-API-Key': by.key! } : { Authorization: `Bearer ${by.key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as any };
}
const got = async (id: string, by = client) => (await by.get(`${PATH}/${id}`)).body;
const ended = (id: string, status = 'completed', by = client) =>
  eventually(async () => {
    const record = await got(id, by);
    expect([record.status, record.error]).toEqual([status, status === 'failed' ? expect.any(String) : null]);
    return record;
  });
async function begun(files: Files, fields: Fields = {}, by = client): Promise<string> {
  const { status, body } = await send(files, fields, by);
  expect(status, JSON.stringify(body)).toBe(202);
  return body.id;
}
const imported = async (files: Files, fields: Fields = {}, by = client) =>
  ended(await begun(files, fields, by), 'completed', by);
const errors = async (id: string, query = '') =>
  (await client.get(`${PATH}/${id}/errors?limit=100${query}`)).body.data as any[];
const told = async (id: string) =>
  (await errors(id)).map(({ level, file, line, field, code }) => [level, file, line, field, code].join(' '));
const countsOf = ({ counts }: any) =>
  Object.fromEntries(
    counts.map(({ kind, created, updated, skipped, failed }: any) => [kind, [created, updated, skipped, failed]]),
  );
const projects = async () => (await client.get(`${TASKS}?limit=100&sort=name:asc`)).body.data as any[];
const tasksOf = async (project: { id: string }) =>
  (await client.get(`${TASKS}/${project.id}/tasks?limit=100&sort=title:asc`)).body.data as any[];
const problem = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.error?.details ?? []).map(({ field, code }: any) => `${field} ${code}`),
];
async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, text] of Object.entries(files))
      yield { name, deflated: true, content: Readable.from([Buffer.from(text)]) };
  };
  return Buffer.concat(await Readable.from(zip(entries())).toArray());
}
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
/** A user whom the fixtures name. */
async function ada(...roles: string[]) {
  const made = await client.post('/v1/access/users', {
    email: 'ada@example.com',
    display_name: 'Ada Lovelace',
    roles,
    send_invite: false,
  });
  expect(made.status).toBe(201);
  return (await client.post(`/v1/access/users/${made.body.id}/activate`)).body.id as string;
}

it('moves a project of Jira: tasks, subtasks, sprints, comments and time, and a second run finds the first', async () => {
  const adaId = await ada('project:member');
  const files = { 'jira.csv': fixture('jira.csv') };
  const owner = { people: JSON.stringify({ 'Grace Hopper': adaId }) };
  const done = await imported(files, owner);
  expect(countsOf(done)).toEqual({
    project: [1, 0, 0, 0],
    sprint: [2, 0, 0, 0],
    task: [3, 0, 0, 0],
    comment: [2, 0, 0, 0],
    time_entry: [1, 0, 0, 0],
  });
  expect(done).toMatchObject({ row_count: 3, processed_count: 3, waiting_count: 0 });
  expect(done.files).toEqual([
    {
      name: 'jira.csv',
      preset: 'jira',
      size_bytes: expect.any(Number),
      row_count: 3,
      fields: expect.arrayContaining(['task.title', 'task.parent']),
    },
  ]);
  expect(done.not_taken).toContainEqual({
    file: 'jira.csv',
    column: 'Attachment',
    reason: expect.stringContaining('not fetched'),
    count: 1,
  });
  expect(await told(done.id)).toEqual(['warning jira.csv 3 author not_found']);
  const [project] = await projects();
  expect(project).toMatchObject({ name: 'Website', status: 'active', owner_id: adaId });
  const [shop, colour, epic] = await Promise.all(
    ['Build the shop', 'Pick a colour', 'Shop'].map(async (title) =>
      (await tasksOf(project)).find((task) => task.title === title),
    ),
  );
  expect(shop).toMatchObject({
    assignee_id: adaId,
    due_date: '2026-03-31',
    labels: ['shop', 'q2', 'Story', 'Epic: Shop', 'Code Freeze'],
    time_spent_seconds: 5400,
  });
  expect(colour).toMatchObject({ parent_id: shop.id, status: 'in_progress' });
  expect(epic).toMatchObject({ status: 'done', completed_at: '2026-03-15T18:30:00.000Z' });
  const comments = (await client.get(`/v1/project/tasks/${shop.id}/comments?sort=created_at:asc`)).body.data;
  expect(comments.map(({ body }: any) => body).toSorted()).toEqual([
    '712020:xx, 2026-03-05 23:59 UTC:\n\nDone?',
    'Grace Hopper, 2026-03-04 14:30 UTC:\n\nLooks good; ship it',
  ]);
  const entries = (await client.get(`/v1/guard/audit-logs?resource_id=${shop.id}`)).body.data;
  expect(entries.at(-1)).toMatchObject({ action: 'project.task.created', changes: { import_id: { to: done.id } } });

  await client.patch(`/v1/project/tasks/${colour.id}`, { title: 'Pick two colours' });
  const again = await imported(files, owner);
  expect(countsOf(again)).toEqual({ task: [0, 1, 2, 0], comment: [0, 0, 2, 0], time_entry: [0, 0, 1, 0] });
  expect((await tasksOf(project)).map(({ title }) => title)).toEqual(['Build the shop', 'Pick a colour', 'Shop']);
});

it('shows people, mapping and a preview, checks all in a dry run, and starts it without another upload', async () => {
  const files = { 'linear.csv': fixture('linear.csv') };
  const first = await send(files, { dry_run: 'true', time_zone: 'Europe/Berlin' });
  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({ dry_run: true, time_zone: 'Europe/Berlin' });
  expect(first.body.mapping).toContainEqual({
    file: 'linear.csv',
    column: 'Title',
    field: 'task.title',
    example: 'Draw the icons',
  });
  expect(first.body.people).toEqual([{ name: 'ada@example.com', user_id: null, found_by: null, count: 0 }]);
  expect(first.body.preview[0]).toMatchObject({
    file: 'linear.csv',
    line: 2,
    kind: 'task',
    external_id: 'linear:ENG-2',
    values: { title: 'Draw the icons' },
  });
  const { id } = first.body;
  const dry = await ended(id);
  expect(countsOf(dry)).toEqual({ project: [2, 0, 0, 0], sprint: [1, 0, 0, 0], task: [3, 0, 0, 0] });
  expect(dry.people).toEqual([{ name: 'ada@example.com', user_id: null, found_by: null, count: 2 }]);
  expect(await projects()).toEqual([]);
  expect((await told(id)).toSorted()).toEqual([
    'warning linear.csv 2 assignee not_found',
    'warning linear.csv 3 assignee not_found',
  ]);
  expect(problem(await client.post(`${PATH}/${id}/undo`))).toEqual([409]);

  const started = await client.post(`${PATH}/${id}/start`);
  expect([started.status, started.body.dry_run]).toEqual([202, false]);
  const done = await ended(id);
  expect(countsOf(done)).toEqual(countsOf(dry));
  expect((await projects()).map(({ name }) => name)).toEqual(['OPS', 'Rebuild']);
  const [, rebuild] = await projects();
  const [icons, pages] = await tasksOf(rebuild);
  // The subtask stood before its parent.
  expect(icons).toMatchObject({ title: 'Draw the icons', parent_id: pages.id });
  expect(pages).toMatchObject({ due_date: '2026-06-26', sprint_id: expect.stringMatching(/^spr_/) });
  expect((await client.post(`${PATH}/${id}/start`)).status).toBe(409);
});

it('finds what files name in other files, in whatever order', async () => {
  const files = {
    'time.csv':
      'task,user,date,duration\nx:T-2,ada@example.com,2026-05-04,1:30\nx:T-9,ada@example.com,2026-05-04,0:30\n',
    'comments.csv': 'task,body\nx:T-1,First\n',
    'tasks.csv':
      'external_id,title,project,parent\nx:T-2,Child,x:P,x:T-1\nx:T-1,Parent,x:P,\nx:T-3,Grandchild,x:P,x:T-2\n',
    'projects.csv': 'external_id,name\nx:P,House\n',
  };
  await ada('project:member');
  const id = await begun(files, { preset: [] });
  const done = await ended(id);
  expect(countsOf(done)).toEqual({
    project: [1, 0, 0, 0],
    task: [3, 0, 0, 0],
    comment: [1, 0, 0, 0],
    time_entry: [1, 0, 0, 1],
  });
  expect(await told(id)).toEqual(['error time.csv 3 task not_found']);
  const [house] = await projects();
  const tasks = await tasksOf(house);
  const parent = tasks.find(({ title }) => title === 'Parent');
  expect(tasks.map(({ title, parent_id }) => [title, parent_id])).toEqual([
    ['Child', parent.id],
    ['Grandchild', parent.id],
    ['Parent', null],
  ]);
});

it('moves boards, tracked time and contacts of other systems', async () => {
  await ada('project:member');
  const files = Object.fromEntries(
    ['trello.json', 'toggl.csv', 'clockify.csv', 'asana.csv', 'hubspot-contacts.csv', 'google-contacts.csv'].map(
      (name) => [name, fixture(name)],
    ),
  );
  const done = await imported(files);
  expect(countsOf(done)).toEqual({
    project: [5, 0, 0, 0],
    task: [8, 0, 0, 0],
    comment: [1, 0, 0, 0],
    time_entry: [4, 0, 0, 0],
    contact: [3, 0, 0, 0],
  });
  const { data } = (await client.get('/v1/sales/contacts?sort=display_name:asc&limit=10')).body;
  expect(data.map(({ display_name, external_id }: any) => [display_name, external_id])).toEqual([
    [null, 'hubspot:902'],
    ['Ada King Lovelace', expect.stringMatching(/^google:/)],
    ['Gaëlle Perrin', 'hubspot:901'],
  ]);
  // Time goes to a project of the same name.
  await client.post(TASKS, { name: 'Webseite' });
  expect(countsOf(await imported({ 'kimai.csv': fixture('kimai.csv') }))).toEqual({
    task: [1, 0, 0, 0],
    time_entry: [2, 0, 0, 0],
  });
});

it('moves deals with pipelines, stages and contacts of other files', async () => {
  const adaId = await ada('sales:member');
  const names = [
    'pipedrive-deals.csv',
    'pipedrive-persons.csv',
    'hubspot-deals.csv',
    'hubspot-contacts.csv',
    'salesforce-opportunities.csv',
    'salesforce-contacts.csv',
    'contacts.vcf',
  ];
  const files = Object.fromEntries(names.map((name) => [name, fixture(name)]));
  const activities = {
    'activities.csv': 'deal,type,note,occurred_at\nhubspot:7001,call,They want it,2026-03-02 10:00\n',
  };
  const id = await begun({ ...activities, ...files });
  expect(countsOf(await ended(id))).toEqual({ deal: [6, 0, 0, 0], contact: [6, 1, 0, 0], activity: [1, 0, 0, 0] });
  const { data } = (await client.get('/v1/sales/deals?sort=title:asc')).body;
  const contacts = (await client.get('/v1/sales/contacts?limit=100')).body.data;
  const [cheese, launch, old, orbit, ten, twenty] = data;
  expect(cheese.contact_ids).toEqual(
    ['hubspot:901', 'hubspot:902'].map((id) => contacts.find(({ external_id }: any) => external_id === id).id),
  );
  expect(ten).toMatchObject({ value: 1200.5, currency: 'EUR', owner_id: adaId, expected_close_date: '2026-09-30' });
  expect(contacts.find((contact: any) => contact.id === ten.contact_ids[0])).toMatchObject({
    display_name: 'Grace Hopper',
    email: 'grace@example.com',
  });
  expect(twenty).toMatchObject({ status: 'lost', close_reason: 'No budget', closed_at: '2026-03-04T10:00:00.000Z' });
  expect([launch.status, old.status, orbit.status]).toEqual(['won', 'won', 'open']);
  const pipelines = (await client.get('/v1/sales/pipelines?sort=name:asc')).body.data;
  expect(pipelines.map(({ name }: any) => name)).toEqual(['Neukunden', 'Sales', 'Salesforce']);
  const { stages } = (await client.get(`/v1/sales/pipelines/${cheese.pipeline_id}`)).body;
  // The deal that waits for its contacts comes later.
  expect(stages.map(({ name }: any) => name)).toEqual(['Closed Won', 'Contract sent']);
  expect((await client.get(`/v1/sales/deals/${cheese.id}/activities`)).body.data).toMatchObject([
    { type: 'call', occurred_at: '2026-03-02T10:00:00.000Z' },
  ]);
  expect((await told(id)).filter((line) => line.startsWith('skipped'))).toEqual([
    'skipped salesforce-contacts.csv 3  invalid_value',
  ]);
  expect(countsOf(await imported(files))).toEqual({ deal: [0, 0, 6, 0], contact: [0, 0, 6, 0] });
});

it('moves jobs and applications, tells nobody, and removes what is asked for', async () => {
  await ada('careers:member');
  const files = Object.fromEntries(
    ['greenhouse.csv', 'greenhouse-jobs.csv', 'lever.csv'].map((name) => [name, fixture(name)]),
  );
  const done = await imported(files);
  expect(countsOf(done)).toEqual({ job: [3, 2, 0, 0], application: [7, 0, 0, 0] });
  // Candidates are shown by their applications alone.
  expect(JSON.stringify(done)).not.toContain('grace.hopper@example.org');
  const jobs = (await client.get('/v1/careers/jobs?sort=title:asc')).body.data;
  expect(jobs.map(({ title, status, close_reason }: any) => [title, status, close_reason])).toEqual([
    ['Compiler engineer', 'paused', null],
    ['Office manager', 'closed', 'Position filled'],
    ['Trajectory analyst', 'paused', null],
  ]);
  const of = async (email: string) => (await client.get(`/v1/careers/candidates?email=${email}`)).body.data as any[];
  const grace = await of('grace.hopper@example.org');
  expect(grace.map(({ status }) => status).toSorted()).toEqual(['active', 'disqualified']);
  const rejected = grace.find(({ status }) => status === 'disqualified');
  const shown = (await client.get(`/v1/careers/applications/${rejected.id}`)).body;
  expect(shown.disqualification).toMatchObject({
    reason: 'Lacking skill(s)/qualification(s)',
    notified: false,
    at: '2026-02-20T00:00:00.000Z',
  });
  expect(shown.stage_history).toMatchObject([{ stage_name: 'Application Review', left_at: expect.any(String) }]);
  expect(shown.answers).toContainEqual({ field: 'company', value: 'Navy' });
  const events = async () => (await client.get('/v1/events?type=careers.application.created&limit=100')).body.data;
  await expect.poll(async () => (await events()).length).toBe(7);
  expect(JSON.stringify(await events())).not.toMatch(/example\.org|Hopper/);
  expect(JSON.stringify((await client.get('/v1/guard/audit-logs?limit=100')).body)).not.toMatch(/example\.org|Hopper/);

  // A second run finds all, brings nobody back, and moves whom somebody has moved there.
  const mary = (await of('mary@example.org'))[0];
  expect((await client.post(`/v1/careers/applications/${mary.id}/anonymize`)).status).toBe(200);
  expect(countsOf(await imported(files))).toEqual({ job: [0, 0, 2, 0], application: [0, 0, 7, 0] });
  expect(await of('mary@example.org')).toEqual([]);
  // An address has one active application to a job.
  const twice = `job,name,email\n${grace.find(({ status }) => status === 'active').job_id},Grace,Grace.Hopper@example.org\n`;
  const again = await imported({ 'twice.csv': twice });
  expect(countsOf(again)).toEqual({ application: [0, 0, 0, 1] });

  await client.post(`/v1/careers/applications/${rejected.id}/notes`, { text: 'Ask again next year.' });
  await client.post(`${PATH}/${done.id}/undo`);
  // Those with a note, the anonymized one, and their jobs.
  expect(await ended(done.id, 'undone')).toMatchObject({ undone_count: 6, kept_count: 4 });
});

describe('files of a zip', () => {
  const FILES = '/v1/office/files';
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const plans = (plan: string) =>
    zipped({ 'Plans/2026/plan.md': plan, 'Plans/logo.png': png, 'notes.txt': 'Notes', '__MACOSX/notes.txt': 'x' });
  const unclaimed = async () =>
    (await suite.database.execute('select key from unclaimed_blobs where workspace_id = $1', [workspaceId])).count;

  it('become files with their folders as tags, and a second run adds what has changed there', async () => {
    const { client: editor, userId } = await client.signedIn('office:editor');
    const asFiles = async (plan: string, fields = {}) =>
      imported({ 'a.zip': new Uint8Array(await plans(plan)) }, { preset: 'files', ...fields }, editor);
    const list = async () => (await editor.get(`${FILES}?sort=name:asc`)).body.data;
    const textOf = async (id: string) => {
      const { url } = (await editor.get(`${FILES}/${id}/download`)).body;
      return (await fetch(url.replace(suite.settings.BASE_URL, suite.base))).text();
    };

    expect(countsOf(await asFiles('# Plan', { dry_run: 'true' }))).toEqual({ file: [3, 0, 0, 0] });
    expect(await list()).toEqual([]);

    const first = await asFiles('# Plan');
    expect(countsOf(first)).toEqual({ file: [3, 0, 0, 0] });
    expect(await list()).toMatchObject([
      { name: 'logo.png', mime_type: 'image/png', size_bytes: png.length, tags: ['Plans'], uploaded_by: userId },
      { name: 'notes.txt', mime_type: 'text/plain', tags: [] },
      { name: 'plan.md', mime_type: 'text/markdown', tags: ['Plans', '2026'] },
    ]);
    const [, , plan] = await list();
    expect(await textOf(plan.id)).toBe('# Plan');
    const entries = async (action: string) => (await client.get(`/v1/guard/audit-logs?action=${action}`)).body.data;
    expect(await entries('office.file.uploaded')).toHaveLength(3);

    await editor.patch(`${FILES}/${plan.id}`, { name: 'our plan.md', tags: ['ours'] });
    expect(countsOf(await asFiles('# Plan'))).toEqual({ file: [0, 0, 3, 0] });
    expect((await editor.get(`${FILES}/${plan.id}`)).body).toMatchObject({ name: 'our plan.md', tags: ['ours'] });
    expect(countsOf(await asFiles('# New plan'))).toEqual({ file: [1, 0, 2, 0] });
    expect((await list()).map(({ name }: any) => name)).toEqual(['logo.png', 'notes.txt', 'our plan.md', 'plan.md']);

    await editor.post(`${PATH}/${first.id}/undo`);
    expect(await ended(first.id, 'undone', editor)).toMatchObject({ undone_count: 2, kept_count: 1 });
    expect((await list()).map(({ name }: any) => name)).toEqual(['our plan.md', 'plan.md']);
    // Bytes that no file has any more are gone, and those that were sent twice.
    await expect.poll(unclaimed).toBe(0);
  });

  it('are errors by themselves where they cannot be unpacked', async () => {
    const bytes = await zipped({ 'a.md': 'A'.repeat(2 ** 20), 'b.md': 'B' });
    // The size of the first one stands behind its name, in the field of ZIP64.
    bytes.writeBigUInt64LE(10n, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 46 + 'a.md'.length + 4);
    const done = await imported({ 'a.zip': new Uint8Array(bytes) }, { preset: 'files' });
    expect(countsOf(done)).toEqual({ file: [1, 0, 0, 0] });
    expect(await told(done.id)).toEqual(['error a.zip 1  invalid_format']);
    await expect.poll(unclaimed).toBe(0);
  });

  it('are refused by a policy', async () => {
    const bytes = await zipped({ 'Secret/a.txt': 'A', 'b.txt': 'B' });
    const { client: editor, userId } = await client.signedIn('office:editor');
    await enforcePolicy(client, {
      name: 'No secrets',
      effect: 'deny',
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'office.file', tag: 'Secret' }],
      actions: ['office:write'],
    });
    const done = await imported({ 'a.zip': new Uint8Array(bytes) }, { preset: 'files' }, editor);
    expect(countsOf(done)).toEqual({ file: [1, 0, 0, 1] });
    expect((await client.get(FILES)).body.data).toMatchObject([{ name: 'b.txt' }]);
  });

  it('are refused where the workspace has no room for them', async () => {
    const before = suite;
    suite = await startTestApp({ WORKSPACE_STORAGE_BYTES: '100000' });
    ({ client, id: workspaceId } = await suite.workspace());
    try {
      const bytes = await zipped({ 'a.txt': 'A'.repeat(200_000), 'b.txt': 'B' });
      const done = await imported({ 'a.zip': new Uint8Array(bytes) }, { preset: 'files' });
      expect(countsOf(done)).toEqual({ file: [1, 0, 0, 0] });
      expect(await told(done.id)).toEqual(['error a.zip 1  too_large']);
    } finally {
      await suite.close();
      suite = before;
    }
  });
});

it('moves pages of a zip as documents of the person who imports them', async () => {
  const { client: editor, userId } = await client.signedIn('office:editor');
  const id = '0123456789abcdef0123456789abcdef';
  const bytes = await zipped({
    [`Team ${id}.md`]: '# Team',
    [`Team ${id}/Plan ${id.replace('0', 'f')}.html`]: '<html><body><p>Plan</p><script>x</script></body></html>',
    [`Team ${id}/logo.png`]: 'png',
  });
  const files = { 'notion.zip': new Uint8Array(bytes) };
  const first = await send(files, {}, editor);
  expect(first.body.preview).toMatchObject([{ values: { title: 'Team' } }, { values: { title: 'Team / Plan' } }]);
  const done = await ended(first.body.id, 'completed', editor);
  expect(countsOf(done)).toEqual({ document: [2, 0, 0, 0] });
  expect(done.not_taken).toMatchObject([{ column: 'file', count: 1 }]);
  const [entry] = await errors(done.id);
  expect(entry).toMatchObject({ level: 'skipped', message: expect.stringContaining('logo.png') });
  const { data } = (await editor.get('/v1/office/documents?sort=title:asc')).body;
  expect(data).toMatchObject([
    { title: 'Team', status: 'draft', owner_id: userId },
    { title: 'Team / Plan', status: 'draft', owner_id: userId },
  ]);
  expect((await editor.get(`/v1/office/documents/${data[0].id}`)).body).toMatchObject({
    content: '# Team',
    content_type: 'markdown',
    permissions: { visibility: 'private' },
  });
  expect(countsOf(await imported(files, {}, editor))).toEqual({ document: [0, 0, 2, 0] });
  expect((await editor.post(`${PATH}/${done.id}/undo`)).status).toBe(202);
  expect(await ended(done.id, 'undone', editor)).toMatchObject({ undone_count: 2, kept_count: 0 });
  expect((await editor.get('/v1/office/documents')).body.data).toEqual([]);
  // A sheet of the names of fields makes documents too, as its columns say.
  const plain = 'title,content,content_type,visibility,status\nRules,<p>Be kind</p>,html,workspace,published\n';
  await imported({ 'documents.csv': plain }, {}, editor);
  const [rules] = (await client.get('/v1/office/documents')).body.data;
  expect(rules).toMatchObject({ title: 'Rules', status: 'published', owner_id: userId });
});

it('invites people with their roles, and leaves those who are here as they are', async () => {
  const text = [
    'email,name,roles',
    'grace@example.com,Grace Hopper,"sales:member; project:member"',
    'ada@example.com,Someone else,workspace:owner',
    'alan@example.com,,no:role',
    'not an address,Nobody,',
    'root@example.com,,access:admin',
  ].join('\n');
  const files = { 'people.csv': text };
  await ada('project:member');
  const { client: editor } = await client.signedIn('project:editor');
  expect((await send(files, {}, editor)).status).toBe(403);
  const id = await begun(files);
  expect(countsOf(await ended(id))).toEqual({ user: [1, 0, 1, 3] });
  expect((await told(id)).toSorted()).toEqual([
    'error people.csv 4 roles[0] invalid_value',
    'error people.csv 5 email invalid_format',
    'error people.csv 6 roles invalid_value',
  ]);
  const { data } = (await client.get('/v1/access/users?sort=email:asc&limit=100')).body;
  const of = (email: string) => data.find((user: any) => user.email === email);
  expect(of('grace@example.com')).toMatchObject({
    display_name: 'Grace Hopper',
    status: 'pending',
    roles: ['sales:member', 'project:member'],
  });
  expect(of('ada@example.com')).toMatchObject({ display_name: 'Ada Lovelace', roles: ['project:member'] });

  // Nobody gives roles that they do not have.
  const { client: admin } = await client.signedIn('access:admin');
  const more = await imported({ 'more.csv': 'email,roles\nmary@example.com,sales:editor\n' }, {}, admin);
  expect(countsOf(more)).toEqual({ user: [0, 0, 0, 1] });
  await client.post(`${PATH}/${id}/undo`);
  expect(await ended(id, 'undone')).toMatchObject({ undone_count: 1, kept_count: 0 });
});

it('finds contacts by their address where it is asked to', async () => {
  await client.post('/v1/sales/contacts', { display_name: 'Ada', email: 'Ada@Example.com', custom_fields: { a: 1 } });
  for (const name of ['Bea', 'Bo'])
    await client.post('/v1/sales/contacts', { display_name: name, email: 'twice@example.com' });
  const text = 'display_name,email,Level\nAda L,ada@example.com,7\nTwo,twice@example.com,\nNew,new@example.com,\n';
  const id = await begun({ 'people.csv': text }, { match_by: ['contact.email'] });
  expect(countsOf(await ended(id))).toEqual({ contact: [1, 1, 0, 1] });
  expect(await told(id)).toEqual(['error people.csv 3 email duplicate']);
  const { data } = (await client.get('/v1/sales/contacts?q=ada')).body;
  expect(data).toMatchObject([{ display_name: 'Ada L', custom_fields: { a: 1, level: '7' } }]);
});

describe('an id of another system that names a record which the person may not read', () => {
  it('is an error of the row, and stays with its record', async () => {
    const { client: owner } = await client.signedIn('office:editor');
    const { client: thief } = await client.signedIn('office:editor');
    const plan = (content: string) => ({ 'a.csv': `external_id,title,content\nx:1,Plan,${content}\nx:2,Own,Mine\n` });
    await imported({ 'a.csv': plan('Secret')['a.csv'].split('\nx:2')[0]! }, {}, owner);
    for (const fields of [{ dry_run: 'true' }, {}] as Fields[]) {
      const done = await imported(plan('Stolen'), fields, thief);
      expect(countsOf(done)).toEqual({ document: [1, 0, 0, 1] });
      expect(await told(done.id)).toEqual(['error a.csv 2 external_id duplicate']);
    }
    expect((await thief.get('/v1/office/documents')).body.data).toMatchObject([{ title: 'Own' }]);
    expect(countsOf(await imported({ 'a.csv': 'external_id,title,content\nx:1,Plan,Secret\n' }, {}, owner))).toEqual({
      document: [0, 0, 1, 0],
    });
  });

  it('is an error of the rows that name it, too', async () => {
    const { client: editor, userId } = await client.signedIn('project:editor');
    const jira = (key: string) => `Issue key,Summary,Issue Type,Project key\n${key},Task ${key},Task,WEB\n`;
    await imported({ 'jira.csv': jira('WEB-1') });
    const [web] = await projects();
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'project.project', id: web.id }],
      actions: ['project:read'],
    });
    const done = await imported({ 'jira.csv': jira('WEB-2') }, {}, editor);
    expect(countsOf(done)).toEqual({ project: [0, 0, 0, 1], task: [0, 0, 0, 1] });
    expect((await told(done.id)).toSorted()).toEqual([
      'error jira.csv 2 external_id duplicate',
      'error jira.csv 2 project not_found',
    ]);
    expect((await projects()).map(({ id }) => id)).toEqual([web.id]);
    expect(countsOf(await imported({ 'jira.csv': jira('WEB-3') }))).toEqual({ task: [1, 0, 0, 0] });
    expect((await tasksOf(web)).map(({ title }) => title)).toEqual(['Task WEB-1', 'Task WEB-3']);
  });

  it('names a new record once its own has been deleted', async () => {
    const file = { 'a.csv': 'external_id,title,content\nx:1,Plan,Dig\n' };
    await imported(file);
    const [plan] = (await client.get('/v1/office/documents')).body.data;
    expect((await client.delete(`/v1/office/documents/${plan.id}`)).status).toBe(204);
    expect(countsOf(await imported(file))).toEqual({ document: [1, 0, 0, 0] });
    expect(countsOf(await imported(file))).toEqual({ document: [0, 0, 1, 0] });
  });
});

it.each([
  ['comma', '12.500\n"12.500,00"\n"0,5"\n', {}, [0.5, 12_500, 12_500], []],
  [
    'point',
    '"12,500"\n"12,500.00"\n0.5\n"1,5"\n',
    {},
    [0, 0.5, 12_500, 12_500],
    ['warning deals.csv 5 value invalid_format'],
  ],
  ['point where nothing shows it', '12.500\n', {}, [12.5], ['warning deals.csv 2  invalid_format']],
  ['comma where the request says so', '12.500\n', { decimal_separator: 'comma' }, [12_500], []],
])('reads numbers of a file in one style: a decimal %s', async (_, cells, fields, values, said) => {
  const rows = cells
    .split('\n')
    .filter(Boolean)
    .map((cell, n) => `Deal ${n},${cell}`);
  const done = await imported({ 'deals.csv': ['title,value', ...rows].join('\n') }, fields as Fields);
  const { data } = (await client.get('/v1/sales/deals?sort=value:asc')).body;
  expect(data.map(({ value }: any) => value)).toEqual(values);
  expect(await told(done.id)).toEqual(said);
});

it.each([{ dry_run: 'true' }, {}] as Fields[])(
  'takes two rows about one contact after one another, %o',
  async (fields) => {
    await client.post('/v1/sales/contacts', { display_name: 'Ada', email: 'ada@example.com' });
    const text =
      'display_name,email,phone\nAda L,ada@example.com,1\nAda K,ADA@example.com,\nBea,bea@example.com,1\nBea B,Bea@example.com,2\n';
    const done = await imported({ 'people.csv': text }, { match_by: ['contact.email'], ...fields });
    expect([countsOf(done), done.problem_count]).toEqual([{ contact: [1, 3, 0, 0] }, 0]);
    const { data } = (await client.get('/v1/sales/contacts?sort=display_name:asc')).body;
    expect(data.map(({ display_name, phone }: any) => [display_name, phone])).toEqual(
      fields.dry_run
        ? [['Ada', null]]
        : [
            ['Ada K', '1'],
            ['Bea B', '2'],
          ],
    );
  },
);

it('keeps deals in their pipeline where the file names a stage alone', async () => {
  const stages = [
    { name: 'Talk', probability: 10 },
    { name: 'Won soon', probability: 90 },
  ];
  const text = (stage: string) =>
    ['external_id,title,stage,pipeline', `x:1,One,${stage},A`, `x:2,Two,${stage},B`].join('\n');
  for (const name of ['A', 'B']) await client.post('/v1/sales/pipelines', { name, currency: 'EUR', stages });
  await imported({ 'deals.csv': text('Talk') });
  const before = (await client.get('/v1/sales/deals?sort=title:asc')).body.data;
  await imported({ 'deals.csv': 'external_id,title,stage\nx:1,One,Won soon\nx:2,Two,Won soon\n' });
  const after = (await client.get('/v1/sales/deals?sort=title:asc')).body.data;
  expect(after.map(({ pipeline_id }: any) => pipeline_id)).toEqual(before.map(({ pipeline_id }: any) => pipeline_id));
  expect(after[0].stage_id).not.toBe(before[0].stage_id);
});

it('keeps the id of another system with deals, by which others find them', async () => {
  const made = await client.put('/v1/sales/deals/by-external-id/x:1', { title: 'One' });
  if (made.status !== 201) {
    await client.post('/v1/sales/pipelines', {
      name: 'A',
      currency: 'EUR',
      stages: [{ name: 'Talk', probability: 10 }],
    });
    expect((await client.put('/v1/sales/deals/by-external-id/x:1', { title: 'One' })).status).toBe(201);
  }
  const files = {
    'activities.csv': 'deal,type\nx:1,call\n2,call\n',
    'deals.csv': 'external_id,title,value\n2,Two,5\n',
  };
  expect(countsOf(await imported(files))).toEqual({ deal: [1, 0, 0, 0], activity: [2, 0, 0, 0] });
  expect((await client.put('/v1/sales/deals/by-external-id/2', { title: 'Two and a half' })).status).toBe(200);
  expect((await client.get('/v1/sales/deals')).body.meta.total).toBe(2);
});

it('brings a task without its parent where that is in another project', async () => {
  const text = 'external_id,title,project,parent\nx:1,Above,x:A,\nx:2,Below,x:B,x:1\n';
  const done = await imported({ 'projects.csv': 'external_id,name\nx:A,A\nx:B,B\n', 'tasks.csv': text });
  expect(countsOf(done)).toEqual({ project: [2, 0, 0, 0], task: [2, 0, 0, 0] });
  expect(await told(done.id)).toEqual(['warning tasks.csv 3 parent invalid_value']);
  const [, b] = await projects();
  expect(await tasksOf(b)).toMatchObject([{ title: 'Below', parent_id: null }]);
});

it('takes a task of the same title in the project', async () => {
  await ada('project:member');
  const { body: website } = await client.post(TASKS, { name: 'Website' });
  for (const title of ['Time from Toggl', 'Other']) await client.post(`${TASKS}/${website.id}/tasks`, { title });
  await imported({ 'toggl.csv': fixture('toggl.csv') });
  await imported({ 'a.csv': `title,project\nOTHER,${website.id}\n` }, { match_by: ['task.title'] });
  expect((await tasksOf(website)).map(({ title }) => title)).toEqual(['OTHER', 'Time from Toggl']);
});

it('names the import in the entry of each record', async () => {
  const files = {
    'projects.csv': 'external_id,name\nx:P,House\n',
    'tasks.csv': 'title,project\nDig,x:P\n',
    'deals.csv': 'title,value\nOne,5\n',
    'jobs.csv': 'title,department\nCook,Kitchen\n',
    'documents.csv': 'title,content\nPlan,Dig\n',
    'users.csv': 'email,roles\nnew@example.com,\n',
  };
  const done = await imported(files);
  const zip = await imported({ 'a.zip': new Uint8Array(await zipped({ 'a.txt': 'A' })) }, { preset: 'files' });
  const { data } = (await client.get('/v1/guard/audit-logs?limit=100')).body;
  for (const action of [
    'project.project.created',
    'project.task.created',
    'sales.deal.created',
    'careers.job.created',
    'office.document.created',
    'office.file.uploaded',
    'access.user.created',
  ])
    expect(
      data.find((entry: any) => entry.action === action && entry.changes?.import_id)?.changes,
      action,
    ).toMatchObject({
      import_id: { to: action === 'office.file.uploaded' ? zip.id : done.id },
    });
});

it('leaves a name that two rows have with the first of them', async () => {
  const text = [
    'Task ID,Name,Section/Column,Projects,Parent task',
    '1,Ship,Todo,House,',
    '2,Ship,Todo,House,',
    '3,Pack,Todo,House,Ship',
  ].join('\n');
  const files = { 'asana.csv': text };
  await imported(files);
  await imported(files);
  const [house] = await projects();
  const [pack, ...ships] = await tasksOf(house);
  const [first] = ships.toSorted((one, other) => (one.created_at + one.id < other.created_at + other.id ? -1 : 1));
  expect(pack.parent_id).toBe(first.id);
});

it('invites people, and names the users whom a request gives', async () => {
  const { userId } = await client.signedIn('project:member');
  const files = {
    'tasks.csv': 'title,project,assignee\nA,x:P,grace@example.com\nB,x:P,Somebody\n',
    'projects.csv': 'external_id,name\nx:P,House\n',
  };
  const people = JSON.stringify({ 'grace@example.com': 'invite', Somebody: userId });
  const done = await imported(files, { people });
  expect(done.people.map(({ name, found_by }: any) => [name, found_by])).toEqual([
    ['grace@example.com', 'people'],
    ['Somebody', 'people'],
  ]);
  const [house] = await projects();
  const { data } = (await client.get('/v1/access/users?status=pending&limit=100')).body;
  const grace = data.find(({ email }: any) => email === 'grace@example.com');
  expect((await tasksOf(house)).map(({ assignee_id }) => assignee_id)).toEqual([grace.id, userId]);
});

it.each([
  ['to delete', 'project:delete', /denies project:delete/],
  ['to read', 'project:read', /You may not read 1 of the records/],
])('fails to be undone where a policy denies %s what it made, and says why', async (_, action, reason) => {
  const done = await imported({
    'projects.csv': 'external_id,name\nx:P,House\n',
    'tasks.csv': 'external_id,title,project\nx:1,One,x:P\n',
  });
  const [house] = await projects();
  await enforcePolicy(client, { resources: [{ type: 'project.project', id: house.id }], actions: [action] });
  expect((await client.post(`${PATH}/${done.id}/undo`)).status).toBe(202);
  const failed = await ended(done.id, 'failed');
  expect(failed.error).toMatch(reason);
});

it('reads any CSV whose columns the request maps: a dry run, the import, and its undo', async () => {
  const { body: project } = await client.post(TASKS, { name: 'Haus' });
  const files = { 'aufgaben.csv': `Titel,Vorhaben,Frist\nDach,${project.id},2026-05-04\n,${project.id},2026-05-05\n` };
  expect(problem(await send(files))).toEqual([400, 'preset required']);
  const mapping = JSON.stringify({ Titel: 'task.title', Vorhaben: 'task.project', Frist: 'task.due_date' });
  const checked = await imported(files, { mapping, dry_run: 'true' });
  expect(checked).toMatchObject({
    files: [{ preset: 'tasks' }],
    problem_count: 1,
    preview: [{ values: { title: 'Dach' } }, {}],
  });
  expect(await tasksOf(project)).toEqual([]);
  expect((await client.post(`${PATH}/${checked.id}/start`)).status).toBe(202);
  const done = await ended(checked.id);
  expect(countsOf(done)).toEqual({ task: [1, 0, 0, 1] });
  expect(await tasksOf(project)).toMatchObject([{ title: 'Dach', due_date: '2026-05-04' }]);
  await client.post(`${PATH}/${done.id}/undo`);
  expect(await ended(done.id, 'undone')).toMatchObject({ undone_count: 1, kept_count: 0 });
});

it('is undone, but for what somebody has changed since', async () => {
  const files = {
    'projects.csv': 'external_id,name\nx:P,House\n',
    'tasks.csv': 'external_id,title,project\nx:1,One,x:P\nx:2,Two,x:P\n',
  };
  const done = await imported(files);
  expect(done.undo_until > done.completed_at).toBe(true);
  const [house] = await projects();
  const [one] = await tasksOf(house);
  await client.patch(`/v1/project/tasks/${one.id}`, { title: 'One and a half' });
  expect((await client.post(`${PATH}/${done.id}/undo`)).status).toBe(202);
  const undone = await ended(done.id, 'undone');
  // The project has a task that stays.
  expect(undone).toMatchObject({ undone_count: 1, kept_count: 2 });
  expect((await tasksOf(house)).map(({ title }) => title)).toEqual(['One and a half']);
  expect((await client.post(`${PATH}/${done.id}/undo`)).status).toBe(409);
  // The next import makes removed records again.
  expect(countsOf(await imported(files))).toEqual({ project: [0, 0, 1, 0], task: [1, 1, 0, 0] });
});

describe('refuses at once, with nothing done,', () => {
  const plain = 'title,project\nA,x\n';
  it.each<[string, Files, Fields, (number | string)[]]>([
    ['a file without a byte', { 'a.csv': '' }, {}, [400, 'file invalid_format']],
    ['columns that nothing reads', { 'a.csv': 'a,b\n' }, {}, [400, 'preset required']],
    ['a preset that does not fit', { 'a.csv': plain }, { preset: 'jira' }, [400, 'preset invalid_value']],
    ['a preset that is none', { 'a.csv': plain }, { preset: 'excel' }, [400, 'preset invalid_value']],
    ['a quote that never closes', { 'a.csv': 'title,project\n"A\n' }, {}, [400, 'file invalid_format']],
    ['a zip', { 'a.csv': 'PK\x03\x04\0\0' }, {}, [400, 'file invalid_format']],
    ['a mapping of no column', { 'a.csv': plain }, { mapping: '{"x":"task.title"}' }, [400, 'mapping.x not_found']],
    [
      'a mapping to no field',
      { 'a.csv': plain },
      { mapping: '{"title":"task.__proto__"}' },
      [400, 'mapping.title invalid_value'],
    ],
    [
      'a mapping to another kind',
      { 'a.csv': plain },
      { mapping: '{"title":"contact.email"}' },
      [400, 'mapping.title invalid_value'],
    ],
    [
      'two columns of one field',
      { 'a.csv': 'Titel,Betreff,Vorhaben\nA,B,C\n' },
      { mapping: '{"Titel":"task.title","Betreff":"task.title","Vorhaben":"task.project"}' },
      [400, 'mapping.Betreff duplicate'],
    ],
    [
      'a mapping without a required field',
      { 'a.csv': 'Titel,Tag\nA,B\n' },
      { mapping: '{"Tag":"task.due_date"}' },
      [400, 'mapping required', 'mapping required'],
    ],
    [
      'a mapping to an unknown field',
      { 'a.csv': 'Titel,Tag\nA,B\n' },
      { mapping: '{"Titel":"task.title","Tag":"task.nothing"}' },
      [400, 'mapping.Tag invalid_value'],
    ],
    ['a mapping that is no object', { 'a.csv': plain }, { mapping: '[]' }, [400, 'mapping invalid_format']],
    [
      'a match by what cannot be matched',
      { 'a.csv': plain },
      { match_by: ['task.status'] },
      [400, 'match_by[0] invalid_value'],
    ],
    [
      'people who do not exist',
      { 'a.csv': plain },
      { people: '{"Ada":"usr_01jz8k3m5n7p9q1r3s5t7v9w1x"}' },
      [400, 'people.Ada not_found'],
    ],
    [
      'an invitation without an address',
      { 'a.csv': plain },
      { people: '{"Ada":"invite"}' },
      [400, 'people.Ada invalid_value'],
    ],
    ['a time zone that is none', { 'a.csv': plain }, { time_zone: 'Mars' }, [400, 'time_zone invalid_value']],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`${n}.csv`, plain])),
      {},
      [400, 'file too_many'],
    ],
  ])('%s', async (_, files, fields, expected) => {
    expect(problem(await send(files, fields))).toEqual(expected);
    expect((await client.get(PATH)).body.data).toEqual([]);
  });

  it('those without the scope, or whom a policy denies it', async () => {
    const { client: reader } = await client.signedIn('project:viewer');
    expect((await send({ 'a.csv': plain }, {}, reader)).status).toBe(403);
    const { client: member, userId } = await client.signedIn('project:member');
    expect((await send({ 'a.csv': plain }, { people: '{"a@example.com":"invite"}' }, member)).status).toBe(403);
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'project.task' }],
      actions: ['project:write'],
    });
    expect((await send({ 'a.csv': plain }, {}, member)).status).toBe(403);
  });
});

it('is seen by whoever started it and by owners of the workspace', async () => {
  const { client: editor, userId } = await client.signedIn('project:editor');
  const { client: other } = await client.signedIn('project:editor');
  const done = await imported({ 'a.csv': 'name\nHouse\n' }, {}, editor);
  expect(done.created_by).toBe(userId);
  expect((await got(done.id)).id).toBe(done.id);
  expect([(await other.get(`${PATH}/${done.id}`)).status, (await other.get(PATH)).body.meta.total]).toEqual([404, 0]);
});

it('names what is refused by file and line, and does the rest', async () => {
  const { client: member, userId } = await client.signedIn('project:member');
  const { body: theirs } = await client.post(TASKS, { name: 'Theirs' });
  const { body: ours } = await client.post(TASKS, { name: 'Ours', tags: [] });
  await client.post(`${TASKS}/${ours.id}/members`, { members: [{ user_id: userId }] });
  await enforcePolicy(client, {
    principals: [{ type: 'user', id: userId }],
    resources: [{ type: 'project.task', tag: 'secret' }],
    actions: ['project:write'],
  });
  const text = [
    'title,project,tags,due_date,assignee',
    `Good,${ours.id},,04.05.2026,`,
    `Not mine,${theirs.id},,,`,
    `Denied,${ours.id},secret,,`,
    `,${ours.id},,,`,
    'Nowhere,x:none,,,',
    `Dated,${ours.id},,soon,Stranger`,
    `Long,${ours.id},,,,,more`,
  ].join('\n');
  const id = await begun({ 'tasks.csv': text }, {}, member);
  expect(countsOf(await ended(id))).toEqual({ task: [2, 0, 0, 4] });
  expect((await told(id)).toSorted()).toEqual([
    'error tasks.csv 3  invalid_value',
    'error tasks.csv 4  invalid_value',
    'error tasks.csv 5 title required',
    'error tasks.csv 6 project not_found',
    'error tasks.csv 8  too_many',
    'warning tasks.csv 7 assignee not_found',
    'warning tasks.csv 7 due_date invalid_format',
  ]);
  expect((await errors(id, '&level=warning')).length).toBe(2);
  expect((await tasksOf(ours)).map(({ title }) => title)).toEqual(['Dated', 'Good']);
});

describe('the columns of any CSV', () => {
  const formats = async () => (await client.get(`${PATH}/formats`)).body;

  it('can be mapped to the fields that the formats name, whatever kind it is of', async () => {
    const { presets, kinds } = await formats();
    const task = kinds.find(({ name }: any) => name === 'task');
    expect(task).toMatchObject({ preset: 'tasks', match_by: ['task.title'] });
    const title = { name: 'task.title', type: 'text', required: true, required_unless: null, values: null, kind: null };
    expect(task.fields).toContainEqual(title);
    const project = task.fields.find(({ name }: any) => name === 'task.project');
    expect(project).toMatchObject({ required: false, required_unless: 'task.parent' });
    expect(task.fields.find(({ name }: any) => name === 'task.status')).toMatchObject({
      type: 'choice',
      values: expect.arrayContaining(['todo', 'done']),
    });
    const ids = presets.map(({ id }: any) => id);
    expect(ids).toEqual(expect.arrayContaining(['jira', ...kinds.map(({ preset }: any) => preset)]));
    expect(new Set(ids).size).toBe(ids.length);
    const { status, body } = await send({ 'a.csv': 'title\nA\n' }, { preset: 'nothing' });
    expect([status, body.error.details[0].message]).toEqual([400, expect.stringContaining(ids.at(-1))]);
    // Each of these fields is taken.
    for (const { name, fields, custom_fields } of kinds) {
      const paths = [...fields.map((field: any) => field.name), ...(custom_fields ? [`${name}.custom_fields.a`] : [])];
      const columns = paths.map((_: string, index: number) => `column ${index}`);
      const mapping = Object.fromEntries(columns.map((column, index) => [column, paths[index]]));
      const answer = await send(
        { 'a.csv': `${columns.join()}\n` },
        { mapping: JSON.stringify(mapping), dry_run: 'true' },
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      expect(answer.body.mapping.map(({ field }: any) => field).toSorted()).toEqual(paths.toSorted());
    }
  });

  it('can be the id of a record in the system that it comes from', async () => {
    const project = (await client.post(TASKS, { name: 'House' })).body;
    const text = (title: string) => `Nr,Titel,Vorhaben,external_id\n7,${title},${project.id},x\n`;
    const mapping = { Nr: 'task.external_id', Titel: 'task.title', Vorhaben: 'task.project' };
    const fields = { mapping: JSON.stringify(mapping) };
    const first = await imported({ 'a.csv': text('Build') }, fields);
    expect(first.files[0].fields).toContain('task.external_id');
    expect(first.preview).toMatchObject([{ external_id: 'file:7' }]);
    expect(first.not_taken).toMatchObject([{ column: 'external_id' }]);
    expect(countsOf(await imported({ 'a.csv': text('Build it') }, fields))).toEqual({ task: [0, 1, 0, 0] });
    // A column of this name that the request leaves out is no id.
    const without = { ...mapping, Nr: null, external_id: null };
    const other = await imported({ 'a.csv': text('Another') }, { mapping: JSON.stringify(without) });
    expect(countsOf(other)).toEqual({ task: [1, 0, 0, 0] });
    expect(other.preview).toMatchObject([{ external_id: null }]);
    const jira = { mapping: '{"Summary":"task.external_id"}' };
    expect(problem(await send({ 'jira.csv': fixture('jira.csv') }, jira))).toEqual([
      400,
      'mapping.Summary invalid_value',
    ]);
  });
});

describe('an import of contacts', () => {
  const CONTACTS = '/v1/sales/contacts';
  const contacts = async () => (await client.get(`${CONTACTS}?limit=100&sort=display_name:asc`)).body.data as any[];

  it('finds contacts by the id in the file, where match_by says that theirs is the same', async () => {
    await client.post(CONTACTS, { display_name: 'Known', external_id: '101' });
    const text =
      'Record ID,First Name,Last Name,Email,Phone Number,Lifecycle Stage\n101,Ada,King,ada@example.com,,lead\n';
    const fields = { preset: 'hubspot_contacts', match_by: 'contact.external_id' };
    expect(countsOf(await imported({ 'hubspot.csv': text }, { ...fields, dry_run: 'true' }))).toEqual({
      contact: [0, 1, 0, 0],
    });
    expect(countsOf(await imported({ 'hubspot.csv': text }, fields))).toEqual({ contact: [0, 1, 0, 0] });
    expect(await contacts()).toMatchObject([{ display_name: 'Ada King', external_id: '101' }]);
  });

  it('warns of a second contact with the same address, also before', async () => {
    await client.post(CONTACTS, { display_name: 'Ada', email: 'ada@example.com' });
    const text = 'display_name,email\nAda,ADA@example.com\nGrace,grace@example.com\nGrace H,Grace@example.com\n';
    for (const fields of [{ dry_run: 'true' }, {}] as Fields[]) {
      const done = await imported({ 'contacts.csv': text }, fields);
      expect(countsOf(done)).toEqual({ contact: [3, 0, 0, 0] });
      expect(await told(done.id)).toEqual([
        'warning contacts.csv 2 email duplicate',
        'warning contacts.csv 4 email duplicate',
      ]);
    }
    const again = await imported({ 'contacts.csv': 'email\nnew@example.com\n' }, { match_by: 'contact.email' });
    expect(again.problem_count).toBe(0);
  });

  it('has the owner whose id the file has', async () => {
    const adaId = await ada();
    const unknown = 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x';
    const text = `display_name,owner_id\nA,${adaId}\nB,${unknown}\n`;
    const done = await imported({ 'contacts.csv': text });
    expect(await contacts()).toMatchObject([{ owner_id: adaId }, { owner_id: expect.not.stringMatching(unknown) }]);
    expect(done.people).toMatchObject([
      { name: adaId, user_id: adaId, found_by: 'id', count: 1 },
      { name: unknown, user_id: null, found_by: null, count: 1 },
    ]);
    expect(await errors(done.id)).toMatchObject([
      { level: 'warning', line: 3, field: 'owner', code: 'not_found', message: expect.stringContaining('suspended') },
    ]);
    // Nobody of another workspace.
    const { client: other } = await suite.workspace();
    const theirs = await imported({ 'contacts.csv': text }, {}, other);
    expect(theirs.people.map(({ user_id }: any) => user_id)).toEqual([null, null]);
  });
});

describe('where no worker comes by itself', () => {
  let api: TestApp;
  let before: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ ROLE: 'api' });
    before = suite;
    suite = api;
  });
  afterAll(async () => {
    suite = before;
    await api.close();
  });
  const run = () => api.app.get(Works).run('import_of_files');
  const later = <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
    api.clock.advance(seconds);
    return work().finally(() => api.clock.advance(-seconds));
  };
  const rowsOf = (count: number, project: { id: string }) =>
    ['external_id,title,project', ...Array.from({ length: count }, (_, n) => `x:${n},Task ${n},${project.id}`)].join(
      '\n',
    );
  const house = async () => (await client.post(TASKS, { name: 'House' })).body;
  /** Lets the worker of a new import check its files and do so many portions, and breaks the next one in the middle. */
  const runPortions = async (count: number) => {
    const { transaction } = api.database;
    let left = 1 + count;
    api.database.transaction = function (work) {
      if (left-- > 0) return transaction.call(this, work) as never;
      return transaction.call(this, async (unit) => {
        await work(unit);
        throw new Error('broken');
      }) as never;
    };
    await run().finally(() => (api.database.transaction = transaction));
  };
  const total = async () =>
    (await api.database.execute('select 1 from tasks where workspace_id = $1', [workspaceId])).count;

  it('goes on where it was, and is cancelled in between', async () => {
    const project = await house();
    const first = await begun({ 'a.csv': rowsOf(1_200, project) });
    await runPortions(1);
    const cancelled = await begun({ 'a.csv': rowsOf(1_200, project).replaceAll('x:', 'y:') });
    await runPortions(1);
    expect(await got(first)).toMatchObject({ status: 'running', processed_count: 200, row_count: 1_200 });
    expect((await client.post(`${PATH}/${cancelled}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      processed_count: 200,
    });
    expect((await client.post(`${PATH}/${cancelled}/cancel`)).status).toBe(409);
    await later(11, run);
    expect(await got(cancelled)).toMatchObject({ status: 'cancelled', processed_count: 200 });
    expect(countsOf(await got(first))).toEqual({ task: [1_200, 0, 0, 0] });
    expect(await total()).toBe(1_400);
    // A cancelled import can be undone, too.
    await client.post(`${PATH}/${cancelled}/undo`);
    await run();
    expect(await got(cancelled)).toMatchObject({ status: 'undone', undone_count: 200, kept_count: 0 });
    expect((await tasksOf(project)).length).toBe(100);
  });

  it('has each row once although its worker was killed amid a portion', async () => {
    const project = await house();
    const { DATABASE_URL, DATA_DIR, SECRETS_KEY } = api.settings;
    const settings = { DATABASE_URL: DATABASE_URL!, DATA_DIR, SECRETS_KEY: SECRETS_KEY!, ROLE: 'worker' };
    const killed = await startProcess(await buildApp(), settings);
    // Somebody who links a row of the second portion, and does not say whether they keep it.
    const blocker = new pg.Client(DATABASE_URL);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(
      `insert into import_links (workspace_id, kind, external_id, record_id, revision) values ($1, 'task', 'x:300', 'none', 1)`,
      [workspaceId],
    );
    const id = await begun({ 'a.csv': rowsOf(1_200, project) });
    const WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%insert into import_links%'`;
    await expect.poll(async () => (await api.database.execute(WAITS)).count, { timeout: 60_000 }).toBe(1);
    expect(await killed.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await blocker.end();
    await expect.poll(async () => (await api.database.execute(WAITS)).count).toBe(0);
    expect(await got(id)).toMatchObject({ status: 'running', processed_count: 200 });
    await api.app.get(Queues).queue('imports').obliterate({ force: true });

    const worker = await startTestApp({ ROLE: 'worker' }, { beside: api });
    worker.clock.advance(31);
    await worker.app.get(Maintenance).run('imports.sweep');
    expect(countsOf(await ended(id))).toEqual({ task: [1_200, 0, 0, 0] });
    expect(await total()).toBe(1_200);
    for (const path of ['/v1/events?type=project.task.created', '/v1/guard/audit-logs?action=project.task.created'])
      await expect.poll(async () => (await client.get(path)).body.meta.total).toBe(1_200);
    await worker.close();
  });

  it('does two at once', async () => {
    const project = await house();
    const ids = [
      await begun({ 'a.csv': rowsOf(800, project) }),
      await begun({ 'b.csv': rowsOf(800, project).replaceAll('x:', 'y:') }),
    ];
    await Promise.all(ids.map(() => run()));
    for (const id of ids) expect(countsOf(await got(id))).toEqual({ task: [800, 0, 0, 0] });
  });

  it('writes a portion again whose id another import has linked meanwhile', async () => {
    const project = await house();
    const { body: other } = await client.post(`${TASKS}/${project.id}/tasks`, { title: 'Linked' });
    const id = await begun({ 'a.csv': rowsOf(1, project) });
    const repository = api.app.get(ImportRepository);
    const { link } = repository;
    repository.link = async function (...given) {
      repository.link = link;
      await api.database.execute(
        `insert into import_links (workspace_id, kind, external_id, record_id, revision) values ($1, 'task', 'x:0', $2, 1)`,
        [workspaceId, other.id],
      );
      return link.apply(this, given);
    };
    await run();
    expect(await got(id)).toMatchObject({ status: 'running', processed_count: 0 });
    await later(11, run);
    expect(countsOf(await got(id))).toEqual({ task: [0, 1, 0, 0] });
    expect((await tasksOf(project)).map(({ title }) => title)).toEqual(['Task 0']);
  });

  it('fails with the reason where the person loses the right, and goes on when they have it again', async () => {
    const { client: editor, userId } = await client.signedIn('project:editor');
    const project = await house();
    const id = await begun({ 'a.csv': rowsOf(700, project) }, {}, editor);
    await runPortions(1);
    await client.patch(`/v1/access/users/${userId}`, { roles: ['project:viewer'] });
    await later(11, run);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      processed_count: 200,
      error: expect.stringContaining('project:write'),
    });
    await client.patch(`/v1/access/users/${userId}`, { roles: ['project:editor'] });
    expect((await api.client.post(`/v1/operations/backlog/${id}/retry`)).status).toBe(202);
    await client.post(`/v1/access/users/${userId}/deactivate`);
    await run();
    expect(await got(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer active') });
  });

  it('fails where a policy denies reading its records meanwhile', async () => {
    const { client: editor, userId } = await client.signedIn('sales:editor');
    const id = await begun({ 'contacts.csv': 'display_name,email\nAda,ada@example.com\n' }, {}, editor);
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'sales.contact' }],
      actions: ['sales:read'],
    });
    await run();
    expect(await got(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('policy') });
    expect((await client.get('/v1/sales/contacts')).body.data).toEqual([]);
  });

  it('fails at once where a rule refuses its undo', async () => {
    await ada('project:member');
    const { body: task } = await client.post(`${TASKS}/${(await house()).id}/tasks`, { title: 'Build' });
    const text = `task,user,date,duration_seconds\n${task.id},ada@example.com,2020-01-01,60\n`;
    const id = await begun({ 'time_entries.csv': text });
    await run();
    expect(countsOf(await got(id))).toEqual({ time_entry: [1, 0, 0, 0] });
    await client.patch('/v1/project/settings', { time_locked_before: '2020-02-01' });
    await client.post(`${PATH}/${id}/undo`);
    await run();
    expect(await got(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('lock') });
  });

  it('fails before the first row where a file is broken further down', async () => {
    const project = await house();
    const id = await begun({ 'a.csv': `${rowsOf(600, project)}\n"never closed,x,y\n` });
    await run();
    expect(await got(id)).toMatchObject({
      status: 'failed',
      processed_count: 0,
      error: expect.stringContaining('line 602'),
    });
    expect(await total()).toBe(0);
  });

  it('is forgotten 30 days after its end, and what it linked is not', async () => {
    const project = await house();
    const id = await begun({ 'a.csv': rowsOf(1, project) });
    await run();
    const { expires_at } = await got(id);
    const left = (Date.parse(expires_at) - api.clock.now()) / 1000 + 1;
    await later(left, () => api.app.get(Maintenance).run('imports.expire'));
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    const again = await begun({ 'a.csv': rowsOf(1, project) });
    await run();
    expect(countsOf(await got(again))).toEqual({ task: [0, 0, 1, 0] });
    await expect.poll(async () => (await api.database.execute('select key from unclaimed_blobs')).rows).toEqual([]);
  });
});
