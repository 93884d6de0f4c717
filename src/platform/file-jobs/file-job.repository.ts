import type { Clock } from '../database/clock.js';
import type { Database } from '../database/database.js';
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

/** A job without progress for this long can be claimed by another worker. */
const LEASE_SECONDS = 30;

/** Jobs of a table without a valid lease at `$1`. */
export const dueJobs = (table: string): string => `
  select workspace_id, id from ${table} where status = 'pending' or status = 'processing' and lease_until <= $1`;

/** Waiting and failed jobs of a table, for `Backlogs`. */
export const outstandingJobs = (table: string): string => `
  select workspace_id, id, null as about, case status when 'failed' then 'failing' else 'waiting' end as status, error as reason,
    attempts, created_at, case when status <> 'failed' then coalesce(lease_until, created_at) end as next_attempt_at
  from ${table} where status in ('pending', 'processing', 'failed')`;

/** Leases and progress of jobs, which bypass the store. `counts`: progress columns. */
export class FileJobRepository<T extends FileJob> {
  constructor(
    protected readonly database: Database,
    protected readonly clock: Clock,
    readonly table: string,
    private readonly counts: readonly (keyof T & string)[],
  ) {}

  /** Claims a job; null if another worker has it or it has ended. */
  async claim({ workspace_id, id }: JobKey): Promise<T | null> {
    const zeros = this.counts.map((name) => `, ${name} = 0`).join('');
    const { rows } = await this.database.execute(
      `update ${this.table} set status = 'processing', lease_until = $3, attempts = attempts + 1${zeros}
       where workspace_id = $1 and id = $2 and (status = 'pending' or status = 'processing' and lease_until <= $4)
       returning *`,
      [workspace_id, id, this.clock.iso(LEASE_SECONDS), this.clock.iso()],
    );
    return (rows[0] as T | undefined) ?? null;
  }

  /** Records progress and renews the lease. Returns false if the job has ended or another worker has it. */
  async progress({ workspace_id, id, attempts }: T, counted: Partial<T>): Promise<boolean> {
    const set = this.counts.map((name, index) => `, ${name} = $${index + 5}`).join('');
    const { count } = await this.database.execute(
      `update ${this.table} set lease_until = $4${set}
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, this.clock.iso(LEASE_SECONDS), ...this.counts.map((name) => counted[name])],
    );
    return count > 0;
  }

  /** Releases a job for other workers after `seconds`. `counted`: whether this was an attempt. */
  async giveBack({ workspace_id, id, attempts }: T, seconds: number, counted: boolean): Promise<void> {
    await this.database.execute(
      `update ${this.table} set lease_until = $4, attempts = attempts - $5
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, this.clock.iso(seconds), counted ? 0 : 1],
    );
  }

  /** Jobs that wait for a worker or whose lease has expired. */
  async due(): Promise<JobKey[]> {
    return (await this.database.execute<JobKey & Record<string, unknown>>(dueJobs(this.table), [this.clock.iso()]))
      .rows;
  }

  /** Completed jobs whose file has expired. */
  async expired(): Promise<JobKey[]> {
    const { rows } = await this.database.execute<JobKey & Record<string, unknown>>(
      `select workspace_id, id from ${this.table} where status = 'completed' and expires_at <= $1 order by expires_at limit 500`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** Deletes jobs that ended before a time. */
  async forget(before: string): Promise<void> {
    await this.database.execute(
      `delete from ${this.table} where status in ('failed', 'cancelled', 'expired') and updated_at < $1`,
      [before],
    );
  }
}
