import { Injectable } from '@nestjs/common';
import { Database, type StoredEvent } from '../platform/index.js';

/**
 * Reads the event log of one workspace by sequence. Always from the primary, because a replica may lag behind the end of the
 * log.
 */
@Injectable()
export class EventLogRepository {
  constructor(private readonly database: Database) {}

  /** The last sequence of a workspace, and the oldest one since a time; null if there is none. */
  async bounds(workspaceId: string, since: string): Promise<{ last: number; oldest: number | null }> {
    const { rows } = await this.database.execute<{ last: number; oldest: number | null }>(
      `select coalesce((select last from event_sequences where workspace_id = $1), 0) as last,
              (select sequence from events where workspace_id = $1 and timestamp >= $2 order by timestamp, id limit 1) as oldest`,
      [workspaceId, since],
    );
    return rows[0]!;
  }

  /** The next events of these types after a sequence. */
  async after(
    workspaceId: string,
    sequence: number,
    since: string,
    types: readonly string[],
    limit: number,
  ): Promise<StoredEvent[]> {
    const { rows } = await this.database.execute<StoredEvent>(
      `select * from events
        where workspace_id = $1 and sequence > $2 and timestamp >= $3 and type = any($4) order by sequence limit $5`,
      [workspaceId, sequence, since, types, limit],
    );
    return rows;
  }
}
