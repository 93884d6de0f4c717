import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../test/support/eventually.js';
import { TestReceiver } from '../../test/support/receiver.js';
import { Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

const PATH = '/v1/events';

let suite: TestApp;
/** A fresh workspace for each test, so that its log holds nothing else. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

const write = async (title = 'Plan') => (await client.post('/v1/office/documents', { title })).body;
const list = async (query = '', by = client) => (await by.get(`${PATH}?limit=100${query && `&${query}`}`)).body;
/** Waits for so many events of others than the keys of the tests, whose creation is an event as well. */
const logged = (count: number) =>
  eventually(async () => expect((await list()).data.filter(isNoKey)).toHaveLength(count));
const isNoKey = ({ type }: any) => type !== 'access.api_key.created';
const withScopes = async (...scopes: string[]) => {
  const { body } = await client.post('/v1/access/api-keys', { name: scopes.join(' '), scopes });
  return new Client(suite.base, body.key);
};
const happened = (type: string, timestamp: string, sequence: number) =>
  suite.database.execute(
    `insert into events (workspace_id, id, type, timestamp, actor_type, actor_id, payload, sequence, position)
     values ($1, 'evt_01jz8k3m5n7p9q1r3s5t' || lpad($4::text, 6, '0'), $2, $3, 'system', null, '{}', $4::bigint,
       nextval('event_positions'))`,
    [workspaceId, type, timestamp, sequence],
  );

describe('GET /v1/events', () => {
  it('shows what happened in order, exactly as deliveries carry it', async () => {
    const receiver = await TestReceiver.start();
    await client.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
    const { id } = await write();
    await client.patch(`/v1/office/documents/${id}`, { title: 'Plan B' });
    await client.delete(`/v1/office/documents/${id}`);
    await receiver.received(3);
    const sent = receiver.requests.map(({ json }) => json).toSorted((a, b) => a.sequence - b.sequence);
    const { data, meta } = await list();
    const own = data.filter(isNoKey);
    expect(own).toEqual(sent);
    expect(Object.keys(own[0])).toEqual(Object.keys(sent[0]));
    expect(data.map(({ sequence }: any) => sequence)).toEqual(data.map((_: any, index: number) => index + 1));
    expect(meta).toEqual({ total: data.length, next_cursor: null, has_more: false });
    expect((await client.get(`${PATH}/${own[0].id}`)).body).toEqual(own[0]);
    await receiver.close();
  });

  it('goes on behind a sequence, so that nothing is missed and nothing comes twice', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await write(title);
    await logged(5);
    const [, second] = (await list('type=office.*')).data;
    const rest = await list(`after_sequence=${second.sequence}`);
    expect(rest.meta.total).toBe(3);
    const pages: any[] = [];
    for (let cursor = ''; ;) {
      const query = `type=office.*&limit=2${cursor && `&cursor=${cursor}`}`;
      const { data, meta } = (await client.get(`${PATH}?${query}`)).body;
      expect(meta.total).toBe(5);
      pages.push(...data);
      if (!meta.next_cursor) break;
      cursor = meta.next_cursor;
    }
    expect(pages.map(({ payload }) => payload.title)).toEqual(['a', 'b', 'c', 'd', 'e']);
    // A cursor goes on though the time goes on.
    const first = (await client.get(`${PATH}?type=office.*&limit=2`)).body;
    suite.clock.advance(3600);
    const next = await client.get(`${PATH}?type=office.*&limit=2&cursor=${first.meta.next_cursor}`);
    suite.clock.advance(-3600);
    expect(next.body.data.map(({ payload }: any) => payload.title)).toEqual(['c', 'd']);
  });

  it('filters by type, app and time', async () => {
    const { id } = await write();
    await client.patch(`/v1/office/documents/${id}`, { title: 'Plan B' });
    await logged(2);
    await happened('sales.deal.won', suite.clock.iso(-3600), 99);
    const types = async (query: string) => (await list(query)).data.filter(isNoKey).map(({ type }: any) => type);
    expect(await types('type=office.document.updated')).toEqual(['office.document.updated']);
    expect(await types('type=sales.*')).toEqual(['sales.deal.won']);
    expect(await types('type=*')).toHaveLength(3);
    expect(await types(`to=${suite.clock.iso(-1800)}`)).toEqual(['sales.deal.won']);
    expect(await types(`from=${suite.clock.iso(-1800)}`)).toHaveLength(2);
  });

  it.each([
    ['type=nothing.happened', 'type', 'invalid_value'],
    ['type=webhooks.test', 'type', 'invalid_value'],
    ['after_sequence=-1', 'after_sequence', 'out_of_range'],
    ['after_sequence=x', 'after_sequence', 'invalid_type'],
    ['from=today', 'from', 'invalid_format'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from', 'out_of_range'],
    ['limit=101', 'limit', 'out_of_range'],
    ['sort=created_at:desc', 'sort', 'invalid_value'],
    ['cursor=x', 'cursor', 'invalid_value'],
  ])('refuses %s', async (query, field, code) => {
    const answer = await client.get(`${PATH}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field, code }]);
  });

  it('reaches back 30 days', async () => {
    // In March that is two months.
    await suite.database.execute(`select ensure_partitions('events', $1::timestamptz, $1::timestamptz)`, [
      suite.clock.iso(-30 * 86_400 - 60),
    ]);
    await happened('sales.deal.won', suite.clock.iso(-30 * 86_400 + 60), 1);
    await happened('sales.deal.lost', suite.clock.iso(-30 * 86_400 - 60), 2);
    const { data, meta } = await list('type=sales.*');
    expect(data.map(({ type }: any) => type)).toEqual(['sales.deal.won']);
    expect(meta.total).toBe(1);
    expect((await client.get(`${PATH}/evt_01jz8k3m5n7p9q1r3s5t000001`)).status).toBe(200);
    expect((await client.get(`${PATH}/evt_01jz8k3m5n7p9q1r3s5t000002`)).status).toBe(404);
  });
});

describe('who sees what', () => {
  it('only events of apps that the credential may read', async () => {
    await write();
    await logged(1);
    await happened('sales.deal.won', suite.clock.iso(-60), 99);
    const [office, sales] = await Promise.all([withScopes('office:read'), withScopes('sales:read', 'office:write')]);
    const seen = async (by: Client) => (await list('', by)).data.filter(isNoKey).map(({ type }: any) => type);
    expect(await seen(client)).toHaveLength(2);
    expect(await seen(office)).toEqual(['office.document.created']);
    expect(await seen(sales)).toEqual(['sales.deal.won']);
    expect((await list('type=office.*', sales)).meta.total).toBe(0);
    const nobody = await withScopes('office:write');
    expect(await list('', nobody)).toEqual({ data: [], meta: { total: 0, next_cursor: null, has_more: false } });
    const [{ id }] = (await list('type=office.*')).data;
    expect((await office.get(`${PATH}/${id}`)).status).toBe(200);
    expect((await sales.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await suite.client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await client.get(`${PATH}/x`)).status).toBe(404);
  });

  it('no private events of others, unless it is admin of the app', async () => {
    const [member, viewer, admin] = [
      await client.signedIn('office:member', 'sales:viewer'),
      await client.signedIn('office:viewer'),
      await client.signedIn('office:admin'),
    ];
    const make = async (by: Client, title: string, visibility?: string) =>
      (await by.post('/v1/office/documents', { title, permissions: visibility && { visibility } })).body.id;
    await make(client, 'Of the owner');
    await make(member.client, 'His own');
    const id = await make(client, 'For all', 'workspace');
    const titles = async ({ client: by }: { client: Client }) => {
      const { data, meta } = await list('type=office.*', by);
      expect(meta.total).toBe(data.length);
      return data.map(({ payload }: any) => payload.title);
    };
    await eventually(async () => expect(await titles(admin)).toEqual(['Of the owner', 'His own', 'For all']));
    expect(await titles(member)).toEqual(['His own', 'For all']);
    expect(await titles(viewer)).toEqual(['For all']);
    expect(await titles({ client: await withScopes('office:read') })).toHaveLength(3);
    const [hidden, own] = (await list('type=office.*')).data;
    expect((await member.client.get(`${PATH}/${hidden.id}`)).status).toBe(404);
    expect((await member.client.get(`${PATH}/${own.id}`)).status).toBe(200);

    // A document that becomes private is private from that event on.
    await client.patch(`/v1/office/documents/${id}`, { title: 'Not for all', permissions: { visibility: 'private' } });
    await eventually(async () => expect(await titles(admin)).toContain('Not for all'));
    expect(await titles(viewer)).toEqual(['For all']);
  });
});

describe('many events', () => {
  it('are counted up to 10 000, and not read beyond the range that is asked for', async () => {
    const member = (await client.signedIn('office:member', 'sales:viewer')).client;
    const query = async (sql: string, ...values: unknown[]) =>
      (await suite.database.execute(sql, values)).rows as any[];
    await eventually(async () =>
      expect(await query('select 1 from outbox where workspace_id = $1', workspaceId)).toEqual([]),
    );
    await query('delete from events where workspace_id = $1', workspaceId);
    const [count, now] = [60_000, suite.clock.now()];
    const iso = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const log = Array.from({ length: count }, (_, index) => {
      const n = index + 1;
      // In an order that is not quite that of their numbers; the first ones are too old to be shown.
      const days = ((count - n) * 40) / 86_400 + (n % 7) / 1_440 + (n <= 15_000 ? 10 : 0);
      return { n, type: n % 2 ? 'sales.deal.won' : 'office.document.created', hidden: n % 10 === 0, time: iso(days) };
    });
    await query(`select ensure_partitions('events', $1::timestamptz, $2::timestamptz)`, iso(60), iso(0));
    await query(
      `insert into events (workspace_id, id, type, timestamp, actor_type, actor_id, payload, private_to, sequence, position)
       select $1, 'evt_' || lpad(n::text, 26, '0'), type, time, 'system', null, '{}',
         case when hidden then 'usr_' || n % 600 else '' end, n, nextval('event_positions')
       from json_to_recordset($2::json) as (n int, type text, hidden boolean, time timestamptz)`,
      workspaceId,
      JSON.stringify(log),
    );
    await query('analyze events');

    const asked: { type?: string; after_sequence?: number; from?: string; to?: string }[] = [
      {},
      { type: 'sales.*' },
      { after_sequence: 52_000 },
      { after_sequence: 45_001, type: 'office.*' },
      { after_sequence: count - 1 },
      { from: iso(20), to: iso(5) },
      { from: iso(6), to: iso(5) },
      { type: 'office.*', after_sequence: 25_555, from: iso(9), to: iso(8.99) },
    ];
    for (const by of [client, member]) {
      for (const filter of asked) {
        const { type = '', after_sequence = 0, from = iso(30), to = iso(0) } = filter;
        const real = log.filter(
          (each) =>
            each.type.startsWith(type.slice(0, -1)) &&
            each.n > after_sequence &&
            each.time >= from &&
            (each.time < to || !filter.to) &&
            !(each.hidden && by === member),
        );
        const spy = vi.spyOn(suite.database, 'read');
        const { meta } = await list(new URLSearchParams(filter as Record<string, string>).toString(), by);
        const [text, values] = spy.mock.calls.find(([sql]) => /"#total"/.test(sql))!;
        spy.mockRestore();
        const [total, relation] = real.length > 10_000 ? [10_000, 'gte'] : [real.length];
        expect([filter, meta.total, meta.total_relation]).toEqual([filter, total, relation]);
        const [{ 'QUERY PLAN': plan }] = (await query(`explain (analyze, format json) ${text}`, ...values!)) as any;
        const read = nodesOf(plan[0].Plan)
          .filter((node) => node['Relation Name']?.startsWith('events_'))
          .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
        expect([filter, read.reduce((sum, each) => sum + each) < 5_000]).toEqual([filter, true]);
      }
    }
  });
});

/** The nodes of a page. Its total is an InitPlan, which reads up to 10 000 rows. */
function nodesOf(plan: any): any[] {
  const page = (plan.Plans ?? []).filter((node: any) => node['Parent Relationship'] !== 'InitPlan');
  return [plan, ...page.flatMap(nodesOf)];
}
