import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../platform/index.js';
import type { Export } from './export.entity.js';

type Key = Pick<Export, 'workspace_id' | 'id'>;

/** Seconds after which a worker that said nothing is thought dead. */
const LEASE_SECONDS = 30;

/** Exports that have no worker at `$1`. */
export const DUE = `
  select workspace_id, id from guard_exports where status = 'pending' or status = 'processing' and lease_until <= $1`;

/** Exports that wait for a worker or have failed. */
export const OUTSTANDING = `
  select workspace_id, id, null as about, case status when 'failed' then 'failing' else 'waiting' end as status, error as reason,
    attempts, created_at, case when status <> 'failed' then coalesce(lease_until, created_at) end as next_attempt_at
  from guard_exports where status in ('pending', 'processing', 'failed')`;

/** Queries about exports that the store does not have. */
@Injectable()
export class ExportRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The used part of the budgets. It locks the workspace until the commit, so that requests are counted one after the other. */
  async usage(requestedBy: string, since: string) {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.exports ' || $1))`, [
      workspaceId,
    ]);
    const [row] = await this.database.read<{ recent: number; oldest: string | null; running: number }>(
      `select count(*)::int as recent, min(created_at) as oldest,
         (select count(*)::int from guard_exports where workspace_id = $1 and status in ('pending', 'processing')) as running
       from guard_exports where workspace_id = $1 and created_at > $3 and requested_by = $2`,
      [workspaceId, requestedBy, since],
    );
    return row!;
  }

  /** Gives an export to the worker that asks, unless another one writes it or nothing is left to do. */
  async claim({ workspace_id, id }: Key): Promise<Export | null> {
    const { rows } = await this.database.execute<Export>(
      `update guard_exports set status = 'processing', lease_until = $3, attempts = attempts + 1, row_count = 0
       where workspace_id = $1 and id = $2 and (status = 'pending' or status = 'processing' and lease_until <= $4)
       returning *`,
      [workspace_id, id, this.clock.iso(LEASE_SECONDS), this.clock.iso()],
    );
    return rows[0] ?? null;
  }

  /** Says how far a worker is. False: the export is its no more. */
  async progress({ workspace_id, id, attempts }: Export, rows: number): Promise<boolean> {
    const { count } = await this.database.execute(
      `update guard_exports set row_count = $4, lease_until = $5
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, rows, this.clock.iso(LEASE_SECONDS)],
    );
    return count > 0;
  }

  /** Lets another worker have it, now or after some seconds. `counted`: whether that was an attempt. */
  async giveBack({ workspace_id, id, attempts }: Export, seconds: number, counted: boolean): Promise<void> {
    await this.database.execute(
      `update guard_exports set lease_until = $4, attempts = attempts - $5
       where workspace_id = $1 and id = $2 and attempts = $3 and status = 'processing'`,
      [workspace_id, id, attempts, this.clock.iso(seconds), counted ? 0 : 1],
    );
  }

  /** Exports that wait for a worker, or whose worker died. */
  async due(): Promise<Key[]> {
    const { rows } = await this.database.execute<Key>(DUE, [this.clock.iso()]);
    return rows;
  }

  /** Exports whose file has had its time. */
  async expired(): Promise<Key[]> {
    const { rows } = await this.database.execute<Key>(
      `select workspace_id, id from guard_exports where status = 'completed' and expires_at <= $1 order by expires_at limit 500`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** Forgets exports that ended long ago. */
  async forget(before: string): Promise<void> {
    await this.database.execute(
      `delete from guard_exports where status in ('failed', 'cancelled', 'expired') and updated_at < $1`,
      [before],
    );
  }
}
