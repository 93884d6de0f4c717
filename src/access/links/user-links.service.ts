import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  AuditTrail,
  currentContext,
  failure,
  InjectStore,
  type Language,
  Mail,
  Maintenance,
  type ResourceStore,
} from '../../platform/index.js';
import { Layout } from '../pages/layout.js';
import { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { UserLinkRepository } from './user-link.repository.js';
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

interface LinkOptions {
  /** Invalidates older links. Default: true. */
  only?: boolean;
  /** Of the mail. Default: that of the user, as somebody else sends it. */
  language?: Language;
}

/** A valid link and its user. */
export interface UserLink {
  kind: LinkKind;
  user: User;
  workspace_name: string;
}

/**
 * Single-use links to choose a password (D-ACC-11). A link sent by an admin invalidates older ones; one requested on the page
 * does not, because anybody can request it. A link is bound to the email address it was sent to, and using one invalidates the
 * others. Only the hash of the token is stored.
 */
@Injectable()
export class UserLinks {
  constructor(
    private readonly links: UserLinkRepository,
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

  /** Invites a pending user to choose a password, which activates them. Returns the link. Needs a unit of work. */
  async invite(user: User, { only = true, language }: LinkOptions = {}): Promise<string> {
    if (user.status !== 'pending') throw failure(users, 'notPending');
    const { link, workspace } = await this.#write(user, 'invitation', only);
    const address = this.layout.address(link);
    const spoken = language ?? (await this.mail.languageFor(user.language));
    await this.mail.send(invitationMail(user, workspace, address, spoken));
    return address;
  }

  /** Sends a reset link; a pending user is invited again, a suspended one is a 409. Needs a unit of work. */
  async resetPassword(user: User, { only = true, language }: LinkOptions = {}): Promise<void> {
    if (user.status === 'pending') {
      await this.invite(user, { only, language });
      return;
    }
    if (user.status === 'suspended') throw failure(users, 'suspended');
    const { link, workspace } = await this.#write(user, 'password_reset', only);
    const spoken = language ?? (await this.mail.languageFor(user.language));
    await this.mail.send(resetMail(user, workspace, this.layout.address(link), spoken));
  }

  /** Path of the link for the first owner, who has no mailbox yet: to choose address and password. Needs a unit of work. */
  async forFirstOwner(user: User): Promise<string> {
    return (await this.#write(user, 'first_sign_in', true)).link;
  }

  /** Finds the user of a valid link, or null. Does not consume it. */
  async find(token: string, kind: LinkKind): Promise<UserLink | null> {
    const found = await this.links.find(token, kind);
    if (!found) return null;
    currentContext().workspaceId = found.workspace_id;
    const user = await this.store.find(found.user_id);
    if (!user || user.email !== found.email || !['pending', 'active'].includes(user.status)) return null;
    return { kind, user, workspace_name: found.workspace_name };
  }

  /** Consumes a link and all other links of the user, and locks the user. False if it is no longer valid. Needs a unit of work. */
  async use(token: string, user: User): Promise<boolean> {
    // Lock order: user before link.
    const locked = await this.store.find(user.id, { lock: true });
    if (!locked || !(await this.links.remove(token, locked))) return false;
    await this.links.removeOf(locked);
    return true;
  }

  /** Invalidates the links of a user. Needs a unit of work. */
  void(user: User): Promise<void> {
    return this.links.removeOf(user);
  }

  /** Deletes expired links. Returns their number. */
  clean(): Promise<number> {
    return this.links.removeExpired();
  }

  async #write(user: User, kind: LinkKind, only: boolean): Promise<{ link: string; workspace: string }> {
    const { unitOfWork } = currentContext();
    if (!unitOfWork) throw new Error('A link can only be sent inside a unit of work.');
    // Flushes the deferred insert of a new user, to which the link refers.
    const token = randomBytes(32).toString('base64url');
    const workspace = await this.links.add({ user, kind, token, lifetime: LIFETIMES[kind], only });
    await this.audit.note({
      action: `${users.type}.${kind === 'password_reset' ? 'password_reset' : 'invited'}`,
      resource_type: users.type,
      resource_id: user.id,
      outcome: 'success',
      changes: null,
    });
    return { link: `${LINK_PATHS[kind]}?token=${token}`, workspace };
  }
}
