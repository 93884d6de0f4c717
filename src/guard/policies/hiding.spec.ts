import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { POLICIES } from '../../../test/support/policies.js';

/** Records that a policy denies by id or tag are left out of lists, totals, sums and names; a single one is a 403 (D-GRD-6). */

let suite: TestApp;
let client: Client;
/** An admin of every app who is bound by the policies of a test. */
let bound: Client;
let userId: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function make(path: string, body: object): Promise<any> {
  const answer = await client.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Denies a new admin of every app to read these records. */
async function hide(resources: object[], actions: string[], roles = ['workspace:owner']): Promise<string> {
  ({ client: bound, userId } = await suite.signedIn(...roles));
  const facts = { name: 'Hidden', effect: 'deny', principals: [{ type: 'user', id: userId }], resources, actions };
  const { id } = await make(POLICIES, facts);
  expect((await client.patch(`${POLICIES}/${id}`, { status: 'active' })).status).toBe(200);
  return id;
}

describe('A deal that a policy hides', () => {
  let pipeline: any;
  let secret: any;
  beforeAll(async () => {
    const stages = [{ name: 'Lead', probability: 50 }];
    pipeline = await make('/v1/sales/pipelines', { name: 'Hidden deals', stages });
    const deal = (facts: object) =>
      make('/v1/sales/deals', { pipeline_id: pipeline.id, expected_close_date: '2026-08-01', ...facts });
    secret = await deal({ title: 'Takeover', value: 70_000, tags: ['secret'] });
    await deal({ title: 'Usual', value: 500 });
  });

  it.each([
    ['its tag', () => ({ type: 'sales.deal', tag: 'secret' })],
    ['its id', () => ({ type: 'sales.deal', id: secret.id })],
  ])('by %s is in no list, total, sum, search, export, event or forecast', async (_, resource) => {
    await hide([resource()], ['sales:read']);
    const at = `/v1/sales/pipelines/${pipeline.id}`;
    const list = (await bound.get(`/v1/sales/deals?pipeline_id=${pipeline.id}`)).body;
    expect([list.data.map(({ title }: any) => title), list.meta.total]).toEqual([['Usual'], 1]);
    expect((await bound.get(at)).body).toMatchObject({ deal_count: 1, total_value: 500 });
    const { totals } = (await bound.get(`${at}/forecast?period=2026-Q3`)).body;
    expect(totals).toMatchObject({ deal_count: 1, total_value: 500 });
    expect((await bound.get('/v1/search?q=takeover')).body.data).toEqual([]);
    expect((await bound.get(`/v1/sales/deals/export?pipeline_id=${pipeline.id}`)).text).not.toContain('Takeover');
    const events = async (who: Client) =>
      (await who.get('/v1/events?type=sales.deal.created&limit=100')).body.data.map(
        ({ payload }: any) => payload.title,
      );
    await expect.poll(() => events(client)).toContain('Takeover');
    expect(await events(bound)).not.toContain('Takeover');
    // The board of a contact, and all that names it, refuse the single one.
    expect((await bound.get(`/v1/sales/deals/${secret.id}`)).status).toBe(403);
    expect((await bound.get(`/v1/sales/deals/${secret.id}/activities`)).status).toBe(403);
  });
});

describe('A project that a policy hides', () => {
  it('hides its tasks, their comments and their time on their own paths, for reading and writing', async () => {
    const project = await make('/v1/project/projects', { name: 'Merger', tags: ['secret'] });
    const task = await make(`/v1/project/projects/${project.id}/tasks`, { title: 'Call the bank' });
    const entry = await make('/v1/project/time-entries', { task_id: task.id, duration_seconds: 60 });
    for (const resource of [
      { type: 'project.project', id: project.id },
      { type: 'project.project', tag: 'secret' },
      { type: 'project.project' },
    ]) {
      await hide([resource], ['project:read', 'project:write', 'project:delete']);
      const answers = [
        await bound.get(`/v1/project/tasks/${task.id}`),
        await bound.patch(`/v1/project/tasks/${task.id}`, { title: 'Mine' }),
        await bound.delete(`/v1/project/tasks/${task.id}`),
        await bound.get(`/v1/project/tasks/${task.id}/comments`),
        await bound.get(`/v1/project/time-entries/${entry.id}`),
        await bound.patch(`/v1/project/time-entries/${entry.id}`, { note: 'Mine' }),
        await bound.post('/v1/project/time-entries', { task_id: task.id, duration_seconds: 60 }),
        await bound.post('/v1/project/tasks/bulk-update', { task_ids: [task.id], updates: { status: 'done' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
      const entries = await bound.get('/v1/project/time-entries');
      expect(entries.status === 403 || entries.body.meta.total === 0).toBe(true);
    }
  });
});

it('Time that a policy hides is not in the time spent of its task, nor in the order of a list', async () => {
  const project = await make('/v1/project/projects', { name: 'Hours' });
  const task = await make(`/v1/project/projects/${project.id}/tasks`, { title: 'Dig' });
  const entry = await make('/v1/project/time-entries', { task_id: task.id, duration_seconds: 3_600 });
  await make('/v1/project/time-entries', { task_id: task.id, duration_seconds: 60 });
  const spent = async (who: Client) => [
    (await who.get(`/v1/project/tasks/${task.id}`)).body.time_spent_seconds,
    (await who.get(`/v1/project/projects/${project.id}/tasks`)).body.data[0].time_spent_seconds,
    (await who.patch(`/v1/project/tasks/${task.id}`, { priority: 'high' })).body.time_spent_seconds,
  ];
  expect(await spent(client)).toEqual([3_660, 3_660, 3_660]);
  await hide([{ type: 'project.time_entry', id: entry.id }], ['project:read']);
  expect(await spent(bound)).toEqual([60, 60, 60]);
  await hide([{ type: 'project.time_entry' }], ['project:read']);
  expect(await spent(bound)).toEqual([0, 0, 0]);
});

it('A task that a policy hides is in no progress of its sprint, and among no subtasks', async () => {
  const project = await make('/v1/project/projects', { name: 'Sprints' });
  const at = `/v1/project/projects/${project.id}`;
  const sprint = await make(`${at}/sprints`, { name: 'One' });
  const task = await make(`${at}/tasks`, { title: 'Whole', sprint_id: sprint.id });
  const part = await make(`/v1/project/tasks/${task.id}/subtasks`, { title: 'Secret part' });
  await client.patch(`/v1/project/tasks/${part.id}`, { sprint_id: sprint.id });
  await hide([{ type: 'project.task', id: part.id }], ['project:read']);
  expect((await bound.get(`/v1/project/sprints/${sprint.id}`)).body.progress).toMatchObject({ total: 1 });
  expect((await bound.get(`/v1/project/tasks/${task.id}`)).body.subtasks).toEqual([]);
});

it('An application that a policy hides is in no funnel; without any, the funnel is refused', async () => {
  const job = await make('/v1/careers/jobs', { title: 'Gardener' });
  await client.post(`/v1/careers/jobs/${job.id}/publish`);
  const apply = (name: string) =>
    make(`/v1/careers/jobs/${job.id}/applications`, {
      candidate: { display_name: name, email: `${name}@example.com` },
    });
  const [ada, ben] = [await apply('ada'), await apply('ben')];
  await make(`/v1/careers/applications/${ada.id}/scorecards`, { recommendation: 'yes', overall: 4 });
  const current = (body: any) => body.stages.map((stage: any) => stage.current).filter((n: number) => n > 0);
  const funnel = (who: Client) => who.get(`/v1/careers/jobs/${job.id}/funnel`);
  expect(current((await funnel(client)).body)).toEqual([2]);
  await hide([{ type: 'careers.application', id: ben.id }], ['careers:read']);
  expect(current((await funnel(bound)).body)).toEqual([1]);
  await hide([{ type: 'careers.application' }], ['careers:read']);
  expect((await funnel(bound)).status).toBe(403);
  await hide([{ type: 'careers.scorecard' }], ['careers:read']);
  expect((await bound.get(`/v1/careers/applications/${ada.id}`)).body).toMatchObject({
    score: null,
    scorecard: { average: null, count: 0 },
  });
  expect((await bound.get(`/v1/careers/jobs/${job.id}/applications?sort=score:desc`)).status).toBe(403);
});

it('A user that a policy hides is in no group, by name or number, over REST and SCIM', async () => {
  const { userId: secret } = await suite.signedIn('office:viewer');
  const { userId: other } = await suite.signedIn('office:viewer');
  const group = await make('/v1/access/groups', { name: 'Board', roles: [] });
  await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [secret, other] });
  await hide([{ type: 'access.user', id: secret }], ['access:read']);
  expect((await bound.get(`/v1/access/groups/${group.id}`)).body.member_count).toBe(1);
  const members = (await bound.get(`/v1/access/groups/${group.id}/members`)).body;
  expect([members.meta.total, members.data[0].id]).toEqual([1, other]);
  const shown = (await bound.get(`/v1/access/scim/v2/Groups/${group.id}`)).body;
  expect(shown.members.map(({ value }: any) => value)).toEqual([other]);
  const users = (await bound.get('/v1/access/scim/v2/Users')).body;
  expect(users.Resources.map(({ id }: any) => id)).not.toContain(secret);
  expect((await bound.get(`/v1/access/people?ids=${secret},${other}`)).body.data).toMatchObject([{ id: other }]);
  // The stored number stays right, and is what others are shown.
  const { userId: third } = await suite.signedIn('office:viewer');
  const { body } = await bound.post(`/v1/access/groups/${group.id}/members`, { user_ids: [third] });
  expect(body).toMatchObject({ member_count: 2, added: 1 });
  expect((await client.get(`/v1/access/groups/${group.id}`)).body.member_count).toBe(3);
  await hide([{ type: 'access.group', id: group.id }], ['access:read']);
  expect((await bound.get(`/v1/access/users/${other}`)).body.groups).toEqual([]);
  expect((await bound.get(`/v1/access/scim/v2/Users/${other}`)).body.groups ?? []).toEqual([]);
});

it('Deleting a task deletes its subtasks, or nothing if a policy keeps one of them', async () => {
  const project = await make('/v1/project/projects', { name: 'Parts' });
  const task = await make(`/v1/project/projects/${project.id}/tasks`, { title: 'Whole' });
  const part = await make(`/v1/project/tasks/${task.id}/subtasks`, { title: 'Part' });
  await hide([{ type: 'project.task', id: part.id }], ['project:read', 'project:delete']);
  expect((await bound.delete(`/v1/project/tasks/${task.id}`)).status).toBe(403);
  for (const { id } of [task, part]) expect((await client.get(`/v1/project/tasks/${id}`)).status).toBe(200);
});
