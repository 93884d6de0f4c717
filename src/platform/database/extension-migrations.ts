import pg from 'pg';
import { type DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { Type } from '@nestjs/common';
import { ExtensionError } from '../errors/extension-error.js';
import { keepHashes } from './migration-hashes.js';

/** The migrations of an extension. */
export interface ExtensionMigrations {
  /** Name of the extension. */
  name: string;
  /** Its package, for messages. */
  package: string | null;
  migrations?: Type<MigrationInterface>[];
}

/** Opens the database with these migrations in place of those of the product. */
type Open = (migrations: {
  migrations: Type<MigrationInterface>[];
  migrationsTableName: string;
}) => Promise<DataSource>;

/** Table of the migrations of an extension that have run. */
export const migrationsTableOf = (name: string): string => `${name}_migrations`;

/** Tables, columns and types outside of those of an extension. */
const OTHERS = `select coalesce(string_agg(format('%s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)), ','
    order by c.relname, a.attnum), '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = current_schema()::regnamespace
    and c.relname <> $1 and not starts_with(c.relname, $1 || '_')`;

const OWN = `select relname as name from pg_class where relkind in ('r', 'p', 'v', 'm')
  and relnamespace = current_schema()::regnamespace and (relname = $1 or starts_with(relname, $1 || '_')) order by relname`;

const namesOf = ({ migrations = [] }: ExtensionMigrations): string[] => migrations.map(({ name }) => name);

/** Names of migrations of each extension that have not run. */
export async function pendingMigrations(
  url: string,
  extensions: readonly ExtensionMigrations[],
): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  const pending = new Map<string, string[]>();
  try {
    await client.connect();
    for (const extension of extensions) {
      const table = migrationsTableOf(extension.name);
      const { rows } = await client.query('select to_regclass($1) is not null as present', [table]);
      const ran = rows[0].present ? (await client.query<{ name: string }>(`select name from ${table}`)).rows : [];
      const names = new Set(ran.map(({ name }) => name));
      pending.set(
        extension.name,
        namesOf(extension).filter((name) => !names.has(name)),
      );
    }
    return pending;
  } finally {
    await client.end();
  }
}

/** Query of the names of extensions whose tables are in the database. */
export const EXTENSIONS_WITH_DATA = `
  select split_part(relname, '_', 1) as name from pg_class where relkind = 'r'
   and relnamespace = current_schema()::regnamespace and relname ~ '^[a-z][a-z0-9]{1,19}_migrations$' order by name`;

/** Tables of an extension with leased work whose columns have their usual names. The serving role may read no views and partitions. */
const WORK = `select relname as name from (${OWN}) own join pg_class c on c.relname = own.name
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and 2 = (select count(*) from pg_attribute
    where attrelid = c.oid and attname in ('attempts', 'next_attempt_at') and not attisdropped)`;

/** Extensions whose tables are in the database, without those that are loaded. `work`: items of background work that wait for it. */
export async function absentExtensions(
  url: string,
  loaded: readonly ExtensionMigrations[],
): Promise<{ name: string; work: number }[]> {
  const client = new pg.Client({ connectionString: url });
  const countOf = async (table: string): Promise<number> =>
    (await client.query(`select count(*)::integer as n from ${quoted(table)} where next_attempt_at is not null`))
      .rows[0].n;
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(EXTENSIONS_WITH_DATA);
    const absent = [];
    for (const { name } of rows) {
      if (loaded.some((extension) => extension.name === name)) continue;
      let work = 0;
      for (const table of (await client.query<{ name: string }>(WORK, [name])).rows) work += await countOf(table.name);
      absent.push({ name, work });
    }
    return absent;
  } finally {
    await client.end();
  }
}

/** Whether no migration of an extension is left to run. */
export const areExtensionsMigrated = async (
  url: string,
  extensions: readonly ExtensionMigrations[],
): Promise<boolean> =>
  extensions.length === 0 || [...(await pendingMigrations(url, extensions)).values()].every((names) => !names.length);

/**
 * Runs the migrations of each extension in one transaction. To be called with the lock of migrations, after those of the product.
 * Returns their names. `hashed`: the hashes of their texts are kept.
 */
export async function migrateExtensions(
  extensions: readonly ExtensionMigrations[],
  open: Open,
  hashed: boolean,
): Promise<string[]> {
  const done: string[] = [];
  for (const extension of extensions) {
    const { migrations = [] } = extension;
    if (!migrations.length) continue;
    const options = { migrations, migrationsTableName: migrationsTableOf(extension.name) };
    const dataSource = await open(options);
    try {
      done.push(...(await migrateOne(dataSource, extension, hashed)));
    } catch (error) {
      if (error instanceof ExtensionError) throw error;
      const problem = `has a migration that failed, and nothing of it remains: ${(error as Error).message}`;
      throw new ExtensionError(extension.package ?? extension.name, problem, { cause: error });
    } finally {
      await dataSource.destroy();
    }
  }
  return done;
}

async function migrateOne(dataSource: DataSource, extension: ExtensionMigrations, hashed: boolean): Promise<string[]> {
  const { name } = extension;
  const table = migrationsTableOf(name);
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    const tables = await ownTables(runner, name);
    if (tables.length && !tables.includes(table))
      throw new ExtensionError(
        extension.package ?? name,
        `is called '${name}', and there are other tables of this name (${tables[0]}): rename it.`,
      );
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const ran = await withinOwnTables(runner, extension, () => executor.executePendingMigrations());
    if (hashed)
      await keepHashes(
        runner,
        table,
        ran.map(({ instance }) => instance!),
      );
    await runner.commitTransaction();
    return ran.map((migration) => migration.name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

/** Does the work, and fails if that has changed a table of others. To be called in a transaction, which then has to be rolled back. */
export async function withinOwnTables<T>(
  runner: QueryRunner,
  { name, package: from }: ExtensionMigrations,
  work: () => Promise<T>,
): Promise<T> {
  const [before] = await runner.query(OTHERS, [name]);
  const done = await work();
  const [after] = await runner.query(OTHERS, [name]);
  if (before.columns === after.columns) return done;
  const theirs = new Set<string>(before.columns.split(','));
  const own = new Set<string>(after.columns.split(','));
  const [changed] = [...own].filter((each) => !theirs.has(each)).concat([...theirs].filter((each) => !own.has(each)));
  throw new ExtensionError(
    from ?? name,
    `has a migration that changes ${changed}: names of its tables begin with ${name}_.`,
  );
}

const ownTables = async (runner: QueryRunner, name: string): Promise<string[]> =>
  ((await runner.query(OWN, [name])) as { name: string }[]).map((row) => row.name);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Drops the tables of an extension. `archive` is given the workspaces that have rows in them, which nobody can change meanwhile. If it
 * fails, everything stays. Returns the names of the tables.
 */
export async function dropExtension(
  url: string,
  name: string,
  archive: (workspaceIds: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c statement_timeout=0' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local idle_in_transaction_session_timeout = 0`);
    await client.query(`select pg_advisory_xact_lock(hashtext('workspace-suite.migrate'))`);
    const { rows } = await client.query<{ name: string; kind: string; shared: boolean }>(
      `select own.name, c.relkind as kind, exists (select from pg_attribute
         where attrelid = c.oid and attname = 'workspace_id' and not attisdropped) as shared
       from (${OWN}) own join pg_class c on c.relname = own.name and c.relnamespace = current_schema()::regnamespace`,
      [name],
    );
    if (!rows.some((row) => row.name === migrationsTableOf(name)))
      throw new Error(`No extension named ${name} has data here.`);
    const tables = rows.filter(({ kind }) => kind === 'r' || kind === 'p');
    await client.query(`lock table ${tables.map((table) => quoted(table.name)).join(', ')} in share mode`);
    const ids = new Set<string>();
    for (const table of tables.filter(({ shared }) => shared)) {
      const found = await client.query<{ id: string }>(
        `select distinct workspace_id as id from ${quoted(table.name)} order by id`,
      );
      for (const { id } of found.rows) ids.add(id);
    }
    await archive([...ids]);
    for (const view of rows.filter(({ kind }) => kind === 'v')) await client.query(`drop view ${quoted(view.name)}`);
    for (const view of rows.filter(({ kind }) => kind === 'm'))
      await client.query(`drop materialized view ${quoted(view.name)}`);
    await client.query(`drop table ${tables.map((table) => quoted(table.name)).join(', ')}`);
    await client.query('delete from migration_hashes where table_name = $1', [migrationsTableOf(name)]);
    await client.query('commit');
    return tables.map((table) => table.name);
  } finally {
    // Ends an open transaction without its changes.
    await client.end();
  }
}
