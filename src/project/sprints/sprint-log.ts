import { Injectable } from '@nestjs/common';
import { currentContext, Database, isId } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';

@Injectable()
export class SprintLog {
  constructor(private readonly database: Database) {}

  /** The project that a sprint is part of; it is not deleted before the running unit of work ends. */
  async hold(id: string): Promise<string | null> {
    if (!isId('spr', id)) return null;
    const [sprint] = await this.database.write<{ project_id: string }>(
      'select project_id from sprints where workspace_id = $1 and id = $2 for key share',
      [currentContext().workspaceId, id],
    );
    return sprint?.project_id ?? null;
  }

  /** Removes all sprints of a project. That the project is deleted says it of each of them. */
  async removeAll({ workspace_id, id }: Pick<Project, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write('delete from sprints where workspace_id = $1 and project_id = $2', [workspace_id, id]);
  }
}
