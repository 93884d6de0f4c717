import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database, DELETED_USER } from '../platform/index.js';

@Injectable()
export class ViewRepository {
  constructor(private readonly database: Database) {}

  /** Counts the views of a person under a lock, so that concurrent creations cannot exceed the limit. */
  async countWithLock(ownerId: string): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('views ' || $1, 0))`, [ownerId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from saved_views where workspace_id = $1 and owner_id = $2',
      [workspaceId, ownerId],
    );
    return row!.n;
  }

  /** Private views of deleted users. Their owner may have been rewritten to the placeholder already. */
  leftBy(userIds: readonly string[]): Condition {
    return ['not shared and owner_id = any(?)', [...userIds, DELETED_USER]];
  }
}
