import { deepStrictEqual } from 'node:assert';
import { fire, type LoadOptions, type Measured, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

const TASKS = 10_000;
const PROJECT = `prj_${'1'.padStart(26, '0')}`;
const idOf = (n: number) => `task_${String(n).padStart(26, '0')}`;
const all = Array.from({ length: TASKS }, (_, index) => idOf(index + 1));
const LIST = `/v1/project/projects/${PROJECT}/tasks`;

/** Gives the requests of one round; `round` is different in every one. */
const scenarios: Record<string, (round: number) => Request[]> = {
  get: () => all.map((id) => ({ path: `/v1/project/tasks/${id}` })),
  list: () => [{ path: LIST }],
  create: () => [{ method: 'POST', path: LIST, body: { title: 'Write the specification', labels: ['writing'] } }],
  // Twice over the same records, so that every request changes something.
  patch: (round) =>
    ['first', 'second'].flatMap((time) =>
      all.map((id): Request => ({
        method: 'PATCH',
        path: `/v1/project/tasks/${id}`,
        body: { title: `Plan ${round} ${time}` },
      })),
    ),
  bulk: () =>
    ['low', 'high'].flatMap((priority) =>
      Array.from({ length: TASKS / 100 }, (_, part): Request => ({
        method: 'POST',
        path: '/v1/project/tasks/bulk-update',
        body: { task_ids: all.slice(part * 100, part * 100 + 100), updates: { priority } },
      })),
    ),
};

/** Tasks of one project, a tenth of them with a parent, against hand-written routes on the same tables. */
export async function project(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  const app = await stage.startApp();
  const limit = await stage.startProjectLimit();
  await seed(stage);
  const rows = [['scenario', 'limit req/s', 'app req/s', 'ratio', 'limit p50/p99 ms', 'app p50/p99 ms']];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await stage.settle();
    if (name === 'get' || name === 'list') await agree(scenario(0)[0]!, [app, limit]);
    const results = new Map<Server, Measured[]>([
      [limit, []],
      [app, []],
    ]);
    let run = 1;
    for (const server of [limit, app]) await fire(server, scenario(run++), options); // to warm up
    for (let round = 0; round < rounds; round++)
      for (const server of round % 2 ? [app, limit] : [limit, app])
        results.get(server)!.push(await fire(server, scenario(run++), options));
    const of = (server: Server, what: keyof Measured) => median(results.get(server)!.map((each) => each[what]));
    const latency = (server: Server) => `${of(server, 'p50').toFixed(1)} / ${of(server, 'p99').toFixed(1)}`;
    rows.push([
      name,
      of(limit, 'rate').toFixed(0),
      of(app, 'rate').toFixed(0),
      (of(app, 'rate') / of(limit, 'rate')).toFixed(2),
      latency(limit),
      latency(app),
    ]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

async function agree({ path }: Request, servers: Server[]): Promise<void> {
  const [ours, theirs] = await Promise.all(
    servers.map(async ({ url, key }) => {
      const answer: any = await (await fetch(url + path, { headers: { 'X-API-Key': key } })).json();
      if (answer.meta) answer.meta.next_cursor = typeof answer.meta.next_cursor;
      return answer;
    }),
  );
  deepStrictEqual(ours, theirs, 'The application and the limit answer differently.');
}

async function seed({ sql }: Stage): Promise<void> {
  await sql.query(
    `insert into projects (workspace_id, id, name, description, status, owner_id, tags, created_at, updated_at, revision, billable, hourly_rate)
     select id, $1, 'Website', '', 'active', 'usr_x', '{}', now(), now(), 1, false, null from workspaces`,
    [PROJECT],
  );
  await sql.query(
    `insert into tasks (workspace_id, id, project_id, parent_id, title, words, description, status, priority, labels, tags, blocked_by, rank,
       time_spent_seconds, created_at, updated_at, revision)
     select w.id, 'task_' || lpad(n::text, 26, '0'), $1, case when n % 10 = 0 then 'task_' || lpad((n - 1)::text, 26, '0') end, 'Task ' || n,
       array['task', n::text], 'What is to be done.', (array['todo', 'in_progress', 'done'])[1 + n % 3], 'none', array['l' || n % 9], '{}', '{}',
       'j' || lpad(n::text, 10, '0'), 0, t.at, t.at, 1
     from workspaces w, generate_series(1, $2::int) n, lateral (select now() - ($2 - n) * interval '10 seconds' as at) t`,
    [PROJECT, TASKS],
  );
  // As the maintenance task leaves them, which does not run in a process of the role api.
  await sql.query(
    `with counted as (delete from record_counts where resource in ('project.task', 'project.project') returning *)
     insert into record_counts (workspace_id, resource, kind, dims, n)
     select workspace_id, resource, 'project_id=' || (dims ->> 'project_id'),
       dims - 'assignee_id' - 'sprint_id' - 'labels' - 'tags', sum(n)
     from counted where resource = 'project.task' group by 1, 2, 3, 4`,
  );
}
