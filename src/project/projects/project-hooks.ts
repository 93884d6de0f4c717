import { Injectable } from '@nestjs/common';
import type { Project } from './project.entity.js';

type Named = Pick<Project, 'workspace_id' | 'id'>;

/**
 * Hooks of other resources for the end of a project. They register here, so that projects depend on none of them. Hooks run in
 * the transaction of the request, with the project locked.
 */
@Injectable()
export class ProjectHooks {
  readonly #archiving: ((project: Named) => Promise<void>)[] = [];
  readonly #deleting: ((project: Named) => Promise<void>)[] = [];
  readonly #links: ((project: Named) => Promise<boolean>)[] = [];

  /** Does something just before a project is archived, as long as things in it can still be changed. */
  beforeArchive(act: (project: Named) => Promise<void>): void {
    this.#archiving.push(act);
  }

  /** Removes what is in a project that is deleted. */
  beforeDelete(act: (project: Named) => Promise<void>): void {
    this.#deleting.push(act);
  }

  /** Tells whether open deals are linked to a project, which then cannot be deleted. */
  keepsLinked(isLinked: (project: Named) => Promise<boolean>): void {
    this.#links.push(isLinked);
  }

  async archiving(project: Named): Promise<void> {
    for (const act of this.#archiving) await act(project);
  }

  async deleting(project: Named): Promise<void> {
    for (const act of this.#deleting) await act(project);
  }

  async isLinked(project: Named): Promise<boolean> {
    for (const isLinked of this.#links) if (await isLinked(project)) return true;
    return false;
  }
}
