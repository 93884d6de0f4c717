import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, FileJobRepository } from '../../platform/index.js';
import type { Archive } from './archive.entity.js';

/** Queries about archives that the store does not have. */
@Injectable()
export class ArchiveRepository extends FileJobRepository<Archive> {
  constructor(database: Database, clock: Clock) {
    super(database, clock, 'workspace_archives', ['record_count', 'file_count']);
  }

  /** Archives of the workspace that wait or run. It locks the workspace until the commit, so that requests are counted in turn. */
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
