import { Injectable } from '@nestjs/common';
import { currentContext, Database, DELETED_USER, StoreRegistry } from '../../../platform/index.js';

/** The rows that refer to deleted users. SQL is generated from the tables and columns that resources declare. */
@Injectable()
export class UserReferenceRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /**
   * Replaces the user by the placeholder, in at most `limit` rows per column. Returns the number of rows. Needs a unit of work.
   */
  async rewrite(userId: string, limit: number): Promise<number> {
    let rewritten = 0;
    for (const { table, resource } of this.stores.all) {
      const { userColumns } = resource;
      const changes = userColumns.map((name) => `${name} = case when ${name} = $2 then $3 else ${name} end`);
      for (const column of userColumns) {
        // Locked rows are skipped and rewritten in the next run.
        const [row] = await this.database.write<{ n: number }>(
          `with rewritten as (
             update ${table} set ${changes.join(', ')}, revision = revision + 1
              where workspace_id = $1 and id = any(array(
                select id from ${table} where workspace_id = $1 and ${column} = $2 limit ${limit} for update skip locked))
              returning 1)
           select count(*)::int as n from rewritten`,
          [currentContext().workspaceId, userId, DELETED_USER],
        );
        rewritten += row!.n;
      }
    }
    return rewritten;
  }
}
