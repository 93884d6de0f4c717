import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { quarterOf } from './period.js';

const PIPELINES = '/v1/sales/pipelines';
const DEALS = '/v1/sales/deals';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function aPipeline(...probabilities: number[]) {
  const stages = probabilities.map((probability, index) => ({ name: 'ABC'[index]!, probability }));
  const { body } = await client.post(PIPELINES, { name: 'Sales', stages });
  const ids: string[] = body.stages.map(({ id }: { id: string }) => id);
  const deal = async (facts: object, closing?: object) => {
    const made = await client.post(DEALS, { title: 'Deal', pipeline_id: body.id, ...facts });
    expect(made.status, made.text).toBe(201);
    if (closing) await client.post(`${DEALS}/${made.body.id}/close`, closing);
    return made.body.id as string;
  };
  const forecast = async (query = '') => (await client.get(`${PIPELINES}/${body.id}/forecast?${query}`)).body;
  return { id: body.id as string, stages: ids, deal, forecast };
}

describe('a period', () => {
  it('is a 400 where it is none', async () => {
    const { id } = await aPipeline(50);
    const { status, body } = await client.get(`${PIPELINES}/${id}/forecast?period=2026-Q5`);
    expect([status, body.error.details]).toMatchObject([400, [{ field: 'period' }]]);
  });

  it('is the current quarter where none is asked for', async () => {
    const { forecast } = await aPipeline(50);
    expect((await forecast()).period).toBe(quarterOf(suite.clock.iso()));
    expect((await forecast('period=9999')).period_end).toBe('9999-12-31');
    expect((await forecast('period=0001')).period_start).toBe('0001-01-01');
  });
});

describe('GET /v1/sales/pipelines/{id}/forecast', () => {
  it('has the shape of the specification', async () => {
    const { id, stages, deal, forecast } = await aPipeline(10, 60, 100);
    await deal({ value: 30_000, expected_close_date: '2026-07-01', stage_id: stages[1] });
    await deal({ value: 10_000, expected_close_date: '2026-09-30', stage_id: stages[1] });
    await deal({ value: 5, expected_close_date: '2026-06-30' });
    await deal({ value: 5, expected_close_date: '2026-10-01' });
    await deal({ value: 500, expected_close_date: '2026-08-01', stage_id: stages[1], currency: 'EUR' });
    await deal({ value: 700 });
    await deal({ value: 9, currency: 'EUR' });
    expect(await forecast('period=2026-Q3')).toEqual({
      pipeline_id: id,
      period: '2026-Q3',
      period_start: '2026-07-01',
      period_end: '2026-09-30',
      group_by: 'stage',
      currency: 'USD',
      groups: [
        { id: stages[0], name: 'A', probability: 10, deal_count: 0, total_value: 0, weighted_value: 0 },
        { id: stages[1], name: 'B', probability: 60, deal_count: 2, total_value: 40_000, weighted_value: 24_000 },
        { id: stages[2], name: 'C', probability: 100, deal_count: 0, total_value: 0, weighted_value: 0 },
      ],
      totals: {
        deal_count: 2,
        total_value: 40_000,
        weighted_value: 24_000,
        won_count: 0,
        won_value: 0,
        lost_count: 0,
        lost_value: 0,
      },
      other_currencies: [{ currency: 'EUR', deal_count: 1, total_value: 500, weighted_value: 300 }],
      undated: { deal_count: 2, total_value: 700 },
    });
  });

  it('groups by owner, by name, with the deals of nobody last', async () => {
    const { deal, forecast } = await aPipeline(50);
    const { userId } = await suite.signedIn('sales:member');
    const facts = { expected_close_date: '2026-08-01', value: 10 };
    await deal({ ...facts, owner_id: null });
    await deal({ ...facts, owner_id: userId });
    await deal({ ...facts, owner_id: userId });
    const { groups, totals } = await forecast('period=2026-08&group_by=owner');
    expect(groups).toEqual([
      { id: userId, name: 'Ada', deal_count: 2, total_value: 20, weighted_value: 10 },
      { id: null, name: 'Unassigned', deal_count: 1, total_value: 10, weighted_value: 5 },
    ]);
    expect(totals).toMatchObject({ deal_count: 3, total_value: 30, weighted_value: 15 });
  });

  it('names users who are gone', async () => {
    const { deal, forecast } = await aPipeline(50);
    const { userId } = await suite.signedIn('sales:member');
    await deal({ expected_close_date: '2026-08-01', value: 10, owner_id: userId });
    expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    await expect
      .poll(async () => (await forecast('period=2026-08&group_by=owner')).groups)
      .toMatchObject([{ id: 'usr_deleted', name: 'Deleted user', deal_count: 1 }]);
  });

  it('rounds each number once, halves to the even cent', async () => {
    const { stages, deal, forecast } = await aPipeline(50, 25);
    await deal({ value: 0.05, expected_close_date: '2026-08-01' });
    await deal({ value: 0.05, expected_close_date: '2026-08-01', stage_id: stages[1] });
    await deal({ value: 999_999_999_999.99, expected_close_date: '2026-08-01', stage_id: stages[1] });
    const { groups, totals } = await forecast('period=2026');
    expect(groups).toMatchObject([
      { total_value: 0.05, weighted_value: 0.02 },
      { total_value: 1_000_000_000_000.04, weighted_value: 250_000_000_000.01 },
    ]);
    expect(totals).toMatchObject({ total_value: 1_000_000_000_000.09, weighted_value: 250_000_000_000.04 });
  });

  it('counts what was won and lost by the time of closing', async () => {
    const { deal, forecast } = await aPipeline(50);
    await deal({ value: 9_000, expected_close_date: '2020-01-01' }, { outcome: 'won' });
    await deal({ value: 100 }, { outcome: 'lost' });
    await deal({ value: 1, currency: 'EUR' }, { outcome: 'won' });
    const edge = await deal({ value: 7 }, { outcome: 'won' });
    const closedAt = (time: string) =>
      suite.database.execute('update sales_deals set closed_at = $2 where id = $1', [edge, time]);
    expect((await forecast()).totals).toMatchObject({
      deal_count: 0,
      won_count: 2,
      won_value: 9_007,
      lost_count: 1,
      lost_value: 100,
    });
    await closedAt('2026-07-01T00:00:00Z');
    expect((await forecast('period=2026-Q3')).totals).toMatchObject({ won_count: 1, won_value: 7 });
    await closedAt('2026-06-30T23:59:59.999Z');
    expect((await forecast('period=2026-Q3')).totals.won_count).toBe(0);
    expect((await forecast('period=2026-06')).totals.won_count).toBe(1);
  });

  it('reads the deals of the period, however many others there are', async () => {
    const { id, stages, forecast } = await aPipeline(50);
    await suite.database.execute(
      `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
         expected_close_date, closed_at, created_at, updated_at, revision)
       select $1, 'deal_' || lpad(n::text, 26, '0'), 'Deal', $2, $3, 1, 'USD', s.status, '{}', '{}',
         case when s.status = 'open' and n % 3 <> 0 then date '2020-01-01' + n % 3000 end,
         case when s.status <> 'open' then timestamptz '2020-01-01' + n % 3000 * interval '1 day' end, now(), now(), 1
       from generate_series(1, 20000) n, lateral (select case when n % 2 = 0 then 'won' else 'open' end as status) s`,
      [suite.workspaceId, id, stages[0]],
    );
    await suite.database.execute('vacuum (analyze) sales_deals');
    const statements: [string, unknown[]][] = [];
    const { read } = suite.database;
    suite.database.read = function (sql: string, values: unknown[] = []) {
      if (sql.includes('sales_deals')) statements.push([sql, values]);
      return read.call(this, sql, values) as never;
    };
    const { groups, totals, undated } = await forecast('period=2024-02').finally(() => (suite.database.read = read));
    // One statement, beside that which loads the pipeline.
    expect(statements).toHaveLength(1);
    expect(groups[0].deal_count).toBeGreaterThan(50);
    expect(totals.won_count).toBeGreaterThan(80);
    expect(undated.deal_count).toBeGreaterThan(3_000);

    const [[sql, values]] = statements as [[string, unknown[]]];
    const { rows } = await suite.database.pool.query(`explain (analyze, timing off, format json) ${sql}`, values);
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    const scans = nodes.filter((node) => /Scan/.test(node['Node Type']) && node['Relation Name'] === 'sales_deals');
    expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    const rowsRead = scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0);
    expect(rowsRead).toBe(groups[0].deal_count + totals.won_count + undated.deal_count);
  });
});

const nodesOf = (plan: any): any[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
