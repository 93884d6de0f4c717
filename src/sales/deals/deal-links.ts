import { Injectable } from '@nestjs/common';
import { type Detail, invalid } from '../../platform/index.js';
import { ProjectHooks, ProjectsPort } from '../../project/index.js';
import type { Deal } from './deal.entity.js';
import { DealRepository } from './deal.repository.js';

type Links = Pick<Deal, 'contact_ids' | 'project_id'>;

/** References of deals to contacts and a project (H5). */
@Injectable()
export class DealLinks {
  constructor(
    private readonly repository: DealRepository,
    private readonly projects: ProjectsPort,
    hooks: ProjectHooks,
  ) {
    // A project with open deals cannot be deleted.
    hooks.keepsLinked(({ id }) => repository.anyOpenOf(id));
  }

  /** Validates links and returns them for storage. `before`: current links. 400 if a target does not exist. */
  async checked({ contact_ids, project_id }: Partial<Links>, before?: Links): Promise<Partial<Links>> {
    if (project_id && project_id !== before?.project_id) await this.projects.hold(project_id);
    return { project_id, contact_ids: contact_ids && (await this.#contacts(contact_ids, before?.contact_ids ?? [])) };
  }

  /**
   * A merged contact is replaced by its primary. New contacts are locked in share mode, so that none is merged or deleted
   * meanwhile; existing links are kept, even to the trash.
   */
  async #contacts(ids: string[], before: string[]): Promise<string[]> {
    const named = await this.repository.holdContacts(ids.filter((id) => !before.includes(id)));
    const primaries = await this.repository.holdContacts([...named.values()].filter((id) => id !== null));
    const standing = ids.map((id) => {
      if (before.includes(id)) return id;
      const primary = named.get(id);
      return primary === null || primaries.has(primary!) ? (primary ?? id) : undefined;
    });
    const problems = standing.flatMap((id, index): Detail[] => {
      if (id !== undefined) return [];
      return [{ field: `contact_ids[${index}]`, code: 'not_found', message: `There is no contact ${ids[index]}.` }];
    });
    if (problems.length) throw invalid(problems);
    return [...new Set(standing as string[])];
  }
}
