import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../test/support/test-app.js';
import { dropExtension } from './extension-migrations.js';

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`set lock_timeout = '100ms'`);
  await client.query(`create table depot_migrations (name text)`);
  await client.query(`create table depot_items (workspace_id text)`);
  await client.query(`create view depot_names as select workspace_id from depot_items`);
  await client.query(`create table depots (workspace_id text)`);
  await client.query(`insert into depot_items values ('ws_1'), ('ws_1'), ('ws_2')`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const tables = async () =>
  (
    await client.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'depot%' and relkind in ('r', 'v') order by relname`,
    )
  ).rows.map(({ name }) => name);
const ALL = ['depot_items', 'depot_migrations', 'depot_names', 'depots'];

it('drops nothing if an archive fails', async () => {
  const failing = () => Promise.reject(new Error('disk full'));
  await expect(dropExtension(database.url, 'depot', failing)).rejects.toThrow('disk full');
  expect(await tables()).toEqual(ALL);
});

it.each(['depots', 'users', 'depot_items', `x' or true --`])('refuses %s, which is no extension', async (name) => {
  await expect(dropExtension(database.url, name, async () => undefined)).rejects.toThrow('has data here');
  expect(await tables()).toEqual(ALL);
});

it('drops the tables of the extension alone, and nobody writes to them after the archives', async () => {
  const archived: string[] = [];
  const dropped = await dropExtension(database.url, 'depot', async (ids) => {
    archived.push(...ids);
    await expect(client.query(`insert into depot_items values ('ws_3')`)).rejects.toThrow('lock timeout');
    expect((await client.query('select from depot_items')).rowCount).toBe(3);
  });
  expect(archived).toEqual(['ws_1', 'ws_2']);
  expect(dropped).toEqual(['depot_items', 'depot_migrations']);
  expect(await tables()).toEqual(['depots']);
});
