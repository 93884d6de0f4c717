import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/imports/samples';

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

const ended = (id: string, status = 'completed') =>
  eventually(async () => {
    const { body } = await client.get(`/v1/imports/${id}`);
    expect([body.status, body.error]).toEqual([status, null]);
    return body;
  });
async function created(by = client): Promise<any> {
  const { status, body } = await by.post(PATH);
  expect([status, body.sample], JSON.stringify(body)).toEqual([202, true]);
  return ended(body.id);
}
async function undone(id: string): Promise<any> {
  expect((await client.post(`/v1/imports/${id}/undo`)).status).toBe(202);
  return ended(id, 'undone');
}
const all = async (path: string) => (await client.get(`${path}?limit=100`)).body.data as any[];

const PATHS = {
  contact: '/v1/sales/contacts',
  pipeline: '/v1/sales/pipelines',
  deal: '/v1/sales/deals',
  project: '/v1/project/projects',
  job: '/v1/careers/jobs',
  document: '/v1/office/documents',
} as const;
const everything = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(PATHS).map(async ([kind, path]) => [kind, (await all(path)).length])),
  );
const named = async (path: string, title: RegExp) =>
  (await all(path)).find((record) => title.test(record.title ?? record.display_name ?? record.name));

/** Every table of records of a workspace, with its number of rows. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = [
    'sales_contacts where deleted_at is null and',
    'sales_pipelines where',
    'sales_stages where',
    'sales_deals where',
    'sales_activities where',
    'projects where',
    'sprints where',
    'tasks where deleted_at is null and',
    'task_comments where',
    'time_entries where',
    'jobs where',
    'careers_pipelines where',
    'careers_stages where',
    'applications where',
    'documents where deleted_at is null and',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const sql = `select count(*)::int as n from ${table} workspace_id = $1`;
    const { rows } = await suite.database.execute<{ n: number }>(sql, [workspaceId]);
    counts[table.split(' ')[0]!] = rows[0]!.n;
  }
  return counts;
}

it('fills all apps without an error, and leaves nothing once undone', async () => {
  const before = await rowCounts();
  const done = await created();
  expect(done).toMatchObject({ problem_count: 0, waiting_count: 0, dry_run: false });
  const counts = Object.fromEntries(done.counts.map(({ kind, created, failed }: any) => [kind, [created, failed]]));
  expect(counts).toEqual({
    contact: [8, 0],
    pipeline: [1, 0],
    deal: [8, 0],
    activity: [3, 0],
    project: [1, 0],
    sprint: [1, 0],
    task: [10, 0],
    comment: [2, 0],
    time_entry: [4, 0],
    job: [1, 0],
    application: [5, 0],
    document: [1, 0],
  });
  // Candidates stand in several stages, and nothing is public.
  const [job] = await all(PATHS.job);
  expect(job).toMatchObject({ title: 'Interior designer', status: 'draft' });
  const applications = await all(`${PATHS.job}/${job.id}/applications`);
  expect(new Set(applications.map(({ stage_id }) => stage_id)).size).toBeGreaterThan(2);
  const deals = await all(PATHS.deal);
  expect(new Set(deals.map(({ status }) => status))).toEqual(new Set(['open', 'won', 'lost']));
  // The trail names the import beside each record.
  const { data: entries } = (await client.get('/v1/guard/audit-logs?action=sales.deal.created&limit=100')).body;
  expect(entries).toHaveLength(8);
  for (const entry of entries) expect(JSON.stringify(entry)).toContain(done.id);

  const { kept_count, undone_count } = await undone(done.id);
  expect([kept_count, undone_count]).toEqual([0, 45]);
  expect(await rowCounts()).toEqual(before);
});

it('keeps what people created, changed or worked on since', async () => {
  const done = await created();
  const [job] = await all(PATHS.job);
  const contact = await named(PATHS.contact, /Amelia/);
  const called = await named(PATHS.contact, /Hana/);
  await client.patch(`${PATHS.contact}/${contact.id}`, { phone: '+44 20 7946 0999' });
  await client.post(`${PATHS.contact}/${called.id}/activities`, { type: 'note', note: 'Met at the fair.' });
  const [pipeline] = await all(PATHS.pipeline);
  const { body: own } = await client.post(PATHS.deal, {
    title: 'Our own',
    pipeline_id: pipeline.id,
    contact_ids: [(await named(PATHS.contact, /Bruno/)).id],
  });
  const [project] = await all(PATHS.project);
  const tasks = `${PATHS.project}/${project.id}/tasks`;
  const commented = await named(tasks, /Build the bar/);
  await client.post(`/v1/project/tasks/${commented.id}/comments`, { body: 'Starts on Monday.' });
  const parent = await named(tasks, /Order the lights/);
  await client.post(`/v1/project/tasks/${parent.id}/subtasks`, { title: 'Ask for a discount' });
  // The subtask changes, so its parent stays with it.
  const subtask = await named(tasks, /fire safety/);
  await client.patch(`/v1/project/tasks/${subtask.id}`, { priority: 'urgent' });

  const { kept_count } = await undone(done.id);
  expect((await all(PATHS.contact)).map(({ display_name }) => display_name).toSorted()).toEqual([
    'Amelia Hart',
    'Bruno Keller',
    'Hana Novák',
  ]);
  expect((await all(PATHS.deal)).map(({ id }) => id)).toEqual([own.id]);
  expect((await all(PATHS.pipeline)).map(({ id }) => id)).toEqual([pipeline.id]);
  expect((await all(tasks)).map(({ title }) => title).toSorted()).toEqual([
    'Apply for the building permit',
    'Ask for a discount',
    'Build the bar',
    'Get the fire safety report',
    'Order the lights',
  ]);
  expect(await all(PATHS.project)).toHaveLength(1);
  expect((await client.get(`${PATHS.job}/${job.id}`)).status).toBe(404);
  // Three contacts, a pipeline, a project and four tasks.
  expect(kept_count).toBe(9);

  // Another run creates records of its own and leaves these as they are.
  await created();
  expect((await client.get(`${PATHS.contact}/${contact.id}`)).body.phone).toBe('+44 20 7946 0999');
  expect((await all(PATHS.contact)).length).toBe(11);
});

it('is there once in a workspace, however many ask at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => client.post(PATH)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  const { id } = answers.find(({ status }) => status === 202)!.body;
  await ended(id);
  expect((await client.post(PATH)).status).toBe(409);
  expect((await client.get('/v1/imports?sample=true')).body.data).toMatchObject([{ id, sample: true }]);
  expect((await client.get('/v1/imports?sample=false')).body.data).toEqual([]);
  expect(await everything()).toEqual({ contact: 8, pipeline: 1, deal: 8, project: 1, job: 1, document: 1 });
});

it('can be removed for a year', async () => {
  const { undo_until, completed_at } = await created();
  expect(new Date(undo_until).getTime() - new Date(completed_at).getTime()).toBe(365 * 86_400_000);
});

it('uses the pipeline and stages of the workspace where it has one', async () => {
  await client.post(PATHS.pipeline, { name: 'Aufträge', currency: 'EUR', stages: [{ name: 'Neu', probability: 5 }] });
  const before = await rowCounts();
  const done = await created();
  expect((await all(PATHS.pipeline)).map(({ name, stage_count }) => [name, stage_count])).toEqual([['Aufträge', 1]]);
  await undone(done.id);
  expect(await rowCounts()).toEqual(before);
});

describe('the rights of whoever asks', () => {
  it('decide which apps get samples', async () => {
    const { client: seller } = await client.signedIn('sales:editor', 'sales:admin');
    const { body } = await seller.post(PATH);
    await ended(body.id);
    expect(await everything()).toEqual({ contact: 8, pipeline: 1, deal: 8, project: 0, job: 0, document: 0 });
  });

  it('refuse samples without the right to write in any app', async () => {
    const { client: reader } = await client.signedIn('sales:viewer');
    expect((await reader.post(PATH)).status).toBe(403);
  });

  it('hold for policies', async () => {
    await enforcePolicy(client, { resources: [{ type: 'sales.deal' }], actions: ['sales:write'] });
    expect((await client.post(PATH)).status).toBe(403);
    expect(await everything()).toMatchObject({ contact: 0, deal: 0 });
  });
});
