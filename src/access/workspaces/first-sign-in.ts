import { Injectable } from '@nestjs/common';
import { asSystem, Clock, currentContext, Database, InjectStore, type ResourceStore } from '../../platform/index.js';
import { UserLinks } from '../links/user-links.service.js';
import { OWNER } from '../roles/roles.js';
import { User } from '../users/user.entity.js';

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
    private readonly clock: Clock,
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
        await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.first-workspace'))`);
        const [owner] = await this.database.read<{ workspace_id: string; id: string; has_link: boolean }>(
          `select u.workspace_id, u.id, exists (
                    select from user_links l
                     where l.workspace_id = u.workspace_id and l.user_id = u.id and l.created_at > $2) as has_link
             from users u
            where u.workspace_id = (select id from workspaces order by created_at, id limit 1)
              and u.status = 'active' and u.roles @> array[$1] and not exists (
                    select from users o
                     where o.workspace_id = u.workspace_id and o.password_hash is not null and o.status = 'active'
                       and o.roles @> array[$1])
            order by u.created_at, u.id limit 1`,
          [OWNER, this.clock.iso(-TOGETHER_SECONDS)],
        );
        if (!owner || (owner.has_link && !alone)) return null;
        currentContext().workspaceId = owner.workspace_id;
        return this.links.forFirstOwner(await this.users.get(owner.id, { lock: true }));
      }),
    );
  }
}
