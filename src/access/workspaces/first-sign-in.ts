import { Injectable } from '@nestjs/common';
import { asSystem, currentContext, Database, InjectStore, type ResourceStore } from '../../platform/index.js';
import { UserLinks } from '../links/user-links.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { WorkspaceRepository } from './workspace.repository.js';

/** Processes started within this time print one key and link, because each new one invalidates the previous. */
export const TOGETHER_SECONDS = 10;

/**
 * Link printed at startup, for the owner of the first workspace to choose address and password (D-RUN-3). It works once, for a
 * day. Until an owner has a password, every start prints a new one and invalidates older ones. Whoever can read the output
 * could have read the API key as well.
 */
@Injectable()
export class FirstSignIn {
  constructor(
    private readonly database: Database,
    private readonly repository: WorkspaceRepository,
    private readonly links: UserLinks,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  /** Path of a new link; null if none is needed or another process has just printed one. `alone`: there is no other process. */
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
