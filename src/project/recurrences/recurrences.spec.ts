import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Queues } from '../../platform/queues/queues.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DUE_WORK_QUEUE } from '../due-work/due-work.js';

const PATH = '/v1/project/recurrences';

let suite: TestApp;
let client: Client;
let project: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());
beforeEach(async () => {
  project = (await client.post('/v1/project/projects', { name: 'Garden' })).body.id;
});

const TASKS = () => `/v1/project/projects/${project}/tasks`;
const day = (days: number) => suite.clock.iso(days * 86_400).slice(0, 10);
const newTask = async (more = {}) =>
  (await client.post(TASKS(), { title: 'Water the plants', due_date: day(0), ...more })).body.id;
const recur = (task_id: string, more = {}) => client.post(PATH, { task_id, rule: 'FREQ=DAILY', ...more });
const tasks = async (query = '') => (await client.get(`${TASKS()}?sort=created_at&${query}`)).body.data;
const finish = (id: string) => client.patch(`/v1/project/tasks/${id}`, { status: 'done' });
const detailsOf = ({ body }: { body: any }) => body.error.details.map(({ field, code }: any) => `${field} ${code}`);
/** Looks for what is due, and waits until it is done. */
const look = async () => {
  await suite.app.get(Maintenance).run('project.recurrences');
  await suite.app.get(Queues).whenIdle();
};

describe('A recurrence', () => {
  it('follows a task with a due date', async () => {
    const task_id = await newTask();
    const { status, body } = await recur(task_id, { rule: 'FREQ=WEEKLY;BYDAY=MO' });
    expect([status, body]).toMatchObject([
      201,
      { task_id, project_id: project, trigger: 'done', begins_on: day(0), occurs_on: day(0), status: 'active' },
    ]);
    expect((await client.get(`${PATH}?task_id=${task_id}`)).body.data).toEqual([body]);
    expect((await recur(task_id)).status).toBe(409);
    const { body: subtask } = await client.post(`/v1/project/tasks/${task_id}/subtasks`, { title: 'Fill the can' });
    expect(detailsOf(await recur(subtask.id))).toEqual(['task_id invalid_value']);
    expect(detailsOf(await recur(await newTask({ due_date: null })))).toEqual(['task_id invalid_value']);
    expect(detailsOf(await recur(task_id, { rule: 'FREQ=DAILY;COUNT=1' }))).toEqual(['rule invalid_value']);
  });

  it('is made and changed by members of the project', async () => {
    const task_id = await newTask();
    const { client: member, userId } = await suite.signedIn('project:member');
    const asMember = () => member.post(PATH, { task_id, rule: 'FREQ=DAILY' });
    expect((await asMember()).status).toBe(403);
    await client.post(`/v1/project/projects/${project}/members`, { members: [{ user_id: userId }] });
    const { status, body } = await asMember();
    expect(status).toBe(201);
    expect((await member.patch(`${PATH}/${body.id}`, { trigger: 'due' })).status).toBe(200);
    await client.post(`/v1/project/projects/${project}/archive`);
    expect((await member.delete(`${PATH}/${body.id}`)).status).toBe(409);
  });

  it('goes with its project', async () => {
    const { body } = await recur(await newTask());
    await client.post(`/v1/project/projects/${project}/archive`);
    await client.delete(`/v1/project/projects/${project}`);
    expect((await client.get(`${PATH}/${body.id}`)).status).toBe(404);
  });
});

describe('The next task', () => {
  it('is made when the one before is done, with all that describes it', async () => {
    const { userId } = await suite.signedIn('project:viewer');
    const described = { description: 'All of them', priority: 'high', labels: ['home'], assignee_id: userId };
    const first = await newTask(described);
    await client.post(`/v1/project/tasks/${first}/subtasks`, { title: 'Fill the can' });
    await client.post(`/v1/project/tasks/${first}/subtasks`, { title: 'Find the plants' });
    const { body: recurrence } = await recur(first);
    await look();
    expect(await tasks('parent_id=none')).toHaveLength(1);

    await finish(first);
    await expect.poll(() => tasks('parent_id=none')).toHaveLength(2);
    const next = (await tasks('parent_id=none'))[1];
    expect(next).toMatchObject({ title: 'Water the plants', status: 'todo', due_date: day(1), assignee_id: userId });
    const whole = (await client.get(`/v1/project/tasks/${next.id}`)).body;
    expect(whole).toMatchObject(described);
    expect(whole.subtasks).toMatchObject([{ title: 'Fill the can', status: 'todo' }, { title: 'Find the plants' }]);
    expect((await client.get(`${PATH}/${recurrence.id}`)).body).toMatchObject({ task_id: next.id, occurs_on: day(1) });
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${next.id}`)).body;
    expect(data).toMatchObject([{ action: 'project.task.created', actor: { type: 'system' } }]);
  });

  it('is made once, whoever looks for it and however often the task is done', async () => {
    const first = await newTask();
    await recur(first);
    await Promise.all([finish(first), look(), look()]);
    await client.patch(`/v1/project/tasks/${first}`, { status: 'todo' });
    await finish(first);
    await expect.poll(() => tasks()).toHaveLength(2);
    await Promise.all([look(), look(), look()]);
    expect(await tasks()).toHaveLength(2);
  });

  it('comes with its day, and leaves out those that have passed', async () => {
    await recur(await newTask({ due_date: day(-10) }), { trigger: 'due' });
    await look();
    await look();
    await look();
    const dates = (await tasks()).map(({ due_date }: any) => due_date);
    expect(dates).toEqual([day(-10), day(0), day(1)]);
  });

  it('is not assigned to a user who is gone', async () => {
    const { userId } = await suite.signedIn('project:viewer');
    await recur(await newTask({ assignee_id: userId, due_date: day(-1) }), { trigger: 'due' });
    await client.post(`/v1/access/users/${userId}/deactivate`);
    await look();
    expect((await tasks())[1]).toMatchObject({ due_date: day(0), assignee_id: null });
  });

  it('is none after the last day of the rule, or where the task is deleted', async () => {
    const ends = (await recur(await newTask({ due_date: day(-1) }), { trigger: 'due', rule: 'FREQ=DAILY;COUNT=2' }))
      .body;
    const task = await newTask({ due_date: day(-1) });
    const deleted = (await recur(task, { trigger: 'due' })).body;
    await client.delete(`/v1/project/tasks/${task}`);
    for (let n = 0; n < 3; n++) await look();
    expect(await tasks()).toHaveLength(2);
    for (const { id } of [ends, deleted]) expect((await client.get(`${PATH}/${id}`)).body.status).toBe('ended');
  });

  it('is none where the task is deleted, unless it comes back before anybody has looked', async () => {
    const [gone, back] = [await newTask(), await newTask()];
    const [ends, goesOn] = [(await recur(gone)).body, (await recur(back)).body];
    const queue = suite.app.get<Queue>(getQueueToken(DUE_WORK_QUEUE));
    await queue.pause();
    for (const id of [gone, back]) expect((await client.delete(`/v1/project/tasks/${id}`)).status).toBe(204);
    expect((await client.post(`/v1/project/tasks/${back}/restore`)).status).toBe(200);
    await queue.resume();
    await look();
    const status = async (id: string) => (await client.get(`${PATH}/${id}`)).body.status;
    await expect.poll(() => status(ends.id)).toBe('ended');
    expect([await status(goesOn.id), (await tasks()).length]).toEqual(['active', 1]);
    expect((await client.patch(`${PATH}/${ends.id}`, { rule: 'FREQ=WEEKLY' })).body.status).toBe('ended');
    await finish(back);
    await expect.poll(() => tasks()).toHaveLength(2);
  });

  it('waits while the project is archived', async () => {
    const first = await newTask({ due_date: day(-1) });
    await recur(first, { trigger: 'due' });
    await client.post(`/v1/project/projects/${project}/archive`);
    await look();
    expect(await tasks()).toHaveLength(1);
    await client.patch(`/v1/project/projects/${project}`, { status: 'active' });
    await look();
    expect(await tasks()).toHaveLength(2);
  });
});
