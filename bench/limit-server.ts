/** Shared by the hand-written limits: PostgreSQL, keys, bodies, and the event and audit entry of a change. */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { typeidUnboxed } from 'typeid-js';

export interface Key {
  id: string;
  workspace_id: string;
  user_id: string;
  scopes: Set<string>;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** `2026-01-31 09:00:00.5+00`, as PostgreSQL writes it in UTC, in ISO 8601. */
const iso = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${(text.slice(19, -3) || '.').padEnd(4, '0')}Z`;
const [DATE, TIMESTAMPTZ] = [1082, 1184];
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ ? iso : oid === DATE ? String : pg.types.getTypeParser(oid, format as 'text'),
};

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL ?? 10),
  keepAlive: true,
});

export async function query(name: string, text: string, values: unknown[]): Promise<any[][]> {
  const { rows } = await pool.query({ name, text, values, rowMode: 'array', types });
  return rows;
}

/** The same as objects, on the connection of a transaction where there is one. */
export async function objects(name: string, text: string, values: unknown[], on: Runner = pool): Promise<any[]> {
  return (await on.query({ name, text, values, types } as pg.QueryConfig)).rows;
}

type Runner = Pick<pg.PoolClient, 'query'>;

export async function transaction<T>(work: (client: Runner) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

const keys = new Map<string, Key>();

export async function authenticate(request: IncomingMessage, scope: string): Promise<Key> {
  const token = request.headers['x-api-key'];
  if (typeof token !== 'string') throw new Refusal(401, 'UNAUTHORIZED', 'Send an API key in X-API-Key.');
  const digest = hash('sha256', token, 'hex');
  let key = keys.get(digest);
  if (!key) {
    const [row] = await query(
      'key',
      `select id, workspace_id, created_by, scopes from api_keys
        where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
      [digest],
    );
    if (!row) throw new Refusal(401, 'UNAUTHORIZED', 'The API key does not exist.');
    const [id, workspace_id, user_id, scopes] = row;
    keys.set(digest, (key = { id, workspace_id, user_id, scopes: new Set(scopes) }));
  }
  if (!key.scopes.has(scope)) throw new Refusal(403, 'FORBIDDEN', `This needs the scope ${scope}.`);
  return key;
}

/** The common table expressions for the event and the audit entry of a change; their values begin behind $`from`. */
export const trail = (from: number, resource = 'office.document') => {
  const $ = (place: number) => `$${from + place}`;
  return `event as (
      insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload)
      select ${$(1)}, ${$(2)}, ${$(3)}, ${$(4)}, 'api_key', ${$(5)}, ${$(6)} from changed),
    entry as (
      insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id,
        outcome, ip_address, user_agent, request_id, changes)
      select ${$(1)}, ${$(7)}, ${$(4)}, 'api_key', ${$(5)}, ${$(3)}, '${resource}', ${$(8)},
        'success', ${$(9)}, ${$(10)}, ${$(11)}, ${$(12)} from changed)
    select count(*)::int from changed`;
};

export const trailOf = (
  request: IncomingMessage,
  response: ServerResponse,
  key: Key,
  facts: { type: string; now: string; id: string; payload: object; changes: object | null },
) => [
  key.workspace_id,
  typeidUnboxed('evt'),
  facts.type,
  facts.now,
  key.id,
  JSON.stringify(facts.payload),
  typeidUnboxed('evt'),
  facts.id,
  request.socket.remoteAddress,
  request.headers['user-agent'],
  response.getHeader('X-Request-Id'),
  facts.changes && JSON.stringify(facts.changes),
];

export function readBody(request: IncomingMessage): Promise<any> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('error', reject);
    request.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      } catch {
        reject(new Refusal(400, 'VALIDATION_ERROR', 'The body is not valid JSON.'));
      }
    });
  });
}

export function send(response: ServerResponse, status: number, body: object, headers?: Record<string, string>): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Answers with what `answer` sends, or says what it throws. */
/** The total of a list whose matches were counted up to 10 001. */
export const totalOf = (matches: number): { total: number; total_relation?: string } =>
  matches > 10_000 ? { total: 10_000, total_relation: 'gte' } : { total: matches };

export function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): void {
  const server = createServer((request, response) => {
    const request_id = typeidUnboxed('req');
    response.setHeader('X-Request-Id', request_id);
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) console.error(error);
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, 'INTERNAL_ERROR', 'Internal error.');
      send(response, status, { error: { code, message, request_id } });
    });
  });

  const port = Number(process.env.PORT);
  server.listen(port, '127.0.0.1', () => console.log(`The limit listens on http://127.0.0.1:${port}`));
}
