import { Injectable } from '@nestjs/common';
import { asSystem, currentContext, Database, InjectStore, type ResourceStore } from '../../platform/index.js';
import { UserLinks } from '../links/user-links.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { WorkspaceRepository } from './workspace.repository.js';

/** Processes that start together print one key and link and not one each, of which only the last would work. */
export const TOGETHER_SECONDS = 10;

/**
 * The link that a start prints, with which the owner of the first workspace chooses an address and a password and comes to the
 * console (D-RUN-3). It works once, for a day. Until the workspace has an owner with a password every start prints
 * another one, which voids those before: whoever reads what a start prints could have had its API key as well.
 */
@Injectable()
export class FirstSignIn {
  constructor(
    private readonly database: Database,
    private readonly repository: WorkspaceRepository,
    private readonly links: UserLinks,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  /**
   * The path of a new link, or null where none is needed or another process has just printed one. `alone`: there is no other
   * process, so each start prints one.
   */
  link({ alone = false } = {}): Promise<string | null> {
    return asSystem('', () =>
      this.database.transaction(async () => {
        await this.repository.lockFirst();
        const owner = await this.repository.ownerWithoutPassword(OWNER, TOGETHER_SECONDS);
        if (!owner || (owner.has_link && !alone)) return null;
        currentContext().workspaceId = owner.workspace_id;
        return this.links.forFirstOwner(await this.users.get(owner.id, { lock: true }));
      }),
    );
  }
}
