import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  DELETED_USER,
  Maintenance,
  StoreRegistry,
} from '../../../platform/index.js';
import { ApiKeyCache } from '../../api-keys/api-keys.cache.js';
import { ApiKeysService } from '../../api-keys/api-keys.service.js';

/** Rows of one resource that the deleting request itself rewrites, by column, and those of a batch of the maintenance task. */
const AT_ONCE = 500;
const BATCH = 2_000;
/** Milliseconds that one run of the maintenance task works; the next one goes on. */
const RUN_MS = 10_000;
/** Seconds between two looks, and after which no request can be left in the name of a deleted user. */
const LOOK = 60;
const WATCH = 3_600;

/**
 * Makes records that named a deleted user name the placeholder: the columns that resources declare as `userColumns`. A row in
 * `deleted_users` says that it is to be done, so it survives crashes. It stays for an hour, for what a request wrote that
 * had begun before the user was deleted.
 *
 * Rows get a new revision, as their ETag must change, but keep `updated_at`; nothing is announced or noted beyond the
 * deletion itself.
 */
@Injectable()
export class UserReferences {
  constructor(
    maintenance: Maintenance,
    private readonly stores: StoreRegistry,
    private readonly keys: ApiKeysService,
    private readonly known: ApiKeyCache,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'deleted-users',
      description: 'Replaces references to deleted users in all records.',
      due: 'select 1 from deleted_users where look_at <= $1',
      run: () => this.sweep(),
    });
  }

  /** Rewrites some rows in the running unit of work and leaves the rest to the maintenance task. */
  async release(userId: string): Promise<void> {
    const { workspaceId } = currentContext();
    await this.keys.revokeMadeBy(userId, AT_ONCE);
    await this.database.write(
      'insert into deleted_users (workspace_id, user_id, deleted_at, look_at) values ($1, $2, $3, $3)',
      [workspaceId, userId, this.clock.iso()],
    );
    await this.#rewrite(workspaceId, [userId], AT_ONCE);
    await this.known.forgetMadeBy(userId);
  }

  /** Answers how many rows were rewritten. */
  async sweep(): Promise<number> {
    const end = performance.now() + RUN_MS;
    const { rows: due } = await this.database.execute<{ workspace_id: string; user_ids: string[] }>(
      `select workspace_id, array_agg(user_id) as user_ids from deleted_users where look_at <= $1 group by workspace_id`,
      [this.clock.iso()],
    );
    const inUnit = <T>(workspaceId: string, work: () => Promise<T>) =>
      asSystem(workspaceId, () => this.database.transaction(work));
    let all = 0;
    for (const { workspace_id, user_ids } of due) {
      for (;;) {
        const rewritten = await inUnit(workspace_id, () => this.#rewrite(workspace_id, user_ids, BATCH));
        all += rewritten;
        if (performance.now() > end) return all;
        if (!rewritten) break;
      }
      await asSystem(workspace_id, () => this.#looked(workspace_id, user_ids));
    }
    return all;
  }

  async #rewrite(workspaceId: string, userIds: string[], limit: number): Promise<number> {
    let rewritten = 0;
    for (const { table, resource } of this.stores.all) {
      const { userColumns } = resource;
      const changes = userColumns.map((name) => `${name} = case when ${name} = any($2) then $3 else ${name} end`);
      for (const column of userColumns) {
        // Rows that others have locked just now come with the next look.
        const [row] = await this.database.write<{ n: number }>(
          `with rewritten as (
             update ${table} set ${changes.join(', ')}, revision = revision + 1
              where workspace_id = $1 and id = any(array(
                select id from ${table} where workspace_id = $1 and ${column} = any($2) limit ${limit} for update skip locked))
              returning 1)
           select count(*)::int as n from rewritten`,
          [workspaceId, userIds, DELETED_USER],
        );
        rewritten += row!.n;
      }
    }
    return rewritten;
  }

  async #looked(workspaceId: string, userIds: string[]): Promise<void> {
    // Keys that were made during the deletion, and keys beyond the first portion.
    while (await this.database.transaction(() => this.keys.revokeMadeBy(DELETED_USER, AT_ONCE)));
    await this.database.transaction(async () => {
      for (const userId of userIds) await this.known.forgetMadeBy(userId);
    });
    const where = 'workspace_id = $1 and user_id = any($2)';
    await this.database.execute(`delete from deleted_users where ${where} and deleted_at <= $3`, [
      workspaceId,
      userIds,
      this.clock.iso(-WATCH),
    ]);
    await this.database.execute(`update deleted_users set look_at = $3 where ${where}`, [
      workspaceId,
      userIds,
      this.clock.iso(LOOK),
    ]);
  }
}
