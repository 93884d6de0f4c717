import { Injectable } from '@nestjs/common';
import type { Project } from './project.entity.js';

type Named = Pick<Project, 'workspace_id' | 'id'>;

/**
 * Hooks for archiving and deleting projects. Other resources register here, so that projects do not depend on them. Hooks run
 * in the transaction of the request, with the project locked.
 */
@Injectable()
export class ProjectHooks {
  readonly #archiving: ((project: Named) => Promise<void>)[] = [];
  readonly #deleting: ((project: Named) => Promise<void>)[] = [];
  readonly #links: ((project: Named) => Promise<boolean>)[] = [];

  /** Runs before a project is archived, while its contents are still writable. */
  beforeArchive(act: (project: Named) => Promise<void>): void {
    this.#archiving.push(act);
  }

  /** Deletes the contents of a project. */
  beforeDelete(act: (project: Named) => Promise<void>): void {
    this.#deleting.push(act);
  }

  /** Whether open deals are linked, which prevents deletion. */
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
