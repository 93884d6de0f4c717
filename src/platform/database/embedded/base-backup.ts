import { join } from 'node:path';
import pg from 'pg';
import { filesBelow } from './files-below.js';

/** Advisory lock of a running backup. No blob is removed meanwhile, because files are copied after the database (see `Blobs`). */
export const BACKUP_LOCK = `hashtext('workspace-suite.backup')`;

/** Directories whose contents PostgreSQL recreates at startup, by its manual. The directories themselves are required. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*)$/;
const SEGMENT = /^[0-9A-F]{24}$/;

/** Takes the files of a backup, by their path in it. */
export interface BackupSink {
  copy(from: string, path: string): Promise<void>;
  write(path: string, content: string): Promise<void>;
}

/**
 * Base backup with the low-level API of PostgreSQL: copies the files of a running cluster and the WAL from start to end of the
 * copy, from which recovery makes them consistent. A temporary replication slot retains the WAL. `afterwards` runs before blob
 * removal resumes.
 */
export async function baseBackup(
  url: string,
  cluster: string,
  sink: BackupSink,
  afterwards: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection surfaces with the next query.
  client.on('error', () => undefined);
  await client.connect();
  const ask = async (sql: string) => (await client.query(sql)).rows[0];
  try {
    const { free } = await ask(`select pg_try_advisory_lock(${BACKUP_LOCK}) as free`);
    if (!free) throw new Error('Another backup of this data directory is running.');
    await ask(`select pg_create_physical_replication_slot('workspace_suite_backup', true, true)`);
    const { first } = await ask(`select pg_walfile_name(pg_backup_start('workspace-suite', true)) as first`);
    for await (const { path, directory } of filesBelow(cluster)) {
      if (directory || EMPTIED.test(path) || path.split('/').some((name) => LEFT_OUT.test(name))) continue;
      await sink.copy(join(cluster, path), `postgres/cluster/${path}`);
    }
    const { last, labelfile } = await ask(
      'select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    await sink.write('postgres/cluster/backup_label', labelfile);
    for await (const { path } of filesBelow(join(cluster, 'pg_wal'))) {
      const wanted = SEGMENT.test(path) ? path >= first && path <= last : path.endsWith('.history');
      if (wanted) await sink.copy(join(cluster, 'pg_wal', path), `postgres/cluster/pg_wal/${path}`);
    }
    await afterwards();
    // Checks that the connection, and so the lock, survived. Otherwise blobs may have been removed.
    await ask('select 1');
  } finally {
    await client.end();
  }
}
