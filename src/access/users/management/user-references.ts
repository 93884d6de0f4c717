import { Injectable } from '@nestjs/common';
import { asSystem, Database, DELETED_USER, Maintenance } from '../../../platform/index.js';
import { ApiKeyCache } from '../../api-keys/api-keys.cache.js';
import { ApiKeysService } from '../../api-keys/api-keys.service.js';
import { DUE_DELETIONS, UserReferenceRepository } from './user-reference.repository.js';

/** Rows rewritten by the request itself, per column, and per batch of the maintenance task. */
const IMMEDIATE_ROWS = 500;
const BATCH_SIZE = 2_000;
/** Maximum duration of a run; the next one continues. */
const RUN_MS = 10_000;
/** Check interval, and the time after which no request of a deleted user can still be running. */
const CHECK_SECONDS = 60;
const WATCH_SECONDS = 3_600;

/**
 * Replaces a deleted user by the placeholder in the `userColumns` of all resources. A row in `deleted_users` drives this, so it
 * survives crashes. It is kept for an hour, to catch writes of requests that began before the deletion.
 *
 * Rows get a new revision, because their ETag changes, but keep `updated_at`; there are no further events or audit entries.
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

  /** Rewrites a first batch in the current unit of work and leaves the rest to maintenance. */
  async release(userId: string): Promise<void> {
    await this.keys.revokeMadeBy(userId, IMMEDIATE_ROWS);
    await this.repository.add(userId);
    await this.repository.rewrite([userId], IMMEDIATE_ROWS);
    await this.known.forgetMadeBy(userId);
  }

  /** Returns the number of rewritten rows. */
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
    while (await this.database.transaction(() => this.keys.revokeMadeBy(DELETED_USER, IMMEDIATE_ROWS)));
    await this.database.transaction(async () => {
      for (const userId of userIds) await this.known.forgetMadeBy(userId);
    });
    await this.repository.lookAgain(userIds, CHECK_SECONDS, WATCH_SECONDS);
  }
}
