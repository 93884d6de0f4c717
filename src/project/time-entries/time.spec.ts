import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Queues } from '../../platform/queues/queues.js';
import { mailsTo } from '../../../test/support/mails.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const ENTRIES = '/v1/project/time-entries';
const SETTINGS = '/v1/project/settings';

let suite: TestApp;
let client: Client;
let project: string;
let task: string;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());
beforeEach(async () => {
  project = await newProject();
  task = await newTask();
});

const newProject = async (more = {}) =>
  (await client.post('/v1/project/projects', { name: 'Website', ...more })).body.id;
const newTask = async (more = {}, of = project) =>
  (await client.post(`/v1/project/projects/${of}/tasks`, { title: 'Draft', ...more })).body.id;
const log = (more = {}, who = client) => who.post(ENTRIES, { task_id: task, duration_seconds: 600, ...more });
const spent = async () => (await client.get(`/v1/project/tasks/${task}`)).body.time_spent_seconds;
const day = (days = 0) => suite.clock.iso(days * 86_400).slice(0, 10);
const detailsOf = ({ body }: { body: any }) => body.error.details.map(({ field, code }: any) => `${field} ${code}`);
const archive = (id = project) => client.post(`/v1/project/projects/${id}/archive`);
/** A user with the role `project:member` and a role in the project. */
const memberOf = async (role?: string) => {
  const someone = await suite.signedIn('project:member');
  if (role) {
    const members = [{ user_id: someone.userId, role }];
    expect((await client.post(`/v1/project/projects/${project}/members`, { members })).status).toBe(200);
  }
  return someone;
};

describe('A time entry', () => {
  it('is made for the caller, today, without more than a task and a duration', async () => {
    const made = await log();
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^tme_/),
        task_id: task,
        project_id: project,
        user_id: suite.ownerId,
        duration_seconds: 600,
        date: day(),
        note: '',
        source: 'manual',
        started_at: null,
        ended_at: null,
        long_running: false,
        billable: false,
        hourly_rate: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        revision: 1,
      },
    ]);
    expect((await client.get(`${ENTRIES}/${made.body.id}`)).body).toEqual(made.body);
  });

  it('is of 1 to 86 400 seconds', async () => {
    expect((await log({ duration_seconds: 1 })).status).toBe(201);
    expect((await log({ duration_seconds: 86_400 })).status).toBe(201);
    for (const duration_seconds of [0, -1, 86_401, 1.5, '60', null]) {
      const refused = await log({ duration_seconds });
      expect([refused.status, detailsOf(refused)[0]]).toEqual([400, expect.stringMatching(/^duration_seconds /)]);
    }
  });

  it('is at most one day ahead', async () => {
    expect((await log({ date: day(1) })).status).toBe(201);
    expect(detailsOf(await log({ date: day(2) }))).toEqual(['date out_of_range']);
    expect(detailsOf(await log({ date: '2026-02-30' }))).toEqual(['date invalid_format']);
    const { body } = await log();
    expect(detailsOf(await client.patch(`${ENTRIES}/${body.id}`, { date: day(2) }))).toEqual(['date out_of_range']);
  });

  it('names a task and a user that there are', async () => {
    const foreign = (await suite.workspace()).ownerId;
    expect(detailsOf(await log({ task_id: 'task_01jz8k3m5n7p9q1r3s5t7v9w1x' }))).toEqual(['task_id not_found']);
    expect(detailsOf(await log({ user_id: foreign }))).toEqual(['user_id not_found']);
    await client.delete(`/v1/project/tasks/${task}`);
    expect(detailsOf(await log())).toEqual(['task_id not_found']);
  });

  it('adds up to the time spent on its task, whatever happens to it', async () => {
    const { body } = await log();
    await log({ duration_seconds: 30 });
    expect(await spent()).toBe(630);
    await client.patch(`${ENTRIES}/${body.id}`, { duration_seconds: 1_000 });
    expect(await spent()).toBe(1_030);
    await client.delete(`${ENTRIES}/${body.id}`);
    expect(await spent()).toBe(30);
    await Promise.all(Array.from({ length: 20 }, (_, n) => log({ duration_seconds: n + 1 })));
    expect(await spent()).toBe(30 + 210);
  });

  it('outlives its task and its project', async () => {
    const { body } = await log();
    await client.delete(`/v1/project/tasks/${task}`);
    expect((await client.get(`${ENTRIES}/${body.id}`)).body.task_id).toBe(task);
    expect((await client.patch(`${ENTRIES}/${body.id}`, { note: 'Late' })).status).toBe(200);
    await archive();
    expect((await client.delete(`/v1/project/projects/${project}`)).status).toBe(204);
    expect((await client.get(`${ENTRIES}?project_id=${project}`)).body.meta.total).toBe(1);
    expect((await client.patch(`${ENTRIES}/${body.id}`, { note: 'Later' })).status).toBe(409);
    expect((await client.delete(`${ENTRIES}/${body.id}`)).status).toBe(409);
  });

  it('names the placeholder once its user is deleted', async () => {
    const { client: theirs, userId } = await memberOf('member');
    const { body } = await log({}, theirs);
    expect(body.user_id).toBe(userId);
    expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    expect((await client.get(`${ENTRIES}/${body.id}`)).body.user_id).toBe('usr_deleted');
  });

  it('is that of a finished task too', async () => {
    await client.patch(`/v1/project/tasks/${task}`, { status: 'done' });
    expect((await log()).status).toBe(201);
  });

  it('is billable, at the rate of its day, as the project says', async () => {
    project = await newProject({ billable: true, hourly_rate: 90.5 });
    task = await newTask();
    const { body } = await log();
    expect(body).toMatchObject({ billable: true, hourly_rate: 90.5 });
    expect((await log({ billable: false })).body).toMatchObject({ billable: false, hourly_rate: 90.5 });
    await client.patch(`/v1/project/projects/${project}`, { hourly_rate: 100 });
    expect((await log()).body.hourly_rate).toBe(100);
    expect((await client.patch(`${ENTRIES}/${body.id}`, { billable: false })).body).toMatchObject({
      billable: false,
      hourly_rate: 90.5,
    });
  });

  it('has the rate of the member, where they have one of their own', async () => {
    project = await newProject({ hourly_rate: 90 });
    task = await newTask();
    const members = `/v1/project/projects/${project}/members`;
    const join = async (rate: object) => {
      const answer = await client.post(members, { members: [{ user_id: suite.ownerId, role: 'admin', ...rate }] });
      return [answer.status, answer.body.members?.[0].hourly_rate, (await log()).body.hourly_rate];
    };
    expect(await join({ hourly_rate: 120.25 })).toEqual([200, 120.25, 120.25]);
    expect(await join({})).toEqual([200, 120.25, 120.25]);
    expect(await join({ hourly_rate: -1 })).toEqual([400, undefined, 120.25]);
    await client.post(`${ENTRIES}/start`, { task_id: task, user_id: suite.ownerId });
    const { body } = await client.get(`${ENTRIES}/running`);
    const stopped = await client.post(`${ENTRIES}/stop`, { timer_id: body.data[0].timer_id });
    expect(stopped.body.hourly_rate).toBe(120.25);
    expect(await join({ hourly_rate: null })).toEqual([200, null, 90]);
  });
});

describe('The list of time entries', () => {
  it('takes dates that are both included, with everything else', async () => {
    const dates = [day(-2), day(-1), day()];
    for (const date of dates) await log({ date });
    const found = async (query: string) => {
      const { body } = await client.get(`${ENTRIES}?project_id=${project}&${query}`);
      expect(body.meta.total).toBe(body.data.length);
      return body.data.map(({ date }: { date: string }) => date);
    };
    expect(await found('')).toEqual(dates.toReversed());
    expect(await found(`date_from=${dates[0]}&date_to=${dates[1]}`)).toEqual([dates[1], dates[0]]);
    expect(await found(`date_from=${dates[2]}&date_to=${dates[2]}`)).toEqual([dates[2]]);
    expect(await found(`date_to=${dates[0]}`)).toEqual([dates[0]]);
    expect(await found(`date_from=${dates[1]}&sort=date`)).toEqual([dates[1], dates[2]]);
    expect(await found('date_to=9999-12-31')).toHaveLength(3);
    expect(await found(`task_id=${task}&user_id=${suite.ownerId}&billable=true`)).toEqual([]);
    const turned = await client.get(`${ENTRIES}?date_from=${dates[2]}&date_to=${dates[1]}`);
    expect([turned.status, detailsOf(turned)]).toEqual([400, ['date_from out_of_range']]);
  });

  it('counts the days of ranges exactly', async () => {
    for (const days of [-40, -39, -30, -10, -10, -1]) await log({ date: day(days) });
    const total = async (query: string) =>
      (await client.get(`${ENTRIES}?project_id=${project}&limit=1&${query}`)).body.meta.total;
    const asked = [
      [`date_from=${day(-39)}`, 5],
      [`date_to=${day(-10)}`, 5],
      [`date_from=${day(-39)}&date_to=${day(-10)}`, 4],
      [`date_from=${day(-9)}&date_to=${day(-2)}`, 0],
    ] as const;
    for (const [query, n] of asked) expect(await total(query)).toBe(n);
  });
});

describe('Who writes whose time:', () => {
  it.each([
    ['admin', 201, 201],
    ['member', 201, 403],
    ['viewer', 403, 403],
    [undefined, 403, 403],
  ])('a member of the app who is %s of the project', async (role, own, others) => {
    const someone = await memberOf(role);
    expect((await log({}, someone.client)).status).toBe(own);
    expect((await log({ user_id: suite.ownerId }, someone.client)).status).toBe(others);
    const { body } = await log();
    const at = `${ENTRIES}/${body.id}`;
    expect((await someone.client.patch(at, { note: 'Mine' })).status).toBe(others === 201 ? 200 : 403);
    expect((await someone.client.delete(at)).status).toBe(others === 201 ? 204 : 403);
  });

  it('editors of the app their own, admins of the app and keys that of everybody (D-ACC-6)', async () => {
    const { client: editor, userId } = await suite.signedIn('project:editor');
    const { client: admin } = await suite.signedIn('project:admin');
    const { body: own } = await log({}, editor);
    expect(own.user_id).toBe(userId);
    expect((await editor.patch(`${ENTRIES}/${own.id}`, { note: 'Mine' })).status).toBe(200);
    expect((await log({ user_id: suite.ownerId }, editor)).status).toBe(403);
    const { body: other } = await log();
    expect((await editor.patch(`${ENTRIES}/${other.id}`, { note: 'Mine' })).status).toBe(403);
    expect((await editor.delete(`${ENTRIES}/${other.id}`)).status).toBe(403);
    for (const by of [admin, client]) expect((await log({ user_id: userId }, by)).body.user_id).toBe(userId);
  });

  it('the assignee of a task their own on it, without being a member of the project (D-ACC-6)', async () => {
    const { client: assignee, userId } = await suite.signedIn('project:member');
    expect((await log({}, assignee)).status).toBe(403);
    await client.patch(`/v1/project/tasks/${task}`, { assignee_id: userId });
    const { status, body } = await log({}, assignee);
    expect([status, body.user_id]).toEqual([201, userId]);
    expect((await assignee.patch(`${ENTRIES}/${body.id}`, { note: 'Mine' })).status).toBe(200);
    expect((await assignee.post(`${ENTRIES}/start`, { task_id: task })).status).toBe(201);
    expect((await log({ user_id: suite.ownerId }, assignee)).status).toBe(403);
  });
});

describe('In an archived project', () => {
  it('nothing is logged, changed or deleted', async () => {
    const { body } = await log();
    await archive();
    const answers = [
      await log(),
      await client.patch(`${ENTRIES}/${body.id}`, { note: 'Late' }),
      await client.delete(`${ENTRIES}/${body.id}`),
      await client.post(`${ENTRIES}/start`, { task_id: task }),
      await client.post(`${ENTRIES}/${body.id}/continue`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(await spent()).toBe(600);
  });

  it('nothing is logged by requests that began before', async () => {
    const [archived, ...logged] = await Promise.all([archive(), ...Array.from({ length: 12 }, () => log())]);
    expect(archived!.status).toBe(200);
    const made = logged.filter(({ status }) => status === 201);
    expect(logged.filter(({ status }) => status === 409)).toHaveLength(12 - made.length);
    const { updated_at } = (await client.get(`/v1/project/projects/${project}`)).body;
    expect(made.filter(({ body }) => body.created_at > updated_at)).toEqual([]);
    expect(await spent()).toBe(600 * made.length);
  });
});

describe('With a locked date', () => {
  it('nothing before it is logged, changed, moved or deleted', async () => {
    const { body: old } = await log({ date: day(-3) });
    const { body: recent } = await log({ date: day(-2) });
    await client.patch(SETTINGS, { time_locked_before: day(-2) });
    const answers = [
      await log({ date: day(-3) }),
      await client.patch(`${ENTRIES}/${old.id}`, { note: 'Late' }),
      await client.patch(`${ENTRIES}/${old.id}`, { date: day() }),
      await client.patch(`${ENTRIES}/${recent.id}`, { date: day(-3) }),
      await client.delete(`${ENTRIES}/${old.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect((await client.patch(`${ENTRIES}/${recent.id}`, { note: 'In time' })).status).toBe(200);
    await client.patch(SETTINGS, { time_locked_before: null });
    expect((await client.delete(`${ENTRIES}/${old.id}`)).status).toBe(204);
  });
});

describe('A timer', () => {
  const start = (more = {}, who = client) => who.post(`${ENTRIES}/start`, { task_id: task, ...more });
  const stop = (timer_id: string, more = {}, who = client) => who.post(`${ENTRIES}/stop`, { timer_id, ...more });
  const running = async (who = client) => (await who.get(`${ENTRIES}/running`)).body;
  /** Somebody whose timers are nobody else's. */
  let me: Awaited<ReturnType<typeof memberOf>>;
  beforeEach(async () => {
    me = await memberOf('member');
  });

  it('is started, found, and becomes the entry of its time', async () => {
    const started = await start({}, me.client);
    const { timer_id } = started.body;
    expect([started.status, started.body]).toEqual([
      201,
      {
        timer_id: expect.stringMatching(/^tmr_/),
        task_id: task,
        project_id: project,
        user_id: me.userId,
        started_at: expect.any(String),
        status: 'running',
      },
    ]);
    expect(started.headers.get('location')).toBe(`/v1/project/timers/${timer_id}`);
    expect((await me.client.get(`/v1/project/timers/${timer_id}`)).body).toEqual(started.body);
    expect(await running(me.client)).toMatchObject({ data: [started.body], meta: { total: 1 } });

    suite.clock.advance(90);
    const stopped = await stop(timer_id, { note: 'Drafted' }, me.client);
    expect([stopped.status, stopped.body]).toEqual([
      201,
      expect.objectContaining({
        timer_id,
        timer_status: 'stopped',
        task_id: task,
        user_id: me.userId,
        note: 'Drafted',
        source: 'timer',
        date: started.body.started_at.slice(0, 10),
        started_at: started.body.started_at,
        long_running: false,
      }),
    ]);
    const { duration_seconds, ended_at, id } = stopped.body;
    expect(duration_seconds).toBe(Math.floor((Date.parse(ended_at) - Date.parse(started.body.started_at)) / 1_000));
    expect(duration_seconds).toBeGreaterThanOrEqual(90);
    expect(stopped.headers.get('location')).toBe(`${ENTRIES}/${id}`);
    expect((await client.get(`${ENTRIES}/${id}`)).body.duration_seconds).toBe(duration_seconds);
    expect(await spent()).toBe(duration_seconds);
    expect((await running(me.client)).data).toEqual([]);
  });

  it('is noted as the start of an entry', async () => {
    const { timer_id } = (await start({}, me.client)).body;
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${timer_id}`)).body;
    expect(data).toMatchObject([
      { action: 'project.time_entry.started', resource: { type: 'project.time_entry' }, outcome: 'success' },
    ]);
    const refused = await start({}, me.client);
    expect(refused.status).toBe(409);
    const failures = '/v1/guard/audit-logs?action=project.time_entry.started&outcome=failure';
    expect((await client.get(`${failures}&actor_id=${me.userId}`)).body.meta.total).toBe(1);
  });

  it('is the only one of its user, unless the one before is to be stopped', async () => {
    const { timer_id } = (await start({}, me.client)).body;
    const refused = await start({}, me.client);
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      [{ field: 'user_id', code: 'duplicate', message: timer_id }],
    ]);
    const next = await start({ stop_running: true }, me.client);
    expect(next.status).toBe(201);
    expect((await running(me.client)).data.map((timer: any) => timer.timer_id)).toEqual([next.body.timer_id]);
    expect((await client.get(`${ENTRIES}?user_id=${me.userId}`)).body.data).toMatchObject([{ source: 'timer' }]);
  });

  it('is the only one of several that are started at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start({}, me.client)));
    const [winner] = answers.filter(({ status }) => status === 201);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    for (const { status, body } of answers)
      if (status === 409) expect(body.error.details[0].message).toBe(winner!.body.timer_id);
  });

  it('takes the place of those before it, also when several are started at once', async () => {
    await start({}, me.client);
    const answers = await Promise.all(Array.from({ length: 4 }, () => start({ stop_running: true }, me.client)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await running(me.client)).meta.total).toBe(1);
    expect((await client.get(`${ENTRIES}?user_id=${me.userId}`)).body.meta.total).toBe(4);
  });

  it('is stopped once, also by several at once', async () => {
    const { timer_id } = (await start({}, me.client)).body;
    const answers = await Promise.all(Array.from({ length: 5 }, () => stop(timer_id, {}, me.client)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect((await stop(timer_id, {}, me.client)).body.error.message).toBe('The timer is already stopped.');
    expect((await stop('tmr_01jz8k3m5n7p9q1r3s5t7v9w1x')).status).toBe(404);
    expect(detailsOf(await stop('timer'))).toEqual(['timer_id invalid_format']);
    expect((await client.get(`${ENTRIES}?user_id=${me.userId}`)).body.meta.total).toBe(1);
  });

  it('is stopped however long it ran, and says so', async () => {
    const { body } = await start({}, me.client);
    await suite.database.execute(`update timers set started_at = started_at - interval '25 hours' where id = $1`, [
      body.timer_id,
    ]);
    const { body: entry } = await stop(body.timer_id, {}, me.client);
    expect(entry).toMatchObject({ long_running: true });
    expect(entry.duration_seconds).toBeGreaterThanOrEqual(25 * 3_600);
    expect(entry.date).toBe(entry.started_at.slice(0, 10));
    const corrected = await client.patch(`${ENTRIES}/${entry.id}`, { duration_seconds: 3_600 });
    expect(corrected.body).toMatchObject({ duration_seconds: 3_600, long_running: true });
    expect(await spent()).toBe(3_600);
  });

  it('goes on from an entry as a new one of the caller', async () => {
    const { body } = await log({ note: 'Drafted' });
    const { body: timer } = await me.client.post(`${ENTRIES}/${body.id}/continue`);
    expect(timer).toMatchObject({ task_id: task, user_id: me.userId, status: 'running' });
    expect((await me.client.post(`${ENTRIES}/${body.id}/continue`)).status).toBe(409);
    expect((await me.client.post(`${ENTRIES}/${body.id}/continue`, { stop_running: true })).status).toBe(201);
    await client.delete(`/v1/project/tasks/${task}`);
    const refused = await client.post(`${ENTRIES}/${body.id}/continue`);
    expect([refused.status, refused.body.error.message]).toEqual([409, 'The task of the entry has been deleted.']);
  });

  it('of somebody else is started, seen and stopped by admins of the app, started and stopped by admins of the project', async () => {
    const editor = await suite.signedIn('project:editor');
    expect((await start({ user_id: me.userId }, editor.client)).status).toBe(403);
    const admin = await suite.signedIn('project:admin');
    const { status, body } = await start({ user_id: me.userId }, admin.client);
    expect([status, body.user_id]).toEqual([201, me.userId]);
    expect((await running(editor.client)).data).toEqual([]);
    expect((await stop(body.timer_id, {}, editor.client)).status).toBe(404);
    const of = async (who: Client) => (await running(who)).data.map((timer: any) => timer.timer_id);
    expect(await of(admin.client)).toContain(body.timer_id);
    expect(await of(client)).toContain(body.timer_id);
    expect(await of(me.client)).toEqual([body.timer_id]);
    expect((await stop(body.timer_id, {}, admin.client)).body.user_id).toBe(me.userId);
    expect(detailsOf(await start({ user_id: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' }))).toEqual(['user_id not_found']);

    const [chief, member] = [await memberOf('admin'), await memberOf('member')];
    const second = await start({ user_id: me.userId }, chief.client);
    expect([second.status, second.body.user_id]).toEqual([201, me.userId]);
    expect((await start({ user_id: me.userId }, member.client)).status).toBe(403);
    expect((await stop(second.body.timer_id, {}, member.client)).status).toBe(404);
    expect((await stop(second.body.timer_id, {}, chief.client)).status).toBe(201);
    expect((await stop(second.body.timer_id, {}, chief.client)).status).toBe(409);
  });

  it('is started by members of the project, not by viewers and strangers', async () => {
    for (const [role, status] of [
      ['viewer', 403],
      [undefined, 403],
      ['admin', 201],
    ] as const)
      expect((await start({}, (await memberOf(role)).client)).status).toBe(status);
  });

  it('is that of a finished task too, not of a deleted one', async () => {
    await client.patch(`/v1/project/tasks/${task}`, { status: 'done' });
    const { body } = await start({}, me.client);
    await client.delete(`/v1/project/tasks/${task}`);
    expect((await stop(body.timer_id, {}, me.client)).status).toBe(201);
    expect(detailsOf(await start({}, me.client))).toEqual(['task_id not_found']);
  });

  it('stops as its project is archived, whoever does it', async () => {
    const others = await Promise.all([memberOf('member'), memberOf('admin')]);
    for (const { client: theirs } of [me, ...others]) expect((await start({}, theirs)).status).toBe(201);
    const { status } = await others[1]!.client.post(`/v1/project/projects/${project}/archive`);
    expect(status).toBe(200);
    expect((await running()).data.filter((timer: any) => timer.project_id === project)).toEqual([]);
    expect((await client.get(`${ENTRIES}?project_id=${project}`)).body.data).toMatchObject(
      Array.from({ length: 3 }, () => ({ source: 'timer' })),
    );
    expect((await start({}, me.client)).status).toBe(409);
  });

  it('does not run in a project that is archived at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => memberOf('member')));
    const [archived, ...started] = await Promise.all([
      archive(),
      ...users.map(({ client: theirs }) => start({}, theirs)),
    ]);
    expect(archived!.status).toBe(200);
    for (const { status } of started) expect([201, 409]).toContain(status);
    const { count } = await suite.database.execute('select 1 from timers where project_id = $1', [project]);
    expect(count).toBe(0);
    const made = started.filter(({ status }) => status === 201).length;
    expect((await client.get(`${ENTRIES}?project_id=${project}`)).body.meta.total).toBe(made);
  });

  it('of users who are suspended or deleted is stopped', async () => {
    const gone = [await memberOf('member'), await memberOf('member'), await memberOf('member')];
    for (const { client: theirs } of gone) expect((await start({}, theirs)).status).toBe(201);
    await client.post(`/v1/access/users/${gone[0]!.userId}/deactivate`);
    for (const { userId } of gone.slice(1))
      expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    await due('timers-left');
    await expect.poll(async () => (await client.get(`${ENTRIES}?project_id=${project}`)).body.data).toHaveLength(3);
    const { data } = (await client.get(`${ENTRIES}?project_id=${project}`)).body;
    expect(data.map((entry: any) => entry.user_id).toSorted()).toEqual(
      [gone[0]!.userId, 'usr_deleted', 'usr_deleted'].toSorted(),
    );
  });

  it('that runs for 12 hours is told by mail once, and as the settings say', async () => {
    await me.client.patch('/v1/access/me', { language: 'de' });
    const { timer_id } = (await start({}, me.client)).body;
    const reminders = async () =>
      (await client.get(`/v1/guard/audit-logs?resource_id=${timer_id}&action=project.time_entry.reminded`)).body.meta
        .total;
    const age = (hours: number) =>
      suite.database.execute(`update timers set started_at = now() - $2 * interval '1 hour' where id = $1`, [
        timer_id,
        hours,
      ]);
    await due('timer-reminders');
    expect(await reminders()).toBe(0);
    await age(13);
    await client.patch(SETTINGS, { timer_reminder_hours: null });
    await due('timer-reminders');
    await client.patch(SETTINGS, { timer_reminder_hours: 24 });
    await due('timer-reminders');
    expect(await reminders()).toBe(0);
    await client.patch(SETTINGS, { timer_reminder_hours: 12 });
    // Another look before the first one's work is done, and one after it.
    await Promise.all([due('timer-reminders'), due('timer-reminders')]);
    await due('timer-reminders');
    expect(await reminders()).toBe(1);
    await expect.poll(() => mailsTo(suite, me.email)).toEqual([expect.stringContaining('seit 13 Stunden')]);
  });

  /** Looks for what is due, and waits until it is done. */
  async function due(name: string): Promise<void> {
    await suite.app.get(Maintenance).run(`project.${name}`);
    await suite.app.get(Queues).whenIdle();
  }
});
