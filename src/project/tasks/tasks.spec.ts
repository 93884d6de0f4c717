import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/index.js';
import { detailsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../test/support/told.js';

const PROJECTS = '/v1/project/projects';
const PATH = '/v1/project/tasks';

let suite: TestApp;
let client: Client;
let project: { id: string };
let list: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  project = await aProject();
  list = `${PROJECTS}/${project.id}/tasks`;
});
afterAll(() => suite.close());

const made = async (path: string, body: object, by = client) => {
  const answer = await by.post(path, body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const aProject = (by = client) => made(PROJECTS, { name: 'Website' }, by);
const aTask = (facts: object = {}, of = project, by = client) =>
  made(`${PROJECTS}/${of.id}/tasks`, { title: 'Specify', ...facts }, by);
const aSprint = (of = project, facts: object = {}) =>
  made(`${PROJECTS}/${of.id}/sprints`, { name: 'Sprint', ...facts });
const get = async (id: string) => (await client.get(`${PATH}/${id}`)).body;
const patch = (id: string, changes: object) => client.patch(`${PATH}/${id}`, changes);
const move = (id: string, to: object) => client.post(`${PATH}/${id}/move`, to);
const bulk = (task_ids: unknown, updates: unknown, by = client) =>
  by.post(`${PATH}/bulk-update`, { task_ids, updates });
const trailOf = async (id: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=success`)).body.data;
const eventsOf = async (id: string) =>
  (await declaredEventsAbout(suite.database, 'task_id', id)).map(({ type, payload }) => ({ type, payload }));
/** The titles of a list, which must say as many records as it shows. */
const titles = async (query: string, of = list) => {
  const { body } = await client.get(`${of}?limit=100&${query}`);
  expect(body.meta?.total, query).toBe(body.data.length);
  return body.data.map(({ title }: { title: string }) => title);
};

describe('A task', () => {
  it('begins to do, without a priority, and is announced', async () => {
    const answer = await client.post(list, { title: ' Specify ', labels: ['writing'], tags: ['q1'] });
    expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      project_id: project.id,
      parent_id: null,
      title: 'Specify',
      description: '',
      status: 'todo',
      priority: 'none',
      assignee_id: null,
      due_date: null,
      labels: ['writing'],
      tags: ['q1'],
      sprint_id: null,
      blocked_by: [],
      completed_at: null,
      time_spent_seconds: 0,
      deleted_at: null,
      revision: 1,
    });
    expect(await get(answer.body.id)).toEqual({ ...answer.body, subtasks: [] });
    expect(await eventsOf(answer.body.id)).toEqual([
      {
        type: 'project.task.created',
        payload: { task_id: answer.body.id, project_id: project.id, title: 'Specify', assignee_id: null },
      },
    ]);
  });

  it('is completed once each time it enters done', async () => {
    const { id } = await aTask({ assignee_id: suite.ownerId });
    const { body: done } = await patch(id, { status: 'done', title: 'Specified' });
    expect(done.completed_at).toEqual(expect.any(String));
    expect((await patch(id, { status: 'done', priority: 'low' })).body.completed_at).toBe(done.completed_at);
    expect((await patch(id, { status: 'in_review' })).body.completed_at).toBeNull();
    await patch(id, { status: 'done' });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'project.task.created',
      'project.task.completed',
      'project.task.completed',
    ]);
    expect((await eventsOf(id))[1]!.payload).toEqual({
      task_id: id,
      project_id: project.id,
      title: 'Specified',
      assignee_id: suite.ownerId,
      completed_at: done.completed_at,
    });
    const [completed, ...earlier] = await trailOf(id);
    expect(completed.action).toBe('project.task.completed');
    expect(earlier.map(({ action }: any) => action)).toEqual([
      'project.task.updated',
      'project.task.updated',
      'project.task.completed',
      'project.task.created',
    ]);
    expect(Object.keys(earlier[2].changes).toSorted()).toEqual(['completed_at', 'status', 'title']);
  });

  it('is completed once by many at the same time', async () => {
    const { id } = await aTask();
    const answers = await Promise.all(Array.from({ length: 6 }, () => patch(id, { status: 'done' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await eventsOf(id)).filter(({ type }) => type === 'project.task.completed')).toHaveLength(1);
  });

  it('names an active user and a sprint of its project, if any', async () => {
    const [{ userId: gone }, { ownerId: foreign }, other] = [
      await suite.signedIn(),
      await suite.workspace(),
      await aProject(),
    ];
    await client.post(`/v1/access/users/${gone}/deactivate`);
    const [sprint, elsewhere] = [await aSprint(), await aSprint(other)];
    const task = await aTask({ sprint_id: sprint.id });
    for (const assignee_id of [gone, foreign, newId('usr'), 'usr_deleted'])
      for (const answer of [
        await client.post(list, { title: 'A', assignee_id }),
        await patch(task.id, { assignee_id }),
      ])
        expect(detailsOf(answer)).toEqual([expect.stringMatching(/^assignee_id (not_found|invalid_format)$/)]);
    for (const sprint_id of [elsewhere.id, newId('spr')])
      for (const answer of [await client.post(list, { title: 'A', sprint_id }), await patch(task.id, { sprint_id })])
        expect(detailsOf(answer)).toEqual(['sprint_id not_found']);
    expect((await patch(task.id, { sprint_id: null, assignee_id: suite.ownerId })).body).toMatchObject({
      sprint_id: null,
      assignee_id: suite.ownerId,
    });
  });

  it.each([
    [{ title: '' }, 'title required'],
    [{ title: 'x'.repeat(256) }, 'title too_long'],
    [{ description: 'x'.repeat(10_001) }, 'description too_long'],
    [{ due_date: '2026-02-29' }, 'due_date invalid_format'],
    [{ due_date: '2026-2-1' }, 'due_date invalid_format'],
    [{ priority: 'highest' }, 'priority invalid_value'],
    [{ labels: Array.from({ length: 51 }, (_, n) => `l${n}`) }, 'labels too_many'],
    [{ labels: ['x'.repeat(51)] }, 'labels[0] too_long'],
    [{ labels: ['a', ' a '] }, 'labels[1] duplicate'],
    [{ assignee_id: 'somebody' }, 'assignee_id invalid_format'],
  ])('refuses what is wrong: %#', async (facts, error) => {
    expect(detailsOf(await client.post(list, { title: 'A', ...facts }))).toEqual([error]);
    expect(detailsOf(await patch((await aTask()).id, facts))).toEqual([error]);
  });

  it('takes 50 labels of 50 characters', async () => {
    const labels = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(50, 'ü'));
    expect((await aTask({ labels })).labels).toEqual(labels);
  });
});

describe('A subtask', () => {
  it('belongs to a task, which shows it, and has none of its own', async () => {
    const task = await aTask();
    const path = `${PATH}/${task.id}/subtasks`;
    const [one, two] = [
      await made(path, { title: 'One', assignee_id: suite.ownerId }),
      await made(path, { title: 'Two' }),
    ];
    expect(one).toMatchObject({
      parent_id: task.id,
      project_id: project.id,
      status: 'todo',
      assignee_id: suite.ownerId,
    });
    expect((await get(task.id)).subtasks.map(({ id }: any) => id)).toEqual([one.id, two.id]);
    expect(detailsOf(await client.post(`${PATH}/${one.id}/subtasks`, { title: 'Three' }))).toEqual([
      'id invalid_value',
    ]);
    await patch(one.id, { status: 'done' });
    expect((await get(task.id)).status).toBe('todo');
  });

  it('goes with its task, and comes back with it', async () => {
    const task = await aTask();
    const [kept, gone] = [
      await made(`${PATH}/${task.id}/subtasks`, { title: 'Kept' }),
      await made(`${PATH}/${task.id}/subtasks`, { title: 'Gone before' }),
    ];
    await client.delete(`${PATH}/${gone.id}`);
    suite.clock.advance(1);
    expect((await client.delete(`${PATH}/${task.id}`)).status).toBe(204);
    expect((await client.get(`${PATH}/${kept.id}`)).status).toBe(404);
    expect((await trailOf(kept.id))[0].action).toBe('project.task.deleted');
    expect((await client.post(`${PATH}/${kept.id}/restore`)).status).toBe(409);
    expect((await client.post(`${PATH}/${task.id}/restore`)).status).toBe(200);
    expect((await get(task.id)).subtasks.map(({ title }: any) => title)).toEqual(['Kept']);
    expect((await client.post(`${PATH}/${gone.id}/restore`)).status).toBe(200);
    expect((await client.delete(`${PATH}/${task.id}?hard=true`)).status).toBe(204);
    expect((await client.get(`${PATH}/${kept.id}?include_deleted=true`)).status).toBe(404);
  });
});

describe('The list', () => {
  it('finds tasks by each of its filters and their combinations', async () => {
    const own = await aProject();
    const path = `${PROJECTS}/${own.id}/tasks`;
    const sprint = await aSprint(own);
    const { userId } = await suite.signedIn('project:member');
    const a = await aTask(
      { title: 'Über die Startseite', priority: 'high', due_date: '2026-01-10', labels: ['bug'] },
      own,
    );
    const b = await aTask({ title: 'Start again', assignee_id: userId, sprint_id: sprint.id, tags: ['q1'] }, own);
    const c = await aTask({ title: 'C', due_date: '2026-01-11', labels: ['bug', 'ui'], sprint_id: sprint.id }, own);
    await made(`${PATH}/${a.id}/subtasks`, { title: 'Sub' });
    await aTask({ title: 'Elsewhere', labels: ['bug'], assignee_id: userId });
    await patch(b.id, { status: 'in_progress' });
    const found = (query: string) => titles(query, path);

    expect(await found('')).toEqual(['Sub', 'C', b.title, a.title]);
    expect(await found('status=in_progress')).toEqual([b.title]);
    expect(await found('priority=high')).toEqual([a.title]);
    expect(await found(`assignee_id=${userId}`)).toEqual([b.title]);
    expect(await found(`sprint_id=${sprint.id}`)).toEqual(['C', b.title]);
    expect(await found(`sprint_id=${sprint.id}&assignee_id=${userId}&status=in_progress`)).toEqual([b.title]);
    expect(await found('label=bug')).toEqual(['C', a.title]);
    expect(await found('label=bug&priority=high')).toEqual([a.title]);
    expect(await found(`label=bug&sprint_id=${sprint.id}`)).toEqual(['C']);
    expect(await found('tag=q1')).toEqual([b.title]);
    expect(await found('due_before=2026-01-11')).toEqual([a.title]);
    expect(await found('parent_id=none')).toEqual(['C', b.title, a.title]);
    expect(await found('parent_id=none&status=todo')).toEqual(['C', a.title]);
    expect(await found(`parent_id=${a.id}`)).toEqual(['Sub']);
    expect(await found('q=START')).toEqual([b.title, a.title]);
    expect(await found('q=uber+sta')).toEqual([a.title]);
    expect(await found('q=seite')).toEqual([]);
    await patch(b.id, { title: 'Renamed' });
    expect(await found('q=start')).toEqual([a.title]);
    await client.delete(`${PATH}/${c.id}`);
    expect(await found('label=bug')).toEqual([a.title]);
    expect(await found('label=bug&include_deleted=true')).toEqual(['C', a.title]);
    expect(Object.keys((await trailOf(b.id))[0].changes)).toEqual(['title']);
  });

  it('puts urgent first and what has no due date last, in both directions and over pages', async () => {
    const own = await aProject();
    const path = `${PROJECTS}/${own.id}/tasks`;
    for (const [title, priority, due_date] of [
      ['1', 'low', '2026-01-02'],
      ['2', 'urgent', null],
      ['3', 'none', '2026-01-01'],
      ['4', 'high', null],
      ['5', 'medium', '2026-01-03'],
    ])
      await aTask({ title, priority, due_date }, own);
    const ordered = async (sort: string) => {
      const order: string[] = [];
      for (let cursor = ''; ;) {
        const { data, meta } = (await client.get(`${path}?sort=${sort}&limit=2${cursor}`)).body;
        order.push(...data.map(({ title }: any) => title));
        if (!meta.next_cursor) return order.join('');
        cursor = `&cursor=${meta.next_cursor}`;
      }
    };
    expect(await ordered('priority:desc')).toBe('24513');
    expect(await ordered('priority:asc')).toBe('31542');
    expect(await ordered('due_date:asc')).toBe('31542'.replace('542', '524'));
    expect(await ordered('due_date:desc')).toBe('51342');
    expect(await ordered('priority:desc,due_date:asc')).toBe('24513');
    expect(await ordered('rank:asc')).toBe('12345');
    expect((await client.get(`${path}?sort=urgency:asc`)).status).toBe(400);
  });

  it.each(['status=open', 'priority=urgent!', 'due_before=2026-02-30', 'parent_id=x', 'assignee_id=x', 'limit=0'])(
    'refuses %s',
    async (query) => expect((await client.get(`${list}?${query}`)).status).toBe(400),
  );
});

describe('The board', () => {
  it('moves a task between two others, and nothing else', async () => {
    const own = await aProject();
    const path = `${PROJECTS}/${own.id}/tasks`;
    const tasks = [];
    for (const title of ['a', 'b', 'c', 'd']) tasks.push(await aTask({ title }, own));
    const [a, b, c, d] = tasks;
    const order = async () => (await titles('sort=rank:asc', path)).join('');
    const moved = async (task: { id: string }, to: object) => {
      expect((await move(task.id, to)).status).toBe(200);
      return order();
    };
    expect(await moved(d, { before: b.id })).toBe('adbc');
    expect(await moved(a, { after: c.id })).toBe('dbca');
    expect(await moved(c, { before: d.id })).toBe('cdba');
    expect(await moved(c, { before: d.id })).toBe('cdba');
    expect(await moved(d, { after: b.id })).toBe('cbda');
    expect((await get(b.id)).revision).toBe(1);
    await aTask({ title: 'e' }, own);
    expect(await order()).toBe('cbdae');
    expect((await trailOf(d.id))[0].action).toBe('project.task.moved');
  });

  it('gives each its own place, however many move into one gap at the same time', async () => {
    const own = await aProject();
    const tasks = await Promise.all(Array.from({ length: 10 }, (_, n) => aTask({ title: `${n}` }, own)));
    const [first, last, ...others] = tasks;
    await move(last.id, { after: first.id });
    const answers = await Promise.all(
      others.map(({ id }, n) => move(id, n % 2 ? { after: first.id } : { before: last.id })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = (await client.get(`${PROJECTS}/${own.id}/tasks?sort=rank:asc`)).body;
    expect(new Set(data.map(({ rank }: any) => rank)).size).toBe(10);
    expect([data[0].id, data[9].id]).toEqual([first.id, last.id]);
  });

  it('stands a thousand moves into one gap', async () => {
    const own = await aProject();
    const [a, b, c] = [await aTask({}, own), await aTask({}, own), await aTask({}, own)];
    for (let n = 0; n < 40; n++) await move(n % 2 ? b.id : c.id, { after: a.id });
    const { rank } = await get(b.id);
    expect([rank > (await get(a.id)).rank, rank.length < 30]).toEqual([true, true]);
  });

  it('refuses what is no place', async () => {
    const [task, elsewhere, gone] = [await aTask(), await aTask({}, await aProject()), await aTask()];
    await client.delete(`${PATH}/${gone.id}`);
    const refused = [
      await move(task.id, {}),
      await move(task.id, { before: gone.id, after: gone.id }),
      await move(task.id, { before: elsewhere.id }),
      await move(task.id, { after: task.id }),
      await move(task.id, { after: gone.id }),
      await move(task.id, { after: 'x' }),
    ];
    expect(refused.map((answer) => detailsOf(answer)[0])).toEqual([
      'before required',
      'after invalid_value',
      'before not_found',
      'after not_found',
      'after not_found',
      'after invalid_format',
    ]);
  });
});

describe('What a task waits for', () => {
  it('is other tasks of its project, never in a circle', async () => {
    const [a, b, c] = [await aTask(), await aTask(), await aTask()];
    const waits = (task: { id: string }, ...others: { id: string }[]) =>
      patch(task.id, { blocked_by: others.map(({ id }) => id) });
    expect((await waits(b, a)).body.blocked_by).toEqual([a.id]);
    expect((await waits(c, b)).status).toBe(200);
    expect(detailsOf(await waits(a, c))).toEqual(['blocked_by[0] invalid_value']);
    expect(detailsOf(await waits(a, a))).toEqual(['blocked_by[0] invalid_value']);
    const elsewhere = await aTask({}, await aProject());
    expect(detailsOf(await waits(a, elsewhere, b))).toEqual(['blocked_by[0] not_found', 'blocked_by[1] invalid_value']);
    expect((await aTask({ blocked_by: [c.id] })).blocked_by).toEqual([c.id]);
    await waits(b);
    expect((await waits(a, c)).status).toBe(200);
  });

  it('may have been deleted since', async () => {
    const [a, b] = [await aTask(), await aTask()];
    await patch(b.id, { blocked_by: [a.id] });
    await client.delete(`${PATH}/${a.id}`);
    expect((await patch(b.id, { blocked_by: [a.id], priority: 'low' })).status).toBe(200);
    expect(detailsOf(await patch((await aTask()).id, { blocked_by: [a.id] }))).toEqual(['blocked_by[0] not_found']);
  });

  it('is no circle either when two requests would close it together', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await aTask(), await aTask()];
      const answers = await Promise.all([patch(a.id, { blocked_by: [b.id] }), patch(b.id, { blocked_by: [a.id] })]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });
});

describe('Comments on a task', () => {
  const comment = (task: { id: string }, body: object, by = client) => by.post(`${PATH}/${task.id}/comments`, body);

  it('are listed newest first, and mention users in their event', async () => {
    const [task, other] = [await aTask(), await aTask()];
    const { userId } = await suite.signedIn();
    const { body: first } = await comment(task, { body: ' First ', mentions: [userId] });
    expect(first).toMatchObject({
      task_id: task.id,
      project_id: project.id,
      body: ' First ',
      mentions: [userId],
      author_id: suite.ownerId,
    });
    await comment(task, { body: 'Second' });
    await comment(other, { body: 'Elsewhere' });
    const { data, meta } = (await client.get(`${PATH}/${task.id}/comments`)).body;
    expect([data.map(({ body }: any) => body), meta.total]).toEqual([['Second', ' First '], 2]);
    expect(await eventsOf(task.id)).toContainEqual({
      type: 'project.comment.created',
      payload: {
        comment_id: first.id,
        task_id: task.id,
        project_id: project.id,
        author_id: suite.ownerId,
        mentions: [userId],
      },
    });
  });

  it('are written by members of the project and by its assignee, as long as it is not archived', async () => {
    const own = await aProject();
    const [member, viewer, assignee] = [
      await suite.signedIn('project:member'),
      await suite.signedIn('project:member'),
      await suite.signedIn('project:member'),
    ];
    const members = [{ user_id: member.userId }, { user_id: viewer.userId, role: 'viewer' }];
    await client.post(`${PROJECTS}/${own.id}/members`, { members });
    const task = await aTask({ assignee_id: assignee.userId }, own);
    const statuses = [];
    for (const { client: user } of [member, viewer, assignee])
      statuses.push((await comment(task, { body: 'I' }, user)).status);
    expect(statuses).toEqual([201, 403, 201]);
    await client.post(`${PROJECTS}/${own.id}/archive`);
    expect((await comment(task, { body: 'Late' })).status).toBe(409);
    expect((await client.delete(`${PROJECTS}/${own.id}`)).status).toBe(204);
    expect((await suite.database.execute('select 1 from task_comments where task_id = $1', [task.id])).count).toBe(0);
  });

  it('say something, to users who exist', async () => {
    const task = await aTask();
    const { ownerId: foreign } = await suite.workspace();
    const refused = [
      await comment(task, {}),
      await comment(task, { body: ' \n' }),
      await comment(task, { body: 'x'.repeat(10_001) }),
      await comment(task, { body: 'You', mentions: [suite.ownerId, foreign] }),
      await comment(task, { body: 'You', mentions: [suite.ownerId, suite.ownerId] }),
    ];
    expect(refused.map((answer) => detailsOf(answer)[0])).toEqual([
      'body required',
      'body required',
      'body too_long',
      'mentions[1] not_found',
      'mentions[1] duplicate',
    ]);
  });
});

describe('POST /v1/project/tasks/bulk-update', () => {
  it('changes a hundred tasks in a handful of statements, each with its event and entry', async () => {
    const own = await aProject();
    const tasks = await Promise.all(Array.from({ length: 100 }, (_, n) => aTask({ title: `${n}` }, own)));
    await patch(tasks[3].id, { status: 'done' });
    const ids = tasks.map(({ id }) => id);
    const statements = vi.spyOn(suite.database, 'run');
    const answer = await bulk(ids, { status: 'done', labels: ['old'] });
    const asked = statements.mock.calls.filter(([, text]) => /null::tasks|from tasks .* for update$/.test(text)).length;
    statements.mockRestore();
    // They are read, those that are completed are written, and those that were done before.
    expect(asked).toBe(3);
    expect(answer.body).toMatchObject({ updated: 100 });
    expect(answer.body.data.map(({ id }: any) => id)).toEqual(ids);
    expect(answer.body.data[0]).toEqual({
      ...tasks[0],
      ...answer.body.data[0],
      title: '0',
      status: 'done',
      revision: 2,
    });
    expect((await eventsOf(ids[0]!)).map(({ type }) => type)).toEqual([
      'project.task.created',
      'project.task.completed',
    ]);
    expect((await eventsOf(ids[3]!)).map(({ type }) => type)).toEqual([
      'project.task.created',
      'project.task.completed',
    ]);
    expect((await trailOf(ids[0]!))[0]).toMatchObject({
      action: 'project.task.completed',
      changes: { status: { from: 'todo', to: 'done' }, labels: { from: [], to: ['old'] } },
    });
    expect((await trailOf(ids[3]!))[0].action).toBe('project.task.updated');
    expect(await titles('status=done&label=old', `${PROJECTS}/${own.id}/tasks`)).toHaveLength(100);

    const again = await bulk(ids, { status: 'done' });
    expect(again.body.updated).toBe(0);
    expect(await trailOf(ids[0]!)).toHaveLength(2);
  });

  it('changes all or none', async () => {
    const [a, b, gone] = [await aTask(), await aTask(), await aTask()];
    await client.delete(`${PATH}/${gone.id}`);
    const foreign = await suite.workspace();
    const theirs = await aTask({}, await aProject(foreign.client), foreign.client);
    const unknown = await bulk([a.id, newId('task'), b.id, theirs.id, gone.id, 'x'], { status: 'done' });
    expect([unknown.status, detailsOf(unknown)]).toEqual([400, [1, 3, 4, 5].map((n) => `task_ids[${n}] not_found`)]);

    const other = await aProject();
    const elsewhere = await aTask({}, other);
    const sprint = await aSprint();
    expect(detailsOf(await bulk([a.id, elsewhere.id], { sprint_id: sprint.id }))).toEqual([
      'updates.sprint_id not_found',
    ]);
    expect(detailsOf(await bulk([a.id], { assignee_id: newId('usr') }))).toEqual(['updates.assignee_id not_found']);

    await client.post(`${PROJECTS}/${other.id}/archive`);
    const archived = await bulk([a.id, elsewhere.id], { status: 'done' });
    expect([archived.status, archived.body.error.message]).toEqual([409, expect.stringContaining('archived')]);

    const { client: user, userId } = await suite.signedIn('project:member');
    await patch(b.id, { assignee_id: userId });
    expect((await bulk([b.id, a.id], { status: 'done' }, user)).status).toBe(403);
    expect((await bulk([b.id], { status: 'in_review' }, user)).body.updated).toBe(1);
    for (const { id } of [a, elsewhere]) expect((await get(id)).status).toBe('todo');
  });

  it('is exact when several change the same tasks at the same time', async () => {
    const ids = (await Promise.all(Array.from({ length: 20 }, () => aTask()))).map(({ id }) => id);
    const answers = await Promise.all([
      bulk(ids, { status: 'done' }),
      bulk(ids.toReversed(), { status: 'done', priority: 'high' }),
      ...ids.slice(0, 5).map((id) => patch(id, { status: 'done' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const id of ids)
      expect((await eventsOf(id)).filter(({ type }) => type === 'project.task.completed')).toHaveLength(1);
  });

  it.each([
    ['no ids', [], { status: 'done' }, ['task_ids required']],
    ['101 ids', Array.from({ length: 101 }, () => newId('task')), { status: 'done' }, ['task_ids too_many']],
    ['one id twice', ['task_x', 'task_x'], { status: 'done' }, ['task_ids[1] duplicate']],
    ['no list', 'task_x', { status: 'done' }, ['task_ids invalid_type']],
    ['a title', ['task_x'], { title: 'New', status: 'done' }, ['updates.title invalid_value']],
    ['nothing to change', ['task_x'], {}, ['updates required']],
    ['nothing known to change', ['task_x'], { blocked_by: [] }, ['updates required']],
    ['no updates', ['task_x'], undefined, ['updates required']],
    [
      'wrong updates',
      ['task_x'],
      { status: 'finished', due_date: '2026-04-31' },
      ['updates.due_date invalid_format', 'updates.status invalid_value'],
    ],
  ])('refuses %s', async (_, ids, updates, errors) => {
    expect(detailsOf(await bulk(ids, updates)).toSorted()).toEqual(errors);
  });
});
