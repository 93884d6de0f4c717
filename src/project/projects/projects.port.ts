import { Injectable } from '@nestjs/common';
import { invalidField, isId } from '../../platform/index.js';
import { ProjectRepository } from './project.repository.js';

/** Port of projects for other apps. */
@Injectable()
export class ProjectsPort {
  constructor(private readonly repository: ProjectRepository) {}

  /** Locks a project against deletion, for a record to be linked to it. 400 on `field` if it does not exist. */
  async hold(id: string, field = 'project_id'): Promise<void> {
    if (!isId('prj', id) || !(await this.repository.hold(id)))
      throw invalidField(field, 'not_found', `There is no project ${id}.`);
  }
}
