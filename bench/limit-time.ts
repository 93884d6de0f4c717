/**
 * Timers and time reports written by hand on `node:http` and `pg`, on the application's tables: authenticate by the hash of
 * the key (cached), look, write row and audit entry in one commit, and answer the same.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { typeidUnboxed } from 'typeid-js';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL ?? 10),
  keepAlive: true,
});
const run = (client: pg.Pool | pg.PoolClient, name: string, text: string, values: unknown[]) =>
  client.query({ name, text, values }).then(({ rows }) => rows as any[]);

const keys = new Map<string, { id: string; workspace_id: string }>();

async function authenticate(request: IncomingMessage) {
  const digest = hash('sha256', String(request.headers['x-api-key']), 'hex');
  let key = keys.get(digest);
  if (!key) {
    const [found] = await run(pool, 'key', 'select id, workspace_id from api_keys where hash = $1', [digest]);
    if (!found) throw new Error('There is no such key.');
    keys.set(digest, (key = found));
  }
  return key!;
}

const AUDIT = `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id,
    outcome, ip_address, user_agent, request_id) select $1, $2, $3, 'api_key', $4, $5, 'project.time_entry', $6, 'success', $7, $8, $9`;

/** Stops the timer of the user, where one runs, and starts another one. */
async function start(request: IncomingMessage): Promise<object> {
  const key = await authenticate(request);
  const { task_id, user_id } = (await json(request)) as { task_id: string; user_id: string };
  const [target] = await run(
    pool,
    'target',
    `select p.id, p.status, p.billable, p.hourly_rate, r.id as running, u.status as user_status from tasks t
       join projects p on p.workspace_id = t.workspace_id and p.id = t.project_id
       join users u on u.workspace_id = t.workspace_id and u.id = $3
       left join timers r on r.workspace_id = t.workspace_id and r.user_id = $3
      where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null`,
    [key.workspace_id, task_id, user_id],
  );
  if (!target || target.status === 'archived' || target.user_status !== 'active') throw new Error('It cannot start.');
  const now = new Date().toISOString();
  const noted = (action: string, id: string) => [
    key.workspace_id,
    typeidUnboxed('evt'),
    now,
    key.id,
    `project.time_entry.${action}`,
    id,
    request.socket.remoteAddress,
    request.headers['user-agent'],
    typeidUnboxed('req'),
  ];
  const id = typeidUnboxed('tmr');
  const client = await pool.connect();
  try {
    await client.query('begin');
    await run(client, 'open', 'select 1 from projects where workspace_id = $1 and id = $2 for share', [
      key.workspace_id,
      target.id,
    ]);
    if (target.running) {
      const [taken] = await run(
        client,
        'take',
        'delete from timers where workspace_id = $1 and id = $2 returning id, task_id, project_id, started_at',
        [key.workspace_id, target.running],
      );
      if (!taken) throw new Error('Somebody else was faster.');
      const entry = taken.id.replace(/^tmr/, 'tme');
      await run(
        client,
        'entry',
        `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source, started_at,
           ended_at, long_running, billable, hourly_rate, created_at, updated_at, revision)
         values ($1, $2, $3, $4, $5, extract(epoch from $6::timestamptz - $7::timestamptz)::int, $7::date, '', 'timer', $7, $6, false, $8, $9, $6, $6, 1)`,
        [
          key.workspace_id,
          entry,
          taken.task_id,
          taken.project_id,
          user_id,
          now,
          taken.started_at.toISOString(),
          target.billable,
          target.hourly_rate,
        ],
      );
      await run(client, 'audit', AUDIT, noted('created', entry));
    }
    await run(
      client,
      'timer',
      `insert into timers (workspace_id, id, task_id, project_id, user_id, started_at, created_at, updated_at, revision)
       values ($1, $2, $3, $4, $5, $6, $6, $6, 1)`,
      [key.workspace_id, id, task_id, target.id, user_id, now],
    );
    await run(client, 'audit', AUDIT, noted('started', id));
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  return { task_id, project_id: target.id, user_id, started_at: now, timer_id: id, status: 'running' };
}

const SUMS = `select user_id, u.display_name, task_id, t.title, sum(duration_seconds)::int as seconds, count(*)::int as entries
  from time_entries e left join users u on u.workspace_id = e.workspace_id and u.id = user_id
    left join tasks t on t.workspace_id = e.workspace_id and t.id = task_id
  where e.workspace_id = $1 and e.project_id = $2 and date between $3 and $4
  group by user_id, u.display_name, task_id, t.title`;

/** The time of a month by users and tasks, added up in memory. */
async function report(request: IncomingMessage, project: string, period: string): Promise<object> {
  const key = await authenticate(request);
  const [year, month] = period.split('-').map(Number) as [number, number];
  const period_end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const rows = await run(pool, 'sums', SUMS, [key.workspace_id, project, `${period}-01`, period_end]);
  const groups = new Map<string, any>();
  const total = { duration_seconds: 0, entry_count: 0 };
  for (const { user_id, display_name, task_id, title, seconds, entries } of rows) {
    const group = groups.get(user_id) ?? {
      id: user_id,
      name: display_name,
      duration_seconds: 0,
      entry_count: 0,
      items: [],
    };
    groups.set(user_id, group);
    group.items.push({ id: task_id, name: title, duration_seconds: seconds, entry_count: entries });
    for (const sum of [group, total]) {
      sum.duration_seconds += seconds;
      sum.entry_count += entries;
    }
  }
  const byTime = (one: any, other: any) =>
    other.duration_seconds - one.duration_seconds || (one.id < other.id ? -1 : 1);
  for (const { items } of groups.values()) items.sort(byTime);
  return { project_id: project, period, groups: [...groups.values()].toSorted(byTime), total };
}

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://localhost');
  const [, project] = /^\/v1\/project\/projects\/(\w+)\/time-report$/.exec(url.pathname) ?? [];
  const answer = project ? report(request, project, url.searchParams.get('period')!) : start(request);
  answer.then(
    (body) => {
      const text = JSON.stringify(body);
      response.writeHead(project ? 200 : 201, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The limit listens on it.'));
