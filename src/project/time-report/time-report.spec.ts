import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { reportSql } from './time-report.repository.js';

let suite: TestApp;
let client: Client;
let project: string;
let report: string;
/** Two users, and tasks with and without labels, one with a name that spreadsheets would run. */
let ada: string;
let ben: string;
let draft: string;
let formula: string;

beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  const body = { name: 'Website', billable: true, hourly_rate: 90 };
  project = (await client.post('/v1/project/projects', body)).body.id;
  report = `/v1/project/projects/${project}/time-report`;
  ada = (await user('Ada')).id;
  ben = (await user('=Ben, "the" user')).id;
  draft = await task({ title: 'Draft', labels: ['writing', 'web'] });
  formula = await task({ title: '=HYPERLINK("x")' });
  await log(ada, draft, '2026-06-30', 9_000);
  await log(ada, draft, '2026-07-01', 3_600);
  await log(ada, formula, '2026-07-06', 1_800);
  await log(ben, draft, '2026-07-31', 5_000);
  await log(ben, formula, '2026-07-31', 1, { billable: false });
  await log(ben, draft, '2026-08-01', 100);
  await client.delete(`/v1/project/tasks/${formula}`);
});
afterAll(() => suite.close());

const user = async (display_name: string) => {
  const { userId } = await suite.signedIn('project:viewer');
  await client.patch(`/v1/access/users/${userId}`, { display_name });
  return { id: userId };
};
const task = async (more: object) => (await client.post(`/v1/project/projects/${project}/tasks`, more)).body.id;
const log = async (user_id: string, task_id: string, date: string, duration_seconds: number, more = {}) => {
  const { status } = await client.post('/v1/project/time-entries', {
    user_id,
    task_id,
    date,
    duration_seconds,
    ...more,
  });
  expect(status).toBe(201);
};
const get = async (query = '') => (await client.get(`${report}?period=2026-07&${query}`)).body;
const names = (groups: any[]) => groups.map(({ name, duration_seconds }) => `${name} ${duration_seconds}`);

it('adds up a month by users and their tasks, and names what is deleted', async () => {
  const answer = await client.get(`${report}?period=2026-07`);
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
    200,
    'application/json; charset=utf-8',
    {
      project_id: project,
      period: '2026-07',
      period_start: '2026-07-01',
      period_end: '2026-07-31',
      group_by: 'user',
      rounding: 'none',
      rounding_minutes: null,
      currency: 'USD',
      groups: [
        {
          id: ada,
          name: 'Ada',
          duration_seconds: 5_400,
          entry_count: 2,
          billable_seconds: 5_400,
          amount: 135,
          items: [
            { id: draft, name: 'Draft', duration_seconds: 3_600, entry_count: 1, billable_seconds: 3_600, amount: 90 },
            {
              id: formula,
              name: '=HYPERLINK("x")',
              duration_seconds: 1_800,
              entry_count: 1,
              billable_seconds: 1_800,
              amount: 45,
            },
          ],
        },
        {
          id: ben,
          name: '=Ben, "the" user',
          duration_seconds: 5_001,
          entry_count: 2,
          billable_seconds: 5_000,
          amount: 125,
          items: [
            { id: draft, name: 'Draft', duration_seconds: 5_000, entry_count: 1, billable_seconds: 5_000, amount: 125 },
            {
              id: formula,
              name: '=HYPERLINK("x")',
              duration_seconds: 1,
              entry_count: 1,
              billable_seconds: 0,
              amount: 0,
            },
          ],
        },
      ],
      total: { duration_seconds: 10_401, entry_count: 4, billable_seconds: 10_400, amount: 260 },
      generated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
});

it.each([
  ['task', ['Draft 8600', '=HYPERLINK("x") 1801'], ['=Ben, "the" user 5000', 'Ada 3600']],
  ['label', ['web 8600', 'writing 8600', 'No label 1801'], ['Draft 8600']],
  ['billable', ['Billable 10400', 'Not billable 1'], ['Ada 5400', '=Ben, "the" user 5000']],
  ['day', ['2026-07-01 3600', '2026-07-06 1800', '2026-07-31 5001'], ['Ada 3600']],
  ['week', ['2026-W27 3600', '2026-W28 1800', '2026-W31 5001'], ['Ada 3600']],
])('groups by %s', async (by, groups, items) => {
  const body = await get(`group_by=${by}`);
  expect(names(body.groups)).toEqual(groups);
  expect(names(body.groups[0].items)).toEqual(items);
  expect(body.total.duration_seconds).toBe(10_401);
});

it('is of a quarter, and of this month unless said otherwise', async () => {
  expect((await client.get(`${report}?period=2026-Q3`)).body).toMatchObject({
    period_start: '2026-07-01',
    period_end: '2026-09-30',
    total: { duration_seconds: 10_501 },
  });
  const { body } = await client.get(report);
  expect(body.period).toBe(suite.clock.iso().slice(0, 7));
  expect(body).toMatchObject({
    groups: [],
    total: { duration_seconds: 0, entry_count: 0, billable_seconds: 0, amount: 0 },
  });
});

it.each([
  ['period=2026-13', 'period invalid_format'],
  ['period=2026-Q5', 'period invalid_format'],
  ['period=July', 'period invalid_format'],
  ['group_by=weather', 'group_by invalid_value'],
  ['export=xlsx', 'export invalid_value'],
])('refuses %s', async (query, detail) => {
  const { status, body } = await client.get(`${report}?${query}`);
  expect([status, body.error.details.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([400, [detail]]);
});

describe('As CSV', () => {
  const lines = [
    'group_id,group_name,item_id,item_name,entry_count,duration_seconds,duration_hours',
    () => `${ada},Ada,${draft},Draft,1,3600,1.00`,
    () => `${ada},Ada,${formula},"'=HYPERLINK(""x"")",1,1800,0.50`,
    () => `${ben},"'=Ben, ""the"" user",${draft},Draft,1,5000,1.39`,
    () => `${ben},"'=Ben, ""the"" user",${formula},"'=HYPERLINK(""x"")",1,1,0.00`,
    '',
  ];

  it.each([
    ['export=csv', {}],
    ['', { Accept: 'text/csv' }],
  ])('asked for by %j %j, names are no formulas', async (query, headers) => {
    const answer = await client.get(`${report}?period=2026-07&${query}`, {
      headers: headers as Record<string, string>,
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('Website 2026-07.csv');
    expect(answer.text.split('\r\n')).toEqual(lines.map((line) => (typeof line === 'string' ? line : line())));
  });

  it('unless the parameter says otherwise, whatever the header', async () => {
    const answer = await client.get(`${report}?export=json`, { headers: { Accept: 'text/csv' } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

it('rounds each entry as the settings say', async () => {
  const rounded = async (time_rounding: string, minutes: number) => {
    await client.patch('/v1/project/settings', { time_rounding, time_rounding_minutes: minutes });
    const { groups, total, rounding_minutes } = await get('group_by=user');
    expect(rounding_minutes).toBe(minutes);
    return [groups.map(({ duration_seconds }: any) => duration_seconds), total.duration_seconds, total.amount];
  };
  expect(await rounded('up', 15)).toEqual([[6_300, 5_400], 11_700, 270]);
  expect(await rounded('down', 15)).toEqual([[5_400, 4_500], 9_900, 247.5]);
  expect(await rounded('nearest', 60)).toEqual([[7_200, 3_600], 10_800, 270]);
  await client.patch('/v1/project/settings', { time_rounding: 'none' });
});

it('adds money up exactly', async () => {
  const body = { name: 'Thirds', billable: true, hourly_rate: 0.1 };
  const { id } = (await client.post('/v1/project/projects', body)).body;
  const { body: made } = await client.post(`/v1/project/projects/${id}/tasks`, { title: 'Third' });
  for (let n = 0; n < 3; n++) await log(ada, made.id, '2026-07-01', 1_200);
  const { total, groups } = (await client.get(`/v1/project/projects/${id}/time-report?period=2026-07`)).body;
  expect([total.amount, groups[0].amount]).toEqual([0.1, 0.1]);
});

describe('Where a policy hides tasks', () => {
  const deny = async (userId: string, resource: object) => {
    const facts = { name: 'Hidden', effect: 'deny', principals: [{ type: 'user', id: userId }], resources: [resource] };
    const { body } = await client.post('/v1/guard/policies', { ...facts, actions: ['project:read'] });
    expect((await client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' })).status).toBe(200);
  };

  it('reports are refused if all are hidden, because they would count their time', async () => {
    const { client: someone, userId } = await suite.signedIn('project:viewer');
    await deny(userId, { type: 'project.task' });
    const status = async (group_by: string) => (await someone.get(`${report}?group_by=${group_by}`)).status;
    for (const format of ['json', 'csv'])
      for (const group_by of ['user', 'task', 'label', 'billable', 'day', 'week'])
        await expect.poll(() => status(`${group_by}&export=${format}`)).toBe(403);
  });

  it('reports leave out the time of one of them, and hide the names of hidden users', async () => {
    const { client: someone, userId } = await suite.signedIn('project:viewer');
    const { body: made } = await client.post('/v1/project/projects', { name: 'Half hidden' });
    const [secret, open] = await Promise.all(
      ['Secret', 'Open'].map(async (title) => {
        const { body } = await client.post(`/v1/project/projects/${made.id}/tasks`, { title });
        await log(ada, body.id, '2026-07-01', 600);
        return body.id as string;
      }),
    );
    await deny(userId, { type: 'project.task', id: secret });
    const read = async (group_by: string) =>
      (await someone.get(`/v1/project/projects/${made.id}/time-report?period=2026-07&group_by=${group_by}`)).body;
    await expect.poll(async () => (await read('task')).total).toMatchObject({ duration_seconds: 600, entry_count: 1 });
    expect((await read('task')).groups).toMatchObject([{ id: open, name: 'Open' }]);
    const { body } = await client.post('/v1/guard/policies', {
      name: 'Ada',
      effect: 'deny',
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'access.user', id: ada }],
      actions: ['access:read'],
    });
    await client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' });
    await expect.poll(async () => (await read('user')).groups).toMatchObject([{ id: ada, name: 'Hidden user' }]);
  });

  it('no time is logged on them', async () => {
    const { client: someone, userId } = await suite.signedIn('project:editor');
    const other = await task({ title: 'Other' });
    await deny(userId, { type: 'project.task', id: other });
    const log = (task_id: string) => someone.post('/v1/project/time-entries', { task_id, duration_seconds: 1 });
    await expect.poll(async () => (await log(other)).status).toBe(403);
    expect((await someone.post('/v1/project/time-entries/start', { task_id: other })).status).toBe(403);
    expect((await log(draft)).status).toBe(201);
  });
});

it('is the same, sent while it is made, when it is long', async () => {
  await suite.database.execute(
    `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source,
       long_running, billable, created_at, updated_at, revision)
     select $1, 'tme_long' || n, 'task_' || n, $2, $3, n, '2019-07-01', '', 'manual', false, true, now(), now(), 1
     from generate_series(1, 2500) n`,
    [suite.workspaceId, project, ada],
  );
  const { body } = await client.get(`${report}?period=2019-07`);
  expect([body.groups.length, body.groups[0].items.length, body.total.duration_seconds]).toEqual([1, 2500, 3_126_250]);
  expect(body.groups[0].items[2499]).toMatchObject({ id: 'task_1', duration_seconds: 1 });
  expect((await client.get(`${report}?period=2019-07&export=csv`)).text.trim().split('\n')).toHaveLength(2501);
});

it('reads the entries of its project and period only, and nothing but an index of them', async () => {
  const other = suite.workspaceId;
  await suite.database.execute(
    `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source,
       long_running, billable, created_at, updated_at, revision)
     select $1, 'tme_' || lpad(n::text, 26, '0'), $2, case when n % 10 = 0 then $3 else 'prj_' || lpad((n % 50)::text, 26, '0') end,
       $4, 60, date '2020-01-01' + n / 50, '', 'manual', false, true, now(), now(), 1
     from generate_series(1, 20000) n`,
    [other, draft, project, ada],
  );
  await suite.database.execute('vacuum (analyze) time_entries');
  const period = [suite.workspaceId, project, '2020-03-01', '2020-03-31'];
  const { rows } = await suite.database.execute(
    `explain (analyze, format json) ${reportSql('user', 'none', { entry: 'true', user: 'true' })}`,
    period,
  );
  const scans: any[] = [];
  const visit = (node: any) => {
    if (node['Relation Name'] === 'time_entries') scans.push(node);
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(rows[0]!['QUERY PLAN'][0].Plan);
  expect(scans).toHaveLength(1);
  expect(scans[0]).toMatchObject({
    'Node Type': 'Index Only Scan',
    'Index Name': 'time_entries_project',
    'Actual Rows': 5 * 31,
    'Actual Loops': 1,
  });
  expect(scans[0]['Rows Removed by Filter'] ?? 0).toBe(0);
});
