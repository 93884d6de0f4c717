import { Injectable } from '@nestjs/common';
import { type Detail, invalid } from '../../platform/index.js';
import { ProjectHooks } from '../../project/index.js';
import { DealRepository } from './deal.repository.js';

/** Contacts of deals, and deals of projects (H5). */
@Injectable()
export class DealLinks {
  constructor(
    private readonly repository: DealRepository,
    hooks: ProjectHooks,
  ) {
    // A project with open deals cannot be deleted.
    hooks.keepsLinked(({ id }) => repository.anyOpenOf(id));
  }

  /**
   * Validates contacts and returns them for storage: 400 if one does not exist. A merged contact is replaced by its primary. New
   * contacts are locked in share mode, so that none is merged or deleted meanwhile; existing links are kept, even to the trash.
   */
  async contacts(ids: string[] | undefined, before: string[] = []): Promise<string[] | undefined> {
    if (!ids) return undefined;
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
