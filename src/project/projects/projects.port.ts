import { Injectable } from '@nestjs/common';
import { invalidField, isId } from '../../platform/index.js';
import { ProjectRepository } from './project.repository.js';

/** Questions of other apps about projects. */
@Injectable()
export class ProjectsPort {
  constructor(private readonly repository: ProjectRepository) {}

  /**
   * Holds a project that a record is to be linked to: it is not deleted before the running unit of work ends. 400 about
   * `field` where there is none.
   */
  async hold(id: string, field = 'project_id'): Promise<void> {
    if (!isId('prj', id) || !(await this.repository.hold(id)))
      throw invalidField(field, 'not_found', `There is no project ${id}.`);
  }
}
