/**
 * The limit of the project app, on its tables and with the same work: the key is checked (cached), a write locks its project
 * in share mode, and row, event and audit entry are one commit. A task comes with its subtasks in one statement; the total
 * of a list is counted each time, up to 10 000. Time is in `limit-project-time.ts`.
 */
import { generateKeyBetween } from 'fractional-indexing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeidUnboxed } from 'typeid-js';
import { report, startTimer } from './limit-project-time.js';
import {
  authenticate,
  objects as query,
  readBody,
  Refusal,
  send,
  serve,
  transaction,
  totalOf,
} from './limit-server.js';

const ITEM =
  'id, project_id, parent_id, title, status, priority, assignee_id, due_date, labels, tags, sprint_id, blocked_by, rank, completed_at, time_spent_seconds::int, created_at, updated_at, deleted_at';
const FULL = `${ITEM}, description, revision, purge_at`;

const GET = `select ${FULL}, (select coalesce(json_agg(s order by s.rank), '[]') from (
    select id, title, status, priority, assignee_id, due_date, rank from tasks
     where workspace_id = $1 and parent_id = t.id and deleted_at is null) s) as subtasks
  from tasks t where workspace_id = $1 and id = $2 and deleted_at is null`;

const WHERE = 'workspace_id = $1 and project_id = $2 and deleted_at is null';
const LIST = `select ${ITEM}, (select count(*) from (select from tasks where ${WHERE} limit 10001) matches)::int as n
  from tasks where ${WHERE} order by created_at desc, id desc limit 21`;

const NOTED = (list: string) => `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action,
    resource_type, resource_id, outcome, ip_address, user_agent, request_id, changes)
  select $1, e.id, e.at::timestamptz, 'api_key', e.actor, e.action, 'project.task', e.task, 'success', e.ip, e.agent, e.request,
    e.changes from json_to_recordset(${list}) e (id text, at text, actor text, action text, task text, ip text, agent text,
    request text, changes jsonb) join changed on changed.id = e.task`;

const CREATE = `with gate as (select 1 from projects where workspace_id = $1 and id = $3 and status <> 'archived' for share),
  changed as (insert into tasks (workspace_id, id, project_id, title, description, status, priority, labels, tags,
      blocked_by, rank, time_spent_seconds, created_at, updated_at, revision)
    select $1, $2, $3, $4, '', 'todo', $5, $6, '{}', '{}', $7, 0, $8, $8, 1 from gate returning id),
  told as (insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload, private_to)
    select $1, $9, 'project.task.created', $8, 'api_key', $10, $11, '' from changed),
  noted as (${NOTED('$12')}) select id from changed`;

const PATCH = `with gate as (select 1 from projects where workspace_id = $1 and id = $3 and status <> 'archived' for share),
  changed as (update tasks t set title = $4, updated_at = $5, revision = t.revision + 1 from gate
    where t.workspace_id = $1 and t.id = $2 and t.revision = $6 returning t.id),
  noted as (${NOTED('$7')}) select id from changed`;

const BULK = `with gate as (select id from projects where workspace_id = $1 and id = any($2) and status <> 'archived'
    order by id for share),
  changed as (update tasks t set priority = $4, updated_at = $5, revision = t.revision + 1 from gate
    where t.workspace_id = $1 and t.id = any($3) and t.project_id = gate.id returning t.id),
  noted as (${NOTED('$6')}) select id from changed`;

async function tasks(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id: actor, workspace_id } = await authenticate(
    request,
    request.method === 'GET' ? 'project:read' : 'project:write',
  );
  const [, id] = /\/tasks\/(task_\w+)$/.exec(request.url!) ?? [];
  const [, project] = /\/projects\/(prj_\w+)\/tasks/.exec(request.url!) ?? [];
  const at = new Date().toISOString();
  const entry = (task: string, action: string, changes: object | null) => ({
    id: typeidUnboxed('evt'),
    at,
    actor,
    action: `project.task.${action}`,
    task,
    ip: request.socket.remoteAddress,
    agent: request.headers['user-agent'],
    request: response.getHeader('X-Request-Id'),
    changes,
  });
  if (id && request.method === 'GET') {
    const [task] = await query('get', GET, [workspace_id, id]);
    return send(response, 200, task);
  }
  if (project && request.method === 'GET') {
    const rows = await query('list', LIST, [workspace_id, project]);
    const total = rows[0]?.n ?? 0;
    const data = rows.slice(0, 20).map(({ n: _, ...task }) => task);
    const last = data.at(-1);
    const next_cursor =
      rows.length > 20 ? Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url') : null;
    return send(response, 200, { data, meta: { ...totalOf(total), next_cursor, has_more: rows.length > 20 } });
  }
  const body = await readBody(request);
  if (project) {
    const task = typeidUnboxed('task');
    const rank = generateKeyBetween(null, null) + Date.now();
    const [priority, labels] = [body.priority ?? 'none', body.labels ?? []];
    const payload = { task_id: task, project_id: project, title: body.title, assignee_id: null };
    const trail = [
      typeidUnboxed('evt'),
      actor,
      JSON.stringify(payload),
      JSON.stringify([entry(task, 'created', null)]),
    ];
    await query('create', CREATE, [workspace_id, task, project, body.title, priority, labels, rank, at, ...trail]);
    return send(response, 201, { id: task, project_id: project, title: body.title, status: 'todo', created_at: at });
  }
  if (id) {
    const [task] = await query('get alone', `select ${FULL} from tasks where workspace_id = $1 and id = $2`, [
      workspace_id,
      id,
    ]);
    const changes = { title: { from: task.title, to: body.title } };
    const trail = JSON.stringify([entry(id, 'updated', changes)]);
    const values = [workspace_id, id, task.project_id, body.title, at, task.revision, trail];
    await query('patch', PATCH, values);
    return send(response, 200, { ...task, title: body.title, updated_at: at, revision: task.revision + 1 });
  }
  const { task_ids, updates } = body;
  const data = await transaction(async (client) => {
    const found = await query(
      'bulk read',
      `select ${FULL} from tasks where workspace_id = $1 and id = any($2) and deleted_at is null order by id for update`,
      [workspace_id, task_ids],
      client,
    );
    const entries = found.map((task) =>
      entry(task.id, 'updated', { priority: { from: task.priority, to: updates.priority } }),
    );
    const projects = [...new Set(found.map(({ project_id }) => project_id))];
    const values = [workspace_id, projects, task_ids, updates.priority, at, JSON.stringify(entries)];
    await query('bulk', BULK, values, client);
    return found.map((task) => ({ ...task, ...updates, updated_at: at, revision: task.revision + 1 }));
  });
  send(response, 200, { updated: data.length, data });
}

serve(async (request, response) => {
  const url = new URL(request.url!, 'http://localhost');
  if (url.pathname === '/v1/project/time-entries/start') return startTimer(request, response);
  const [, project] = /^\/v1\/project\/projects\/(\w+)\/time-report$/.exec(url.pathname) ?? [];
  if (project) return report(request, response, project, url.searchParams.get('period')!);
  if (url.pathname.includes('/tasks')) return tasks(request, response);
  throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'Nothing exists at this URL.');
});
