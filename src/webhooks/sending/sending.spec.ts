import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { asSystem } from '../../platform/context/request-context.js';
import { newId } from '../../platform/fields/ids.js';
import { eventually } from '../../../test/support/eventually.js';
import { failingTable } from '../../../test/support/failing-table.js';
import { receive } from '../../../test/support/receiver.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import type { Receiver } from '../webhooks/lanes.js';
import { SendingRepository } from './sending.repository.js';

const CREATED = 'office.document.created';

/** A receiver that answers nothing until it is closed. */
const hanging = () => receive(() => new Promise<void>(() => {}));

const subscribe = async (client: Client, url: string) =>
  (await client.post('/v1/webhooks', { url, events: [CREATED] })).body as { id: string };
const write = (client: Client) => client.post('/v1/office/documents', { title: 'Plan' });
const writeMany = (client: Client, count: number) => Promise.all(Array.from({ length: count }, () => write(client)));
const deliveries = async (client: Client, { id }: { id: string }) =>
  (await client.get(`/v1/webhooks/${id}/deliveries?limit=100`)).body.data;
const attempts = async (client: Client, webhook: { id: string }) => {
  const [{ id }] = await deliveries(client, webhook);
  return (await client.get(`/v1/webhooks/${webhook.id}/deliveries/${id}`)).body.attempts;
};

describe('deliveries', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp({ WEBHOOK_TIMEOUT_SECONDS: '60' });
  });
  afterAll(() => suite.close());

  it('of a workspace come although others wait for more hanging receivers than there are places', async () => {
    const slow = await hanging();
    const many = await Promise.all([suite.workspace(), suite.workspace()]);
    for (const { client } of many) for (let n = 0; n < 40; n++) await subscribe(client, slow.url);
    for (const { id } of many) {
      await suite.database.execute(
        `insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload)
         select $1, 'evt_' || lpad(n::text, 26, '0'), $2, now(), 'system', null, '{}' from generate_series(1, 250) n`,
        [id, CREATED],
      );
    }
    const made = () => suite.database.execute('select count(*)::int as n from webhook_deliveries');
    await eventually(async () => expect((await made()).rows[0]!.n).toBe(20_000));
    const quick = await receive();
    const own = await suite.workspace();
    await subscribe(own.client, quick.url);
    await write(own.client);
    await quick.received(1);
    expect(slow.requests.length).toBeLessThanOrEqual(8 * 80);
    await Promise.all(many.map(({ client }) => deleteAll(client)));
  });

  const deleteAll = async (client: Client) => {
    const { data } = (await client.get('/v1/webhooks?limit=100')).body;
    for (const { id } of data) await client.delete(`/v1/webhooks/${id}`);
  };

  it('are not counted as attempts while our own database fails', async () => {
    const { id, client } = await suite.workspace();
    const receiver = await receive();
    const webhook = await subscribe(client, receiver.url);
    await client.post('/v1/guard/policies', {
      name: 'Nothing secret',
      effect: 'deny',
      principals: [{ type: 'any' }],
      actions: ['office:read'],
      resources: [{ type: 'office.document', tag: 'secret' }],
    });
    const users = await failingTable(suite, 'users', 'workspace_id');
    onTestFinished(() => users.restore());
    await users.fail(id, '53300');
    await suite.database.execute(
      `insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload)
       values ($1, $2, $3, now(), 'system', null, '{}')`,
      [id, newId('evt'), CREATED],
    );
    await eventually(async () => expect(await users.failures()).toBeGreaterThan(0));
    await users.mend();
    suite.clock.advance(60);
    await receiver.received(1);
    await eventually(async () => {
      const [delivery] = await deliveries(client, webhook);
      expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    });
    expect(await attempts(client, webhook)).toMatchObject([{ response_status: 200 }]);
  });

  it('to a receiver that hangs, drips, floods or redirects cost nobody else anything', async () => {
    const { client } = await suite.workspace();
    const drip = await receive((_, __, response) => {
      response.writeHead(200).flushHeaders();
      const timer = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(timer));
    });
    const flood = await receive((_, __, response) => {
      const chunk = Buffer.alloc(1 << 20, '.');
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on('drain', pour);
      pour();
    });
    const elsewhere = await receive((_, __, response) => {
      response.writeHead(307, { Location: 'http://127.0.0.1:9/' }).end();
    });
    const quick = await receive();
    const hangs = await subscribe(client, (await hanging()).url);
    const drips = await subscribe(client, drip.url);
    const floods = await subscribe(client, flood.url);
    await subscribe(client, elsewhere.url);
    await subscribe(client, quick.url);
    await writeMany(client, 20);
    await quick.received(20);
    for (const webhook of [hangs, drips]) {
      expect((await deliveries(client, webhook)).map((each: any) => each.attempt_count)).toEqual(Array(20).fill(0));
    }
    await eventually(async () => {
      expect(new Set((await deliveries(client, floods)).map(({ status }: any) => status))).toEqual(
        new Set(['succeeded']),
      );
    });
    expect((await attempts(client, floods))[0].response_body).toBe('.'.repeat(2048));
  });

  it('that cannot be made fail by themselves, and say why', async () => {
    const { id: workspace, client } = await suite.workspace();
    const [broken, quick] = await Promise.all([receive(), receive()]);
    const sealed = await subscribe(client, broken.url);
    const well = await subscribe(client, quick.url);
    await suite.database.execute(`update webhooks set secret = 'v1.AAAA' where id = $1`, [sealed.id]);
    await suite.database.execute(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at)
       values ($1, $2, $3, 'evt_gone', $4, now(), 'pending', 0, now() - interval '1 s', now() + interval '1 h')`,
      [workspace, newId('dlv'), well.id, CREATED],
    );
    await write(client);
    await quick.received(1);
    await eventually(async () => {
      expect(await attempts(client, well)).toMatchObject([{ error: 'The event is no longer kept.' }]);
      expect(await attempts(client, sealed)).toMatchObject([
        { error: 'The signing secret cannot be read. Rotate it.' },
      ]);
      expect((await deliveries(client, well)).map(({ status }: any) => status)).toEqual(['failed', 'succeeded']);
    });
    expect(await deliveries(client, sealed)).toMatchObject([{ status: 'pending', attempt_count: 1 }]);
    expect(broken.requests).toEqual([]);
  });

  it('to a receiver that kept failing go out one at a time, until one gets through', async () => {
    const { client } = await suite.workspace();
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const failing = await receive(() => answered.then(() => 200));
    const quick = await receive();
    const webhook = await subscribe(client, failing.url);
    await subscribe(client, quick.url);
    await suite.database.execute('update webhooks set consecutive_failures = 10 where id = $1', [webhook.id]);
    await writeMany(client, 10);
    await Promise.all([quick.received(10), failing.received(1)]);
    expect(failing.requests).toHaveLength(1);
    answer();
    await failing.received(10);
    await eventually(async () => {
      expect((await client.get(`/v1/webhooks/${webhook.id}`)).body).toMatchObject({ consecutive_failures: 0 });
    });
  });

  it('that are asked for by hand while a result is written are tried once more', async () => {
    // Nobody works here, so that nobody else takes what is due.
    const api = await startTestApp({ ROLE: 'api' });
    const { workspaceId: workspace_id, clock } = api;
    const webhook = await subscribe(api.client, 'http://127.0.0.1:9/');
    const event = { id: newId('evt'), type: CREATED, timestamp: clock.iso() };
    await asSystem(workspace_id, () =>
      api.database.transaction(() =>
        api.app.get(DeliveryRepository).add([{ webhook: { ...webhook, workspace_id } as Receiver, event }]),
      ),
    );
    const { due, target } = (await api.app
      .get(SendingRepository)
      .claim({ workspace_id, webhook_id: webhook.id }, 'a lease', 8))!;
    const hand = new pg.Client(api.settings.DATABASE_URL);
    await hand.connect();
    await hand.query('begin');
    await hand.query(`update webhook_deliveries set manual = true, retry_at = next_attempt_at where webhook_id = $1`, [
      webhook.id,
    ]);
    const attempt = {
      started_at: clock.iso(),
      duration_ms: 1,
      response_status: 500,
      response_body: '',
      error: null,
    };
    const next = clock.iso(3600);
    const recorded = api.app
      .get(SendingRepository)
      .recordAll([{ claim: due[0]!, target, attempt, outcome: { status: 'pending', next_attempt_at: next } }]);
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => expect((await api.database.execute(blocked)).rows).toHaveLength(1));
    await hand.query('commit');
    await hand.end();
    await recorded;
    const { rows } = await api.database.execute(
      'select attempt_count, manual, retry_at from webhook_deliveries where webhook_id = $1',
      [webhook.id],
    );
    expect(rows).toMatchObject([{ attempt_count: 1, manual: true, retry_at: next }]);
    await api.close();
  });
});

describe('a bound on requests per second', () => {
  it('holds over leases', async () => {
    const suite = await startTestApp({ WEBHOOK_MAX_PER_SECOND: '20' });
    const receiver = await receive();
    const webhook = await subscribe(suite.client, receiver.url);
    for (let n = 0; n < 6; n++) await write(suite.client);
    await receiver.received(6);
    await eventually(async () => {
      const { rows } = await suite.database.execute(
        `select started_at from webhook_attempts join webhook_deliveries d on d.id = delivery_id
         where webhook_id = $1 order by 1`,
        [webhook.id],
      );
      expect(rows).toHaveLength(6);
      // 50 ms each, less the rounding of clocks.
      expect(Date.parse(rows[5]!.started_at) - Date.parse(rows[0]!.started_at)).toBeGreaterThanOrEqual(240);
    });
    await suite.close();
  });
});
