import { Injectable } from '@nestjs/common';
import { Database, type StoredEvent } from '../platform/index.js';

/** Reads the log of one workspace from a sequence on. It asks the primary, because a replica may not have the end yet. */
@Injectable()
export class EventLogRepository {
  constructor(private readonly database: Database) {}

  /** The last sequence of a workspace, and the oldest one that is not older than a time; null where there is none. */
  async bounds(workspaceId: string, since: string): Promise<{ last: number; oldest: number | null }> {
    const { rows } = await this.database.execute<{ last: number; oldest: number | null }>(
      `select coalesce((select last from event_sequences where workspace_id = $1), 0) as last,
              (select sequence from events where workspace_id = $1 and timestamp >= $2 order by timestamp, id limit 1) as oldest`,
      [workspaceId, since],
    );
    return rows[0]!;
  }

  /** The next events of these types behind a sequence. */
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
