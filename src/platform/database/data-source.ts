import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { PrimaryClient } from './primary-client.js';
import {
  areExtensionsMigrated,
  type ExtensionMigrations,
  migrateExtensions,
  migrationsTableOf,
} from './extension-migrations.js';
import { changedSince, keepHashes } from './migration-hashes.js';

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 };

/**
 * Timestamps stay ISO 8601 strings from the database to the response, without a Date in between. PostgreSQL writes `2026-01-31
 * 09:00:00.5+00`.
 */
function isoTimestamp(text: string): string {
  if (!text.endsWith('+00') || text.length > 29) return new Date(text).toISOString();
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).padEnd(4, '0').slice(0, 4);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

const parsers: Record<number, (text: string) => unknown> = {
  [OID.timestamptz]: isoTimestamp,
  [OID.date]: String,
  [OID.int8]: Number,
  [OID.numeric]: Number,
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
};

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Idle connections are closed after this, which also frees the values of their last query. */
export const IDLE_CONNECTION_MS = 15_000;

/** A lost peer is noticed ten seconds after this: Node probes it every second then. Until then a system waits two hours by default. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Settings of all connections. Times in milliseconds. */
const connection = {
  types,
  ...KEEP_ALIVE,
  idleTimeoutMillis: IDLE_CONNECTION_MS,
};

/** No JIT and no parallel workers: statements are short and run concurrently, so both cost more than they save. */
const SHORT_STATEMENTS = '-c jit=off -c max_parallel_workers_per_gather=0';

/** TypeORM's options for a process that serves. */
export const servingOptions = (settings: Settings): DataSourceOptions => ({
  type: 'postgres',
  driver: pg,
  url: settings.DATABASE_URL!,
  poolSize: settings.requestConnections,
  applicationName: 'workspace-suite',
  // Short timeouts, so that the transaction of a dead process releases its locks soon. An Idempotency-Key is such a lock.
  extra: {
    ...connection,
    Client: PrimaryClient,
    connectionTimeoutMillis: settings.DATABASE_WAIT_SECONDS * 1_000,
    // PgBouncer refuses these; behind it they are settings of the role (docs/operations.md).
    ...(!settings.DATABASE_DIRECT_URL && {
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 30_000,
      options: SHORT_STATEMENTS,
    }),
  },
});

/**
 * A data source without Nest and without timeouts, for migrations and tests. On a slow machine, loading the application during
 * a migration can block the event loop for many seconds.
 */
export const openDataSource = (
  url: string,
  options?: string,
  other: Pick<DataSourceOptions, 'migrations' | 'migrationsTableName'> = {},
): Promise<DataSource> =>
  new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    poolSize: 2,
    extra: { ...connection, options },
    migrations: [join(migrations, '*.{ts,js}')],
    ...other,
  }).initialize();

/**
 * Migrates the schema. Safe to call from several processes: one migrates, the others wait. Returns the names of the migrations
 * that ran. `hashed`: the hashes of their texts are kept, for `changedMigrations`.
 */
export async function migrate(
  url: string,
  extensions: readonly ExtensionMigrations[] = [],
  { hashed = false } = {},
): Promise<string[]> {
  if ((await isMigrated(url)) && (await areExtensionsMigrated(url, extensions))) return [];
  // Asynchronous commits: after a crash the last migrations run again, and the next synchronous commit flushes all.
  const dataSource = await openDataSource(url, '-c synchronous_commit=off');
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`select pg_advisory_lock(hashtext('workspace-suite.migrate'))`);
    await refuseUnreleased(dataSource);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    if (hashed)
      await keepHashes(
        dataSource,
        'migrations',
        done.map(({ instance }) => instance!),
      );
    const open = (other: object) => openDataSource(url, undefined, other);
    const ofExtensions = await migrateExtensions(extensions, open, hashed);
    return [...done.map(({ name }) => name), ...ofExtensions];
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/** A sentence for each migration that was changed after it had run here with `hashed`. Loads them all, so it is for development. */
export async function changedMigrations(url: string, extensions: readonly ExtensionMigrations[]): Promise<string[]> {
  const dataSource = await openDataSource(url);
  try {
    const changed = (await changedSince(dataSource, 'migrations', dataSource.migrations)).map(
      ({ name, back }) => `${sentence('product', name)} --down ${back}.`,
    );
    for (const { name: extension, migrations = [] } of extensions) {
      const instances = migrations.map((Migration) => new Migration());
      for (const { name, back } of await changedSince(dataSource, migrationsTableOf(extension), instances))
        changed.push(`${sentence(extension, name)} --down ${back} --extension ${extension}.`);
    }
    return changed;
  } finally {
    await dataSource.destroy();
  }
}

const sentence = (of: string, name: string): string =>
  `${of}: the migration ${name} was changed after it had run here; write another one, or take it back with cli migrate`;

/** A database whose migrations are older than the baseline was made by a version before 1.0.0 (D-RUN-9). */
async function refuseUnreleased(dataSource: DataSource): Promise<void> {
  const [baseline] = (await stamps()).toSorted();
  const [{ migrated }] = await dataSource.query(`select to_regclass('migrations') is not null as migrated`);
  if (!migrated) return;
  const ran: { name: string }[] = await dataSource.query('select name from migrations where timestamp < $1', [
    baseline,
  ]);
  if (ran.length > 0)
    throw new UnreleasedDatabaseError(
      'A version before 1.0.0 made this database, so it cannot be upgraded. Start with an empty database, or with another DATA_DIR.',
    );
}

/** Recognised by name, because the entry point does not import this file. */
class UnreleasedDatabaseError extends Error {
  override name = 'UnreleasedDatabaseError';
}

/** The timestamps of all migrations, from the names of their files. */
async function stamps(): Promise<string[]> {
  const files = (await readdir(migrations)).filter((name) => /\.[jt]s$/.test(name));
  return files.map((name) => name.split('-', 1)[0]!);
}

/** Whether no migration is left to run. Reads names only, because loading every migration would slow each start. */
async function isMigrated(url: string): Promise<boolean> {
  const all = await stamps();
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ timestamp: string }>('select timestamp from migrations');
    const ran = new Set(rows.map(({ timestamp }) => timestamp));
    return rows.length >= all.length && all.every((stamp) => ran.has(stamp));
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42P01') return false; // there is no such table yet
    throw error;
  } finally {
    await client.end();
  }
}
