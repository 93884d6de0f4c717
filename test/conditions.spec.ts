import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../drill/random.js';
import { type ConditionFields, OPERATORS_OF } from '../src/platform/conditions/condition-field.js';
import { readCondition } from '../src/platform/conditions/read-condition.js';
import { RecordCondition } from '../src/platform/conditions/record-condition.js';
import { Routes } from '../src/platform/request/routes.js';
import { nullsLast, PageQuery } from '../src/platform/resource/page.js';
import { enforcePolicy } from './support/policies.js';
import { isOwn, prepare } from './support/samples.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({}, {});
  ({ client } = suite);
});
afterAll(() => suite.close());

const DEALS = '/v1/sales/deals';
const asked = (where: unknown, more = '') => `?where=${encodeURIComponent(JSON.stringify(where))}${more}`;

describe('SQL and memory', () => {
  const fields: ConditionFields = {
    title: { kind: 'text', nullable: true },
    status: { kind: 'text', nullable: false, choices: ['a', 'b', 'c'] },
    amount: { kind: 'number', nullable: true },
    rank: { kind: 'number', nullable: false, range: [-(2 ** 31), 2 ** 31 - 1] },
    due: { kind: 'date', nullable: true },
    at: { kind: 'time', nullable: true },
    done: { kind: 'flag', nullable: true },
    tags: { kind: 'list', nullable: false },
  };
  const types =
    'id int, title text, status text, amount numeric, rank int, due date, at timestamptz, done boolean, tags text[]';
  const values: Record<string, readonly (string | number | boolean)[]> = {
    title: ['', 'a', 'A', 'ab', 'a%', 'ä', '10', '9', "'", 'z\u{1f600}', ' a'],
    status: ['a', 'b', 'c'],
    amount: [0, -1, 0.1, 9.99, 10, 1e15],
    rank: [0, -5, 2 ** 31 - 1],
    due: ['1901-01-01', '2026-01-31', '2026-02-01', '9999-12-31'],
    at: ['2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00.001Z', '1970-01-01T00:00:00.000Z'],
    done: [true, false],
    tags: ['a', 'b', 'ä', 'a,b'],
  };

  function condition(random: Random, level = 0): object {
    const part = (): [string, unknown] => {
      const kind = level < 4 ? random.weighted({ field: 6, or: 1, not: 1 }) : 'field';
      if (kind === 'or')
        return ['or', Array.from({ length: random.between(1, 2) }, () => condition(random, level + 1))];
      if (kind === 'not') return ['not', condition(random, level + 1)];
      const name = random.pick(Object.keys(fields));
      const operator = random.pick(OPERATORS_OF[fields[name]!.kind]);
      const some = () => random.pick(values[name]!);
      if (operator === 'empty') return [name, { empty: random.chance(0.5) }];
      const isPlural = ['in', 'any', 'all', 'none'].includes(operator);
      return [name, { [operator]: isPlural ? [some(), some()] : some() }];
    };
    return Object.fromEntries(Array.from({ length: random.between(0, 3) }, part));
  }

  it('agree on every condition and record', async () => {
    const random = new Random('conditions');
    const rows = Array.from({ length: 200 }, (_, id) => ({
      id,
      ...Object.fromEntries(
        Object.entries(fields).map(([name, { kind, nullable }]) => {
          if (kind === 'list') return [name, values[name]!.filter(() => random.chance(0.3))];
          return [name, nullable && random.chance(0.2) ? null : random.pick(values[name]!)];
        }),
      ),
    }));
    let found = 0;
    for (let n = 0; n < 400; n++) {
      const source = condition(random);
      const strict = n % 4 === 0;
      const read = new RecordCondition(readCondition(source, fields).root, strict);
      const parameters: unknown[] = [JSON.stringify(rows)];
      const sql = read.sql({
        value: (value) => `$${parameters.push(value)}`,
        column: (name, nulls) =>
          nulls && !strict && fields[name]!.nullable && ['date', 'time'].includes(fields[name]!.kind)
            ? nullsLast(name, nulls)
            : name,
      });
      const text = `select id from jsonb_to_recordset($1::jsonb) as r(${types}) where ${sql} order by id`;
      const { rows: answered } = await suite.database.pool.query(text, parameters);
      const inMemory = rows.filter((row) => read.matches(row)).map(({ id }) => id);
      expect(
        answered.map(({ id }) => id),
        `${strict ? 'strict ' : ''}${JSON.stringify(source)}`,
      ).toEqual(inMemory);
      found += inMemory.length;
    }
    // Neither always nothing nor always all.
    expect(found).toBeGreaterThan(10_000);
    expect(found).toBeLessThan(70_000);
  });
});

describe('a list of deals', () => {
  const ids: Record<string, string> = {};
  const titles = async (query: string, by = client) => {
    const { status, body } = await by.get(DEALS + query);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as { title: string }[]).map(({ title }) => title).toSorted();
  };
  const faults = async (query: string) => {
    const { status, body } = await client.get(DEALS + query);
    return [status, ...(body.error.details ?? []).map(({ field, code }: any) => `${field} ${code}`)];
  };

  beforeAll(async () => {
    const pipeline = { name: 'Direct', stages: [{ name: 'New', probability: 10 }] };
    const made = await client.post('/v1/sales/pipelines', pipeline);
    expect(made.status, made.text).toBe(201);
    const { body: contact } = await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    ids.contact = contact.id;
    const deals: [string, object][] = [
      ['small', { value: 500, tags: ['eu'], contact_ids: [contact.id] }],
      ['large', { value: 12_500, tags: ['eu', 'key'], expected_close_date: '2026-09-30' }],
      ['huge', { value: 99_999.5, tags: [], expected_close_date: '2026-10-01', owner_id: null }],
      ['lost', { value: 20_000, tags: ['us'] }],
    ];
    for (const [title, more] of deals) {
      const answer = await client.post(DEALS, { title, ...more });
      expect(answer.status, answer.text).toBe(201);
      ids[title] = answer.body.id;
    }
    await client.post(`${DEALS}/${ids.lost}/close`, { outcome: 'lost', close_reason: 'No budget' });
  });

  it.each([
    ['?value[gte]=12500', ['huge', 'large', 'lost']],
    ['?value[gt]=12500&status[in]=open,won', ['huge']],
    ['?status=open&value[lt]=1000', ['small']],
    ['?status[not]=open', ['lost']],
    ['?expected_close_date[gte]=2026-09-01&expected_close_date[lte]=2026-09-30', ['large']],
    ['?expected_close_date[empty]=true', ['lost', 'small']],
    ['?expected_close_date[not]=2026-09-30', ['huge', 'lost', 'small']],
    ['?owner_id[empty]=true', ['huge']],
    ['?title[starts]=l', ['large', 'lost']],
    ['?tags[any]=key,us', ['large', 'lost']],
    ['?tags[all]=eu,key', ['large']],
    ['?tags[none]=eu', ['huge', 'lost']],
    [asked({ tags: 'eu', value: { gte: 1000 } }), ['large']],
    [asked({ or: [{ status: 'lost' }, { value: { gte: 90_000 } }] }), ['huge', 'lost']],
    [asked({ not: { or: [{ status: 'lost' }, { tags: { any: ['eu'] } }] } }), ['huge']],
    [asked({ status: 'open' }, '&value[gte]=12500'), ['huge', 'large']],
    [asked({}), ['huge', 'large', 'lost', 'small']],
    ['?created_at[lt]=2000-01-01T00:00:00Z', []],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('asks by the contacts of a deal', async () => {
    expect(await titles(`?contact_ids[any]=${ids.contact}`)).toEqual(['small']);
    expect(await titles(asked({ or: [{ contact_ids: ids.contact }, { status: 'lost' }] }))).toEqual(['lost', 'small']);
  });

  it('exports what it shows', async () => {
    const { text } = await client.get(`${DEALS}/export?value[gte]=20000`);
    expect(text.match(/\r?\n/g)).toHaveLength(3);
    expect(text).toContain('huge');
    expect(text).not.toContain('large');
  });

  it('goes on by a cursor of the same condition only', async () => {
    const { meta } = (await client.get(`${DEALS}?value[gte]=500&limit=1`)).body;
    expect(meta.total).toBe(4);
    const next = await client.get(
      `${DEALS}?${new URLSearchParams({ where: '{"value":{"gte":500}}', limit: '3', cursor: meta.next_cursor })}`,
    );
    expect(next.body.data).toHaveLength(3);
    expect(await faults(`?value[gte]=501&limit=1&cursor=${meta.next_cursor}`)).toEqual([400, 'cursor invalid_value']);
    expect(await faults(`?limit=1&cursor=${meta.next_cursor}`)).toEqual([400, 'cursor invalid_value']);
  });

  it.each([
    ['?where=', [400, 'where invalid_format']],
    ['?where={', [400, 'where invalid_format']],
    ['?where=5', [400, 'where invalid_type']],
    ['?where={}&where={}', [400, 'where duplicate']],
    [`?where=${encodeURIComponent(JSON.stringify({ title: 'x'.repeat(4_090) }))}`, [400, 'where too_long']],
    [asked({ title: '\0' }), [400, 'where.title invalid_value']],
    [asked({ close_reason: 'No budget' }), [400, 'where.close_reason unknown_field']],
    [asked({ workspace_id: 'a' }), [400, 'where.workspace_id unknown_field']],
    ['?workspace_id[not]=a', [400, 'workspace_id[not] unknown_field']],
    ['?value[over]=1', [400, 'value[over] invalid_value']],
    ['?value[gte]=1&value[gte]=2', [400, 'value[gte] duplicate']],
    ['?contact_ids[any]=usr_01jz8k3m5n7p9q1r3s5t7v9w1x', [400, 'contact_ids[any][0] invalid_format']],
  ])('refuses %s', async (query, expected) => {
    expect(await faults(query)).toEqual(expected);
  });

  it('names the fields that have an index', async () => {
    const { body } = await client.get(`${DEALS}${asked({ close_reason: 'a' })}`);
    expect(body.error.message).toContain('pipeline_id, stage_id, status');
  });

  it('asks strictly as well', async () => {
    const strict = { headers: { Prefer: 'handling=strict' } };
    expect((await client.get(`${DEALS}?value[gte]=500${asked({}).replace('?', '&')}`, strict)).status).toBe(200);
  });

  it('shows nobody what policies hide, however it is asked', async () => {
    const viewer = await client.signedIn('sales:viewer');
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: viewer.userId }],
      resources: [{ type: 'sales.deal', tag: 'key' }],
      actions: ['sales:read'],
    });
    expect(await titles('?value[gte]=12500', viewer.client)).toEqual(['huge', 'lost']);
    expect(await titles(asked({ or: [{ tags: 'key' }, { value: 500 }] }), viewer.client)).toEqual(['small']);
  });

  it('is cut off where its search takes too long', async () => {
    const { database } = suite;
    const usual = await database.read('show statement_timeout', []);
    expect(await database.readWithin(50, 'select pg_sleep(30)', [])).toBeNull();
    expect(await database.readWithin(60_000, 'select 1 as n', [])).toEqual([{ n: 1 }]);
    expect(await database.read('show statement_timeout', [])).toEqual(usual);
  });
});

describe('searches that take long', () => {
  it('are cut off, and leave connections to other workspaces', async () => {
    const [other, holder] = [await suite.workspace(), new pg.Client(suite.settings.DATABASE_URL)];
    await holder.connect();
    try {
      await holder.query('begin; lock table sales_deals in access exclusive mode');
      const refused: unknown[] = [];
      // More than there are connections.
      const long = Array.from({ length: suite.settings.DATABASE_POOL * 2 }, async () => {
        const { status, body } = await client.get('/v1/sales/deals?value[gte]=1');
        refused.push([status, body.error?.details?.[0].code]);
      });
      const { status } = await other.client.get('/v1/sales/contacts?created_at[gt]=2000-01-01T00:00:00Z');
      expect([status, refused]).toEqual([200, []]);
      await Promise.any(long);
      expect(refused[0]).toEqual([400, 'too_broad']);
      await holder.query('rollback');
      await Promise.allSettled(long);
    } finally {
      await holder.end();
    }
  });
});

describe('contacts', () => {
  it('are active ones unless the condition asks for their status', async () => {
    const [one, two] = await Promise.all(
      ['One', 'Two'].map(async (display_name) => (await client.post('/v1/sales/contacts', { display_name })).body.id),
    );
    await client.post('/v1/sales/contacts/merge', { primary_id: one, duplicate_id: two });
    const count = async (query: string) => (await client.get(`/v1/sales/contacts${query}`)).body.meta.total;
    const active = await count('');
    expect(active).toBeGreaterThan(0);
    expect(await count('?created_at[gt]=2000-01-01T00:00:00Z')).toBe(active);
    expect(await count('?status[in]=active,archived')).toBe(active + 1);
    expect(await count(asked({ status: 'archived' }))).toBe(1);
  });
});

describe('every list', () => {
  it('keeps to its condition', async () => {
    const routes = suite.app.get(Routes).all.filter((route) => {
      const { endpoint, method, query } = route;
      const { asked: fields = {} } = (query ?? {}) as Partial<typeof PageQuery>;
      return method === 'GET' && endpoint?.page && 'created_at' in fields && !isOwn(route);
    });
    expect(routes.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    for (const route of routes) {
      const { path } = await prepare(route, client);
      const joined = `${path}${path.includes('?') ? '&' : '?'}`;
      const [none, some] = await Promise.all([
        client.get(`${joined}created_at[gt]=9999-01-01T00:00:00Z`),
        client.get(`${joined}created_at[gt]=1999-01-01T00:00:00Z`),
      ]);
      const { data, meta } = none.body;
      if (data?.length !== 0 || meta.total !== 0 || some.status !== 200)
        wrong.push(`${path}: ${none.status} ${none.text.slice(0, 200)} ${some.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });
});
