import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, FileJobRepository } from '../../platform/index.js';
import type { Export } from './export.entity.js';

/** Queries on exports beyond the store. */
@Injectable()
export class ExportRepository extends FileJobRepository<Export> {
  constructor(database: Database, clock: Clock) {
    super(database, clock, 'guard_exports', ['row_count']);
  }

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
