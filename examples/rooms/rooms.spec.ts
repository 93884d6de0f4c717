import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataSource } from '../../src/platform/database/data-source.js';
import { invalidOf, nameOf, prepare } from '../../test/support/samples.js';
import { createDatabase, startTestApp, type TestApp } from '../../test/support/test-app.js';
import { Routes } from '../../src/platform/request/routes.js';
import { Rooms1763700000000 } from './rooms.migration.js';
import { RoomsModule } from './rooms.module.js';

describe('the example of docs/extending.md', () => {
  let suite: TestApp;

  beforeAll(async () => {
    suite = await startTestApp({}, { modules: [RoomsModule] });
    await new Rooms1763700000000().up(suite.database.dataSource.createQueryRunner());
  });
  afterAll(() => suite.close());

  it('is a resource like any other: fields, states, pages, audit, events, errors, scopes', async () => {
    const { client } = suite;
    const created = await client.post('/v1/office/rooms', { name: 'Blue', seats: 8 });
    expect(created).toMatchObject({ status: 201, body: { name: 'Blue', seats: 8, status: 'open' } });
    const path = created.headers.get('location')!;

    expect(await client.post('/v1/office/rooms', { name: 'blue', seats: 2 })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: 'There is a room with this name already.' } },
    });
    expect(await client.post('/v1/office/rooms', { seats: 0 })).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            { field: 'name', code: 'required' },
            { field: 'seats', code: 'out_of_range' },
          ],
        },
      },
    });
    expect(await client.patch(path, { seats: 10 })).toMatchObject({ status: 200, body: { seats: 10 } });
    expect(await client.post(`${path}/close`)).toMatchObject({ status: 200, body: { status: 'closed' } });
    expect(await client.get('/v1/office/rooms?status=closed&sort=name:asc')).toMatchObject({
      status: 200,
      body: { data: [{ name: 'Blue' }], meta: { total: 1, next_cursor: null, has_more: false } },
    });
    expect(
      (await client.get('/v1/guard/audit-logs?resource_type=office.room&outcome=success')).body.data,
    ).toMatchObject([
      { action: 'office.room.closed', changes: { status: { from: 'open', to: 'closed' } } },
      { action: 'office.room.updated', changes: { seats: { from: 8, to: 10 } } },
      { action: 'office.room.created' },
    ]);
    const webhook = await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['office.room.closed'] });
    expect(webhook.status).toBe(201);

    const reader = await suite.withScopes('office:read');
    expect((await reader.post('/v1/office/rooms', { name: 'Red', seats: 2 })).status).toBe(403);
    const other = await suite.workspace();
    expect((await other.client.get(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  it('has a sample that the tests of every route can use', async () => {
    const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint?.resource.type === 'office.room');
    expect(routes).toHaveLength(6);
    for (const route of routes) {
      const answer = await (await prepare(route, suite.client)).send(suite.client);
      expect(answer, nameOf(route)).toMatchObject({ status: route.status });
      for (const body of invalidOf(route, routes)) {
        expect((await (await prepare(route, suite.client, { body })).send(suite.client)).status).toBe(400);
      }
    }
  });

  it('is printed in the guide as it is in the files', async () => {
    const guide = await readFile('docs/extending.md', 'utf8');
    const shown = [...guide.matchAll(/```ts\n\/\/ (examples\/rooms\/\S+)\n([\s\S]*?)```/g)];
    expect(shown.map(([, file]) => file)).toHaveLength(8);
    for (const [, file, code] of shown) expect(code, file).toBe(await readFile(file!, 'utf8'));
  });

  it('has a migration that goes both ways', async () => {
    const { url, drop } = await createDatabase();
    const dataSource = await openDataSource(url);
    const runner = dataSource.createQueryRunner();
    await new Rooms1763700000000().up(runner);
    await new Rooms1763700000000().down(runner);
    expect(await runner.query(`select to_regclass('rooms') as found`)).toEqual([{ found: null }]);
    await dataSource.destroy();
    await drop();
  });
});
