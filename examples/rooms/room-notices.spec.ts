import { expect, it } from 'vitest';
import { startTestApp } from '../../test/support/test-app.js';

it('a person is told of a room that becomes theirs', async () => {
  const suite = await startTestApp();
  const { client, userId } = await suite.signedIn('office:member');
  const { body: room } = await suite.client.post('/v1/office/rooms', { name: 'Blue' });
  await suite.client.patch(`/v1/office/rooms/${room.id}`, { owner_id: userId });
  const told = async () => (await client.get('/v1/inbox')).body.data;
  await expect.poll(told).toMatchObject([{ kind: 'assignment', records: [{ id: room.id, title: 'Blue' }] }]);
  await suite.close();
});
