/**
 * The hand-written limit of applications: submit, list and move on the same tables, each change one statement with its
 * history, event and audit entry. Its lists have no total.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeidUnboxed } from 'typeid-js';
import { authenticate, query, readBody, Refusal, send, serve, trail, trailOf } from './limit-server.js';

const APPLICATION = 'careers.application';

const SUBMIT = `with stage as (
    select s.id, s.name, j.owner_id from jobs j
      join careers_pipelines p on p.workspace_id = j.workspace_id and p.id = j.pipeline_id
      join careers_stages s on s.workspace_id = p.workspace_id and s.id = p.stage_ids[1]
     where j.workspace_id = $1 and j.id = $3 and j.status = 'published' for share of j for key share of s),
  changed as (
    insert into applications (workspace_id, id, job_id, owner_id, status, stage_id, candidate, email_digest, answers, tags,
      scorecard_count, created_at, updated_at, revision)
    select $1, $2, $3, owner_id, 'active', id, $4, $5, $6, '{}', 0, $7, $7, 1 from stage returning stage_id),
  visit as (
    insert into stage_visits (workspace_id, id, application_id, job_id, stage_id, stage_name, entered_at, moved_by_type,
      moved_by_id, created_at, updated_at, revision)
    select $1, $8, $2, $3, id, name, $7, 'api_key', $9, $7, $7, 1 from stage),
  ${trail(9, APPLICATION).replace('count(*)::int', '(select id from stage)')}`;

async function submit(request: IncomingMessage, response: ServerResponse, jobId: string): Promise<void> {
  const key = await authenticate(request, 'careers:write');
  const { candidate, answers = [] } = await readBody(request);
  if (!candidate?.display_name || !/^\S+@\S+$/.test(candidate.email))
    throw new Refusal(400, 'VALIDATION_ERROR', 'candidate must have a name and an address.');
  const [job] = await query('form', 'select application_form from jobs where id = $1', [jobId]);
  for (const { name, required } of job?.[0].fields ?? [])
    if (required && !answers.some(({ field }: { field: string }) => field === name))
      throw new Refusal(400, 'VALIDATION_ERROR', `An answer to ${name} is required.`);
  const [id, now] = [typeidUnboxed('app'), new Date().toISOString()];
  const digest = createHash('sha256')
    .update(`${key.workspace_id} ${candidate.email.toLowerCase()}`)
    .digest('base64url');
  const payload = { application_id: id, job_id: jobId };
  const facts = { type: `${APPLICATION}.submitted`, now, id, payload, changes: null };
  const [row] = await query('submit', SUBMIT, [
    key.workspace_id,
    id,
    jobId,
    JSON.stringify({ phone: null, ...candidate }),
    digest,
    JSON.stringify(answers),
    now,
    typeidUnboxed('vis'),
    key.id,
    ...trailOf(request, response, key, facts),
  ]);
  if (!row) throw new Refusal(409, 'CONFLICT', 'The job is not accepting applications.');
  send(response, 201, { id, job_id: jobId, status: 'active', stage_id: row[0], submitted_at: now });
}

const ITEM = [
  'id',
  'job_id',
  'owner_id',
  'status',
  'stage_id',
  'candidate',
  'answers',
  'tags',
  'submitted_at',
  'score',
  'anonymized_at',
  'updated_at',
] as const;
const toItem = (row: unknown[]): any => Object.fromEntries(ITEM.map((name, index) => [name, row[index]]));

async function list(request: IncomingMessage, response: ServerResponse, jobId: string, search: string): Promise<void> {
  const key = await authenticate(request, 'careers:read');
  const parameters = new URLSearchParams(search);
  const [cursor, limit] = [parameters.get('cursor'), Number(parameters.get('limit') ?? 20)];
  const after = cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : [];
  const rows = await query(
    `list ${after.length}`,
    `select ${ITEM.join(', ')} from applications where workspace_id = $1 and job_id = $2
        ${cursor ? 'and (submitted_at, id) < ($4, $5)' : ''} order by submitted_at desc, id desc limit $3`,
    [key.workspace_id, jobId, limit + 1, ...after],
  );
  const more = rows.length > limit;
  if (more) rows.pop();
  const data = rows.map(toItem);
  const last = data.at(-1);
  const next = more ? Buffer.from(JSON.stringify([last.submitted_at, last.id])).toString('base64url') : null;
  send(response, 200, { data, meta: { next_cursor: next, has_more: more } });
}

const FIND = `select ${ITEM.join(', ')}, created_at, revision, scorecard_count,
    (select pipeline_id from jobs j where j.workspace_id = a.workspace_id and j.id = a.job_id)
  from applications a where workspace_id = $1 and id = $2`;

const MOVE = `with stage as (
    select id, name from careers_stages where workspace_id = $1 and pipeline_id = $10 and id = $3 for key share),
  changed as (
    update applications set stage_id = stage.id, updated_at = $4, revision = $5 + 1 from stage
     where workspace_id = $1 and applications.id = $2 and revision = $5 and status = 'active' returning job_id),
  left_behind as (
    update stage_visits set left_at = $4, outcome = 'moved', updated_at = $4, revision = revision + 1
     where workspace_id = $1 and application_id = $2 and left_at is null and exists (select from changed) and $6::text is not null
     returning 1),
  visit as (
    insert into stage_visits (workspace_id, id, application_id, job_id, stage_id, stage_name, entered_at, moved_by_type,
      moved_by_id, note, created_at, updated_at, revision)
    select $1, $6, $2, job_id, stage.id, stage.name, $4, 'api_key', $7, $8, $4, $4, 1 from changed, stage, (select count(*) from left_behind) l
     where $9::text is not null),
  ${trail(10, APPLICATION)}`;

const HISTORY = `select stage_id, stage_name, entered_at, left_at, moved_by_type, moved_by_id, note from stage_visits
  where workspace_id = $1 and application_id = $2 order by entered_at, id`;
const ATTACHED = `select id, file_id, label, name, mime_type, size_bytes, attached_by, created_at from application_attachments
  where workspace_id = $1 and application_id = $2 order by created_at, id`;

async function move(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const key = await authenticate(request, 'careers:write');
  const [found] = await query('application', FIND, [key.workspace_id, id]);
  if (!found) throw new Refusal(404, 'RESOURCE_NOT_FOUND', `There is no application ${id}.`);
  const before = toItem(found);
  const [created_at, revision, count, pipelineId] = found.slice(ITEM.length) as [string, number, number, string];
  const { stage_id, stage_note = null } = await readBody(request);
  const now = new Date().toISOString();
  if (stage_id !== before.stage_id) {
    const payload = {
      application_id: id,
      job_id: before.job_id,
      from_stage_id: before.stage_id,
      to_stage_id: stage_id,
    };
    const changes = { stage_id: { from: before.stage_id, to: stage_id } };
    const [row] = await query('move', MOVE, [
      key.workspace_id,
      id,
      stage_id,
      now,
      revision,
      typeidUnboxed('vis'),
      key.id,
      stage_note,
      before.job_id,
      pipelineId,
      ...trailOf(request, response, key, { type: `${APPLICATION}.stage_changed`, now, id, payload, changes }),
    ]);
    if (row![0] !== 1) throw new Refusal(409, 'CONFLICT', 'Somebody else changed it.');
  }
  const [history, attachments] = await Promise.all([
    query('history', HISTORY, [key.workspace_id, id]),
    query('attached', ATTACHED, [key.workspace_id, id]),
  ]);
  const stage_history = history.map(([stage, stage_name, entered_at, left_at, type, by, note]) => {
    return { stage_id: stage, stage_name, entered_at, left_at, moved_by: { type, id: by }, note };
  });
  const scorecard = { average: before.score, count, scale_max: 4 };
  const after = { ...before, stage_id, updated_at: now, created_at, revision: revision + 1 };
  send(response, 200, { ...after, scorecard, stage_history, attachments, disqualification: null });
}

serve(async (request, response) => {
  const [path, search = ''] = request.url!.split('?') as [string, string?];
  const [, jobId] = /^\/v1\/careers\/jobs\/(\w+)\/applications$/.exec(path) ?? [];
  if (jobId && request.method === 'POST') return submit(request, response, jobId);
  if (jobId) return list(request, response, jobId, search);
  const [, id] = /^\/v1\/careers\/applications\/(\w+)$/.exec(path) ?? [];
  if (id && request.method === 'PATCH') return move(request, response, id);
  throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'There is nothing at this address.');
});
