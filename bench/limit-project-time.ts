/** Timers and time reports by hand: see `limit-project.ts`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeidUnboxed } from 'typeid-js';
import { authenticate, objects as query, readBody, Refusal, send, transaction } from './limit-server.js';

const AUDIT = `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id,
    outcome, ip_address, user_agent, request_id) select $1, $2, $3, 'api_key', $4, $5, 'project.time_entry', $6, 'success', $7, $8, $9`;

/** The rate of a member comes before that of their project. */
const TARGET = `select p.id, p.status, p.billable, coalesce(m.hourly_rate, p.hourly_rate) as hourly_rate, r.id as running,
    u.status as user_status
  from tasks t join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
    join users u on u.workspace_id = t.workspace_id and u.id = $3
    left join project_members m on m.workspace_id = t.workspace_id and m.project_id = p.id and m.user_id = $3
    left join timers r on r.workspace_id = t.workspace_id and r.user_id = $3
  where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null`;

const OPEN = `select 1 from projects where workspace_id = $1 and id = $2 and status <> 'archived' for share`;

/** With what the entry gets of the project of the timer, which may be another one than that of the next. */
const TAKE = `with held as materialized (
    select t.id, p.billable, coalesce(m.hourly_rate, p.hourly_rate) as hourly_rate from timers t
      join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
      left join project_members m on m.workspace_id = t.workspace_id and m.project_id = p.id and m.user_id = t.user_id
     where t.workspace_id = $1 and t.id = $2 for share of p)
  delete from timers t using held where t.workspace_id = $1 and t.id = held.id
  returning t.id, t.task_id, t.project_id, t.started_at, held.billable, held.hourly_rate`;

const ENTRY = `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source, started_at,
    ended_at, long_running, billable, hourly_rate, created_at, updated_at, revision)
  values ($1, $2, $3, $4, $5, extract(epoch from $6::timestamptz - $7::timestamptz)::int, $7::date, '', 'timer', $7, $6, false, $8,
    $9, $6, $6, 1)`;

const SPENT = `update tasks set time_spent_seconds = time_spent_seconds + extract(epoch from $3::timestamptz - $4::timestamptz)::int
  where workspace_id = $1 and id = $2`;

const TIMER = `insert into timers (workspace_id, id, task_id, project_id, user_id, started_at, created_at, updated_at, revision)
  values ($1, $2, $3, $4, $5, $6, $6, $6, 1)`;

/** Stops the timer of the user, where one runs, and starts another one. */
export async function startTimer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = await authenticate(request, 'project:write');
  const { workspace_id } = key;
  const { task_id, user_id, stop_running } = await readBody(request);
  if (typeof task_id !== 'string' || typeof user_id !== 'string')
    throw new Refusal(400, 'VALIDATION_ERROR', 'Name a task and a user.');
  const [target] = await query('target', TARGET, [workspace_id, task_id, user_id]);
  if (target?.user_status !== 'active') throw new Refusal(400, 'VALIDATION_ERROR', 'There is no such task or user.');
  if (target.status === 'archived') throw new Refusal(409, 'CONFLICT', 'The project is archived.');
  if (target.running && !stop_running) throw new Refusal(409, 'CONFLICT', 'A timer runs.');
  const [now, id] = [new Date().toISOString(), typeidUnboxed('tmr')];
  const noted = (action: string, resource: string) => [
    workspace_id,
    typeidUnboxed('evt'),
    now,
    key.id,
    `project.time_entry.${action}`,
    resource,
    request.socket.remoteAddress,
    request.headers['user-agent'],
    response.getHeader('X-Request-Id'),
  ];
  await transaction(async (client) => {
    if (target.running) {
      const [taken] = await query('take', TAKE, [workspace_id, target.running], client);
      if (!taken) throw new Refusal(409, 'CONFLICT', 'Somebody else was faster.');
      const entry = taken.id.replace(/^tmr/, 'tme');
      const facts = [
        taken.task_id,
        taken.project_id,
        user_id,
        now,
        taken.started_at,
        taken.billable,
        taken.hourly_rate,
      ];
      await query('entry', ENTRY, [workspace_id, entry, ...facts], client);
      await query('spent', SPENT, [workspace_id, taken.task_id, now, taken.started_at], client);
      await query('audit', AUDIT, noted('created', entry), client);
    }
    const [open] = await query('open', OPEN, [workspace_id, target.id], client);
    if (!open) throw new Refusal(409, 'CONFLICT', 'The project is archived.');
    await query('timer', TIMER, [workspace_id, id, task_id, target.id, user_id, now], client);
    await query('audit', AUDIT, noted('started', id), client);
  });
  send(
    response,
    201,
    { task_id, project_id: target.id, user_id, started_at: now, timer_id: id, status: 'running' },
    { Location: `/v1/project/timers/${id}` },
  );
}

const SETTINGS = `select p.id, s.time_rounding, coalesce(s.currency, 'USD') as currency
  from projects p left join project_settings s on s.workspace_id = p.workspace_id where p.workspace_id = $1 and p.id = $2`;

/** Parts, groups and the whole in one go; names of what is left only. Money is exact until it is shown. */
const SUMS = `select s.*, case when s.user_id is not null then coalesce(u.display_name, 'Deleted user') end as user_name,
    case when s.task_id is not null then coalesce(t.title, 'Deleted task') end as task_name
  from (select user_id, task_id, sum(duration_seconds)::float8 as seconds, count(*)::int as entries,
      coalesce(sum(duration_seconds) filter (where billable), 0)::float8 as billable,
      round(coalesce(sum(duration_seconds * hourly_rate) filter (where billable), 0) / 3600, 2)::float8 as amount
    from time_entries where workspace_id = $1 and project_id = $2 and date between $3 and $4
    group by grouping sets ((user_id, task_id), (user_id), ())) s
    left join users u on u.workspace_id = $1 and u.id = s.user_id
    left join tasks t on t.workspace_id = $1 and t.id = s.task_id`;

/** The time of a month by users and tasks. */
export async function report(
  request: IncomingMessage,
  response: ServerResponse,
  project_id: string,
  period: string,
): Promise<void> {
  const { workspace_id } = await authenticate(request, 'project:read');
  const [year, month] = period.split('-').map(Number) as [number, number];
  const [period_start, last] = [`${period}-01`, new Date(Date.UTC(year, month, 0))];
  if (!/^\d{4}-\d\d$/.test(period) || Number.isNaN(last.getTime()))
    throw new Refusal(400, 'VALIDATION_ERROR', 'period must be a month.');
  const period_end = last.toISOString().slice(0, 10);
  const [settings] = await query('settings', SETTINGS, [workspace_id, project_id]);
  if (!settings) throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'There is no such project.');
  if ((settings.time_rounding ?? 'none') !== 'none') throw new Error('The limit does not round.');
  const rows = await query('sums', SUMS, [workspace_id, project_id, period_start, period_end]);
  const groups = new Map<string, any>();
  let total = time({ seconds: 0, entries: 0, billable: 0, amount: 0 });
  for (const row of rows) {
    if (row.user_id === null) total = time(row);
    else if (row.task_id === null)
      groups.set(row.user_id, { id: row.user_id, name: row.user_name, ...time(row), items: [] });
  }
  for (const row of rows)
    if (row.task_id !== null)
      groups.get(row.user_id).items.push({ id: row.task_id, name: row.task_name, ...time(row) });
  const byTime = (one: any, other: any) =>
    other.duration_seconds - one.duration_seconds || (one.id < other.id ? -1 : 1);
  for (const { items } of groups.values()) items.sort(byTime);
  const { currency } = settings;
  const head = {
    project_id,
    period,
    period_start,
    period_end,
    group_by: 'user',
    rounding: 'none',
    rounding_minutes: null,
  };
  const sorted = [...groups.values()].toSorted(byTime);
  send(response, 200, { ...head, currency, groups: sorted, total, generated_at: new Date().toISOString() });
}

const time = ({ seconds, entries, billable, amount }: any) => ({
  duration_seconds: seconds,
  entry_count: entries,
  billable_seconds: billable,
  amount,
});
