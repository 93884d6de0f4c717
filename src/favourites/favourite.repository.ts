import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../platform/index.js';
import type { FavouriteView } from './favourite.dto.js';

export type Favourite = Omit<FavouriteView, 'title'>;

@Injectable()
export class FavouriteRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All of a person, the oldest first. */
  async of(userId: string): Promise<Favourite[]> {
    return this.database.read<Favourite & Record<string, unknown>>(
      `select record_id, record_type, created_at from favourites where workspace_id = $1 and user_id = $2
       order by created_at, record_id`,
      [currentContext().workspaceId, userId],
    );
  }

  /** Holds back concurrent additions of the same person, so that together they cannot exceed the limit. */
  async lock(userId: string): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('favourites ' || $1, 0))`, [userId]);
  }

  async add(userId: string, recordType: string, recordId: string): Promise<void> {
    await this.database.write(
      `insert into favourites (workspace_id, user_id, record_type, record_id, created_at) values ($1, $2, $3, $4, $5)`,
      [currentContext().workspaceId, userId, recordType, recordId, this.clock.iso()],
    );
  }

  /** Returns how many of these there were. */
  async remove(userId: string, recordIds: readonly string[]): Promise<number> {
    const removed = await this.database.write(
      'delete from favourites where workspace_id = $1 and user_id = $2 and record_id = any($3) returning record_id',
      [currentContext().workspaceId, userId, recordIds],
    );
    return removed.length;
  }
}
