import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Maintenance } from '../src/platform/maintenance/maintenance.js';
import { Partitions } from '../src/platform/maintenance/partitions.js';
import { Queues } from '../src/platform/queues/queues.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

// What a day is, is decided by the workspace (D-RUN-10).

/** Days whose clocks are changed: zone, day, its first instant, that of the next day, 08:00, and the bounds of its month. */
const CHANGES = [
  [
    'Europe/Berlin',
    '2027-03-28',
    '2027-03-27T23:00Z',
    '2027-03-28T22:00Z',
    '2027-03-28T06:00Z',
    '02-28T23:00Z',
    '03-31T22:00Z',
  ],
  [
    'Europe/Berlin',
    '2027-10-31',
    '2027-10-30T22:00Z',
    '2027-10-31T23:00Z',
    '2027-10-31T07:00Z',
    '09-30T22:00Z',
    '10-31T23:00Z',
  ],
  [
    'Pacific/Auckland',
    '2027-04-04',
    '2027-04-03T11:00Z',
    '2027-04-04T12:00Z',
    '2027-04-03T20:00Z',
    '03-31T11:00Z',
    '04-30T12:00Z',
  ],
  [
    'Pacific/Auckland',
    '2027-09-26',
    '2027-09-25T12:00Z',
    '2027-09-26T11:00Z',
    '2027-09-25T19:00Z',
    '08-31T12:00Z',
    '09-30T11:00Z',
  ],
  [
    'America/St_Johns',
    '2027-03-14',
    '2027-03-14T03:30Z',
    '2027-03-15T02:30Z',
    '2027-03-14T10:30Z',
    '03-01T03:30Z',
    '04-01T02:30Z',
  ],
  [
    'America/St_Johns',
    '2027-11-07',
    '2027-11-07T02:30Z',
    '2027-11-08T03:30Z',
    '2027-11-07T11:30Z',
    '11-01T02:30Z',
    '12-01T03:30Z',
  ],
] as const;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const ms = (at: string) => Date.parse(at);
/** Moves the clock to an instant, or so many milliseconds from it. */
const goTo = async (at: string, by = 0) => {
  suite.clock.advance((ms(at) + by - suite.clock.now()) / 1_000);
  await suite.app.get(Partitions).ensure();
};
const MINUTE = 60_000;
/** Between a change of the clock and a request, a few milliseconds pass. */
const LAST_MINUTE = -MINUTE;

const made = async (path: string, body: object, who = client) => {
  const answer = await who.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const zoneOf = async (time_zone: string, who = client) =>
  expect((await who.patch('/v1/access/workspace', { time_zone })).status).toBe(200);
const newProject = async () => (await made('/v1/project/projects', { name: 'Garden' })).id;
const newTask = (project: string, facts: object) =>
  made(`/v1/project/projects/${project}/tasks`, { title: 'Rake', ...facts });
const look = async (name: string) => {
  await suite.app.get(Maintenance).run(`project.${name}`);
  await suite.app.get(Queues).whenIdle();
};
const later = (day: string, days: number) => new Date(ms(day) + days * 86_400_000).toISOString().slice(0, 10);

it('refuses a zone that does not exist', async () => {
  for (const time_zone of ['Europe/Atlantis', 'Mars', '+01:00', '', 7]) {
    const { status, body } = await client.patch('/v1/access/workspace', { time_zone });
    expect([status, body.error.details[0].field]).toEqual([400, 'time_zone']);
  }
});

describe.each(CHANGES)('in %s, %s', (zone, day, start, end, morning, monthStart, monthEnd) => {
  beforeAll(() => zoneOf(zone));

  it('is the day of time entries from its first instant to its last', async () => {
    const task_id = (await newTask(await newProject(), {})).id;
    const log = async (more = {}) =>
      (await client.post('/v1/project/time-entries', { task_id, duration_seconds: 60, ...more })).body.date ?? 400;
    await goTo(start, LAST_MINUTE);
    expect([await log(), await log({ date: day }), await log({ date: later(day, 1) })]).toEqual([
      later(day, -1),
      day,
      400,
    ]);
    await goTo(start);
    expect(await log()).toBe(day);
    await goTo(end, LAST_MINUTE);
    expect([await log(), await log({ date: later(day, 2) })]).toEqual([day, 400]);
    await goTo(end);
    expect([await log(), await log({ date: later(day, 2) })]).toEqual([later(day, 1), later(day, 2)]);
  });

  it('has the one entry of a timer that runs over midnight', async () => {
    const task_id = (await newTask(await newProject(), {})).id;
    await goTo(end, -30 * MINUTE);
    const { timer_id } = await made('/v1/project/time-entries/start', { task_id });
    await goTo(end, 30 * MINUTE);
    const entry = await made('/v1/project/time-entries/stop', { timer_id });
    expect(entry).toMatchObject({ date: day });
    expect(entry.duration_seconds).toBeGreaterThanOrEqual(3_599);
    expect((await client.get(`/v1/project/time-entries?task_id=${task_id}`)).body.meta.total).toBe(1);
  });

  it('begins with the next task of a recurrence', async () => {
    const project = await newProject();
    const before = later(day, -1);
    await goTo(start, -90 * MINUTE);
    await made('/v1/project/recurrences', {
      task_id: (await newTask(project, { due_date: before })).id,
      rule: 'FREQ=DAILY',
      trigger: 'due',
    });
    const dates = async () =>
      (await client.get(`/v1/project/projects/${project}/tasks?sort=due_date`)).body.data.map((it: any) => it.due_date);
    await look('recurrences');
    expect(await dates()).toEqual([before, day]);
    await goTo(start, LAST_MINUTE);
    await look('recurrences');
    expect(await dates()).toEqual([before, day]);
    await goTo(start);
    await look('recurrences');
    expect(await dates()).toEqual([before, day, later(day, 1)]);
  });

  it('has its mail about due tasks at 08:00', async () => {
    const project = await newProject();
    const { userId } = await suite.signedIn('project:viewer');
    const others = await suite.signedIn('project:viewer');
    await client.patch('/v1/project/settings', { due_reminder_days: 0 });
    const reminded = async (id: string) =>
      (await suite.database.execute('select date::text from due_reminders where user_id = $1', [id])).rows;
    await goTo(start, LAST_MINUTE);
    await newTask(project, { due_date: day, assignee_id: userId });
    await newTask(project, { due_date: later(day, 1), assignee_id: others.userId });
    await look('due-reminders');
    expect(await reminded(userId)).toEqual([]);
    await goTo(start);
    await look('due-reminders');
    expect([await reminded(userId), await reminded(others.userId)]).toEqual([[{ date: day }], []]);
    // Other mail, such as that about the tasks they were given, is due meanwhile.
    const { rows } = await suite.database.execute('select count(*)::int from mails where next_attempt_at = $1', [
      new Date(morning),
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is part of its month in forecasts and reports', async () => {
    const month = day.slice(0, 7);
    const pipeline = await made('/v1/sales/pipelines', { name: 'Sales', stages: [{ name: 'A', probability: 50 }] });
    const deal = await made('/v1/sales/deals', { title: 'Deal', pipeline_id: pipeline.id, value: 7 });
    expect((await client.post(`/v1/sales/deals/${deal.id}/close`, { outcome: 'won' })).status).toBe(200);
    const won = async (at: string, by: number) => {
      const closed = new Date(ms(`2027-${at}`) + by).toISOString();
      await suite.database.execute('update sales_deals set closed_at = $2 where id = $1', [deal.id, closed]);
      return (await client.get(`/v1/sales/pipelines/${pipeline.id}/forecast?period=${month}`)).body.totals.won_count;
    };
    expect([
      await won(monthStart, -1),
      await won(monthStart, 0),
      await won(monthEnd, -1),
      await won(monthEnd, 0),
    ]).toEqual([0, 1, 1, 0]);
    const report = `/v1/project/projects/${await newProject()}/time-report`;
    const periods = async () => [
      (await client.get(report)).body.period,
      (await client.get(`/v1/sales/pipelines/${pipeline.id}/forecast`)).body.period_start,
    ];
    const quarter = (number: string) =>
      `2027-${String(Math.floor((Number(number) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    await goTo(`2027-${monthStart}`);
    expect(await periods()).toEqual([month, quarter(month.slice(5))]);
    await goTo(`2027-${monthEnd}`, LAST_MINUTE);
    expect(await periods()).toEqual([month, quarter(month.slice(5))]);
    await goTo(`2027-${monthEnd}`);
    const next = later(`${month}-28`, 4).slice(0, 7);
    expect(await periods()).toEqual([next, quarter(next.slice(5))]);
  });
});

it('gives each workspace its own days, whatever its neighbour has', async () => {
  await zoneOf('Pacific/Auckland');
  const other = await suite.workspace('Other');
  const at = '2027-06-15T13:00Z';
  await goTo(at);
  const date = async (who: Client) => {
    const project = (await made('/v1/project/projects', { name: 'Garden' }, who)).id;
    const task_id = (await made(`/v1/project/projects/${project}/tasks`, { title: 'Rake' }, who)).id;
    return (await made('/v1/project/time-entries', { task_id, duration_seconds: 60 }, who)).date;
  };
  expect([await date(client), await date(other.client)]).toEqual(['2027-06-16', '2027-06-15']);
  await zoneOf('Pacific/Pago_Pago', other.client);
  await goTo('2027-06-15T10:30Z');
  expect([await date(client), await date(other.client)]).toEqual(['2027-06-15', '2027-06-14']);
});

it('reminds everybody else where a zone of one workspace is unknown', async () => {
  await zoneOf('Europe/Berlin');
  const other = await suite.workspace('Other');
  await suite.database.execute(`update workspace_settings set time_zone = 'Europe/Atlantis' where workspace_id = $1`, [
    other.id,
  ]);
  await goTo('2027-06-16T12:00Z');
  const { userId } = await suite.signedIn('project:viewer');
  await newTask(await newProject(), { due_date: '2027-06-16', assignee_id: userId });
  await look('due-reminders');
  expect(await suite.database.execute('select from due_reminders where user_id = $1', [userId])).toMatchObject({
    count: 1,
  });
});

it('begins weeks of a time report as the workspace says', async () => {
  await zoneOf('UTC');
  await goTo('2027-02-01T12:00Z');
  const project = await newProject();
  const task_id = (await newTask(project, {})).id;
  // Friday to Tuesday.
  for (const date of ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05'])
    await made('/v1/project/time-entries', { task_id, date, duration_seconds: 60 });
  const weeks = async (week_starts_on: string) => {
    await client.patch('/v1/access/workspace', { week_starts_on });
    const { body } = await client.get(`/v1/project/projects/${project}/time-report?period=2027-01&group_by=week`);
    return body.groups.map(({ id, entry_count }: any) => `${id} ${entry_count}`);
  };
  expect(await weeks('saturday')).toEqual(['2026-W53 1', '2027-W01 4']);
  expect(await weeks('sunday')).toEqual(['2026-W53 2', '2027-W01 3']);
  expect(await weeks('monday')).toEqual(['2026-W53 3', '2027-W01 2']);
});

it('reads times of imports in the zone of the workspace', async () => {
  await zoneOf('Pacific/Auckland');
  const form = new FormData();
  form.set('dry_run', 'true');
  form.append('file', new Blob(['external_id,name\nx:P,House\n']), 'projects.csv');
  const headers = { 'X-API-Key': client.key! };
  const response = await fetch(`${suite.base}/v1/imports`, { method: 'POST', headers, body: form });
  expect([response.status, await response.json()]).toMatchObject([202, { time_zone: 'Pacific/Auckland' }]);
});
