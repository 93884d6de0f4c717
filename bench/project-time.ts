import { fire, type LoadOptions, type Measured, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

const USERS = 1_000;
const TASKS = 200;
const ENTRIES = 10_000;
const PROJECT = `prj_${'1'.padStart(26, '0')}`;
const MONTH = '2026-03';

const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;

/** Timers that are stopped and started, and a report over 10 000 entries, against the same written by hand. */
export async function projectTime(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  const [app, limit] = [await stage.startApp(), await stage.startTimeLimit()];
  await seed(stage);
  // The first request of each user starts a timer; every later one stops it, which makes an entry, and starts the next.
  const timers = Array.from({ length: USERS }, (_, n): Request => ({
    method: 'POST',
    path: '/v1/project/time-entries/start',
    body: { task_id: id('task', 1 + (n % TASKS)), user_id: id('usr', n + 1), stop_running: true },
  }));
  const scenarios: Record<string, Request[]> = {
    'timer stop and start': timers,
    [`report over ${ENTRIES} entries`]: [{ path: `/v1/project/projects/${PROJECT}/time-report?period=${MONTH}` }],
  };
  const rows = [['scenario', 'limit req/s', 'app req/s', 'ratio', 'CPU µs/req of limit and app']];
  for (const [name, requests] of Object.entries(scenarios)) {
    await stage.settle();
    const results = new Map<Server, Measured[]>([
      [limit, []],
      [app, []],
    ]);
    for (const server of [limit, app]) await fire(server, requests, options); // to warm up
    for (let round = 0; round < rounds; round++)
      for (const server of round % 2 ? [app, limit] : [limit, app])
        results.get(server)!.push(await fire(server, requests, options));
    const middle = (server: Server, what: keyof Measured) => median(results.get(server)!.map((each) => each[what]));
    const rates = [middle(limit, 'rate'), middle(app, 'rate')] as const;
    const cpu = [middle(limit, 'serverCpu'), middle(app, 'serverCpu')].map((micros) => micros.toFixed(0));
    rows.push([name, rates[0].toFixed(0), rates[1].toFixed(0), (rates[1] / rates[0]).toFixed(2), cpu.join(', ')]);
  }
  return rows;
}

async function seed({ sql }: Stage): Promise<void> {
  const { rows } = await sql.query('select id from workspaces');
  const workspace = rows[0].id;
  const key = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`;
  await sql.query(
    `insert into users (workspace_id, id, email, display_name, status, roles, created_at, updated_at, revision)
     select $1, ${key('usr')}, 'user' || n || '@example.com', 'User ' || n, 'active', '{}', now(), now(), 1
       from generate_series(1, ${USERS}) n`,
    [workspace],
  );
  await sql.query(
    `insert into projects (workspace_id, id, name, description, status, owner_id, tags, created_at, updated_at, revision)
     select $1, '${PROJECT}', 'Website', '', 'active', ${key('usr', '1')}, '{}', now(), now(), 1`,
    [workspace],
  );
  await sql.query(
    `insert into tasks (workspace_id, id, project_id, title, description, status, priority, labels, tags, rank, words, blocked_by, time_spent_seconds, created_at, updated_at, revision)
     select $1, ${key('task')}, '${PROJECT}', 'Task ' || n, '', 'todo', 'none', '{}', '{}', 'j' || n, '{}', '{}', 0, now(), now(), 1 from generate_series(1, ${TASKS}) n`,
    [workspace],
  );
  await sql.query(
    `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source, long_running, billable, created_at, updated_at, revision)
     select $1, ${key('tme')}, ${key('task', `1 + n % ${TASKS}`)}, '${PROJECT}', ${key('usr', '1 + n % 20')}, 600, '${MONTH}-01'::date + n % 31, '', 'manual', false, false, now(), now(), 1
       from generate_series(1, ${ENTRIES}) n`,
    [workspace],
  );
}
