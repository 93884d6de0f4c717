import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, DELETED_USER, StoreRegistry } from '../../../platform/index.js';

/** Whether deleted users with pending references exist, for `Maintenance`. */
export const DUE_DELETIONS = 'select 1 from deleted_users where look_at <= $1';

/** Deleted users, and the rows that refer to them. SQL is generated from the tables and columns that resources declare. */
@Injectable()
export class UserReferenceRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
    private readonly clock: Clock,
  ) {}

  /** Writes down that a user is being deleted. Needs a unit of work. */
  async add(userId: string): Promise<void> {
    await this.database.write(
      'insert into deleted_users (workspace_id, user_id, deleted_at, look_at) values ($1, $2, $3, $3)',
      [currentContext().workspaceId, userId, this.clock.iso()],
    );
  }

  /** Deleted users who are to be looked at, by workspace. */
  async due(): Promise<{ workspace_id: string; user_ids: string[] }[]> {
    const { rows } = await this.database.execute<{ workspace_id: string; user_ids: string[] }>(
      `select workspace_id, array_agg(user_id) as user_ids from deleted_users where look_at <= $1 group by workspace_id`,
      [this.clock.iso()],
    );
    return rows;
  }

  /**
   * Replaces these users by the placeholder, in at most `limit` rows per column. Returns the number of rows. Needs a unit of
   * work.
   */
  async rewrite(userIds: string[], limit: number): Promise<number> {
    let rewritten = 0;
    for (const { table, resource } of this.stores.all) {
      const { userColumns } = resource;
      const changes = userColumns.map((name) => `${name} = case when ${name} = any($2) then $3 else ${name} end`);
      for (const column of userColumns) {
        // Locked rows are skipped and rewritten in the next run.
        const [row] = await this.database.write<{ n: number }>(
          `with rewritten as (
             update ${table} set ${changes.join(', ')}, revision = revision + 1
              where workspace_id = $1 and id = any(array(
                select id from ${table} where workspace_id = $1 and ${column} = any($2) limit ${limit} for update skip locked))
              returning 1)
           select count(*)::int as n from rewritten`,
          [currentContext().workspaceId, userIds, DELETED_USER],
        );
        rewritten += row!.n;
      }
    }
    return rewritten;
  }

  /** Has users looked at again after some seconds, but for those who were deleted `watched` seconds ago. */
  async lookAgain(userIds: string[], seconds: number, watched: number): Promise<void> {
    const where = 'workspace_id = $1 and user_id = any($2)';
    const { workspaceId } = currentContext();
    await this.database.execute(`delete from deleted_users where ${where} and deleted_at <= $3`, [
      workspaceId,
      userIds,
      this.clock.iso(-watched),
    ]);
    await this.database.execute(`update deleted_users set look_at = $3 where ${where}`, [
      workspaceId,
      userIds,
      this.clock.iso(seconds),
    ]);
  }
}
