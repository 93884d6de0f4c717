import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { DataSource, EntityMetadata } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate, openDataSource } from '../src/platform/database/data-source.js';
import { databaseUrl } from './support/global-setup.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/**
 * Tables that belong to no workspace: the list of them, how far listeners are, addresses of users who have forgotten a
 * password, and those of migrations.
 */
const GLOBAL_TABLES = [
  'audit_keys',
  'rate_limits',
  'workspaces',
  'event_cursors',
  'link_requests',
  'maintenance_tasks',
  'migration_hashes',
  'migrations',
];

const databases: string[] = [];

afterAll(async () => {
  for (const name of databases) await onServer(`drop database ${name} with (force)`);
});

describe('on an empty database', () => {
  it('everything goes up, down to nothing, and up again to the same', async () => {
    const url = await emptyDatabase();
    const names = await migrate(url);
    expect(names.length).toBeGreaterThan(0);
    expect(await migrate(url)).toEqual([]);
    const schema = await schemaOf(url);

    await withDataSource(url, async (dataSource) => {
      for (const _ of names) await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await dataSource.query('select * from migrations')).toEqual([]);
      await dataSource.query('drop table migrations');
    });
    expect(await schemaOf(url)).toEqual([]);

    expect(await migrate(url)).toEqual(names);
    expect(await schemaOf(url)).toEqual(schema);
  });

  it('several processes that start at once migrate once', async () => {
    const url = await emptyDatabase();
    const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const [first, ...others] = done.toSorted((a, b) => b.length - a.length);
    expect(first!.length).toBeGreaterThan(0);
    expect(others).toEqual([[], []]);
  });
});

it('a migration that has landed never changes (D-RUN-9; accept new ones with -u)', async () => {
  const files = globSync('migrations/**/*.ts').toSorted();
  const hashes = files.map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${file}\n`);
  await expect(hashes.join('')).toMatchFileSnapshot('migrations.txt');
});

it('a database of a version before 1.0.0 is refused, and left as it is', async () => {
  const url = await emptyDatabase();
  await withDataSource(url, async (dataSource) => {
    await dataSource.query(
      'create table migrations (id serial primary key, timestamp bigint not null, name varchar not null)',
    );
    await dataSource.query(
      `insert into migrations (timestamp, name) values (1763600000000, 'PlatformFoundation1763600000000')`,
    );
  });
  const before = await schemaOf(url);
  await expect(migrate(url)).rejects.toThrow('A version before 1.0.0 made this database, so it cannot be upgraded.');
  expect(await schemaOf(url)).toEqual(before);
});

describe('the migrated schema', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp();
  });
  afterAll(() => suite.close());

  it('has just the columns of the entities', async () => {
    const { dataSource } = suite.database;
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(0);
    for (const entity of dataSource.entityMetadatas) {
      expect(await columnsOf(dataSource, entity), entity.name).toEqual(declaredColumns(dataSource, entity));
    }
  });

  it('has the workspace first in the primary key of every table, so that it can be distributed by it', async () => {
    const tables = await suite.database.execute(`
      select t.relname as table, (
        select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = t.oid and i.indisprimary) as first
      from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      order by t.relname`);
    const others = tables.rows.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table);
    // Of the outbox the relay takes the oldest rows of all.
    expect(others.filter((table) => !GLOBAL_TABLES.includes(table))).toEqual(['outbox']);
  });
});

/** Columns as one comparable line each: `title text not null`. */
const line = (name: string, type: string, nullable: boolean, generated: boolean, key: boolean) =>
  [name, type, !nullable && 'not null', generated && 'generated', key && 'key'].filter(Boolean).join(' ');

function declaredColumns(dataSource: DataSource, { columns }: EntityMetadata): string[] {
  return columns
    .map((column) => {
      const size = [column.precision, column.scale].filter((number) => number !== undefined && number !== null);
      const base = dataSource.driver.normalizeType(column);
      // numeric(12,2), timestamp(3) with time zone
      const type = (size.length ? base.replace(/^\w+/, `$&(${size.join(',')})`) : base) + (column.isArray ? '[]' : '');
      const generated = column.generatedType === 'STORED';
      return line(column.databaseName, type, column.isNullable, generated, column.isPrimary);
    })
    .toSorted();
}

async function columnsOf(dataSource: DataSource, { tableName }: EntityMetadata): Promise<string[]> {
  const rows: { name: string; type: string; nullable: boolean; generated: boolean; key: boolean }[] =
    await dataSource.query(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
        a.attgenerated = 's' as generated, coalesce(a.attnum = any(i.indkey), false) as key
      from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`,
      [tableName],
    );
  return rows.map(({ name, type, nullable, generated, key }) => line(name, type, nullable, generated, key)).toSorted();
}

/** Everything that migrations can make, one comparable line each. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await withDataSource(url, (dataSource) =>
    dataSource.query(`
      select 'relation ' || relkind::text || ' ' || c.oid::regclass || coalesce(' ' || array_to_string(reloptions, ','), '') as line
        from pg_class c where relnamespace = 'public'::regnamespace
      union all select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
          || ' ' || attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
        from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      union all select 'index ' || tablename || ' ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'function ' || oid::regprocedure || ' ' || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0
      union all select 'schema ' || nspname from pg_namespace where nspname !~ '^(pg_|information_schema|public)'
      union all select 'extension ' || extname from pg_extension`),
  );
  return rows
    .map(({ line }: { line: string }) => line)
    .filter((text: string) => text !== 'extension plpgsql')
    .toSorted();
}

async function withDataSource<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openDataSource(url);
  return work(dataSource).finally(() => dataSource.destroy());
}

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template0`);
  databases.push(name);
  return databaseUrl(inject('postgresUrl'), name);
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
