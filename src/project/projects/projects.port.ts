import { Injectable } from '@nestjs/common';
import { currentContext, Database, invalidField, isId } from '../../platform/index.js';

/** What other apps may ask about projects. */
@Injectable()
export class ProjectsPort {
  constructor(private readonly database: Database) {}

  /**
   * Holds a project that a record is to be linked to: it is not deleted before the running unit of work ends. 400 about
   * `field` where there is none.
   */
  async hold(id: string, field = 'project_id'): Promise<void> {
    const found = isId('prj', id)
      ? await this.database.write('select 1 from projects where workspace_id = $1 and id = $2 for key share', [
          currentContext().workspaceId,
          id,
        ])
      : [];
    if (!found.length) throw invalidField(field, 'not_found', `There is no project ${id}.`);
  }
}
