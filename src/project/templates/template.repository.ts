import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';

/** Maximum member roles saved in a template. */
const MAX_MEMBERS = 100;

@Injectable()
export class TemplateRepository {
  constructor(private readonly database: Database) {}

  async count(): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from project_templates where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return row!.n;
  }

  /** The roles of the members of a project, in the order in which they joined. */
  rolesIn({ workspace_id, id }: Project): Promise<{ role: string }[]> {
    return this.database.read<{ role: string }>(
      `select role from project_members where workspace_id = $1 and project_id = $2
        order by created_at, user_id limit ${MAX_MEMBERS}`,
      [workspace_id, id],
    );
  }
}
