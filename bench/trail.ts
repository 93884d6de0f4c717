import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Workspaces } from '../src/access/index.js';
import { createApp } from '../src/app.js';
import { Sealer } from '../src/guard/sealing/sealer.js';
import { createLogger } from '../src/platform/config/log.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import { migrate } from '../src/platform/database/data-source.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { migrateQueues } from '../src/platform/queues/queue-server.js';

const FEW = 100_000;
const RUNS = 9;
/** Entries added in one statement. */
const PORTION = 1_000_000;

const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** One of each kind of filter; those of a kind are not combined. */
const FILTERS: Record<string, string> = {
  actor: `actor_id=${id('usr', 7)}`,
  action: 'action=office.document.deleted',
  'action*': 'action=office.*',
  type: 'resource_type=office.document',
  resource: `resource_id=${id('doc', 77)}`,
  success: 'outcome=success',
  denied: 'outcome=denied',
  address: 'ip_address=203.0.113.77',
  'q part': 'q=deleted',
  'q id': `q=${id('doc', 78)}`,
  from: `from=${daysAgo(300)}`,
  to: `to=${daysAgo(200)}`,
  range: `from=${daysAgo(201)}&to=${daysAgo(200)}`,
};

const nameOf = (query: string) => query.split('&').map((part) => part.split('=')[0]!);

/** Nothing, each filter alone, each two of them, and some of those that people combine. */
function* queries(): Generator<[name: string, query: string]> {
  yield ['(all)', ''];
  const filters = Object.entries(FILTERS);
  for (const filter of filters) yield filter;
  for (const [place, [one, query]] of filters.entries())
    for (const [other, more] of filters.slice(place + 1)) {
      const names = nameOf(query);
      if (!nameOf(more).some((name) => names.includes(name))) yield [`${one} + ${other}`, `${query}&${more}`];
    }
  for (const names of [
    ['actor', 'denied', 'from'],
    ['actor', 'type', 'range'],
    ['actor', 'action', 'success', 'range'],
    ['type', 'denied', 'address', 'range'],
  ])
    yield [names.join(' + '), names.map((name) => FILTERS[name]).join('&')];
}

/** A year of entries of 100 users, the latest last; `seal` seals them as the application does. */
export async function addTrail(
  client: pg.Client,
  workspaceId: string,
  entries: number,
  seal: () => Promise<unknown>,
): Promise<void> {
  for (const table of ['audit_entries', 'audit_seals'])
    await client.query(`select ensure_partitions('${table}', now() - interval '13 months', now())`);
  // Indexes are made afterwards, which is much faster.
  await client.query('alter table audit_entries disable trigger user');
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where tablename = 'audit_entries' and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (let from = 1; from <= entries; from += PORTION)
    await client.query(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, actor_email, action, resource_type, resource_id,
         outcome, ip_address, user_agent, request_id, changes)
       select $1, 'evt_' || lpad(n::text, 26, '0'), now() - ($2::int - n)::float8 / $2::int * interval '360 days', 'user', 'usr_' || lpad(u::text, 26, '0'),
         'user' || u || '@example.com', a.action, substring(a.action from '^\\w+\\.\\w+'), 'doc_' || lpad((n % 9000)::text, 26, '0'),
         (array['success', 'denied', 'failure'])[greatest(1, h % 300 - 296)], '203.0.113.' || h / 7 % 200, 'Mozilla/5.0 (X11; Linux x86_64)',
         'req_' || lpad(n::text, 26, '0'), case when n % 2 = 0 then jsonb_build_object('title', jsonb_build_object('from', 'Plan ' || n, 'to', 'Plan')) end
       from generate_series($3::int, $4::int) n, lateral (select abs(hashint4(n)) as h) hashed, lateral (select 1 + h / 3 % 100 as u) who,
         lateral (select (array['office.document.created', 'office.document.updated', 'office.document.deleted',
           'access.session.created', 'office.file.uploaded', 'access.user.updated'])[1 + h / 11 % 6] as action) a`,
      [workspaceId, entries, from, Math.min(entries, from + PORTION - 1)],
    );
  await client.query('alter table audit_entries enable trigger user');
  await client.query(
    `insert into audit_unsealed select workspace_id, timestamp, id from audit_entries
     where workspace_id = $1 and actor_type = 'user' order by timestamp`,
    [workspaceId],
  );
  await seal();
  await client.query(`set maintenance_work_mem = '1GB'`);
  // `ON ONLY` would leave out the partitions.
  for (const { made } of indexes) await client.query(made.replace(' ON ONLY ', ' ON '));
}

/** Measures the best time of a page of the audit log, by each filter and by pairs of filters, in a small and a large trail. */
export async function trail(many: number, kept?: string): Promise<string[][]> {
  const few = await measured(FEW, kept);
  const large = await measured(many, kept);
  return [
    ['filters', `ms, ${FEW}`, `ms, ${many}`, 'ratio', 'next page, few', 'many', 'ratio', 'total'],
    ...[...large].map(([name, { first, next, total }]) => {
      const small = few.get(name)!;
      const ratio = (one: number, other: number) => (other && one ? (one / other).toFixed(2) : '');
      return [
        name,
        small.first.toFixed(2),
        first.toFixed(2),
        ratio(first, small.first),
        small.next.toFixed(2),
        next.toFixed(2),
        ratio(next, small.next),
        String(total),
      ];
    }),
  ];
}

interface Pages {
  first: number;
  /** 0: there is none. */
  next: number;
  total: number;
}

async function measured(entries: number, kept?: string): Promise<Map<string, Pages>> {
  const directory = kept ? join(kept, String(entries)) : mkdtempSync(join(tmpdir(), 'bench-trail-'));
  mkdirSync(directory, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: directory });
  try {
    await migrate(postgres.url);
    await migrateQueues(postgres.url);
    const settings = readSettings({
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      ROLE: 'api',
      RATE_LIMIT: 'off',
    });
    const app = await createApp(settings, createLogger('error'));
    const server = await app.listen(0, '127.0.0.1');
    try {
      const keyFile = join(directory, 'api-key');
      if (!existsSync(keyFile)) {
        const { workspace, api_key } = (await app.get(Workspaces).createFirst())!;
        const client = new pg.Client(postgres.url);
        await client.connect();
        try {
          await addTrail(client, workspace.id, entries, () => app.get(Sealer).run());
          await client.query('vacuum (analyze)');
        } finally {
          await client.end();
        }
        writeFileSync(keyFile, api_key);
      }
      const key = readFileSync(keyFile, 'utf8');
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/guard/audit-logs?`;
      const results = new Map<string, Pages>();
      for (const [name, query] of queries()) results.set(name, await timed(base + query, key));
      return results;
    } finally {
      await app.close();
    }
  } finally {
    await postgres.stop();
    if (!kept) await rm(directory, { recursive: true, force: true });
  }
}

async function timed(url: string, key: string): Promise<Pages> {
  const ask = async (address: string) => {
    const response = await fetch(address, { headers: { 'X-API-Key': key } });
    const body = (await response.json()) as { meta: { total: number; next_cursor: string | null } };
    if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
    return body.meta;
  };
  const time = async (address: string) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      await ask(address);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const { total, next_cursor } = await ask(url);
  return { first: await time(url), next: next_cursor ? await time(`${url}&cursor=${next_cursor}`) : 0, total };
}
