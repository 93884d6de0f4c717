import { Injectable } from '@nestjs/common';
import {
  asSystem,
  currentContext,
  Database,
  InjectStore,
  Maintenance,
  type ResourceStore,
} from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { UserLinks } from '../links/user-links.service.js';
import { LinkRequestRepository } from './link-request.repository.js';

const TASK = 'link-requests';

/**
 * Password reset requests. The request only queues the address and a background task looks it up, so that neither response nor
 * timing reveals whether it has an account.
 */
@Injectable()
export class LinkRequests {
  constructor(
    private readonly requests: LinkRequestRepository,
    private readonly database: Database,
    private readonly links: UserLinks,
    private readonly maintenance: Maintenance,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {
    maintenance.add({
      name: TASK,
      description: 'Sends the requested links to reset a password.',
      every: 30_000,
      run: () => this.serve(),
    });
  }

  async add(email: string): Promise<void> {
    await this.requests.add(email);
    void this.maintenance.wake(TASK);
  }

  /** Sends reset links to users with a queued address, in each of their workspaces. */
  async serve(): Promise<void> {
    if (!(await this.requests.any())) return;
    while (await asSystem('', () => this.database.transaction(() => this.#serveOne())));
  }

  /** False when there is none left. */
  async #serveOne(): Promise<boolean> {
    const context = currentContext();
    const request = await this.requests.next();
    if (!request) return false;
    for (const { workspace_id, id } of await this.requests.usersOf(request.email)) {
      context.workspaceId = workspace_id;
      // Existing links stay valid, because anybody can request one.
      await this.links.resetPassword(await this.users.get(id, { lock: true }), { only: false });
    }
    await this.requests.remove(request);
    return true;
  }
}
