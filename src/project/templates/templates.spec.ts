import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/index.js';
import { detailsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/project/templates';
const PROJECTS = '/v1/project/projects';
const TASKS = '/v1/project/tasks';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const made = async (path: string, body: object, by = client) => {
  const answer = await by.post(path, body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const aTemplate = (facts: object = {}) => made(PATH, { name: 'Launch', ...facts });
const tasksOf = async ({ id }: { id: string }) =>
  (await client.get(`${PROJECTS}/${id}/tasks?sort=rank:asc&limit=100`)).body.data;

const TASK_DEFAULTS = { description: '', priority: 'none', labels: [], due_offset_days: null, subtasks: [] };

describe('A template', () => {
  it('has tasks, offsets and roles, with defaults', async () => {
    const answer = await client.post(PATH, {
      name: 'Launch',
      members: [{ role: 'admin' }, { role: 'member' }],
      tasks: [{ title: 'Specify', due_offset_days: -3, subtasks: [{ title: 'Ask' }] }, { title: 'Build' }],
    });
    expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^tpl_/),
      description: '',
      default_duration_days: null,
      members: [{ role: 'admin' }, { role: 'member' }],
      tasks: [
        { ...TASK_DEFAULTS, title: 'Specify', due_offset_days: -3, subtasks: [{ title: 'Ask' }] },
        { ...TASK_DEFAULTS, title: 'Build' },
      ],
      created_by: suite.ownerId,
    });
    const at = `${PATH}/${answer.body.id}`;
    expect((await client.get(at)).body).toEqual(answer.body);
    const { body } = await client.patch(at, { default_duration_days: 10, tasks: [] });
    expect(body).toMatchObject({ default_duration_days: 10, tasks: [], members: answer.body.members });
    expect((await client.get(PATH)).body.data).toContainEqual(body);
    expect((await client.delete(at)).status).toBe(204);
    expect((await client.get(at)).status).toBe(404);
  });

  it.each([
    ['no name', { name: undefined }, 'name required'],
    ['an unknown role', { members: [{ role: 'owner' }] }, 'members[0].role invalid_value'],
    ['501 tasks', { tasks: Array.from({ length: 501 }, () => ({ title: 'A' })) }, 'tasks too_many'],
    ['a task without a title', { tasks: [{ title: 'A' }, {}] }, 'tasks[1].title required'],
    ['a wrong priority', { tasks: [{ title: 'A', priority: 'top' }] }, 'tasks[0].priority invalid_value'],
    ['half a day', { tasks: [{ title: 'A', due_offset_days: 0.5 }] }, 'tasks[0].due_offset_days invalid_type'],
    [
      '51 subtasks',
      { tasks: [{ title: 'A', subtasks: Array.from({ length: 51 }, () => ({ title: 'B' })) }] },
      'tasks[0].subtasks too_many',
    ],
    [
      'more than 1000 in all',
      {
        tasks: Array.from({ length: 21 }, () => ({
          title: 'A',
          subtasks: Array.from({ length: 47 }, () => ({ title: 'B' })),
        })),
      },
      'tasks too_many',
    ],
  ])('refuses %s', async (_, facts, error) => {
    expect(detailsOf(await client.post(PATH, { name: 'Launch', ...facts }))).toEqual([error]);
  });

  it('is one of a hundred at most', async () => {
    const { client: own } = await suite.workspace();
    for (let n = 0; n < 100; n += 20)
      await Promise.all(Array.from({ length: 20 }, () => made(PATH, { name: 'A' }, own)));
    expect((await own.post(PATH, { name: 'A' })).status).toBe(409);
    expect((await own.get(PATH)).body).toMatchObject({ data: { length: 100 }, meta: { total: 100, has_more: false } });
  });
});

describe('A project of a template', () => {
  it('has its tasks, due so many days from the start', async () => {
    const template = await aTemplate({
      description: 'How we launch',
      default_duration_days: 30,
      tasks: [
        {
          title: 'Specify',
          description: 'All',
          priority: 'high',
          labels: ['a'],
          due_offset_days: 27,
          subtasks: [{ title: 'Ask' }],
        },
        { title: 'Build' },
      ],
    });
    const project = await made(PROJECTS, { name: 'Site', template_id: template.id, start_date: '2028-02-02' });
    expect(project).toMatchObject({
      template_id: template.id,
      description: 'How we launch',
      start_date: '2028-02-02',
      target_date: '2028-03-03',
    });
    const [specify, ask, build] = await tasksOf(project);
    expect(specify).toMatchObject({
      title: 'Specify',
      priority: 'high',
      labels: ['a'],
      due_date: '2028-02-29',
      parent_id: null,
    });
    expect(ask).toMatchObject({ title: 'Ask', parent_id: specify.id, due_date: null, status: 'todo' });
    expect(build).toMatchObject({ title: 'Build', due_date: null });
    expect((await client.get(`${TASKS}/${specify.id}`)).body.description).toBe('All');

    const bare = await made(PROJECTS, { name: 'Site', template_id: template.id, description: '', target_date: null });
    expect(bare).toMatchObject({ description: '', target_date: null });
    expect((await tasksOf(bare))[0].due_date).toBeNull();
    const ends = await made(PROJECTS, {
      name: 'Site',
      template_id: template.id,
      start_date: '2028-02-02',
      target_date: '2028-02-03',
    });
    expect(ends.target_date).toBe('2028-02-03');
  });

  it('gets 500 tasks by one request and a few statements, each with its event and entry, or none', async () => {
    const tasks = Array.from({ length: 500 }, (_, n) => ({
      title: `Task ${n}`,
      due_offset_days: n,
      subtasks: n % 2 ? [] : [{ title: 'Sub' }],
    }));
    const template = await aTemplate({ tasks });
    const statements = vi.spyOn(suite.database, 'run');
    const project = await made(PROJECTS, { name: 'Large', template_id: template.id, start_date: '2026-01-01' });
    const asked = statements.mock.calls.filter(([, text]) => text.includes('insert into tasks')).length;
    statements.mockRestore();
    expect(asked).toBe(2);
    const list = `${PROJECTS}/${project.id}/tasks`;
    expect((await client.get(list)).body.meta.total).toBe(750);
    const { data } = (await client.get(`${list}?sort=rank:asc&parent_id=none&limit=100`)).body;
    expect(data.map(({ title }: any) => title)).toEqual(tasks.slice(0, 100).map(({ title }) => title));
    const { rows } = await suite.database.execute(
      `select (select count(distinct payload ->> 'task_id')::int from
          (select type, payload from outbox union select type, payload from events) e
          where type = 'project.task.created' and payload ->> 'project_id' = $1) as events,
        (select count(*)::int from audit_entries join tasks on tasks.id = resource_id
          where project_id = $1 and action = 'project.task.created') as entries`,
      [project.id],
    );
    expect(rows[0]).toEqual({ events: 750, entries: 750 });

    const late = await client.post(PROJECTS, { name: 'Late', template_id: template.id, start_date: '9999-01-01' });
    expect(detailsOf(late)).toEqual(['start_date out_of_range']);
    expect((await suite.database.execute(`select 1 from projects where name = 'Late'`)).count).toBe(0);
  });

  it('is made by members for themselves too', async () => {
    const template = await aTemplate({ tasks: [{ title: 'A' }] });
    const { client: user } = await suite.signedIn('project:member');
    const project = await made(PROJECTS, { name: 'Mine', template_id: template.id }, user);
    expect(await tasksOf(project)).toHaveLength(1);
  });

  it('needs a template that exists here', async () => {
    const foreign = await suite.workspace();
    const theirs = await made(PATH, { name: 'Launch' }, foreign.client);
    for (const template_id of [theirs.id, newId('tpl')])
      expect(detailsOf(await client.post(PROJECTS, { name: 'A', template_id }))).toEqual(['template_id not_found']);
  });
});

describe('POST /v1/project/projects/{id}/save-as-template', () => {
  it('keeps what a project has, with offsets for dates', async () => {
    const project = await made(PROJECTS, { name: 'Site', start_date: '2026-02-01', target_date: '2026-03-01' });
    const { userId } = await suite.signedIn();
    await client.post(`${PROJECTS}/${project.id}/members`, { members: [{ user_id: userId, role: 'viewer' }] });
    const list = `${PROJECTS}/${project.id}/tasks`;
    const task = await made(list, { title: 'A', due_date: '2026-01-30', labels: ['x'], priority: 'low' });
    await made(`${TASKS}/${task.id}/subtasks`, { title: 'Sub' });
    const gone = await made(list, { title: 'Gone' });
    await client.delete(`${TASKS}/${gone.id}`);
    const b = await made(list, { title: 'B' });
    await client.post(`${TASKS}/${b.id}/move`, { before: task.id });
    await client.post(`${PROJECTS}/${project.id}/archive`);
    const answer = await client.post(`${PROJECTS}/${project.id}/save-as-template`, { name: 'Like the site' });
    expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      name: 'Like the site',
      description: '',
      default_duration_days: 28,
      members: [{ role: 'admin' }, { role: 'viewer' }],
      tasks: [
        { ...TASK_DEFAULTS, title: 'B' },
        {
          ...TASK_DEFAULTS,
          title: 'A',
          labels: ['x'],
          priority: 'low',
          due_offset_days: -2,
          subtasks: [{ title: 'Sub' }],
        },
      ],
    });
    const again = await made(PROJECTS, { name: 'Again', template_id: answer.body.id, start_date: '2027-02-01' });
    expect(again.target_date).toBe('2027-03-01');
    expect((await tasksOf(again)).map(({ title, due_date }: any) => [title, due_date])).toEqual([
      ['B', null],
      ['A', '2027-01-30'],
      ['Sub', null],
    ]);
  });
});
