/**
 * The limit for deliveries: a loop written by hand that reads the events, signs each body in both ways and posts it with
 * undici, so many at a time to each receiver. It keeps nothing: no delivery, no attempt, no retry.
 */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Agent } from 'undici';

const AT_ONCE = 8;
const secret = process.env.SECRET!;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const urls = process.env.RECEIVERS!.split(',');

const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();
const { rows } = await client.query('select * from events order by position');
await client.end();
console.log('The loop listens on nothing');

const agent = new Agent();

async function post(url: string, event: any): Promise<void> {
  const { id, type, workspace_id, timestamp, actor_type, actor_id, payload, sequence } = event;
  const actor = { type: actor_type, id: actor_id };
  const body = JSON.stringify({ id, type, workspace_id, timestamp, actor, payload, sequence: Number(sequence) });
  const seconds = Math.floor(Date.now() / 1000);
  const { origin, pathname } = new URL(url);
  const answer = await agent.request({
    origin,
    path: pathname,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-Service-Event': type,
      'X-Service-Delivery': id,
      'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
    },
    body,
  });
  await answer.body.text();
}

async function serve(url: string): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < rows.length) await post(url, rows[next++]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

await Promise.all(urls.map(serve));
process.once('SIGTERM', () => process.exit());
setInterval(() => undefined, 1e9);
