import type { Clock } from '../database/clock.js';
import type { Database } from '../database/database.js';
import type { RecordEntity } from '../resource/record.entity.js';

/** A record whose file a worker writes in the background. */
export interface FileJob extends RecordEntity {
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'expired';
  error: string | null;
  completed_at: string | null;
  expires_at: string | null;
  blob_key: string | null;
  /**
   * Until when the worker that writes the file need not be thought dead. Like the status and the counts of a job that runs, it
   * changes without a new revision.
   */
  lease_until: string | null;
  /** How many workers have begun. */
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

/** Seconds without progress after which another worker may take a job. */
const LEASE_SECONDS = 30;

/** Jobs of a table that have no worker at `$1`. */
export const dueJobs = (table: string): string => `
  select workspace_id, id from ${table} where status = 'pending' or status = 'processing' and lease_until <= $1`;

/** Jobs of a table that wait for a worker or have failed, for `Backlogs`. */
export const outstandingJobs = (table: string): string => `
  select workspace_id, id, null as about, case status when 'failed' then 'failing' else 'waiting' end as status, error as reason,
    attempts, created_at, case when status <> 'failed' then coalesce(lease_until, created_at) end as next_attempt_at
  from ${table} where status in ('pending', 'processing', 'failed')`;

/** Leases and progress of the jobs of a table, which its store does not have. `counts`: columns that count what is written. */
export class FileJobRepository<T extends FileJob> {
  constructor(
    protected readonly database: Database,
    protected readonly clock: Clock,
    readonly table: string,
    private readonly counts: readonly (keyof T & string)[],
  ) {}

  /** Gives a job to the worker that asks, unless another one has it or nothing is left to do. */
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

  /** Records progress and renews the lease. False: the job has ended, or another worker has it. */
  async progress({ workspace_id, id, attempts }: T, counted: Partial<T>): Promise<boolean> {
    const set = this.counts.map((name, index) => `, ${name} = $${index + 5}`).join('');
    const { count } = await this.database.execute(
      `update ${this.table} set lease_until = $4${set}
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, this.clock.iso(LEASE_SECONDS), ...this.counts.map((name) => counted[name])],
    );
    return count > 0;
  }

  /** Hands a job to other workers, now or after some seconds. `counted`: whether that was an attempt. */
  async giveBack({ workspace_id, id, attempts }: T, seconds: number, counted: boolean): Promise<void> {
    await this.database.execute(
      `update ${this.table} set lease_until = $4, attempts = attempts - $5
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, this.clock.iso(seconds), counted ? 0 : 1],
    );
  }

  /** Jobs that wait for a worker, or whose worker died. */
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

  /** Forgets jobs that ended long ago. */
  async forget(before: string): Promise<void> {
    await this.database.execute(
      `delete from ${this.table} where status in ('failed', 'cancelled', 'expired') and updated_at < $1`,
      [before],
    );
  }
}
