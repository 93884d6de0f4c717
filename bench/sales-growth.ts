import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, type Measured } from './load.js';
import { type Server, Stage } from './stage.js';

const FEW = 10_000;

const PIPELINE = `pip_${'1'.padStart(26, '0')}`;

/** Search words, by the number of contacts that have them. The names are those of the seed. */
const LOOKED_FOR: Record<string, string[]> = {
  'a letter': ['a', 'm', 'z'],
  'a common word': ['anan', 'gmail', 'Müller', 'gmbh'],
  'a rare word': ['zuzuan', 'yozuber', 'xezuca'],
  'what nobody has': ['xyz', 'anan xyz', 'gmail 4711x'],
  'an address': ['anan.muller12@gmail.com', 'caan.doyo7@anan.com'],
  'a part of an address': ['muller12', 'muller12@gmail', 'doyo7'],
  'a common and a rare word': ['anan zuzuan', 'gmail yozuber', 'Müller xezuca'],
  'a name': ['caan doyo', 'elca fiwa', 'gofi haan'],
  'two common words': ['anan Müller', 'gmail anan', 'beran gmail'],
  'two letters': ['a m', 'b z', 'an mu'],
};

/** The same with another filter: owners have one in 40 contacts each, `lead` one in five has, `vip` one in 1000. */
const BESIDE: Record<string, string[]> = {
  'of an owner': ['a', 'gmail', 'anan', 'a m', 'anan Müller', 'caan doyo'].map((q) => `${q}&owner_id=${owner(7)}`),
  'with a common tag': ['a', 'gmail', 'anan', 'a m', 'anan Müller', 'caan doyo'].map((q) => `${q}&tag=lead`),
  'with a rare tag': ['a', 'gmail', 'anan', 'a m', 'anan Müller'].map((q) => `${q}&tag=vip`),
  'of an owner, with a tag': ['a', 'gmail', 'anan Müller'].map((q) => `${q}&owner_id=${owner(5)}&tag=lead`),
  'with the trash': ['a', 'gmail', 'anan', 'a m', 'anan Müller', 'caan doyo'].map((q) => `${q}&include_deleted=true`),
  'of the merged': ['a', 'gmail', 'anan', 'a m', 'anan Müller'].map((q) => `${q}&status=archived`),
};

function owner(n: number): string {
  return `usr_${String(n).padStart(26, '0')}`;
}

/**
 * The search of contacts and the forecast, in a workspace with 10 000 contacts and deals and in one with `many`. The search may
 * take five times as long there; the forecast, of a period with the same deals in both, half as long again. On a busy machine
 * the processor time says it, of the server and of PostgreSQL. `kept`: the databases stay there for the next run.
 */
export async function salesGrowth(many: number, options: LoadOptions, kept?: string): Promise<string[][]> {
  const few = await measured(FEW, options, kept);
  const large = await measured(many, options, kept);
  const ms = ({ p50, p99 }: Cost) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  const ratio = (one: number, other: number) => (one / other).toFixed(1);
  return [
    ['asked', 'p50 / p99 ms, few', 'p50 / p99 ms, many', 'of p50', 'of p99', 'CPU µs, few', 'many', 'ratio'],
    ...[...large].map(([name, of]) => {
      const small = few.get(name)!;
      const times = [small.all.toFixed(0), of.all.toFixed(0), ratio(of.all, small.all)];
      return [name, ms(small), ms(of), ratio(of.p50, small.p50), ratio(of.p99, small.p99), ...times];
    }),
  ];
}

/** `all`: microseconds of processor time for an answer. */
type Cost = Measured & { all: number };

async function measured(count: number, options: LoadOptions, kept?: string): Promise<Map<string, Cost>> {
  const directory = kept && join(kept, String(count));
  const isMade = directory !== undefined && existsSync(directory);
  if (directory) mkdirSync(directory, { recursive: true });
  const stage = await Stage.open({}, directory);
  try {
    const app = await stage.startApp({ ROLE: 'all' });
    const started = Date.now();
    if (!isMade) {
      await seedDeals(stage.sql, count);
      await seedContacts(stage.sql, count);
    }
    await nothingLeft(stage);
    await stage.settle();
    console.error(`${count} contacts and deals: ${((Date.now() - started) / 1e3).toFixed(0)} s`);
    return await measure(app, await postmasterOf(stage), options);
  } finally {
    await stage.close();
  }
}

/** Fills a table without triggers and without its indexes, which are made afterwards: a million rows take minutes with them. */
async function filled(sql: pg.Client, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of rows) await sql.query(`drop index ${name}`);
  await sql.query('set session_replication_role = replica');
  await fill();
  await sql.query('reset session_replication_role');
  for (const { definition } of rows) await sql.query(definition);
}

async function measure(app: Server, postmaster: number, options: LoadOptions): Promise<Map<string, Cost>> {
  const path = (q: string) => `/v1/sales/contacts?q=${encodeURIComponent(q)}`;
  const beside = ([q = '', ...filters]: string[]) => [path(q), ...filters].join('&');
  const asked = new Map(
    Object.entries(LOOKED_FOR).map(([name, words]) => [`q: ${name}`, words.map((q) => ({ path: path(q) }))]),
  );
  asked.set('q: all of these', [...asked.values()].flat());
  for (const [name, words] of Object.entries(BESIDE))
    asked.set(
      `q ${name}`,
      words.map((q) => ({ path: beside(q.split('&')) })),
    );
  asked.set('forecast', [{ path: `/v1/sales/pipelines/${PIPELINE}/forecast?period=2026-Q3` }]);
  const results = new Map<string, Cost>();
  for (const [name, requests] of asked) {
    await fire(app, requests, { connections: 2, seconds: 1 }); // to warm up
    const before = cpu(app.pid) + family(postmaster);
    const measured = await fire(app, requests, { ...options, connections: 2 });
    const all = (cpu(app.pid) + family(postmaster) - before) / (measured.rate * options.seconds);
    results.set(name, { ...measured, all });
    console.error(name, measured.p50.toFixed(1), measured.p99.toFixed(1), all.toFixed(0));
  }
  return results;
}

const id = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`;

/** One of `count` numbers from 0, the first ones far more often than the others, as it is with names of people. */
const often = (count: number, factor: number) =>
  `floor(${count} * power((n::bigint * ${factor} % 1000003) / 1000003.0, 3))::int`;

/** A name for a number, in two or three syllables. */
const named = (number: string) => `(
  select y[1 + ${number} % 26] || y[1 + ${number} / 26 % 26] || case when ${number} > 675 then y[1 + ${number} / 676 % 26] else '' end
  from (select string_to_array('an ber ca do el fi go han is ju ka lo ma ni ol pe qu ro sa ti ul vi wa xe yo zu', ' ')) s (y))`;

/** 1000 deals in one quarter, however many there are. */
export async function seedDeals(sql: pg.Client, count: number): Promise<void> {
  await sql.query(
    `insert into sales_pipelines (workspace_id, id, name, currency, stage_ids, created_at, updated_at, revision)
     select id, $1, 'Sales', 'USD', array[${id('stg', '1')}, ${id('stg', '2')}], now(), now(), 1 from workspaces`,
    [PIPELINE],
  );
  await sql.query(
    `insert into sales_stages (workspace_id, id, pipeline_id, name, probability, created_at, updated_at, revision)
     select id, ${id('stg', 'n')}, $1, 'Stage ' || n, n * 25, now(), now(), 1 from workspaces, generate_series(1, 2) n`,
    [PIPELINE],
  );
  await filled(sql, 'sales_deals', () =>
    sql.query(
      `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
         expected_close_date, closed_at, created_at, updated_at, revision)
       select w.id, ${id('deal', 'n')}, 'Deal ' || n, '${PIPELINE}', ${id('stg', '1 + n % 2')}, n % 10000 * 1.25, 'USD', s.status, '{}',
         '{}', case when n <= 1000 or n % 5 <> 0 then d.day end, case when s.status <> 'open' then d.day::timestamptz end,
         now() - n * interval '1 second', now(), 1
       from workspaces w, generate_series(1, $1::int) n,
         lateral (select (array['lost', 'open', 'won', 'open'])[1 + n % 4] as status) s,
         lateral (select case when n <= 1000 then date '2026-07-01' + n % 90 else date '2023-01-01' + n % 1000 end as day) d`,
      [count],
    ),
  );
}

/**
 * Contacts as people and companies have them: 700 first names, 5000 family names, one in twelve Müller, 3000 companies, and
 * addresses of which two in five are at one provider. One in 50 is in the trash, one in 100 is merged.
 */
export async function seedContacts(sql: pg.Client, count: number): Promise<void> {
  await filled(sql, 'sales_contacts', () =>
    sql.query(
      `insert into sales_contacts (workspace_id, id, display_name, email, organization_name, custom_fields, owner_id, tags, status,
         merged_into_id, deleted_at, purge_at, created_at, updated_at, revision)
       select w.id, ${id('cnt', 'n')}, initcap(f.first) || ' ' || initcap(f.last), f.mail, initcap(f.company) || ' GmbH', '{}',
         ${id('usr', 'n % 40')}, array_remove(array[case when n % 5 = 0 then 'lead' end, case when n % 1000 = 1 then 'vip' end], null),
         case when n % 100 = 13 then 'archived' else 'active' end, case when n % 100 = 13 then ${id('cnt', 'n - 1')} end,
         case when n % 50 = 7 then now() end, case when n % 50 = 7 then now() + interval '30 days' end, t.at, t.at, 1
       from workspaces w, generate_series(1, $1::int) n,
         lateral (select ${named(often(700, 7919))}, case when n % 12 = 0 then 'müller' else ${named(often(5000, 104729))} end,
           ${named(often(3000, 15485863))}) p (first, last, company),
         lateral (select p.*, p.first || '.' || replace(p.last, 'ü', 'u') || n % 1000 || '@' ||
           case when n % 5 < 2 then 'gmail' else p.company end || '.com' as mail) f,
         lateral (select timestamptz '2026-01-01' + n * interval '10 seconds' as at) t`,
      [count],
    ),
  );
}
