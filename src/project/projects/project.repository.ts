import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

@Injectable()
export class ProjectRepository {
  constructor(private readonly database: Database) {}

  /** Projects among these with tasks outside of the trash. */
  async withTasks(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ project_id: string }>(
      `select distinct project_id from tasks where workspace_id = $1 and project_id = any($2::text[]) and deleted_at is null`,
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ project_id }) => project_id));
  }
}
