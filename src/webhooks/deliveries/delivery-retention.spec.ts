import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asSystem } from '../../platform/context/request-context.js';
import { BY_INDEX } from '../../platform/database/database.js';
import { newId } from '../../platform/fields/ids.js';
import { Partitions } from '../../platform/maintenance/partitions.js';
import { eventually } from '../../../test/support/eventually.js';
import { TestReceiver } from '../../../test/support/receiver.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { SendingRepository } from '../sending/sending.repository.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Receiver } from '../webhooks/lanes.js';

const CREATED = 'office.document.created';

let suite: TestApp;
let receiver: TestReceiver;
beforeAll(async () => {
  suite = await startTestApp({ WEBHOOK_RETRY_BASE_SECONDS: '0.001' });
  receiver = await TestReceiver.start();
});
afterAll(async () => {
  await suite.close();
  await receiver.close();
});

const query = async (sql: string, values: unknown[] = []) => (await suite.database.execute(sql, values)).rows;
const subscribe = async () =>
  (await suite.client.post('/v1/webhooks', { url: receiver.url, events: [CREATED] })).body as { id: string };
const list = async (webhook: { id: string }, filter = '') =>
  (await suite.client.get(`/v1/webhooks/${webhook.id}/deliveries?limit=20${filter}`)).body;
describe('deliveries', () => {
  it('go with their events, 30 days after the end of the month; pending ones keep them', async () => {
    const partitions = suite.app.get(Partitions);
    const webhook = await subscribe();
    await query(`update webhooks set created_at = '2020-01-01' where id = $1`, [webhook.id]);
    const happen = (time: string) =>
      query(`insert into outbox values ($1, $2, $3, $4, 'system', null, '{}')`, [
        suite.workspaceId,
        newId('evt'),
        CREATED,
        time,
      ]);
    // Nobody has made the partitions of these months.
    receiver.answering = (_, __, response) => void response.writeHead(503, { 'Retry-After': '3600' }).end();
    await happen('2021-02-28T23:59:59Z');
    await eventually(async () => expect((await list(webhook)).data).toMatchObject([{ attempt_count: 1 }]));
    receiver.answering = () => 200;
    await happen('2021-01-31T12:00:00Z');
    await happen(suite.clock.iso());
    await eventually(async () => expect((await list(webhook, '&status=succeeded')).meta.total).toBe(2));

    await partitions.drop();
    const left = async (table: string, column: string) =>
      (
        await query(`select ${column}::text as time from ${table} where workspace_id = $1 order by 1`, [
          suite.workspaceId,
        ])
      ).map(({ time }) => (time as string).slice(0, 4));
    const now = suite.clock.iso().slice(0, 4);
    expect(await left('webhook_deliveries', 'event_timestamp')).toEqual(['2021', now]);
    expect(await left('webhook_attempts', 'event_timestamp')).toEqual(['2021', now]);
    expect((await left('events', 'timestamp')).slice(0, 2)).toEqual(['2021', now]);
    expect((await list(webhook)).meta.total).toBe(2);

    suite.clock.advance(3601);
    await eventually(async () => expect((await list(webhook, '&status=succeeded')).meta.total).toBe(2));
    suite.clock.advance(-3601);
    await partitions.drop();
    expect(await left('webhook_deliveries', 'event_timestamp')).toEqual([now]);
    expect(await left('events', 'timestamp')).not.toContain('2021');
    expect((await list(webhook)).meta.total).toBe(1);
    expect(await query('select 1 from audit_entries limit 1')).toHaveLength(1);
  });

  it('are worked off without reading a whole month, also before it has statistics', async () => {
    const young = await startTestApp({ ROLE: 'api' });
    try {
      const { body } = await young.client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
      const [workspace_id, unit] = [young.workspaceId, 20];
      const webhook: Receiver = { ...body, workspace_id };
      const job = { workspace_id, webhook_id: webhook.id };
      const read = await asSystem(workspace_id, () =>
        young.database.transaction(async (work) => {
          // All of it in one session, whose reading is counted.
          vi.spyOn(young.database, 'execute').mockImplementation(async (text, values = []) => {
            const { rows, rowCount } = await work.write(text, values);
            return { rows: rows as any[], count: rowCount ?? 0 };
          });
          vi.spyOn(young.database, 'executeByIndex').mockImplementation(async (text, values) => {
            await work.write(BY_INDEX, []);
            const { rows } = await work.write(text, values);
            await work.write(BY_INDEX.replace("'off'", "'on'"), []);
            return rows as any[];
          });
          // Plans are kept from the sixth time on.
          for (let batch = 0; batch < 12; batch++) {
            const timestamp = young.clock.iso();
            const events = Array.from({ length: unit }, () => ({
              id: newId('evt'),
              type: CREATED,
              timestamp,
            }));
            await young.app.get(DeliveryRepository).add(events.map((event) => ({ webhook, event })));
            const { target, due } = (await young.app.get(SendingRepository).claim(job, 'a lease', unit))!;
            expect(due).toHaveLength(unit);
            const attempt = {
              started_at: timestamp,
              duration_ms: 1,
              response_status: 200,
              response_body: '',
              error: null,
            };
            await young.app
              .get(SendingRepository)
              .recordAll(due.map((claim) => ({ claim, target, attempt, outcome: { status: 'succeeded' } })));
          }
          return young.database.read(
            `select relname, seq_tup_read::int as rows from pg_stat_xact_all_tables
              where relname ~ '^(webhook_deliveries|webhook_attempts|events)' and seq_tup_read > 0`,
          );
        }),
      );
      expect(read).toEqual([]);
    } finally {
      vi.restoreAllMocks();
      await young.close();
    }
  });

  it('are listed by a few rows of an index, however many there are', async () => {
    const webhook = await subscribe();
    await query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at, completed_at)
       select $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'evt_' || n,
         case when n % 1000 = 0 then 'office.document.deleted' else $3 end, t.at,
         case when n % 2000 = 1 then 'failed' else 'succeeded' end, 1, null, t.at, t.at
       from generate_series(1, 200000) n, lateral (select now() - n * interval '10 s' as at) t`,
      [suite.workspaceId, webhook.id, CREATED],
    );
    await query('analyze webhook_deliveries');
    const cursor = encodeURIComponent((await list(webhook)).meta.next_cursor);
    const from = suite.clock.iso(-86_400);
    const filters: [filter: string, total: number][] = [
      ['', 10_000],
      [`&cursor=${cursor}`, 10_000],
      ['&status=failed', 100],
      ['&status=pending', 0],
      ['&event_type=office.document.deleted', 200],
      [`&event_type=${CREATED}&status=succeeded`, 10_000],
      [`&from=${from}&to=${suite.clock.iso(-86_000)}`, 40],
    ];
    for (const [filter, total] of filters) {
      const spy = vi.spyOn(suite.database, 'readPage');
      const page = await list(webhook, filter);
      const [text, values] = spy.mock.calls.find(([sql]) => / from webhook_deliveries/.test(sql))!;
      spy.mockRestore();
      expect([filter, page.meta.total]).toEqual([filter, total]);
      const [{ 'QUERY PLAN': plan }] = (await query(`explain (analyze, buffers, format json) ${text}`, values)) as any;
      const nodes = nodesOf(plan[0].Plan);
      // Whole tables are read only where they are empty, and nothing is sorted but a page, or the few that there are.
      const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      expect(whole.map(blocks).filter((read) => read > 0)).toEqual([]);
      const sorts = nodes.filter((node) => /Sort/.test(node['Node Type']));
      expect(sorts.filter((node) => node.Plans[0]['Actual Rows'] > 200)).toEqual([]);
      expect([filter, nodes.reduce((sum, node) => sum + ownBlocks(node), 0) < 300]).toEqual([filter, true]);
    }
  });
});

/** The nodes of a page. Its total is an InitPlan, which reads up to 10 000 rows. */
function nodesOf(plan: any): any[] {
  const page = (plan.Plans ?? []).filter((node: any) => node['Parent Relationship'] !== 'InitPlan');
  return [plan, ...page.flatMap(nodesOf)];
}

const blocks = (node: any): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

/** Without those of the nodes below it. */
const ownBlocks = (node: any): number =>
  blocks(node) - (node.Plans ?? []).reduce((sum: number, below: any) => sum + blocks(below), 0);
