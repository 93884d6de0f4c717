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

/** Seconds that a blob may take to be written and claimed. No request lasts nearly as long. */
const GRACE = 86_400;
const TEN_MINUTES = 600_000;
const BATCH_SIZE = 100;

/**
 * Which blobs belong to a record. A blob is unclaimed, which is a row that says when to remove it, before its first byte is
 * written and again after its record is gone. Records claim and release blobs in the transaction that writes them, so that
 * a crash at any moment leaves neither a record without its blob nor a blob without a record.
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
      every: TEN_MINUTES,
      run: () => this.sweep(),
    });
  }

  /** A key for a new blob, which is removed unless it is claimed in time. */
  async announce(key = randomBytes(16).toString('hex')): Promise<string> {
    await this.database.execute('insert into unclaimed_blobs (workspace_id, key, remove_at) values ($1, $2, $3)', [
      currentContext().workspaceId,
      key,
      this.clock.iso(GRACE),
    ]);
    return key;
  }

  /** Keeps an unclaimed blob `seconds` from now, from the commit of the unit of work on. */
  async postpone(key: string, seconds: number): Promise<void> {
    const kept = await this.database.write(
      `update unclaimed_blobs set remove_at = $3
        where workspace_id = $1 and key = $2 and remove_at > '-infinity' returning key`,
      [currentContext().workspaceId, key, this.clock.iso(seconds + GRACE)],
    );
    if (!kept.length) throw tooLate();
  }

  /** From the commit of the unit of work on, the blob belongs to a record. */
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
   * Keeps the blobs of all records that a snapshot has, until it is closed. False: a backup or another archive does so now. The
   * snapshot is a moment older than the lock, so a blob may be gone whose record was deleted in between.
   */
  async keepFor(snapshot: Snapshot): Promise<boolean> {
    const [row] = await snapshot.read<{ free: boolean }>(`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`);
    return row!.free;
  }

  /** The blob is removed as soon as the unit of work has committed. */
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
   * Removes unclaimed blobs that are due. Resolves with their number. A blob is given up for good in one statement before it
   * is touched, so that no record claims a blob about to go, however much the clocks of processes differ.
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

  /** A blob that cannot be removed now is found by a sweep. */
  async #remove(workspaceId: string, key: string): Promise<boolean> {
    try {
      // A running backup has the database, and copies the files now: it needs those whose records were there.
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
      this.#logger.warn(`The blob ${key} could not be removed and will be tried again: ${(error as Error).message}`);
      return false;
    }
  }
}

const tooLate = () => unavailable('The file took too long to arrive. Send it again.');
