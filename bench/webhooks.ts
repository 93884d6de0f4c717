import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../test/support/redis.js';
import type { Server, Stage } from './stage.js';

const SUBSCRIBERS = 4;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Events per second, and seconds, at which lateness is measured. */
const [PACE, SPAN] = [200, 10];

/** Takes deliveries for all subscribers, answers 200 and keeps what it needs to judge them. */
class Receiver {
  readonly #server = createServer((request, response) => {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.count++;
    this.seen.add(`${request.url} ${request.headers['webhook-id'] as string}`);
    if (!this.readsBodies) return void request.resume().on('end', () => response.end());
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      this.late.push(Date.now() - Date.parse(JSON.parse(text).timestamp));
      response.end();
    });
  });
  #first: number | undefined;
  #last = 0;
  count = 0;
  /** Receiver and event of each. */
  readonly seen = new Set<string>();
  readsBodies = false;
  /** Milliseconds from the event's time to its arrival. */
  late: number[] = [];

  async listen(): Promise<string[]> {
    this.#server.keepAliveTimeout = 60_000;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return Array.from({ length: SUBSCRIBERS }, (_, index) => `http://127.0.0.1:${port}/${index}`);
  }

  /** Deliveries per second from the first to the last of `count`. */
  async rate(count: number): Promise<number> {
    const end = performance.now() + 600_000;
    while (this.count < count && performance.now() < end) await sleep(20);
    if (this.count < count) throw new Error(`${this.count} of ${count} deliveries have come.`);
    const rate = (count / (this.#last - this.#first!)) * 1000;
    await sleep(1_000);
    if (this.count !== count || this.seen.size !== count) {
      throw new Error(`${this.count} requests carried ${this.seen.size} deliveries instead of ${count} each once.`);
    }
    return rate;
  }

  forget(): void {
    this.#first = undefined;
    this.count = 0;
    this.seen.clear();
    this.late = [];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/**
 * A worker against the loop in `limit-webhooks.ts`, on each backend of the queues. The worker starts with a full outbox:
 * its rate includes the relay, the fan-out and keeping every delivery and attempt.
 */
export async function webhooks(stage: Stage, events: number): Promise<string[][]> {
  const receiver = new Receiver();
  const urls = await receiver.listen();
  const redis = await startRedis();
  const rows = [['queues on', 'loop /s', 'worker /s', 'ratio', 'late p50 ms', 'p99 ms', `at ${PACE} events/s`]];
  try {
    const api = await stage.startApp();
    for (const url of urls) await post(api, '/v1/webhooks', { url, events: ['*'], secret: SECRET });
    for (const [name, env] of Object.entries({
      ...(redis && { Redis: { REDIS_URL: redis.url } }),
      PostgreSQL: { REDIS_URL: '' },
    })) {
      await stage.sql.query('truncate webhook_deliveries, webhook_attempts, events');
      await stage.sql.query(
        `insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload)
         select w.id, 'evt_' || lpad(n::text, 26, '0'), 'office.document.created', now(), 'api_key', 'key_x',
           jsonb_build_object('document_id', 'doc_' || n, 'title', 'Minutes of the meeting', 'owner_id', 'usr_x')
         from workspaces w, generate_series(1, $1::int) n`,
        [events],
      );
      await stage.settle();
      const worker = await stage.startApp({ ...env, ROLE: 'worker' });
      const ours = await receiver.rate(events * SUBSCRIBERS);
      receiver.forget();
      const late = await lateness(api, receiver);
      await worker.stop();

      receiver.forget();
      const { rows: kept } = await stage.sql.query('select count(*)::int as n from events');
      const loop = await stage.startWebhookLimit({ SECRET, RECEIVERS: urls.join() });
      const theirs = await receiver.rate(kept[0].n * SUBSCRIBERS);
      await loop.stop();
      receiver.forget();
      rows.push([name, theirs.toFixed(0), ours.toFixed(0), (ours / theirs).toFixed(2), ...late]);
      console.error(rows.at(-1)!.join('  '));
    }
    return rows;
  } finally {
    receiver.close();
    await redis?.stop();
  }
}

/** How late deliveries come while documents are created at an even pace. */
async function lateness(api: Server, receiver: Receiver): Promise<string[]> {
  receiver.readsBodies = true;
  const requests: Promise<unknown>[] = [];
  const begin = performance.now();
  for (let n = 0; n < PACE * SPAN; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / PACE - performance.now()));
    requests.push(post(api, '/v1/office/documents', { title: `Note ${n}` }));
  }
  await Promise.all(requests);
  const took = (performance.now() - begin) / 1000;
  await receiver.rate(PACE * SPAN * SUBSCRIBERS);
  receiver.readsBodies = false;
  const sorted = receiver.late.toSorted((a, b) => a - b);
  const at = (share: number) => String(sorted[Math.floor(sorted.length * share)]);
  return [at(0.5), at(0.99), ((PACE * SPAN) / took).toFixed(0)];
}

async function post(server: Server, path: string, body: object): Promise<void> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'X-API-Key': server.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
