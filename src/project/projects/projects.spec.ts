import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/index.js';
import { detailsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { ProjectHooks } from './project-hooks.js';

const PATH = '/v1/project/projects';
const TASKS = '/v1/project/tasks';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const aProject = async (facts: object = {}, by = client) => {
  const answer = await by.post(PATH, { name: 'Website', ...facts });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const aTask = async (project: { id: string }, facts: object = {}, by = client) => {
  const answer = await by.post(`${PATH}/${project.id}/tasks`, { title: 'Specify', ...facts });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const put = (project: { id: string }, members: unknown, by = client) =>
  by.post(`${PATH}/${project.id}/members`, { members });
const trailOf = async (id: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=success`)).body.data;

describe('A project', () => {
  it('begins in planning, as its maker’s, who is a member with the role admin', async () => {
    const project = await aProject({ start_date: '2026-01-05', tags: ['web'] });
    expect(project).toMatchObject({
      name: 'Website',
      description: '',
      status: 'planning',
      start_date: '2026-01-05',
      target_date: null,
      owner_id: suite.ownerId,
      template_id: null,
      tags: ['web'],
      members: [{ user_id: suite.ownerId, display_name: expect.any(String), role: 'admin' }],
    });
    expect((await client.get(`${PATH}/${project.id}`)).body).toEqual(project);
  });

  it('goes from any state to any other', async () => {
    const { id } = await aProject();
    for (const status of ['completed', 'on_hold', 'archived', 'planning', 'active', 'archived', 'completed'])
      expect((await client.patch(`${PATH}/${id}`, { status })).body.status).toBe(status);
  });

  it('is not to be done before it begins', async () => {
    const project = await aProject({ start_date: '2026-03-01', target_date: '2026-03-01' });
    const refused = [
      await client.post(PATH, { name: 'Late', start_date: '2026-03-01', target_date: '2026-02-28' }),
      await client.patch(`${PATH}/${project.id}`, { target_date: '2026-02-28' }),
      await client.patch(`${PATH}/${project.id}`, { start_date: '2026-03-02' }),
    ];
    expect(refused.map(detailsOf)).toEqual(refused.map(() => ['target_date out_of_range']));
    expect((await client.patch(`${PATH}/${project.id}`, { start_date: '2026-03-02', target_date: null })).status).toBe(
      200,
    );
  });

  it('can be given to another user, who becomes an admin of it', async () => {
    const project = await aProject();
    const { userId } = await suite.signedIn('project:member');
    const { body } = await client.patch(`${PATH}/${project.id}`, { owner_id: userId });
    expect(body.owner_id).toBe(userId);
    expect(body.members.map(({ user_id, role }: any) => [user_id, role])).toEqual([
      [suite.ownerId, 'admin'],
      [userId, 'admin'],
    ]);
  });

  it('is found by state, owner, member and tag', async () => {
    const { client: own, ownerId } = await suite.workspace();
    const [one, two] = [await aProject({ tags: ['web'] }, own), await aProject({}, own)];
    const { body: user } = await own.post('/v1/access/users', { email: 'a@example.com', display_name: 'A' });
    await put(two, [{ user_id: user.id }], own);
    await own.patch(`${PATH}/${one.id}`, { status: 'active' });
    const found = async (query: string) => {
      const { data, meta } = (await own.get(`${PATH}?${query}`)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await found('')).toEqual([two.id, one.id]);
    expect(await found('status=active')).toEqual([one.id]);
    expect(await found(`owner_id=${ownerId}`)).toEqual([two.id, one.id]);
    expect(await found(`member_id=${user.id}`)).toEqual([two.id]);
    expect(await found(`member_id=${user.id}&status=active`)).toEqual([]);
    expect(await found('tag=web')).toEqual([one.id]);
    expect(await found('sort=target_date:desc,name:asc')).toHaveLength(2);
    expect((await own.get(`${PATH}?status=done`)).status).toBe(400);
  });
});

describe('Members', () => {
  it('join, get another role and leave, each noted', async () => {
    const project = await aProject();
    const [{ userId: a }, { userId: b }] = [await suite.signedIn(), await suite.signedIn()];
    await put(project, [{ user_id: a }, { user_id: b, role: 'viewer' }]);
    const answer = await put(project, [
      { user_id: a, role: 'member' },
      { user_id: b, role: 'admin' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.members.slice(1)).toEqual(
      [a, b].toSorted().map((user_id) => ({
        user_id,
        display_name: 'Ada',
        role: user_id === a ? 'member' : 'admin',
        hourly_rate: null,
      })),
    );
    expect((await client.delete(`${PATH}/${project.id}/members/${a}`)).status).toBe(204);
    expect((await client.delete(`${PATH}/${project.id}/members/${a}`)).status).toBe(404);
    const noted = (await trailOf(project.id)).map(({ action, changes }: any) => [action, changes?.members]);
    expect(noted).toEqual([
      ['project.project.member_removed', { from: [{ user_id: a, role: 'member', hourly_rate: null }], to: [] }],
      [
        'project.project.members_added',
        {
          from: [{ user_id: b, role: 'viewer', hourly_rate: null }],
          to: [{ user_id: b, role: 'admin', hourly_rate: null }],
        },
      ],
      [
        'project.project.members_added',
        {
          from: [],
          to: [
            { user_id: a, role: 'member', hourly_rate: null },
            { user_id: b, role: 'viewer', hourly_rate: null },
          ],
        },
      ],
      ['project.project.created', undefined],
    ]);
  });

  it('are added all or none', async () => {
    const project = await aProject();
    const { userId } = await suite.signedIn();
    const { ownerId: foreign } = await suite.workspace();
    const answer = await put(project, [{ user_id: userId }, { user_id: newId('usr') }, { user_id: foreign }]);
    expect(detailsOf(answer)).toEqual(['members[1].user_id not_found', 'members[2].user_id not_found']);
    expect((await client.get(`${PATH}/${project.id}`)).body.members).toHaveLength(1);
  });

  it('are active or invited, not newly suspended ones (D-ACC-6)', async () => {
    const project = await aProject();
    const invited = (await client.post('/v1/access/users', { email: 'invited@example.com' })).body.id;
    const { userId } = await suite.signedIn('project:member');
    expect((await put(project, [{ user_id: invited, role: 'member' }])).status).toBe(200);
    const deactivate = () => client.post(`/v1/access/users/${userId}/deactivate`);
    await deactivate();
    expect(detailsOf(await put(project, [{ user_id: userId }]))).toEqual(['members[0].user_id not_found']);
    await client.post(`/v1/access/users/${userId}/reactivate`);
    expect((await put(project, [{ user_id: userId, role: 'member' }])).status).toBe(200);
    await deactivate();
    expect((await put(project, [{ user_id: userId, role: 'viewer' }])).status).toBe(200);
  });

  it.each([
    ['nobody', [], 'members required'],
    ['101', Array.from({ length: 101 }, () => ({ user_id: newId('usr') })), 'members too_many'],
    ['one twice', ['a', 'a'].map(() => ({ user_id: 'usr_x' })), 'members[1] duplicate'],
    ['another role', [{ user_id: newId('usr'), role: 'owner' }], 'members[0].role invalid_value'],
    ['no object', [1], 'members[0] invalid_type'],
    ['none at all', undefined, 'members required'],
  ])('%s are refused', async (_, members, error) => {
    expect(detailsOf(await put(await aProject(), members))).toEqual([error]);
  });

  it('include the owner, who neither leaves nor loses the role', async () => {
    const project = await aProject();
    expect((await put(project, [{ user_id: suite.ownerId, role: 'viewer' }])).status).toBe(409);
    expect((await client.delete(`${PATH}/${project.id}/members/${suite.ownerId}`)).status).toBe(409);
    expect((await put(project, [{ user_id: suite.ownerId, role: 'admin' }])).status).toBe(200);
  });

  it('are no longer members when they are deleted', async () => {
    const { userId } = await suite.signedIn();
    const project = await aProject();
    await put(project, [{ user_id: userId }]);
    await client.delete(`/v1/access/users/${userId}`);
    expect((await client.get(`${PATH}/${project.id}`)).body.members).toHaveLength(1);
  });

  it('do in a project what their role in it says, if their own roles are those of a member', async () => {
    const project = await aProject();
    const task = await aTask(project);
    const attempts = async ({ client: user }: { client: Client }) => [
      (await user.get(`${PATH}/${project.id}`)).status,
      (await user.patch(`${TASKS}/${task.id}`, { priority: 'low' })).status,
      (await user.post(`${PATH}/${project.id}/tasks`, { title: 'New' })).status,
      (await user.post(`${TASKS}/${task.id}/subtasks`, { title: 'New' })).status,
      (await user.patch(`${PATH}/${project.id}`, { description: 'New' })).status,
      (await user.post(`${PATH}/${project.id}/members`, { members: [{ user_id: suite.ownerId, role: 'admin' }] }))
        .status,
    ];
    const [admin, member, viewer, nobody] = await Promise.all(
      Array.from({ length: 4 }, () => suite.signedIn('project:member')),
    );
    const editor = await suite.signedIn('project:editor');
    const onlyReads = await suite.signedIn('project:viewer');
    const users = [
      { user_id: admin!.userId, role: 'admin' },
      { user_id: member!.userId, role: 'member' },
      { user_id: viewer!.userId, role: 'viewer' },
      { user_id: onlyReads.userId, role: 'admin' },
    ];
    await put(project, users);
    expect(await attempts(admin!)).toEqual([200, 200, 201, 201, 200, 200]);
    expect(await attempts(member!)).toEqual([200, 200, 201, 201, 403, 403]);
    expect(await attempts(viewer!)).toEqual([200, 403, 403, 403, 403, 403]);
    expect(await attempts(nobody!)).toEqual([200, 403, 403, 403, 403, 403]);
    expect(await attempts(editor)).toEqual([200, 200, 201, 201, 200, 200]);
    expect(await attempts(onlyReads)).toEqual([200, 403, 403, 403, 403, 403]);

    await client.patch(`${TASKS}/${task.id}`, { assignee_id: nobody!.userId });
    expect((await nobody!.client.patch(`${TASKS}/${task.id}`, { status: 'done' })).status).toBe(200);
  });
});

describe('An archived project', () => {
  it('is archived once, by its route or by its status, with one event', async () => {
    const project = await aProject({ name: 'Old' });
    const [first, second] = [
      await client.patch(`${PATH}/${project.id}`, { status: 'archived', description: 'Done' }),
      await client.post(`${PATH}/${project.id}/archive`),
    ];
    expect(first.body).toMatchObject({ status: 'archived', description: 'Done', revision: 2 });
    expect(second.body).toEqual(first.body);
    expect((await trailOf(project.id))[0].action).toBe('project.project.archived');
    const events = async () => (await client.get('/v1/events?type=project.project.archived')).body.data;
    await expect
      .poll(async () => (await events()).filter(({ payload }: any) => payload.project_id === project.id))
      .toMatchObject([{ payload: { project_id: project.id, name: 'Old' } }]);
  });

  it('takes no change of anything in it until it leaves that state', async () => {
    const project = await aProject();
    const [task, trashed] = [await aTask(project), await aTask(project)];
    const { userId } = await suite.signedIn();
    await client.delete(`${TASKS}/${trashed.id}`);
    await client.post(`${PATH}/${project.id}/archive`);
    const refused = [
      await client.patch(`${PATH}/${project.id}`, { name: 'New' }),
      await client.patch(`${PATH}/${project.id}`, { name: 'New', status: 'archived' }),
      await put(project, [{ user_id: userId }]),
      await client.delete(`${PATH}/${project.id}/members/${userId}`),
      await client.post(`${PATH}/${project.id}/tasks`, { title: 'New' }),
      await client.post(`${TASKS}/${task.id}/subtasks`, { title: 'New' }),
      await client.patch(`${TASKS}/${task.id}`, { status: 'done' }),
      await client.delete(`${TASKS}/${task.id}`),
      await client.delete(`${TASKS}/${task.id}?hard=true`),
      await client.post(`${TASKS}/${trashed.id}/restore`),
      await client.post(
        `${PATH}/${project.id}/tasks`,
        { title: 'New' },
        { headers: { 'Idempotency-Key': 'archived' } },
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
    expect(refused.map(({ body }) => body.error.message)).toEqual(
      refused.map(() => expect.stringContaining('project is archived')),
    );
    expect((await client.get(`${TASKS}/${task.id}`)).body).toMatchObject({ status: 'todo', subtasks: [] });

    await client.patch(`${PATH}/${project.id}`, { name: 'New', status: 'active' });
    expect((await client.patch(`${TASKS}/${task.id}`, { status: 'done' })).status).toBe(200);
  });

  it('refuses what began before it was archived and comes to the database later', async () => {
    for (let round = 0; round < 5; round++) {
      const project = await aProject();
      const tasks = await Promise.all(Array.from({ length: 4 }, () => aTask(project)));
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, (_, n) => client.post(`${PATH}/${project.id}/tasks`, { title: `New ${n}` })),
        client.post(`${PATH}/${project.id}/archive`),
        ...tasks.map(({ id }) => client.patch(`${TASKS}/${id}`, { status: 'done' })),
      ]);
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
      const { body: archived } = await client.get(`${PATH}/${project.id}`);
      const { rows } = await suite.database.execute(
        'select count(*)::int as n, bool_or(updated_at > $2) as late from tasks where project_id = $1',
        [project.id, archived.updated_at],
      );
      expect(rows[0]).toEqual({
        n: 4 + answers.slice(0, 8).filter(({ status }) => status === 201).length,
        late: false,
      });
    }
  });

  it('waits for a write that has not ended', async () => {
    const project = await aProject();
    const writer = await suite.database.connect();
    try {
      await writer.query('begin');
      await writer.query('select 1 from projects where id = $1 for share', [project.id]);
      const archiving = client.post(`${PATH}/${project.id}/archive`);
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await suite.database.execute(waiting)).count).toBe(1);
      expect((await client.get(`${PATH}/${project.id}`)).body.status).toBe('planning');
      await writer.query('commit');
      expect((await archiving).status).toBe(200);
    } finally {
      writer.release();
    }
  });
});

describe('DELETE /v1/project/projects/{id}', () => {
  it('needs an archived project, and takes all that is in it', async () => {
    const project = await aProject();
    const task = await aTask(project);
    expect((await client.delete(`${PATH}/${project.id}`)).status).toBe(409);
    await client.post(`${PATH}/${project.id}/archive`);
    expect((await client.delete(`${PATH}/${project.id}`)).status).toBe(204);
    for (const path of [`${PATH}/${project.id}`, `${PATH}/${project.id}/tasks`, `${TASKS}/${task.id}`])
      expect((await client.get(path)).status).toBe(404);
    for (const table of ['tasks', 'project_members'])
      expect((await suite.database.execute(`select 1 from ${table} where project_id = $1`, [project.id])).count).toBe(
        0,
      );
  });

  it('is refused as long as others have something open linked to it', async () => {
    const project = await aProject();
    let linked = true;
    suite.app.get(ProjectHooks).keepsLinked(async ({ id }) => id === project.id && linked);
    await client.post(`${PATH}/${project.id}/archive`);
    const refused = await client.delete(`${PATH}/${project.id}`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('open deals')]);
    linked = false;
    expect((await client.delete(`${PATH}/${project.id}`)).status).toBe(204);
  });
});
