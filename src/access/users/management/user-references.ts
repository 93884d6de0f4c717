import { Injectable } from '@nestjs/common';
import {
  Clock,
  Database,
  DELETED_USER,
  type Lease,
  LeasedWork,
  type WorkItem,
  type WorkProcessor,
  Works,
} from '../../../platform/index.js';
import { ApiKeyCache } from '../../api-keys/api-keys.cache.js';
import { ApiKeysService } from '../../api-keys/api-keys.service.js';
import { UserReferenceRepository } from './user-reference.repository.js';

/** Rows rewritten by the request itself, per column, and by an attempt. */
const IMMEDIATE_ROWS = 500;
const BATCH_SIZE = 2_000;
/** Interval until the second check. Each further interval is twice as long, because late writes become less likely. */
const CHECK_SECONDS = 60;
/** Time after which no request of a deleted user can still be running. */
const WATCH_SECONDS = 3_600;

interface DeletedUser extends WorkItem {
  user_id: string;
  deleted_at: string;
}

/**
 * Replaces a deleted user by the placeholder in the `userColumns` of all resources. Their row in `deleted_users` is kept for an
 * hour, to catch writes of requests that began before the deletion.
 *
 * Rows get a new revision, because their ETag changes, but keep `updated_at`; there are no further events or audit entries.
 */
@LeasedWork({
  kind: 'deleted_user',
  table: 'deleted_users',
  key: ['workspace_id', 'user_id'],
  columns: { due: 'look_at', id: 'user_id', created_at: 'deleted_at' },
  task: 'deleted-users',
  description: 'Replaces references to deleted users in all records.',
  backoff: { firstSeconds: 10, maxSeconds: 600 },
})
@Injectable()
export class UserReferences implements WorkProcessor<DeletedUser> {
  constructor(
    private readonly works: Works,
    private readonly repository: UserReferenceRepository,
    private readonly keys: ApiKeysService,
    private readonly known: ApiKeyCache,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Rewrites a first batch in the current unit of work and leaves the rest to the background. */
  async release(userId: string): Promise<void> {
    await this.keys.revokeMadeBy(userId, IMMEDIATE_ROWS);
    await this.works.add('deleted_user', { user_id: userId });
    await this.repository.rewrite(userId, IMMEDIATE_ROWS);
    await this.known.forgetMadeBy(userId);
  }

  /** One batch, so deletions take turns. */
  async process({ user_id, deleted_at }: DeletedUser, lease: Lease): Promise<void> {
    if (await lease.transaction(() => this.repository.rewrite(user_id, BATCH_SIZE))) return lease.again(0);
    // Keys that were made during the deletion, and keys beyond the first portion.
    while (await this.database.transaction(() => this.keys.revokeMadeBy(DELETED_USER, IMMEDIATE_ROWS)));
    await this.database.transaction(() => this.known.forgetMadeBy(user_id));
    const seconds = (this.clock.now() - Date.parse(deleted_at)) / 1_000;
    if (seconds < WATCH_SECONDS) await lease.again(Math.max(CHECK_SECONDS, seconds));
  }
}
