import { Injectable } from '@nestjs/common';
import { currentContext, Database, StoreRegistry } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import type { Progress } from './sprint.dto.js';

interface TaskCount {
  sprint_id: string;
  status: keyof Progress;
  n: number;
}

@Injectable()
export class SprintRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** The number of tasks of each sprint by their status. Tasks in the trash are left out. */
  progress(sprintIds: readonly string[]): Promise<TaskCount[]> {
    const values = [currentContext().workspaceId, sprintIds];
    return this.database.read<TaskCount>(
      `select sprint_id, status, count(*)::int as n from tasks t
       where workspace_id = $1 and sprint_id = any($2) and deleted_at is null
         and ${this.stores.readable('project.task', 't', values)}
       group by sprint_id, status`,
      values,
    );
  }

  /** Deletes all sprints of a project. The event of the project covers them. */
  async removeAll({ workspace_id, id }: Pick<Project, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write('delete from sprints where workspace_id = $1 and project_id = $2', [workspace_id, id]);
  }
}
