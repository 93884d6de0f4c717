import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

/** Queries on exports beyond the store. */
@Injectable()
export class ExportRepository {
  constructor(private readonly database: Database) {}

  /** Usage of the limits. Locks the workspace until the commit, so that concurrent requests are counted one after the other. */
  async usage(requestedBy: string, since: string) {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.exports ' || $1))`, [
      workspaceId,
    ]);
    const [row] = await this.database.read<{ recent: number; oldest: string | null; running: number }>(
      `select count(*)::int as recent, min(created_at) as oldest,
         (select count(*)::int from guard_exports where workspace_id = $1 and status in ('pending', 'processing')) as running
       from guard_exports where workspace_id = $1 and created_at > $3 and requested_by = $2`,
      [workspaceId, requestedBy, since],
    );
    return row!;
  }
}
