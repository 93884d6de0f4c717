import { TIME_SPENT } from './seed-facts.js';
import type { Stage } from './stage.js';

export const PROJECT = `prj_${'1'.padStart(26, '0')}`;
export const USERS = 1_000;
export const TASKS = 10_000;
export const ENTRIES = 10_000;

const key = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`;

/** A project with 10 000 tasks, a tenth of them with a parent, and 10 000 entries in March 2026. */
export async function seed(stage: Stage): Promise<void> {
  await stage.sql.query(
    `insert into users (workspace_id, id, email, display_name, status, roles, created_at, updated_at, revision)
     select w.id, ${key('usr')}, 'user' || n || '@example.com', 'User ' || n, 'active', '{}', now(), now(), 1
       from workspaces w, generate_series(1, ${USERS}) n`,
  );
  await addProject(stage, PROJECT);
  await addTasks(stage, PROJECT, 1, TASKS);
  await addEntries(stage, PROJECT, 1, ENTRIES, `date '2026-03-01' + n % 31`);
}

export async function addProject({ sql }: Stage, project: string): Promise<void> {
  await sql.query(
    `insert into projects (workspace_id, id, name, description, status, owner_id, tags, created_at, updated_at, revision,
       billable, hourly_rate)
     select id, $1, 'Website', '', 'active', ${key('usr', '1')}, '{}', now(), now(), 1, true, 90 from workspaces`,
    [project],
  );
}

export async function addTasks({ sql }: Stage, project: string, first: number, count: number): Promise<void> {
  await sql.query(
    `insert into tasks (workspace_id, id, project_id, parent_id, title, description, status, priority, labels, tags,
       blocked_by, rank, time_spent_seconds, created_at, updated_at, revision)
     select w.id, ${key('task')}, $1, case when n % 10 = 0 then ${key('task', 'n - 1')} end, 'Task ' || n,
       'Work to be done.', (array['todo', 'in_progress', 'done'])[1 + n % 3], 'none',
       array['l' || n % 9], '{}', '{}', 'j' || lpad(n::text, 10, '0'), 0, t.at, t.at, 1
     from workspaces w, generate_series($2::int, $2::int + $3::int - 1) n,
       lateral (select now() - ($2 + $3 - n) * interval '10 seconds' as at) t`,
    [project, first, count],
  );
}

/** Of 20 users for 200 tasks; `date` is SQL of the day of the entry `n`. */
export async function addEntries(
  { sql }: Stage,
  project: string,
  first: number,
  count: number,
  date: string,
): Promise<void> {
  await sql.query(
    `insert into time_entries (workspace_id, id, task_id, project_id, user_id, duration_seconds, date, note, source,
       long_running, billable, hourly_rate, created_at, updated_at, revision)
     select w.id, ${key('tme')}, ${key('task', '1 + n % 200')}, $1, ${key('usr', '1 + n % 20')}, 600 + n % 7, ${date}, '',
       'manual', false, n % 2 = 0, 90, now(), now(), 1
     from workspaces w, generate_series($2::int, $2::int + $3::int - 1) n`,
    [project, first, count],
  );
  await sql.query(TIME_SPENT);
}
