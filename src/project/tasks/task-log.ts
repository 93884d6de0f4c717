import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';

/** What is done to the tasks of a project as a whole. */
@Injectable()
export class TaskLog {
  constructor(private readonly database: Database) {}

  /** Removes all tasks of a project. That the project is deleted says it of each of them. */
  async removeAll({ workspace_id, id }: Pick<Project, 'workspace_id' | 'id'>): Promise<void> {
    await this.database.write('delete from tasks where workspace_id = $1 and project_id = $2', [workspace_id, id]);
  }
}
