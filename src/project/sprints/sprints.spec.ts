import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/index.js';
import { detailsOf } from '../../../test/expect-error.js';
import { blindTo } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PROJECTS = '/v1/project/projects';
const PATH = '/v1/project/sprints';
const TASKS = '/v1/project/tasks';

let suite: TestApp;
let client: Client;
let project: { id: string };
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());
beforeEach(async () => {
  project = await made(PROJECTS, { name: 'Website' });
});

const made = async (path: string, body: object) => {
  const answer = await client.post(path, body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const aSprint = (facts: object = {}, of = project) =>
  made(`${PROJECTS}/${of.id}/sprints`, { name: 'Sprint', ...facts });
const aTask = (sprint: { id: string }, facts: object = {}) =>
  made(`${PROJECTS}/${project.id}/tasks`, { title: 'Specify', sprint_id: sprint.id, ...facts });
const progressOf = async (sprint: { id: string }) => (await client.get(`${PATH}/${sprint.id}`)).body.progress;
const start = (sprint: { id: string }) => client.post(`${PATH}/${sprint.id}/start`);
const complete = (sprint: { id: string }, body: object = {}) => client.post(`${PATH}/${sprint.id}/complete`, body);

describe('A sprint', () => {
  it('ends for its tasks too where a policy hides these from whoever ends it', async () => {
    const blind = await blindTo(client, 'project.task');
    const [completed, removed] = [await aSprint(), await aSprint()];
    const tasks = [await aTask(completed), await aTask(removed)];
    await start(completed);
    expect((await blind.post(`${PATH}/${completed.id}/complete`)).body).toMatchObject({ moved_count: 1 });
    expect((await blind.delete(`${PATH}/${removed.id}`)).status).toBe(204);
    for (const { id } of tasks) expect((await client.get(`${TASKS}/${id}`)).body.sprint_id).toBeNull();
  });

  it('is planned, started and completed', async () => {
    const sprint = await aSprint({ goal: 'Ship', start_date: '2026-01-05', end_date: '2026-01-16' });
    expect(sprint).toMatchObject({
      project_id: project.id,
      name: 'Sprint',
      goal: 'Ship',
      status: 'planned',
      started_at: null,
      completed_at: null,
      progress: { total: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, cancelled: 0 },
    });
    expect((await complete(sprint)).status).toBe(409);
    const { body: started } = await start(sprint);
    expect(started).toMatchObject({ status: 'active', started_at: expect.any(String) });
    expect((await start(sprint)).body).toEqual(started);
    const { body } = await complete(sprint);
    expect(body).toMatchObject({
      sprint: { status: 'completed', completed_at: expect.any(String) },
      moved_count: 0,
    });
    expect([(await start(sprint)).status, (await complete(sprint)).status]).toEqual([409, 409]);
  });

  it('does not end before it begins', async () => {
    const path = `${PROJECTS}/${project.id}/sprints`;
    const sprint = await aSprint({ end_date: '2026-01-16' });
    const refused = [
      await client.post(path, { name: 'A', start_date: '2026-01-17', end_date: '2026-01-16' }),
      await client.patch(`${PATH}/${sprint.id}`, { start_date: '2026-01-17' }),
    ];
    expect(refused.map(detailsOf)).toEqual(refused.map(() => ['end_date out_of_range']));
  });

  it('is the only active one of its project, also when several are started at the same time', async () => {
    const sprints = await Promise.all([aSprint(), aSprint(), aSprint(), aSprint()]);
    const answers = await Promise.all(sprints.map(start));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { data, meta } = (await client.get(`${PROJECTS}/${project.id}/sprints?status=active`)).body;
    expect([data.length, meta.total]).toEqual([1, 1]);
    expect(answers.find(({ status }) => status === 409)!.body.error.message).toContain('Another sprint');
  });

  it('tells its progress without the tasks in the trash', async () => {
    const [sprint, other] = [await aSprint(), await aSprint()];
    const tasks = await Promise.all(Array.from({ length: 5 }, () => aTask(sprint)));
    await aTask(other);
    await client.patch(`${TASKS}/${tasks[0].id}`, { status: 'done' });
    await client.patch(`${TASKS}/${tasks[1].id}`, { status: 'in_review' });
    await client.patch(`${TASKS}/${tasks[2].id}`, { sprint_id: null });
    await client.delete(`${TASKS}/${tasks[3].id}`);
    const expected = { total: 3, todo: 1, in_progress: 0, in_review: 1, done: 1, cancelled: 0 };
    expect(await progressOf(sprint)).toEqual(expected);
    const { data } = (await client.get(`${PROJECTS}/${project.id}/sprints?sort=created_at:asc`)).body;
    expect(data.map(({ progress }: any) => progress)).toEqual([
      expected,
      { ...expected, total: 1, in_review: 0, done: 0 },
    ]);
  });

  it('is changed by editors and by admins of the project, not by its other members', async () => {
    const sprint = await aSprint();
    const [admin, member] = [await suite.signedIn('project:member'), await suite.signedIn('project:member')];
    const members = [{ user_id: admin.userId, role: 'admin' }, { user_id: member.userId }];
    await client.post(`${PROJECTS}/${project.id}/members`, { members });
    const attempts = async ({ client: user }: { client: Client }) => [
      (await user.post(`${PROJECTS}/${project.id}/sprints`, { name: 'New' })).status,
      (await user.patch(`${PATH}/${sprint.id}`, { goal: 'New' })).status,
      (await user.post(`${PATH}/${sprint.id}/start`)).status,
    ];
    expect(await attempts(member)).toEqual([403, 403, 403]);
    expect(await attempts(admin)).toEqual([201, 200, 200]);
  });

  it('of an archived project stays as it is', async () => {
    const sprint = await aSprint();
    await client.post(`${PROJECTS}/${project.id}/archive`);
    const refused = [
      await start(sprint),
      await client.patch(`${PATH}/${sprint.id}`, { goal: 'New' }),
      await client.delete(`${PATH}/${sprint.id}`),
      await client.post(`${PROJECTS}/${project.id}/sprints`, { name: 'New' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    await client.delete(`${PROJECTS}/${project.id}`);
    expect((await client.get(`${PATH}/${sprint.id}`)).status).toBe(404);
  });
});

describe('What is open when a sprint is completed', () => {
  it.each(['another sprint', 'none'])('goes to %s, each task with its entry', async (to) => {
    const [sprint, next] = [await aSprint(), await aSprint()];
    const target = to === 'none' ? null : next.id;
    const [open, done, cancelled] = [await aTask(sprint), await aTask(sprint), await aTask(sprint)];
    await client.patch(`${TASKS}/${done.id}`, { status: 'done' });
    await client.patch(`${TASKS}/${cancelled.id}`, { status: 'cancelled' });
    await start(sprint);
    const { body } = await complete(sprint, target ? { move_open_tasks_to: target } : {});
    expect(body).toMatchObject({ moved_count: 1, sprint: { progress: { total: 2, done: 1, cancelled: 1 } } });
    const of = async ({ id }: { id: string }) => (await client.get(`${TASKS}/${id}`)).body.sprint_id;
    expect([await of(open), await of(done), await of(cancelled)]).toEqual([target, sprint.id, sprint.id]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${open.id}`)).body;
    expect(data[0].changes).toEqual({ sprint_id: { from: sprint.id, to: target } });
  });

  it('goes nowhere else', async () => {
    const sprint = await aSprint();
    const old = await aSprint();
    await start(old);
    await complete(old);
    await start(sprint);
    await aTask(sprint);
    const elsewhere = await aSprint({}, await made(PROJECTS, { name: 'Other' }));
    for (const move_open_tasks_to of [sprint.id, old.id, elsewhere.id, newId('spr')])
      expect(detailsOf(await complete(sprint, { move_open_tasks_to }))).toEqual(['move_open_tasks_to not_found']);
    expect(await progressOf(sprint)).toMatchObject({ total: 1 });
  });

  it('is moved once, whoever completes it at the same time', async () => {
    const sprint = await aSprint();
    await aTask(sprint);
    await start(sprint);
    const answers = await Promise.all([complete(sprint), complete(sprint), complete(sprint)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('DELETE /v1/project/sprints/{id}', () => {
  it('leaves its tasks in no sprint, also those that come at the same time', async () => {
    const sprint = await aSprint();
    const task = await aTask(sprint);
    const path = `${PROJECTS}/${project.id}/tasks`;
    const [removed, ...added] = await Promise.all([
      client.delete(`${PATH}/${sprint.id}`),
      ...Array.from({ length: 6 }, () => client.post(path, { title: 'New', sprint_id: sprint.id })),
    ]);
    expect(removed!.status).toBe(204);
    expect(added.filter(({ status }) => ![201, 400].includes(status))).toEqual([]);
    expect((await client.get(`${TASKS}/${task.id}`)).body.sprint_id).toBeNull();
    const left = await suite.database.execute('select 1 from tasks where sprint_id = $1', [sprint.id]);
    expect(left.count).toBe(0);
  });
});
