import { Injectable } from '@nestjs/common';
import { asSystem, Database, DELETED_USER, Maintenance } from '../../../platform/index.js';
import { ApiKeyCache } from '../../api-keys/api-keys.cache.js';
import { ApiKeysService } from '../../api-keys/api-keys.service.js';
import { DUE_DELETIONS, UserReferenceRepository } from './user-reference.repository.js';

/** Rows of one resource that the deleting request itself rewrites, by column, and those of a batch of the maintenance task. */
const AT_ONCE = 500;
const BATCH_SIZE = 2_000;
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
    private readonly repository: UserReferenceRepository,
    private readonly keys: ApiKeysService,
    private readonly known: ApiKeyCache,
    private readonly database: Database,
  ) {
    maintenance.add({
      name: 'deleted-users',
      description: 'Replaces references to deleted users in all records.',
      due: DUE_DELETIONS,
      run: () => this.sweep(),
    });
  }

  /** Rewrites some rows in the running unit of work and leaves the rest to the maintenance task. */
  async release(userId: string): Promise<void> {
    await this.keys.revokeMadeBy(userId, AT_ONCE);
    await this.repository.add(userId);
    await this.repository.rewrite([userId], AT_ONCE);
    await this.known.forgetMadeBy(userId);
  }

  /** Answers how many rows were rewritten. */
  async sweep(): Promise<number> {
    const end = performance.now() + RUN_MS;
    const inUnit = <T>(workspaceId: string, work: () => Promise<T>) =>
      asSystem(workspaceId, () => this.database.transaction(work));
    let all = 0;
    for (const { workspace_id, user_ids } of await this.repository.due()) {
      for (;;) {
        const rewritten = await inUnit(workspace_id, () => this.repository.rewrite(user_ids, BATCH_SIZE));
        all += rewritten;
        if (performance.now() > end) return all;
        if (!rewritten) break;
      }
      await asSystem(workspace_id, () => this.#looked(user_ids));
    }
    return all;
  }

  async #looked(userIds: string[]): Promise<void> {
    // Keys that were made during the deletion, and keys beyond the first portion.
    while (await this.database.transaction(() => this.keys.revokeMadeBy(DELETED_USER, AT_ONCE)));
    await this.database.transaction(async () => {
      for (const userId of userIds) await this.known.forgetMadeBy(userId);
    });
    await this.repository.lookAgain(userIds, LOOK, WATCH);
  }
}
