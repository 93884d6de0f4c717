/**
 * The hand-written limit of applications: submit, list and move on the same tables. A change is one statement with its stage
 * history, its event and its audit entry.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeidUnboxed } from 'typeid-js';
import { authenticate, query, readBody, Refusal, send, serve, trail, trailOf, totalOf } from './limit-server.js';

const APPLICATION = 'careers.application';

const OPENING = `select j.workspace_id, j.status, j.owner_id, j.application_form, p.stage_ids[1] from jobs j
    join careers_pipelines p on p.workspace_id = j.workspace_id and p.id = j.pipeline_id
  where j.id = $1`;

/** The entry of the stage history for a row of `changed`. */
const entered = (keyId: string) => `entered as (
    insert into careers_stage_history (workspace_id, id, record_id, parent_id, stage_id, stage_name, entered_at, moved_by_type,
      moved_by_id, note, created_at, updated_at, revision)
    select $1, 'sth_' || lpad(nextval('stage_history_numbers')::text, 26, '0'), c.id, c.job_id, s.id, s.name, c.updated_at,
      'api_key', ${keyId}, c.note, c.updated_at, c.updated_at, 1
    from changed c join careers_stages s on s.workspace_id = $1 and s.id = c.stage_id)`;

const SUBMIT = `with changed as (
    insert into applications (workspace_id, id, job_id, owner_id, status, stage_id, candidate, email_digest, answers, tags,
      scorecard_count, created_at, updated_at, revision)
    values ($1, $2, $3, $4, 'active', $5, $7, $8, $9, '{}', 0, $10, $10, 1)
    returning id, job_id, stage_id, updated_at, null as note),
  ${entered('$6')},
  ${trail(10, APPLICATION)}`;

const invalid = (message: string) => new Refusal(400, 'VALIDATION_ERROR', message);

/** Of the types of answers only text is written out. */
function check({ candidate, answers }: any, { fields }: any): void {
  if (typeof candidate?.display_name !== 'string' || !/^\S+@\S+$/.test(candidate.email))
    throw invalid('candidate must have a name and an address.');
  if (!Array.isArray(answers)) throw invalid('answers must be a list.');
  const given = new Set<string>();
  for (const { field: name, value } of answers) {
    const field = fields.find((each: any) => each.name === name);
    if (!field || given.has(name)) throw invalid(`There is no field ${name}, or it is answered twice.`);
    if (typeof value !== 'string' || value.length > 255) throw invalid(`The answer to ${name} must be a text.`);
    given.add(name);
  }
  for (const { name, required } of fields)
    if (required && !given.has(name)) throw invalid(`An answer to ${name} is required.`);
}

async function submit(request: IncomingMessage, response: ServerResponse, jobId: string): Promise<void> {
  const key = await authenticate(request, 'careers:write');
  const [job] = await query('opening', OPENING, [jobId]);
  if (!job) throw new Refusal(404, 'RESOURCE_NOT_FOUND', `There is no job ${jobId}.`);
  const [workspaceId, status, ownerId, form, stage_id] = job;
  if (status !== 'published') throw new Refusal(409, 'CONFLICT', 'The job is not accepting applications.');
  const { answers = [], candidate } = await readBody(request);
  check({ candidate, answers }, form);
  const [id, now] = [typeidUnboxed('app'), new Date().toISOString()];
  const email = candidate.email.toLowerCase();
  const payload = { application_id: id, job_id: jobId, stage_id };
  const facts = { type: `${APPLICATION}.submitted`, now, id, payload, changes: null };
  await query('submit', SUBMIT, [
    workspaceId,
    id,
    jobId,
    ownerId,
    stage_id,
    key.id,
    JSON.stringify({ phone: null, ...candidate }),
    createHash('sha256').update(`${workspaceId} ${email}`).digest('base64url'),
    JSON.stringify(answers),
    now,
    ...trailOf(request, response, key, facts),
  ]).catch((error: { constraint?: string }) => {
    if (error.constraint !== 'applications_active') throw error;
    throw new Refusal(409, 'CONFLICT', 'The candidate already has an active application for this job.');
  });
  send(response, 201, { id, job_id: jobId, status: 'active', stage_id, submitted_at: now });
}

const ITEM =
  'id, job_id, owner_id, status, stage_id, candidate, answers, tags, submitted_at, score, anonymized_at, updated_at';
const FIELDS = ITEM.split(', ');
const toItem = (row: unknown[]): any => Object.fromEntries(FIELDS.map((name, index) => [name, row[index]]));

const TOTAL = `(select count(*)::int from (select from applications where workspace_id = $1 and job_id = $2 limit 10001) matches)`;

async function list(request: IncomingMessage, response: ServerResponse, jobId: string, search: string): Promise<void> {
  const key = await authenticate(request, 'careers:read');
  const parameters = new URLSearchParams(search);
  const [cursor, limit] = [parameters.get('cursor'), Number(parameters.get('limit') ?? 20)];
  const [known, ...after] = cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString()) : [null];
  const rows = await query(
    `list ${after.length}`,
    `select ${ITEM}${cursor ? '' : `, ${TOTAL}`} from applications where workspace_id = $1 and job_id = $2
        ${cursor ? 'and (submitted_at, id) < ($4, $5)' : ''} order by submitted_at desc, id desc limit $3`,
    [key.workspace_id, jobId, limit + 1, ...after],
  );
  // Applications imply that the job exists.
  if (
    !rows.length &&
    !(await query('job', 'select 1 from jobs where workspace_id = $1 and id = $2', [key.workspace_id, jobId])).length
  )
    throw new Refusal(404, 'RESOURCE_NOT_FOUND', `There is no job ${jobId}.`);
  const total = known ?? rows[0]?.at(-1) ?? 0;
  const more = rows.length > limit;
  if (more) rows.pop();
  const data = rows.map(toItem);
  const last = data.at(-1);
  const next = more ? Buffer.from(JSON.stringify([total, last.submitted_at, last.id])).toString('base64url') : null;
  send(response, 200, { data, meta: { ...totalOf(total), next_cursor: next, has_more: more } });
}

const FIND = `select ${ITEM}, created_at, revision, scorecard_count,
    (select pipeline_id from jobs j where j.workspace_id = a.workspace_id and j.id = a.job_id)
  from applications a where workspace_id = $1 and id = $2`;

const MOVE = `with changed as (
    update applications a set stage_id = s.id, updated_at = $4, revision = $5 + 1 from careers_stages s
     where a.workspace_id = $1 and a.id = $2 and a.revision = $5 and status = 'active'
       and s.workspace_id = $1 and s.id = $3 and s.pipeline_id = $8
    returning a.id, a.job_id, a.stage_id, a.updated_at, $7::text as note),
  ended as (
    update careers_stage_history h set left_at = c.updated_at, outcome = 'moved', updated_at = c.updated_at, revision = h.revision + 1
    from changed c where h.workspace_id = $1 and h.record_id = c.id and h.left_at is null),
  ${entered('$6')},
  ${trail(8, APPLICATION)}`;

const HISTORY = `select stage_id, stage_name, entered_at, left_at, moved_by_type, moved_by_id, note from careers_stage_history
  where workspace_id = $1 and record_id = $2 order by entered_at, id`;
const ATTACHED = `select id, file_id, label, name, mime_type, size_bytes, attached_by, created_at from application_attachments
  where workspace_id = $1 and application_id = $2 order by created_at, id`;

async function move(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const key = await authenticate(request, 'careers:write');
  const [found] = await query('application', FIND, [key.workspace_id, id]);
  if (!found) throw new Refusal(404, 'RESOURCE_NOT_FOUND', `There is no application ${id}.`);
  const before = toItem(found);
  const [created_at, revision, count, pipelineId] = found.slice(FIELDS.length) as [string, number, number, string];
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
      key.id,
      stage_note,
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
  throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'Nothing exists at this URL.');
});
