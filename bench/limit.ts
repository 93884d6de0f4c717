/**
 * The limit that the application is held against: the document routes written by hand on `node:http` and `pg`, without
 * a framework. It does the same work on the same tables, statement for statement as a developer who knows them would
 * write: authenticate by the hash of the key (cached), check the scope, read or write by prepared statements, and put
 * row, event and audit entry into one commit. It counts the total of a list each time, up to 10 000.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { typeidUnboxed } from 'typeid-js';
import {
  authenticate,
  type Key,
  query,
  readBody,
  Refusal,
  send,
  serve,
  trail,
  trailOf,
  totalOf,
} from './limit-server.js';

const FULL =
  'id, title, status, created_at, owner_id, tags, updated_at, deleted_at, content, content_type, permissions, updated_by, revision, purge_at, attachments';

const toDocument = (row: any[]) => ({
  id: row[0],
  title: row[1],
  status: row[2],
  created_at: row[3],
  owner_id: row[4],
  tags: row[5],
  updated_at: row[6],
  deleted_at: row[7],
  content: row[8],
  content_type: row[9],
  permissions: row[10],
  updated_by: row[11],
  revision: row[12],
  purge_at: row[13],
  attachments: row[14],
});

async function find(key: Key, id: string) {
  const text = `select ${FULL} from documents where workspace_id = $1 and id = $2 and deleted_at is null`;
  const [row] = await query('find', text, [key.workspace_id, id]);
  if (!row) throw new Refusal(404, 'RESOURCE_NOT_FOUND', `There is no document ${id}.`);
  return toDocument(row);
}

async function get(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const key = await authenticate(request, 'office:read');
  const document = await find(key, id);
  send(response, 200, document, { ETag: `"${document.revision}"` });
}

async function list(request: IncomingMessage, response: ServerResponse, search: string): Promise<void> {
  const key = await authenticate(request, 'office:read');
  const parameters = new URLSearchParams(search);
  const limit = Number(parameters.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= 100)) throw new Refusal(400, 'VALIDATION_ERROR', 'limit must be between 1 and 100.');

  const values: unknown[] = [key.workspace_id, limit + 1];
  let name = 'list';
  let where = 'workspace_id = $1 and deleted_at is null';
  const status = parameters.get('status');
  if (status !== null) {
    name += ' status';
    where += ` and status = $${values.push(status)}`;
  }
  let after = '';
  const cursor = parameters.get('cursor');
  if (cursor !== null) {
    name += ' after';
    const [created_at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    after = ` and (created_at, id) < ($${values.push(created_at)}, $${values.push(id)})`;
  }
  const rows = await query(
    name,
    `select id, title, status, created_at, owner_id, tags, updated_at, deleted_at,
            (select count(*) from (select from documents where ${where} limit 10001) matches)::int
       from documents where ${where}${after} order by created_at desc, id desc limit $2`,
    values,
  );
  const more = rows.length > limit;
  if (more) rows.pop();
  const last = rows.at(-1);
  send(response, 200, {
    data: rows.map((row) => ({
      id: row[0],
      title: row[1],
      status: row[2],
      created_at: row[3],
      owner_id: row[4],
      tags: row[5],
      updated_at: row[6],
      deleted_at: row[7],
    })),
    meta: {
      ...totalOf(last?.[8] ?? 0),
      next_cursor: more ? Buffer.from(JSON.stringify([last![3], last![0]])).toString('base64url') : null,
      has_more: more,
    },
  });
}

const CREATE = `with changed as (
    insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, tags,
      updated_by, created_at, updated_at, revision)
    values ($1, $2, $3, $4, $5, 'draft', $6, $7, $8, $6, $9, $9, 1) returning 1),
  ${trail(9)}`;

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = await authenticate(request, 'office:write');
  const input = await readBody(request);
  const title = titleOf(input.title);
  const [id, now] = [typeidUnboxed('doc'), new Date().toISOString()];
  const payload = { document_id: id, title, owner_id: key.user_id };
  await query('create', CREATE, [
    key.workspace_id,
    id,
    title,
    input.content ?? '',
    input.content_type ?? 'html',
    key.user_id,
    JSON.stringify(input.permissions ?? { visibility: 'private' }),
    input.tags ?? [],
    now,
    ...trailOf(request, response, key, { type: 'office.document.created', now, id, payload, changes: null }),
  ]);
  send(
    response,
    201,
    { id, title, status: 'draft', created_at: now },
    { ETag: '"1"', Location: `/v1/office/documents/${id}` },
  );
}

const RENAME = `with changed as (
    update documents set title = $1, updated_by = $2, updated_at = $3, revision = $4
     where workspace_id = $5 and id = $6 and revision = $7 returning 1),
  ${trail(7)}`;

/** Only the title can be changed; the application's route takes more fields. */
async function patch(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const key = await authenticate(request, 'office:write');
  const before = await find(key, id);
  const title = titleOf((await readBody(request)).title);
  const now = new Date().toISOString();
  const after = { ...before, title, updated_by: key.user_id, updated_at: now, revision: before.revision + 1 };
  if (title !== before.title) {
    const payload = {
      document_id: id,
      title,
      owner_id: before.owner_id,
      status: before.status,
      changed_fields: ['title'],
    };
    const changes = { title: { from: before.title, to: title } };
    const [row] = await query('rename', RENAME, [
      title,
      key.user_id,
      now,
      after.revision,
      key.workspace_id,
      id,
      before.revision,
      ...trailOf(request, response, key, { type: 'office.document.updated', now, id, payload, changes }),
    ]);
    if (row![0] !== 1) throw new Refusal(409, 'CONFLICT', 'Somebody else changed it.');
  }
  send(response, 200, after, { ETag: `"${after.revision}"` });
}

function titleOf(value: unknown): string {
  const title = typeof value === 'string' ? value.trim() : '';
  if (!title || title.length > 255) throw new Refusal(400, 'VALIDATION_ERROR', 'title must have 1 to 255 characters.');
  return title;
}

const ROOT = '/v1/office/documents';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url!;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const id = path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : null;
  if (id !== null && request.method === 'GET') return get(request, response, id);
  if (id !== null && request.method === 'PATCH') return patch(request, response, id);
  if (path === ROOT && request.method === 'GET') return list(request, response, mark < 0 ? '' : url.slice(mark + 1));
  if (path === ROOT && request.method === 'POST') return create(request, response);
  throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'Nothing exists at this URL.');
}

serve(answer);
