import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  InjectStore,
  Maintenance,
  newId,
  type ResourceStore,
} from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { UserLinks } from '../links/user-links.service.js';

const TASK = 'link-requests';

/**
 * Forgotten passwords. The request only writes down the address; whether anybody has it is looked up afterwards, so
 * that nothing about the answer, nor the time it takes, tells.
 */
@Injectable()
export class LinkRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
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
    await this.database.execute('insert into link_requests (id, email, created_at) values ($1, $2, $3)', [
      newId('lrq'),
      email,
      this.clock.iso(),
    ]);
    void this.maintenance.wake(TASK);
  }

  /** Sends the users with one of the addresses a link, in each of their workspaces. */
  async serve(): Promise<void> {
    const { count } = await this.database.execute('select 1 from link_requests limit 1');
    if (!count) return;
    while (await asSystem('', () => this.database.transaction(() => this.#serveOne())));
  }

  /** False when there is none left. */
  async #serveOne(): Promise<boolean> {
    const context = currentContext();
    const [request] = await this.database.write<{ id: string; email: string }>(
      'select id, email from link_requests order by id limit 1 for update skip locked',
    );
    if (!request) return false;
    const found = await this.database.read<Pick<User, 'workspace_id' | 'id'>>(
      `select workspace_id, id from users where lower(email) = lower($1) and status in ('active', 'pending')
        order by workspace_id`,
      [request.email],
    );
    for (const { workspace_id, id } of found) {
      context.workspaceId = workspace_id;
      // Others may have asked for it, so the links that the user has keep working.
      await this.links.resetPassword(await this.users.get(id, { lock: true }), { only: false });
    }
    await this.database.write('delete from link_requests where id = $1', [request.id]);
    return true;
  }
}
