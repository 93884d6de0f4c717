import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, type Row } from '../../platform/index.js';

export interface Freeze extends Row {
  frozen_at: string;
  /** False while background work of before comes to its end. */
  still: boolean;
}

/** Transactions of this database that have written something and not ended. Every one has a lock on its own number. */
const WRITERS = `
  select l.transactionid::text as id from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted
    and a.datname = current_database() and l.pid <> pg_backend_pid()`;

/** Background work of a workspace that has not ended, as lines for operators. `$2`: the listeners of this release; `$3`: the time. */
const MOVING = `
  with last as (select position from events where workspace_id = $1 order by sequence desc limit 1)
  select 'events that wait for the relay' as what where exists (select from outbox where workspace_id = $1)
  union all
  select 'the listener ' || listener from event_cursors, last
  where listener = any($2::text[]) and event_cursors.position < last.position
  union all
  select 'deliveries of webhooks'
  where exists (select from webhooks where workspace_id = $1 and lease is not null and leased_until > $3::timestamptz)`;

/** Freezes of workspaces, and what still goes on in one. Raw SQL, because it looks into tables of many apps. */
@Injectable()
export class FreezeRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(workspaceId: string): Promise<Freeze | null> {
    const { rows } = await this.database.execute<Freeze>(
      'select frozen_at, still from workspace_freezes where workspace_id = $1',
      [workspaceId],
    );
    return rows[0] ?? null;
  }

  /** False where it is frozen already. */
  async add(): Promise<boolean> {
    const added = await this.database.write(
      'insert into workspace_freezes (workspace_id, frozen_at) values ($1, $2) on conflict do nothing returning still',
      [currentContext().workspaceId, this.clock.iso()],
    );
    return added.length > 0;
  }

  /** False where it was not frozen. */
  async remove(): Promise<boolean> {
    const removed = await this.database.write('delete from workspace_freezes where workspace_id = $1 returning still', [
      currentContext().workspaceId,
    ]);
    return removed.length > 0;
  }

  /**
   * Whether a move has the workspace of the context frozen: while it moves, and once it has, the move alone decides where changes are
   * taken. Waits for a move that begins or ends.
   */
  async isHeld(): Promise<boolean> {
    const { workspaceId } = currentContext();
    await this.database.write('select from workspace_freezes where workspace_id = $1 for update', [workspaceId]);
    const sql = `select id from workspace_moves where workspace_id = $1 and state in ('leaving', 'left', 'copied', 'arriving')`;
    return (await this.database.write(sql, [workspaceId])).length > 0;
  }

  async setStill(workspaceId: string, still: boolean): Promise<void> {
    await this.database.execute('update workspace_freezes set still = $2 where workspace_id = $1', [
      workspaceId,
      still,
    ]);
  }

  async writers(): Promise<string[]> {
    return (await this.database.execute<{ id: string }>(WRITERS)).rows.map(({ id }) => id);
  }

  async moving(workspaceId: string, listeners: readonly string[]): Promise<string[]> {
    const values = [workspaceId, listeners, this.clock.iso()];
    return (await this.database.execute<{ what: string }>(MOVING, values)).rows.map(({ what }) => what);
  }

  async isSealed(workspaceId: string): Promise<boolean> {
    return !(await this.database.execute('select from audit_unsealed where workspace_id = $1 limit 1', [workspaceId]))
      .count;
  }
}
