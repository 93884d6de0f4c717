import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../test/support/test-app.js';
import { changedMigrations, migrate } from './data-source.js';
import { absentExtensions, dropExtension, EXTENSIONS_WITH_DATA, pendingMigrations } from './extension-migrations.js';
import { takeBack } from './take-back.js';

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
  await client.query(
    `insert into migration_hashes values ('depot_migrations', 'A1', 'x'), ('depots_migrations', 'A1', 'x')`,
  );
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
  expect((await client.query('select table_name from migration_hashes')).rows).toEqual([
    { table_name: 'depots_migrations' },
  ]);
});

class Crates1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table crate_items (id text)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table crate_items');
  }
}
class CrateNames1795000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crate_items add column name text');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crate_items drop column name');
  }
}

/** A class of the same name with another `up` or `down`, as after a change of its file. */
const changed = (Of: new () => MigrationInterface, to: Partial<MigrationInterface> | { down: undefined }) => {
  const Changed = class extends Of {};
  Object.assign(Changed.prototype, to);
  return Object.defineProperty(Changed, 'name', { value: Of.name }) as new () => MigrationInterface;
};
const crate = (...migrations: (new () => MigrationInterface)[]) => ({ name: 'crate', package: null, migrations });
const BOTH = crate(Crates1795000000000, CrateNames1795000000001);

it('work that waits is counted once, in tables alone', async () => {
  await client.query(`
    create table barrel_migrations (name text);
    create table barrel_orders (id integer, attempts integer, next_attempt_at timestamptz) partition by range (id);
    create table barrel_orders_1 partition of barrel_orders for values from (0) to (9);
    create view barrel_due as select * from barrel_orders;
    insert into barrel_orders values (1, 0, now()), (2, 1, now()), (3, 5, null)`);
  const loaded = { name: 'barrel', package: null };
  expect(await absentExtensions(database.url, [])).toContainEqual({ name: 'barrel', work: 2 });
  expect(await absentExtensions(database.url, [loaded])).not.toContainEqual(
    expect.objectContaining({ name: 'barrel' }),
  );
  await client.query('drop table barrel_migrations, barrel_orders cascade');
});

it.each([
  [
    'changes a table of others',
    'crate',
    'create table crate_items (id text); alter table depots add column crate text',
    'suite-crate has a migration that changes depots.crate text',
  ],
  [
    'has the name of tables of others',
    'webhook',
    'create table webhook_crates (id text)',
    "suite-crate is called 'webhook', and there are other tables of this name",
  ],
  [
    'fails',
    'crate',
    'create table crate_items (id text); create nonsense',
    'suite-crate has a migration that failed, and nothing of it remains',
  ],
])('one that %s is refused, and nothing of it remains', async (_, name, sql, message) => {
  const wrong = changed(Crates1795000000000, { up: (runner: QueryRunner) => runner.query(sql) });
  const extension = { name, package: 'suite-crate', migrations: [wrong] };
  await expect(migrate(database.url, [extension])).rejects.toThrow(message);
  const left = `select relname from pg_class where relname like '%crate%' or relname = 'webhook_migrations'`;
  expect((await client.query(left)).rows).toEqual([]);
});

describe('of an extension that has migrated', () => {
  beforeEach(async () => {
    await client.query('drop table if exists crate_items, crate_migrations');
    await client.query(`delete from migration_hashes where table_name = 'crate_migrations'`);
    await migrate(database.url, [BOTH], { hashed: true });
  });
  const columns = async () =>
    (
      await client.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = to_regclass('crate_items') and attnum > 0 and not attisdropped`,
      )
    ).rows.map(({ name }) => name);
  const ran = async () => (await client.query('select name from crate_migrations order by id')).rows;

  it('the last migrations are taken back, those of others stay, and they can run again', async () => {
    const before = await client.query('select name from migrations');
    expect(await takeBack(database.url, 1, BOTH)).toEqual({ taken_back: ['CrateNames1795000000001'] });
    expect(await columns()).toEqual(['id']);
    expect(await takeBack(database.url, 5, BOTH)).toEqual({ taken_back: ['Crates1795000000000'] });
    expect(await columns()).toEqual([]);
    expect((await client.query(EXTENSIONS_WITH_DATA)).rows).not.toContainEqual({ name: 'crate' });
    expect(await takeBack(database.url, 1, BOTH)).toEqual({ taken_back: [] });
    expect((await client.query('select name from migrations')).rows).toEqual(before.rows);
    expect(await migrate(database.url, [BOTH])).toEqual(['Crates1795000000000', 'CrateNames1795000000001']);
    expect(await columns()).toEqual(['id', 'name']);
  });

  it('the others are pending', async () => {
    await takeBack(database.url, 1, BOTH);
    const pending = await pendingMigrations(database.url, [BOTH, { ...BOTH, name: 'barrel' }]);
    expect(pending.get('crate')).toEqual(['CrateNames1795000000001']);
    expect(pending.get('barrel')).toEqual(['Crates1795000000000', 'CrateNames1795000000001']);
  });

  it('one that never migrated has nothing to take back', async () => {
    expect(await takeBack(database.url, 1, { ...BOTH, name: 'barrel' })).toEqual({ taken_back: [] });
    expect((await client.query(`select to_regclass('barrel_migrations') as found`)).rows).toEqual([{ found: null }]);
  });

  it.each([
    ['has no down', undefined, 'it has no down'],
    [
      'fails after a statement',
      async (runner: QueryRunner) => {
        await runner.query('drop table crate_items');
        throw new Error('no way back');
      },
      'no way back',
    ],
    [
      'changes a table of others',
      (runner: QueryRunner) => runner.query('drop table crate_items; alter table depots add column own text'),
      'has a migration that changes depots.own text',
    ],
  ])('one that %s is named, and all of it remains', async (_, down, reason) => {
    const stuck = crate(changed(Crates1795000000000, { down } as MigrationInterface), CrateNames1795000000001);
    const result = await takeBack(database.url, 3, stuck);
    expect(result.taken_back).toEqual(['CrateNames1795000000001']);
    expect(result.problem).toContain('Crates1795000000000 was not taken back, and all of it remains');
    expect(result.problem).toContain(reason);
    expect(await columns()).toEqual(['id']);
    expect(await ran()).toEqual([{ name: 'Crates1795000000000' }]);
    const kept = `select name from migration_hashes where table_name = 'crate_migrations'`;
    expect((await client.query(kept)).rows).toEqual(await ran());
  });

  it('one that its package has no more is named', async () => {
    const { problem } = await takeBack(database.url, 1, crate(Crates1795000000000));
    expect(problem).toContain('CrateNames1795000000001 was not taken back');
    expect(await columns()).toEqual(['id', 'name']);
  });

  it('one that was changed since is told, with the way back', async () => {
    expect(await changedMigrations(database.url, [BOTH])).toEqual([]);
    const up = (runner: QueryRunner) => runner.query('create table crate_items (id text, size text)');
    const edited = crate(changed(Crates1795000000000, { up }), CrateNames1795000000001);
    expect(await changedMigrations(database.url, [edited])).toEqual([
      'crate: the migration Crates1795000000000 was changed after it had run here; write another one, or take it back with cli migrate --down 2 --extension crate.',
    ]);
    await takeBack(database.url, 2, edited);
    await migrate(database.url, [edited], { hashed: true });
    expect(await columns()).toEqual(['id', 'size', 'name']);
    expect(await changedMigrations(database.url, [edited])).toEqual([]);
  });

  it('another layout, another down and a new migration are no change', async () => {
    const text = Crates1795000000000.prototype.up.toString();
    const up = Object.assign(async () => undefined, { toString: () => text.replaceAll(/\s+/g, '\n\n  ') });
    expect(up.toString()).not.toBe(text);
    const other = changed(Crates1795000000000, { up, down: async () => undefined });
    class CrateSizes1795000000002 extends CrateNames1795000000001 {}
    const later = crate(other, CrateNames1795000000001, CrateSizes1795000000002);
    expect(await changedMigrations(database.url, [later])).toEqual([]);
  });

  it('nothing is told of one that ran while no hashes were kept', async () => {
    await takeBack(database.url, 2, BOTH);
    await migrate(database.url, [BOTH]);
    const edited = crate(changed(Crates1795000000000, { up: async () => undefined }), CrateNames1795000000001);
    expect(await changedMigrations(database.url, [edited])).toEqual([]);
  });
});
