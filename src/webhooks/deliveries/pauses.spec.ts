import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receive } from '../../../test/support/receiver.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const WEBHOOKS = '/v1/webhooks';

let suite: TestApp;
let hand: pg.Client;
beforeAll(async () => {
  suite = await startTestApp();
  hand = new pg.Client(suite.settings.DATABASE_URL);
  await hand.connect();
});
afterAll(async () => {
  await hand.end();
  await suite.close();
});

/** Does something while no relay moves events from the outbox to the log. */
async function undispatched<T>(work: () => Promise<T>): Promise<T> {
  await hand.query(`select pg_advisory_lock(hashtext('workspace-suite.relay'))`);
  try {
    return await work();
  } finally {
    await hand.query(`select pg_advisory_unlock(hashtext('workspace-suite.relay'))`);
  }
}

describe('an event belongs to the webhooks that were active when it happened (D-WH-2)', () => {
  const begin = async () => {
    const { client } = await suite.workspace();
    const receiver = await receive();
    const { body } = await client.post(WEBHOOKS, { url: receiver.url, events: ['office.document.created'] });
    const at = `${WEBHOOKS}/${body.id}`;
    return {
      receiver,
      create: async (title: string) => (await client.post('/v1/office/documents', { title })).body.id as string,
      set: async (status: string) => expect((await client.patch(at, { status })).status).toBe(200),
      deliveries: async () => (await client.get(`${at}/deliveries`)).body.data as { status: string }[],
    };
  };

  it('even if it is dispatched during a pause: it is sent afterwards', async () => {
    const { receiver, create, set, deliveries } = await begin();
    const id = await undispatched(async () => {
      const made = await create('Before the pause');
      await set('paused');
      return made;
    });
    await expect.poll(deliveries).toMatchObject([{ status: 'pending' }]);
    expect(receiver.requests).toEqual([]);
    await set('active');
    await receiver.received(1);
    expect(receiver.requests[0]!.json.payload.document_id).toBe(id);
  });

  it('and not if it happened during a pause and is dispatched after it', async () => {
    const { receiver, create, set, deliveries } = await begin();
    await undispatched(async () => {
      await set('paused');
      await create('During the pause');
      await set('active');
      await set('paused');
      await create('During another pause');
      await set('active');
    });
    const id = await create('Afterwards');
    await receiver.received(1);
    await expect.poll(deliveries).toMatchObject([{ status: 'succeeded' }]);
    expect(receiver.requests.map(({ json }) => json.payload.document_id)).toEqual([id]);
  });
});
