import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

/** Queries about archives that the store does not have. */
@Injectable()
export class ArchiveRepository {
  constructor(private readonly database: Database) {}

  /** Number of pending and running archives. Locks the workspace until the commit, so that concurrent requests are counted. */
  async running(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.archives ' || $1))`, [
      workspaceId,
    ]);
    const [row] = await this.database.read<{ running: number }>(
      `select count(*)::int as running from workspace_archives
       where workspace_id = $1 and status in ('pending', 'processing')`,
      [workspaceId],
    );
    return row!.running;
  }
}
