import { Injectable } from '@nestjs/common';
import { currentContext, Database, type Detail, invalid } from '../../platform/index.js';
import { ProjectHooks, ProjectsPort } from '../../project/index.js';
import type { Deal } from './deal.entity.js';

type Links = Pick<Deal, 'contact_ids' | 'project_id'>;

interface Named {
  id: string;
  merged_into_id: string | null;
  deleted: boolean;
}

/** What deals name in other resources: contacts and a project (H5). */
@Injectable()
export class DealLinks {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsPort,
    hooks: ProjectHooks,
  ) {
    hooks.keepsLinked(({ id }) => this.#keeps(id));
  }

  /** What a request links, as it is stored; `before`: what was linked. 400 where it does not exist. */
  async checked({ contact_ids, project_id }: Partial<Links>, before?: Links): Promise<Partial<Links>> {
    if (project_id && project_id !== before?.project_id) await this.projects.hold(project_id);
    return { project_id, contact_ids: contact_ids && (await this.#contacts(contact_ids, before?.contact_ids ?? [])) };
  }

  /**
   * A contact that was merged stands for the one that it is part of now. Contacts that are new to the deal are held, so that
   * none is merged or removed meanwhile; one that was linked before stays, also from the trash.
   */
  async #contacts(ids: string[], before: string[]): Promise<string[]> {
    const added = ids.filter((id) => !before.includes(id));
    if (!added.length) return ids;
    const found = await this.database.write<Named & Record<string, unknown>>(
      `select id, merged_into_id, deleted_at is not null as deleted from sales_contacts
       where workspace_id = $1 and id = any($2) order by id for share`,
      [currentContext().workspaceId, added],
    );
    const known = new Map(found.map((contact) => [contact.id, contact]));
    const problems = ids.flatMap((id, index): Detail[] => {
      if (before.includes(id) || known.get(id)?.deleted === false) return [];
      return [{ field: `contact_ids[${index}]`, code: 'not_found', message: `There is no contact ${id}.` }];
    });
    if (problems.length) throw invalid(problems);
    return [...new Set(ids.map((id) => known.get(id)?.merged_into_id ?? id))];
  }

  /** Whether a project cannot go because of a deal that is still open. */
  async #keeps(projectId: string): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_deals where workspace_id = $1 and project_id = $2 and status = 'open' limit 1`,
      [currentContext().workspaceId, projectId],
    );
    return found !== undefined;
  }
}
