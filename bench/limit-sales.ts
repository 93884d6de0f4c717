/**
 * The hand-written limit of sales: deals, forecasts and the search of contacts on `node:http` and `pg`, on the tables of the
 * application. As `limit.ts` does for documents: authenticate by the hash of the key, prepared statements, and row, event and
 * audit entry in one commit.
 */
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { typeidUnboxed } from 'typeid-js';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, keepAlive: true });

const iso = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}${(text.slice(19, -3) || '.').padEnd(4, '0')}Z`;
const parsers: Record<number, (text: string) => unknown> = { 1082: String, 1184: iso, 1700: Number };
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

async function query(name: string, text: string, values: unknown[]): Promise<any[]> {
  return (await pool.query({ name, text, values, types })).rows;
}

interface Key {
  id: string;
  workspace_id: string;
  created_by: string;
}

const keys = new Map<string, Key>();

async function authenticate(request: IncomingMessage): Promise<Key> {
  const digest = hash('sha256', String(request.headers['x-api-key']), 'hex');
  let key = keys.get(digest);
  if (!key) {
    [key] = await query('key', 'select id, workspace_id, created_by from api_keys where hash = $1', [digest]);
    keys.set(digest, key!);
  }
  return key!;
}

const DEAL = `id, title, value, currency, owner_id, contact_ids, project_id, expected_close_date, tags, pipeline_id, stage_id,
  status, closed_at, close_reason, external_id, created_at, updated_at, updated_by, revision`;
const CONTACT = `id, display_name, email, organization_name, phone, custom_fields, owner_id, tags, external_id, status,
  merged_into_id, created_at, updated_at, deleted_at`;

const totalOf = (matches: number) => (matches > 10_000 ? { total: 10_000, total_relation: 'gte' } : { total: matches });

const page = (rows: any[]) => ({
  data: rows.slice(0, 20).map(({ total: _, ...row }) => row),
  ...totalOf(rows[0]?.total ?? 0),
});

async function find(key: Key, id: string) {
  const [deal] = await query('find', `select ${DEAL} from sales_deals where workspace_id = $1 and id = $2`, [
    key.workspace_id,
    id,
  ]);
  return deal;
}

const stagesOf = (key: Key, pipelineId: string) =>
  query('pipeline', 'select currency, stage_ids from sales_pipelines where workspace_id = $1 and id = $2', [
    key.workspace_id,
    pipelineId,
  ]);

const list = async (key: Key) =>
  page(
    await query(
      'list',
      `select ${DEAL}, (select count(*)::int from (select from sales_deals where workspace_id = $1 limit 10001) matches) as total
       from sales_deals where workspace_id = $1 order by created_at desc, id desc limit 21`,
      [key.workspace_id],
    ),
  );

/** The audit entry behind a change; its values begin behind $`from`. */
const entry = (from: number) =>
  `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, resource_id, outcome,
     ip_address, request_id, changes)
   select ${Array.from({ length: 8 }, (_, n) => `$${from + n + 1}`).join(', ')}, 'success', $${from + 9}, $${from + 10}, $${from + 11} from changed`;

const entryOf = (
  request: IncomingMessage,
  key: Key,
  action: string,
  id: string,
  now: string,
  changes: object | null,
) => [
  key.workspace_id,
  typeidUnboxed('evt'),
  now,
  'api_key',
  key.id,
  action,
  'sales.deal',
  id,
  request.socket.remoteAddress,
  typeidUnboxed('req'),
  changes && JSON.stringify(changes),
];

/** The entry of the stage history for a row of `changed`. */
const entered = (workspace: string) => `entered as (
    insert into sales_stage_history (workspace_id, id, record_id, parent_id, stage_id, stage_name, entered_at, moved_by_id,
      created_at, updated_at, revision)
    select s.workspace_id, 'sth_' || lpad(nextval('stage_history_numbers')::text, 26, '0'), c.id, c.pipeline_id, s.id, s.name,
      c.updated_at, c.updated_by, c.updated_at, c.updated_at, 1
    from changed c join sales_stages s on s.workspace_id = ${workspace} and s.id = c.stage_id)`;

const CREATE = `with changed as (
    insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, owner_id, contact_ids, tags,
      updated_by, created_at, updated_at, revision)
    values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, '{}', '{}', $8, $9, $9, 1) returning ${DEAL}),
  ${entered('$1')},
  entry as (${entry(9)})
  select * from changed`;

async function create(request: IncomingMessage, key: Key, { title, pipeline_id, value }: any) {
  const [pipeline] = await stagesOf(key, pipeline_id);
  const [id, now] = [typeidUnboxed('deal'), new Date().toISOString()];
  const facts = [
    key.workspace_id,
    id,
    title,
    pipeline_id,
    pipeline.stage_ids[0],
    value,
    pipeline.currency,
    key.created_by,
    now,
  ];
  const [deal] = await query('create', CREATE, [
    ...facts,
    ...entryOf(request, key, 'sales.deal.created', id, now, null),
  ]);
  return deal;
}

const MOVE = `with changed as (
    update sales_deals set stage_id = $1, updated_by = $2, updated_at = $3, revision = revision + 1
     where workspace_id = $4 and id = $5 and revision = $6 returning ${DEAL}),
  ended as (
    update sales_stage_history h set left_at = c.updated_at, outcome = 'moved', updated_at = c.updated_at, revision = h.revision + 1
    from changed c where h.workspace_id = $4 and h.record_id = c.id and h.left_at is null),
  ${entered('$4')},
  entry as (${entry(6)}),
  event as (
    insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload, private_to)
    select $4, $18, 'sales.deal.stage_changed', $3, 'api_key', $19, $20, '' from changed)
  select * from changed`;

async function move(request: IncomingMessage, key: Key, id: string, { stage_id }: any) {
  const before = await find(key, id);
  const [pipeline] = await stagesOf(key, before.pipeline_id);
  if (!pipeline.stage_ids.includes(stage_id)) throw new Error('There is no such stage.');
  if (before.stage_id === stage_id) return before;
  const now = new Date().toISOString();
  const changes = { stage_id: { from: before.stage_id, to: stage_id } };
  const { title, value, pipeline_id } = before;
  const payload = { deal_id: id, title, value, pipeline_id, from_stage_id: before.stage_id, to_stage_id: stage_id };
  const [after] = await query('move', MOVE, [
    stage_id,
    key.created_by,
    now,
    key.workspace_id,
    id,
    before.revision,
    ...entryOf(request, key, 'sales.deal.stage_changed', id, now, changes),
    typeidUnboxed('evt'),
    key.id,
    JSON.stringify(payload),
  ]);
  return after;
}

async function search(key: Key, q: string) {
  const words = q.split(' ').map((word) => `'${word}':*`);
  const where = `workspace_id = $1 and search @@ $2::tsquery and status = 'active' and deleted_at is null`;
  return page(
    await query(
      'search',
      `select ${CONTACT}, (select count(*)::int from (select from sales_contacts where ${where} limit 10001) matches) as total
       from sales_contacts where ${where} order by created_at desc, id desc limit 21`,
      [key.workspace_id, words.join(' & ')],
    ),
  );
}

const FORECAST = `
  select 'pipeline' as kind, currency, null as id, null as name, null::int as n, null as value, stage_ids
  from sales_pipelines where workspace_id = $1 and id = $2
  union all
  select 'stage', null, id, name, probability, null, null from sales_stages where workspace_id = $1 and pipeline_id = $2
  union all
  select 'open', currency, stage_id, null, count(*)::int, sum(value)::text, null
  from sales_deals
  where workspace_id = $1 and pipeline_id = $2 and status = 'open' and expected_close_date between $3 and $4
  group by stage_id, currency
  union all
  select status, currency, null, null, count(*)::int, sum(value)::text, null from sales_deals
  where workspace_id = $1 and pipeline_id = $2 and status in ('won', 'lost')
    and closed_at >= $3::date::timestamp at time zone 'UTC' and closed_at < ($4::date + 1)::timestamp at time zone 'UTC'
  group by status, currency
  union all
  select 'undated', currency, null, null, count(*)::int, sum(value)::text, null from sales_deals
  where workspace_id = $1 and pipeline_id = $2 and status = 'open' and expected_close_date is null
  group by currency`;

/** Hundredths of cents, as money to be shown: halves to the even cent. */
const shown = (hundredths: bigint) => {
  const rest = hundredths % 100n;
  const cents = hundredths / 100n;
  return Number(cents + (rest > 50n || (rest === 50n && cents % 2n === 1n) ? 1n : 0n)) / 100;
};
const hundredths = (text: string) => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2)) * 100n;
};

/** By stage, for a quarter: D-SAL-1. */
async function forecast(key: Key, id: string, period: string) {
  const [, year, quarter] = /^([0-9]{4})-Q([1-4])$/.exec(period) ?? [];
  if (!year) throw new Error('There is no such period.');
  const last = new Date(Date.UTC(Number(year), Number(quarter) * 3, 0)).toISOString().slice(0, 10);
  const first = `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`;
  const rows = await query('forecast', FORECAST, [key.workspace_id, id, first, last]);
  const pipeline = rows.find(({ kind }) => kind === 'pipeline');
  if (!pipeline) throw new Error('There is no such pipeline.');
  const { currency } = pipeline;
  const stages = new Map<string, any>();
  for (const row of rows)
    if (row.kind === 'stage')
      stages.set(row.id, { id: row.id, name: row.name, probability: row.n, deal_count: 0, total: 0n, weighted: 0n });
  const none = () => ({ deal_count: 0, total: 0n, weighted: 0n });
  const [all, won, lost, undated] = [none(), none(), none(), none()];
  const others = new Map<string, ReturnType<typeof none>>();
  const add = (to: any, n: number, value: bigint, probability = 0) => {
    to.deal_count += n;
    to.total += value;
    to.weighted += (value / 100n) * BigInt(probability);
  };
  for (const row of rows) {
    const { kind, n } = row;
    if (kind === 'open') {
      const stage = stages.get(row.id);
      const value = hundredths(row.value);
      if (row.currency === currency) {
        add(all, n, value, stage.probability);
        add(stage, n, value, stage.probability);
      } else {
        if (!others.has(row.currency)) others.set(row.currency, none());
        add(others.get(row.currency), n, value, stage.probability);
      }
    } else if (kind === 'undated') add(undated, n, row.currency === currency ? hundredths(row.value) : 0n);
    else if (row.currency === currency && kind === 'won') add(won, n, hundredths(row.value));
    else if (row.currency === currency && kind === 'lost') add(lost, n, hundredths(row.value));
  }
  const sums = ({ deal_count, total, weighted }: ReturnType<typeof none>) => ({
    deal_count,
    total_value: shown(total),
    weighted_value: shown(weighted),
  });
  return {
    pipeline_id: id,
    period,
    period_start: first,
    period_end: last,
    group_by: 'stage',
    currency,
    groups: pipeline.stage_ids.map((each: string) => {
      const { id, name, probability, ...rest } = stages.get(each);
      return { id, name, probability, ...sums(rest) };
    }),
    totals: {
      ...sums(all),
      won_count: won.deal_count,
      won_value: shown(won.total),
      lost_count: lost.deal_count,
      lost_value: shown(lost.total),
    },
    other_currencies: [...others].toSorted().map(([other, all]) => ({ currency: other, ...sums(all) })),
    undated: { deal_count: undated.deal_count, total_value: shown(undated.total) },
  };
}

async function bodyOf(request: IncomingMessage): Promise<any> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request: IncomingMessage): Promise<object> {
  const key = await authenticate(request);
  const { pathname, searchParams } = new URL(request.url!, 'http://limit');
  const id = pathname.split('/')[4];
  if (pathname.endsWith('/forecast')) return forecast(key, id!, searchParams.get('period')!);
  if (pathname.endsWith('/contacts')) return search(key, searchParams.get('q')!);
  if (request.method === 'POST') return create(request, key, await bodyOf(request));
  if (request.method === 'PATCH') return move(request, key, id!, await bodyOf(request));
  return id ? find(key, id) : list(key);
}

const server = createServer((request, response) => {
  const send = (status: number, body: object) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  };
  answer(request).then(
    (body) => send(request.method === 'POST' ? 201 : 200, body),
    (error: Error) => send(500, { error: error.message }),
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The limit listens on it.'));
process.once('SIGTERM', () => process.exit(0));
