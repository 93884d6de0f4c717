import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../platform/index.js';
import type { FollowView } from './follow.dto.js';

/** A follower of a record. */
export interface Follow {
  user_id: string;
  created_at: string;
}

@Injectable()
export class FollowRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(userId: string, recordId: string): Promise<FollowView | null> {
    const [follow] = await this.database.read<FollowView>(
      `select record_id, record_type, created_at from follows where workspace_id = $1 and user_id = $2 and record_id = $3`,
      [currentContext().workspaceId, userId, recordId],
    );
    return follow ?? null;
  }

  /** Counts the follows of a person under a lock, so that concurrent requests cannot exceed the limit. */
  async countWithLock(userId: string): Promise<number> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('follows ' || $1, 0))`, [userId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from follows where workspace_id = $1 and user_id = $2',
      [currentContext().workspaceId, userId],
    );
    return row!.n;
  }

  async add(userId: string, recordType: string, recordId: string): Promise<void> {
    await this.database.write(
      `insert into follows (workspace_id, user_id, record_type, record_id, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [currentContext().workspaceId, userId, recordType, recordId, this.clock.iso()],
    );
  }

  /** Returns whether there was one. */
  async remove(userId: string, recordId: string): Promise<boolean> {
    const removed = await this.database.write(
      'delete from follows where workspace_id = $1 and user_id = $2 and record_id = $3 returning record_id',
      [currentContext().workspaceId, userId, recordId],
    );
    return removed.length > 0;
  }

  /** The follows of records, by the id of the record. */
  async of(recordIds: readonly string[]): Promise<Map<string, Follow[]>> {
    const rows = await this.database.read<Follow & { record_id: string }>(
      `select record_id, user_id, created_at from follows where workspace_id = $1 and record_id = any($2)`,
      [currentContext().workspaceId, recordIds],
    );
    return Map.groupBy(rows, ({ record_id }) => record_id);
  }

  /** Forgets the follows of deleted users, and those of records that are gone. */
  async forget(userIds: readonly string[], recordIds: readonly string[]): Promise<void> {
    const { workspaceId } = currentContext();
    await this.database.write('delete from follows where workspace_id = $1 and user_id = any($2)', [
      workspaceId,
      userIds,
    ]);
    await this.database.write('delete from follows where workspace_id = $1 and record_id = any($2)', [
      workspaceId,
      recordIds,
    ]);
  }
}
