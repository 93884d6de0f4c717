import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

const PATH = '/v1/office/rooms';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

it('has a name of its own', async () => {
  await client.post(PATH, { name: 'Blue' });
  const second = await client.post(PATH, { name: 'Blue' });
  expect([second.status, second.body.error.message]).toEqual([409, 'There is a room with this name already.']);
});

it('is closed, which webhooks can hear of', async () => {
  const { body: room } = await client.post(PATH, { name: 'Green' });
  const webhook = { url: 'https://example.com/', events: ['office.room.closed'] };
  expect((await client.post('/v1/webhooks', webhook)).status).toBe(201);

  expect((await client.post(`${PATH}/${room.id}/close`)).body).toMatchObject({ status: 'closed' });
  expect((await client.get(`${PATH}?status=closed`)).body).toMatchObject({ data: [{ id: room.id }] });
  const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${room.id}&outcome=success`)).body;
  expect(data[0]).toMatchObject({ action: 'office.room.closed', changes: { status: { from: 'open', to: 'closed' } } });
  const events = async () => (await client.get('/v1/events?type=office.room.closed')).body.data;
  await expect.poll(events).toMatchObject([{ payload: { room_id: room.id, name: 'Green', owner_id: suite.ownerId } }]);
});

it('comes back from the trash', async () => {
  const { body: room } = await client.post(PATH, { name: 'Red' });
  const at = `${PATH}/${room.id}`;
  expect((await client.delete(at)).status).toBe(204);
  expect((await client.get(at)).status).toBe(404);
  expect((await client.get(`${at}?include_deleted=true`)).body.deleted_at).not.toBeNull();
  expect((await client.post(`${at}/restore`)).body).toEqual({ ...room, revision: 3 });
});
