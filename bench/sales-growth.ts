import type pg from 'pg';
import { nothingLeft } from './cost.js';
import { fire, type LoadOptions, type Measured } from './load.js';
import { Stage } from './stage.js';

const FEW = 10_000;
const MANY = 1_000_000;
/** Rows of one statement. */
const PORTION = 50_000;
const PIPELINE = `pip_${'1'.padStart(26, '0')}`;

/** What people look for, by how many contacts have it. The names are those of the seed. */
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

/**
 * The search of contacts and the forecast, in a workspace with 10 000 contacts and deals and in one with a million. The
 * search may take five times as long there; the forecast, of a period with the same deals in both, half as long again.
 */
export async function salesGrowth(options: LoadOptions): Promise<string[][]> {
  const few = await measured(FEW, options);
  const many = await measured(MANY, options);
  const ms = ({ p50, p99 }: Measured) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  return [
    ['asked', 'p50 / p99 ms, few', 'p50 / p99 ms, many', 'ratio of p50', 'ratio of p99'],
    ...[...many].map(([name, large]) => {
      const small = few.get(name)!;
      return [name, ms(small), ms(large), (large.p50 / small.p50).toFixed(1), (large.p99 / small.p99).toFixed(1)];
    }),
  ];
}

async function measured(count: number, options: LoadOptions): Promise<Map<string, Measured>> {
  const stage = await Stage.open();
  try {
    const app = await stage.startApp({ ROLE: 'all' });
    const started = Date.now();
    await seedDeals(stage.sql, count);
    await seedContacts(stage.sql, count);
    await nothingLeft(stage);
    await stage.settle();
    console.error(`${count} contacts and deals: ${((Date.now() - started) / 1e3).toFixed(0)} s`);
    return await measure(app, options);
  } finally {
    await stage.close();
  }
}

export async function measure(app: Parameters<typeof fire>[0], options: LoadOptions): Promise<Map<string, Measured>> {
  const asked = new Map(
    Object.entries(LOOKED_FOR).map(([name, words]) => [
      `q: ${name}`,
      words.map((q) => ({ path: `/v1/sales/contacts?q=${encodeURIComponent(q)}` })),
    ]),
  );
  asked.set('q: all of these', [...asked.values()].flat());
  asked.set('forecast', [{ path: `/v1/sales/pipelines/${PIPELINE}/forecast?period=2026-Q3` }]);
  const results = new Map<string, Measured>();
  for (const [name, requests] of asked) {
    await fire(app, requests, { connections: 2, seconds: 1 }); // to warm up
    results.set(name, await fire(app, requests, { ...options, connections: 2 }));
    console.error(name, results.get(name)!.p50, results.get(name)!.p99);
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
  for (let from = 1; from <= count; from += PORTION) {
    const range = [from, Math.min(count, from + PORTION - 1)];
    await sql.query(
      `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
         expected_close_date, closed_at, created_at, updated_at, revision)
       select w.id, ${id('deal', 'n')}, 'Deal ' || n, '${PIPELINE}', ${id('stg', '1 + n % 2')}, n % 10000 * 1.25, 'USD', s.status, '{}',
         '{}', case when n <= 1000 or n % 5 <> 0 then d.day end, case when s.status <> 'open' then d.day::timestamptz end,
         now() - n * interval '1 second', now(), 1
       from workspaces w, generate_series($1::int, $2::int) n,
         lateral (select (array['lost', 'open', 'won', 'open'])[1 + n % 4] as status) s,
         lateral (select case when n <= 1000 then date '2026-07-01' + n % 90 else date '2023-01-01' + n % 1000 end as day) d`,
      range,
    );
  }
}

/**
 * Contacts as people and companies have them: 700 first names, 5000 family names, one in twelve Müller, 3000 companies, and
 * addresses of which two in five are at one provider.
 */
export async function seedContacts(sql: pg.Client, count: number): Promise<void> {
  for (let from = 1; from <= count; from += PORTION) {
    const range = [from, Math.min(count, from + PORTION - 1)];
    await sql.query(
      `insert into sales_contacts (workspace_id, id, display_name, email, organization_name, custom_fields, tags, status, search,
         created_at, updated_at, revision)
       select w.id, ${id('cnt', 'n')}, initcap(f.first) || ' ' || initcap(f.last), f.mail, initcap(f.company) || ' GmbH', '{}', '{}',
         'active',
         (select string_agg(' ' || word, '' order by place) from (
            select word, min(place) as place
            from regexp_split_to_table(concat_ws(' ', f.first, replace(f.last, 'ü', 'u'), f.mail, f.company, 'gmbh'), '[^a-z0-9]+')
              with ordinality words (word, place) group by word) words),
         t.at, t.at, 1
       from workspaces w, generate_series($1::int, $2::int) n,
         lateral (select ${named(often(700, 7919))}, case when n % 12 = 0 then 'müller' else ${named(often(5000, 104729))} end,
           ${named(often(3000, 15485863))}) p (first, last, company),
         lateral (select p.*, p.first || '.' || replace(p.last, 'ü', 'u') || n % 1000 || '@' ||
           case when n % 5 < 2 then 'gmail' else p.company end || '.com' as mail) f,
         lateral (select timestamptz '2026-01-01' + n * interval '10 seconds' as at) t`,
      range,
    );
  }
}
