import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  AuditTrail,
  Clock,
  currentContext,
  Database,
  failure,
  hashOf,
  InjectStore,
  Mail,
  Maintenance,
  type ResourceStore,
} from '../../platform/index.js';
import { Layout } from '../pages/layout.js';
import { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { invitationMail, resetMail } from './user-links.mail.js';

export type LinkKind = 'invitation' | 'password_reset' | 'first_sign_in';

/** Seconds that a link works. */
const LIFETIMES: Record<LinkKind, number> = {
  invitation: 7 * 86_400,
  password_reset: 3_600,
  first_sign_in: 86_400,
};

/** The page that a link leads to. */
export const LINK_PATHS = {
  invitation: '/accept-invitation',
  password_reset: '/reset-password',
  first_sign_in: '/welcome',
} as const;

/** A link that works, and whose it is. */
export interface UserLink {
  kind: LinkKind;
  user: User;
  workspace_name: string;
}

/**
 * Links that let a user choose a password (D-ACC-11). A user has one at most: a newer one voids the older. It works
 * once, and only as long as they have the address that it was sent to. Only the hash of its token is kept.
 */
@Injectable()
export class UserLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mail: Mail,
    private readonly audit: AuditTrail,
    private readonly layout: Layout,
    maintenance: Maintenance,
    @InjectStore(User) private readonly store: ResourceStore<User>,
  ) {
    maintenance.add({
      name: 'user-links',
      description: 'Removes expired links of invitations and password resets.',
      every: 3_600_000,
      run: () => this.clean(),
    });
  }

  /**
   * Sends a pending user a link with which they choose a password and become active, and returns its address. Needs a unit of
   * work.
   */
  async invite(user: User): Promise<string> {
    if (user.status !== 'pending') throw failure(users, 'notPending');
    const { link, workspace } = await this.#write(user, 'invitation');
    const address = this.layout.address(link);
    await this.mail.send(invitationMail(user, workspace, address));
    return address;
  }

  /**
   * Sends a user a link with which they choose a new password; a pending user is invited again, a suspended one
   * is a 409. Needs a unit of work.
   */
  async resetPassword(user: User): Promise<void> {
    if (user.status === 'pending') {
      await this.invite(user);
      return;
    }
    if (user.status === 'suspended') throw failure(users, 'suspended');
    const { link, workspace } = await this.#write(user, 'password_reset');
    await this.mail.send(resetMail(user, workspace, this.layout.address(link)));
  }

  /**
   * The path of a link for the first owner, who has no mailbox here yet: with it they choose their address and a password.
   * Needs a unit of work.
   */
  async forFirstOwner(user: User): Promise<string> {
    return (await this.#write(user, 'first_sign_in')).link;
  }

  /** Finds the user of a link, or null when the link is unknown, used or expired. Reading it does not use it up. */
  async find(token: string, kind: LinkKind): Promise<UserLink | null> {
    const [found] = await this.database.read<{ workspace_id: string; user_id: string; email: string; name: string }>(
      `select l.workspace_id, l.user_id, l.email, w.name
         from user_links l join workspaces w on w.id = l.workspace_id
        where l.token_hash = $1 and l.kind = $2 and l.expires_at > $3`,
      [hashOf(token), kind, this.clock.iso()],
    );
    if (!found) return null;
    currentContext().workspaceId = found.workspace_id;
    const user = await this.store.find(found.user_id);
    if (!user || user.email !== found.email || !['pending', 'active'].includes(user.status)) return null;
    return { kind, user, workspace_name: found.name };
  }

  /** Uses a link up and locks the user. False when it works no more: somebody was faster. Needs a unit of work. */
  async use(token: string, user: User): Promise<boolean> {
    // The user before the link, as everybody does it.
    const locked = await this.store.find(user.id, { lock: true });
    const used = await this.database.write('delete from user_links where token_hash = $1 and email = $2 returning 1', [
      hashOf(token),
      locked?.email,
    ]);
    return used.length === 1;
  }

  /** Makes the link of a user worthless, where they have one. Needs a unit of work. */
  async void(user: User): Promise<void> {
    await this.database.write('delete from user_links where workspace_id = $1 and user_id = $2', [
      user.workspace_id,
      user.id,
    ]);
  }

  /** Removes links that have expired. Answers how many. */
  async clean(): Promise<number> {
    return (await this.database.execute('delete from user_links where expires_at <= $1', [this.clock.iso()])).count;
  }

  async #write(user: User, kind: LinkKind): Promise<{ link: string; workspace: string }> {
    const { unitOfWork } = currentContext();
    if (!unitOfWork) throw new Error('A link can only be sent inside a unit of work.');
    // The row of a user who is just being made must be there.
    const token = randomBytes(32).toString('base64url');
    const [workspace] = await this.database.write<{ name: string }>(
      `with written as (
         insert into user_links (workspace_id, user_id, kind, token_hash, email, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace_id, user_id) do update set kind = excluded.kind, token_hash = excluded.token_hash,
           email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at)
       select name from workspaces where id = $1`,
      [user.workspace_id, user.id, kind, hashOf(token), user.email, this.clock.iso(), this.clock.iso(LIFETIMES[kind])],
    );
    await this.audit.note({
      action: `${users.type}.${kind === 'password_reset' ? 'password_reset' : 'invited'}`,
      resource_type: users.type,
      resource_id: user.id,
      outcome: 'success',
      changes: null,
    });
    return { link: `${LINK_PATHS[kind]}?token=${token}`, workspace: workspace!.name };
  }
}
