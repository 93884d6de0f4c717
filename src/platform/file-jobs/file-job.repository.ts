import type { Clock } from '../database/clock.js';
import type { Database } from '../database/database.js';
import { notFrozen } from '../database/freezes.js';
import type { WorkDeclaration } from '../leased-work/leased-work.js';
import type { RecordEntity } from '../resource/record.entity.js';

/** A record with a file that a worker generates in the background. */
export interface FileJob extends RecordEntity {
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'expired';
  error: string | null;
  completed_at: string | null;
  expires_at: string | null;
  blob_key: string | null;
  /** End of the lease of the worker. Updated without a new revision, like status and counts of a running job. */
  lease_until: string | null;
  /** Number of attempts started. */
  attempts: number;
}

export type JobKey = Pick<FileJob, 'workspace_id' | 'id'>;

/** The states of such a record, for its resource. */
export const FILE_JOB_STATES = {
  pending: ['processing', 'completed', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: ['expired', 'cancelled'],
  failed: ['pending'],
  cancelled: [],
  expired: [],
} as const satisfies Record<FileJob['status'], readonly string[]>;

/** Declaration shared by the work of all file jobs. */
export const FILE_JOB = {
  columns: { due: 'lease_until' },
  states: {
    open: `status in ('pending', 'processing')`,
    failed: `status = 'failed'`,
    claim: `status = 'processing'`,
  },
  renewSeconds: 1,
  backoff: { firstSeconds: 5, maxSeconds: 5 },
  giveUp: { attempts: 5 },
} as const satisfies Partial<WorkDeclaration>;

/** Retention of file jobs, which bypasses the store. */
export class FileJobRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly table: string,
  ) {}

  /** Completed jobs whose file has expired. */
  async expired(): Promise<JobKey[]> {
    const { rows } = await this.database.execute<JobKey & Record<string, unknown>>(
      `select workspace_id, id from ${this.table} where status = 'completed' and expires_at <= $1 and ${notFrozen()} order by expires_at limit 500`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** Deletes jobs that ended before a time. */
  async forget(before: string): Promise<void> {
    await this.database.execute(
      `delete from ${this.table} where status in ('failed', 'cancelled', 'expired') and updated_at < $1 and ${notFrozen()}`,
      [before],
    );
  }
}
