import { Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import type { Snapshot } from '../database/snapshot.js';
import { BACKUP_LOCK } from '../database/embedded/base-backup.js';
import { unavailable } from '../errors/api-error.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { BlobStore } from './blob-store.js';

/** Grace period in which a new blob must be claimed; longer than any request. */
const GRACE_SECONDS = 86_400;
const TEN_MINUTES_MS = 600_000;
const BATCH_SIZE = 100;

/**
 * Ownership of blobs. A blob is unclaimed, with a row that schedules its removal, before its first byte is written and again
 * after its record is gone. Records claim and release blobs in the transaction that writes them, so a crash leaves neither a
 * record without its blob nor an orphaned blob.
 */
@Injectable()
export class Blobs {
  readonly #logger = new Logger('Blobs');

  constructor(
    private readonly store: BlobStore,
    private readonly database: Database,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'blobs',
      description: 'Removes file contents that no record refers to.',
      every: TEN_MINUTES_MS,
      run: () => this.sweep(),
    });
  }

  /** Announces a new blob, which is removed unless claimed in time. Returns its key. */
  async announce(key = randomBytes(16).toString('hex')): Promise<string> {
    // Before the first byte is read, which may be one of many.
    await this.database.refuseFrozen();
    await this.database.execute('insert into unclaimed_blobs (workspace_id, key, remove_at) values ($1, $2, $3)', [
      currentContext().workspaceId,
      key,
      this.clock.iso(GRACE_SECONDS),
    ]);
    return key;
  }

  /** Postpones the removal of an unclaimed blob by `seconds`, when the unit of work commits. */
  async postpone(key: string, seconds: number): Promise<void> {
    const kept = await this.database.write(
      `update unclaimed_blobs set remove_at = $3
        where workspace_id = $1 and key = $2 and remove_at > '-infinity' returning key`,
      [currentContext().workspaceId, key, this.clock.iso(seconds + GRACE_SECONDS)],
    );
    if (!kept.length) throw tooLate();
  }

  /** Claims the blob for a record, when the unit of work commits. */
  async claim(key: string): Promise<void> {
    const claimed = await this.database.write(
      'delete from unclaimed_blobs where workspace_id = $1 and key = $2 and remove_at > $3 returning key',
      [currentContext().workspaceId, key, this.clock.iso()],
    );
    if (!claimed.length) throw tooLate();
  }

  /** Claims many blobs by one statement. */
  async claimAll(keys: readonly string[]): Promise<void> {
    const claimed = await this.database.write(
      'delete from unclaimed_blobs where workspace_id = $1 and key = any($2) and remove_at > $3 returning key',
      [currentContext().workspaceId, keys, this.clock.iso()],
    );
    if (claimed.length < keys.length) throw tooLate();
  }

  /**
   * Blocks blob removal until the snapshot is closed. Returns false if a backup or another archive is running. The snapshot is
   * slightly older than the lock, so the blob of a record deleted in between may be missing.
   */
  async keepFor(snapshot: Snapshot): Promise<boolean> {
    const [row] = await snapshot.read<{ free: boolean }>(`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`);
    return row!.free;
  }

  /** Releases the blob: it is removed after the commit of the unit of work. */
  async release(key: string): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    await this.database.write(
      `with unscanned as (delete from file_scans where workspace_id = $1 and key = $2)
       insert into unclaimed_blobs (workspace_id, key, remove_at) values ($1, $2, $3)
       on conflict (workspace_id, key) do update set remove_at = excluded.remove_at`,
      [workspaceId, key, this.clock.iso()],
    );
    unitOfWork!.afterCommit(() => void this.#remove(workspaceId, key));
  }

  /** Removes an unclaimed blob at once. */
  async discard(key: string): Promise<void> {
    await this.#remove(currentContext().workspaceId, key);
  }

  /** Whether the blob is about to be removed. */
  async isUnclaimed(key: string): Promise<boolean> {
    return (await this.database.execute('select 1 from unclaimed_blobs where key = $1', [key])).count > 0;
  }

  /**
   * Removes expired unclaimed blobs. Returns their number. The row is marked in one statement before the blob is touched, so
   * that no record can claim a blob that is being removed, whatever the clock skew between processes.
   */
  async sweep(): Promise<number> {
    let removed = 0;
    for (;;) {
      const { rows } = await this.database.execute<{ workspace_id: string; key: string }>(
        `update unclaimed_blobs b set remove_at = '-infinity'
           from (select workspace_id, key from unclaimed_blobs where remove_at <= $1
                  order by remove_at limit ${BATCH_SIZE} for update skip locked) due
          where b.workspace_id = due.workspace_id and b.key = due.key returning b.workspace_id, b.key`,
        [this.clock.iso()],
      );
      let done = 0;
      for (const { workspace_id, key } of rows) if (await this.#remove(workspace_id, key)) done++;
      removed += done;
      if (rows.length < BATCH_SIZE || done === 0) return removed;
    }
  }

  /** If the removal fails, a later sweep retries it. */
  async #remove(workspaceId: string, key: string): Promise<boolean> {
    try {
      // A running backup has copied the database and now copies the files of its records.
      const { rows } = await this.database.execute<{ free: boolean }>(
        `select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`,
      );
      if (!rows[0]!.free) return false;
      await this.store.remove(key);
      await this.database.execute('delete from unclaimed_blobs where workspace_id = $1 and key = $2', [
        workspaceId,
        key,
      ]);
      return true;
    } catch (error) {
      this.#logger.warn(`The blob ${key} could not be removed and will be retried: ${(error as Error).message}`);
      return false;
    }
  }
}

const tooLate = () => unavailable('The file took too long to arrive. Send it again.');
