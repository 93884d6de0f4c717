import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/test-app.js';
import { asSystem, Database, Maintenance, StoreRegistry, Works } from '../../src/platform/index.js';
import { RoomClosings } from './room-closings.js';
import { Room } from './room.entity.js';

const PATH = '/v1/office/rooms';

/** A process without workers: the tests say when work is done. */
let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const make = async (name: string) => (await suite.client.post(PATH, { name })).body.id as string;
const statusOf = async (id: string) => (await suite.client.get(`${PATH}/${id}`)).body.status;
const work = () => suite.app.get(Works).run('room_closing');

/** Sets the timer of a room, this many seconds from now. */
const plan = (id: string, seconds: number) =>
  asSystem(suite.workspaceId, () =>
    suite.app.get(Database).transaction(async () => {
      const room: Room = await suite.app.get(StoreRegistry).of(Room).get(id);
      await suite.app.get(RoomClosings).plan(room, suite.clock.iso(seconds));
    }),
  );

it('closes a room when its time has come, once, and as the system', async () => {
  const id = await make('Cellar');
  await plan(id, 60);
  await work();
  expect(await statusOf(id)).toBe('open');
  suite.clock.advance(61);
  await Promise.all([work(), work()]);
  expect(await statusOf(id)).toBe('closed');
  const { data } = (await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}&action=office.room.closed`)).body;
  expect(data).toMatchObject([{ actor: { type: 'system' } }]);
  expect((await suite.database.execute('select 1 from room_closings')).count).toBe(0);
});

it('takes the last time of two', async () => {
  const id = await make('Attic');
  await plan(id, 60);
  await plan(id, 600);
  suite.clock.advance(61);
  await work();
  expect(await statusOf(id)).toBe('open');
  suite.clock.advance(600);
  await work();
  expect(await statusOf(id)).toBe('closed');
});

it('shows operators what cannot be closed, with the reason', async () => {
  const id = await make('Vault');
  await plan(id, 0);
  await suite.database.execute(`alter table rooms add constraint locked check (name <> 'Vault' or status = 'open')`);
  await work();
  const { data } = (await suite.client.get('/v1/operations/backlog?kind=room_closing')).body;
  expect(data).toMatchObject([{ id, status: 'failing', attempts: 1, reason: expect.stringContaining('locked') }]);
});

it('removes rooms that have been closed for a year, every night', async () => {
  const ids = [await make('Old'), await make('Recent'), await make('Used')];
  for (const id of ids.slice(0, 2)) await suite.client.post(`${PATH}/${id}/close`);
  await suite.database.execute('update rooms set updated_at = $2 where id = any($1)', [
    [ids[0], ids[2]],
    suite.clock.iso(-366 * 86_400),
  ]);
  await suite.app.get(Maintenance).run('office.old-rooms');
  expect(await Promise.all(ids.map(statusOf))).toEqual([undefined, 'closed', 'open']);
});
