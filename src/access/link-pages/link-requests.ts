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
 * Forgotten passwords. The request only writes down the address; whether anybody has it is looked up afterwards, so
 * that nothing about the answer, nor the time it takes, tells.
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

  /** Sends the users with one of the addresses a link, in each of their workspaces. */
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
      // Others may have asked for it, so the links that the user has keep working.
      await this.links.resetPassword(await this.users.get(id, { lock: true }), { only: false });
    }
    await this.requests.remove(request);
    return true;
  }
}
