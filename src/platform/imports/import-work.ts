import { asSystem } from '../context/request-context.js';
import { notFrozen } from '../database/freezes.js';
import type { FileJobServices } from '../file-jobs/file-jobs.js';
import type { Lease } from '../leased-work/lease.js';
import {
  PermanentFailure,
  type WorkDeclaration,
  type WorkItem,
  type WorkProcessor,
} from '../leased-work/leased-work.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { BlobGone } from '../storage/blob-store.js';

export type ImportKey = Pick<RecordEntity, 'workspace_id' | 'id'>;

/** Declaration shared by the work of all imports. Eight attempts without progress take twenty minutes. */
export const IMPORT_WORK = {
  columns: { due: 'lease_until' },
  concurrency: 2,
  backoff: { firstSeconds: 10, maxSeconds: 640 },
  giveUp: { attempts: 8 },
} as const satisfies Partial<WorkDeclaration>;

export interface ImportWorkOptions {
  table: string;
  /** `imports.expire`: the maintenance task that removes expired imports. */
  task: string;
  /** `imports of contacts`: in the description of this task. */
  plural: string;
}

/**
 * Imports of files, which are read in portions: each is a step of the lease (`Lease.advance`) that also moves the position of the
 * import. So an import of any size is never in memory as a whole, and one whose worker died resumes without a row done twice. A
 * subclass is `@LeasedWork({ ...IMPORT_WORK, … })`.
 */
export abstract class ImportWork<T extends RecordEntity & WorkItem> implements WorkProcessor<T> {
  constructor(
    private readonly services: FileJobServices,
    private readonly options: ImportWorkOptions,
  ) {
    services.maintenance.add({
      name: options.task,
      description: `Removes the files and results of expired ${options.plural}.`,
      due: `select 1 from ${options.table} where expires_at <= $1 and ${notFrozen()}`,
      run: () => this.expire(),
    });
  }

  /** Reads an import to its end. */
  protected abstract work(record: T, lease: Lease): Promise<void>;

  /** Deletes an expired import, and answers the keys of its files that are still there. */
  protected abstract forget(key: ImportKey): Promise<string[]>;

  abstract fail(record: T, reason: string): Promise<unknown>;

  abstract retry(id: string): Promise<unknown>;

  async process(record: T, lease: Lease): Promise<void> {
    try {
      await this.work(record, lease);
    } catch (error) {
      throw error instanceof BlobGone ? new PermanentFailure('The file no longer exists.') : error;
    }
  }

  /** Removes expired imports, with the files that are still there. */
  async expire(): Promise<void> {
    const { database, blobs, clock } = this.services;
    const { rows } = await database.execute<ImportKey & Record<string, unknown>>(
      `select workspace_id, id from ${this.options.table} where expires_at <= $1 and ${notFrozen()}`,
      [clock.iso()],
    );
    for (const key of rows)
      await asSystem(key.workspace_id, () =>
        database.transaction(async () => {
          for (const blob of await this.forget(key)) await blobs.release(blob);
        }),
      );
  }
}
