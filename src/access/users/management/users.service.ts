import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  currentContext,
  failure,
  forbidden,
  InjectStore,
  type Language,
  read,
  ResourceService,
  type ResourceStore,
  Settings,
  UserDirectory,
} from '../../../platform/index.js';
import { ApiKeyCache } from '../../api-keys/api-keys.cache.js';
import { GroupRepository } from '../../groups/group.repository.js';
import { GroupsService } from '../../groups/groups.service.js';
import { UserLinks } from '../../links/user-links.service.js';
import { Owners } from '../owners.js';
import { checkHolds, checkRanks, differing, gives, holds, OWNER } from '../../roles/roles.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { CreateUser, type LastSession, type UserView } from './user.dto.js';
import { User } from '../user.entity.js';
import { users } from '../user.resource.js';
import { UserReferences } from './user-references.js';

/** Attributes of a user that only identity providers set. */
type Provisioned = Partial<Pick<User, 'given_name' | 'family_name' | 'external_id'>>;

/** A new user as other code makes them. */
type NewUser = Omit<CreateUser, 'language'> & Partial<Pick<CreateUser, 'language'>>;

/** Changeable fields besides status. Only provisioning changes the email address. */
interface UserChanges extends Provisioned {
  email?: string;
  display_name?: string;
  roles?: string[];
  language?: Language | null;
}

/** Business rules of users, shared by API, provisioning and command line. */
@Injectable()
export class UsersService extends ResourceService<User> {
  constructor(
    @InjectStore(User) store: ResourceStore<User>,
    private readonly sessions: SessionsService,
    private readonly keys: ApiKeyCache,
    private readonly links: UserLinks,
    private readonly owners: Owners,
    private readonly references: UserReferences,
    private readonly groups: GroupsService,
    private readonly memberships: GroupRepository,
    private readonly settings: Settings,
    directory: UserDirectory,
  ) {
    super(store);
    directory.answersInvitations((email) => this.create(read(CreateUser, { email, roles: [], send_invite: true })));
  }

  /** The user, or 404 where the caller may not see them. */
  get(id: string): Promise<User> {
    return this.store.get(id);
  }

  /** The user as a single get shows them. */
  override async show(user: User): Promise<User & UserView> {
    const [groups, last_session] = await Promise.all([this.memberships.of(user), this.#lastSessionOf(user)]);
    return {
      ...user,
      groups: groups.map(({ id, name }) => ({ id, name })),
      effective_roles: rolesTogether(user, groups),
      last_session,
    };
  }

  /** Creates a user; by default pending and invited. 409 if the email address is taken, case-insensitively. */
  override async create(
    { email, display_name = email.split('@')[0]!, roles, language = null, send_invite }: NewUser,
    { status = 'pending', ...provisioned }: Provisioned & { status?: string } = {},
  ): Promise<User & { invite_link?: string }> {
    checkHolds(currentContext().credential, roles);
    const made = { ...provisioned, email, display_name, roles, language, status };
    const user = await this.store.create(made, { also: gives(roles) });
    if (!send_invite) return user;
    const invite_link = await this.invite(user);
    return invite_link === undefined ? user : { ...user, invite_link };
  }

  override async update(user: User, changes: UserChanges): Promise<User> {
    const { credential } = currentContext();
    const { email = user.email, roles = user.roles } = changes;
    checkHolds(credential, differing(user.roles, roles));
    if (differs(user, changes)) await this.#checkRanks(user);
    // Changing the address is impersonation, because it receives password links.
    if (email !== user.email) {
      checkHolds(credential, rolesTogether(user, await this.memberships.of(user)));
      if (user.operator && credential && !credential.isOperator)
        throw forbidden('The user is an operator. Only an operator can manage them.');
    }
    const change = async () => {
      const updated = await this.store.update(user, changes);
      if (email !== user.email || roles !== user.roles) await this.sessions.forgetUser(user.id);
      return updated;
    };
    if (!user.roles.includes(OWNER) || roles.includes(OWNER)) return change();
    await this.store.lock(user);
    return this.owners.keep(change);
  }

  /** Changes that callers make of themselves, whatever their rights. */
  updateOwn(user: User, changes: Partial<Pick<User, 'language'>>): Promise<User> {
    return this.store.update(user, changes, { own: true });
  }

  /** Makes a pending user active, as if they had accepted their invitation. */
  async activate(user: User): Promise<User> {
    if (user.status === 'suspended') throw failure(users, 'suspended');
    if (user.status === 'pending') await this.#checkRanks(user);
    return this.#become(user, 'active', 'activated');
  }

  /** Reactivates a suspended user, including their API keys. */
  async reactivate(user: User): Promise<User> {
    if (user.status === 'pending') throw failure(users, 'pending');
    if (user.status === 'suspended') await this.#checkRanks(user);
    return this.#become(user, 'active', 'reactivated');
  }

  /** Suspends a user: ends sessions and disables roles, groups and API keys, which are kept for reactivation. */
  async deactivate(user: User): Promise<User> {
    if (user.status === 'suspended') return user;
    this.#refuseOneself(user);
    await this.#checkRanks(user);
    await this.store.lock(user);
    return this.owners.keep(async () => {
      const suspended = await this.#become(user, 'suspended', 'deactivated');
      await this.links.void(user);
      await this.sessions.endAll({ user_id: user.id }, 'user_deactivated');
      return suspended;
    });
  }

  /**
   * Permanently deletes a user and their personal data, and revokes their API keys. Their records are kept and refer to the
   * placeholder: some at once, the rest by maintenance.
   */
  override async remove(user: User): Promise<void> {
    this.#refuseOneself(user);
    await this.#checkRanks(user);
    await this.memberships.lockOf(user);
    await this.store.lock(user);
    await this.owners.keep(async () => {
      await this.groups.removeFromAll(user);
      await this.sessions.endAll({ user_id: user.id }, 'user_deleted');
      await this.references.release(user.id);
      await this.store.remove(user);
      await this.sessions.forgetUser(user.id);
    });
  }

  /** Makes a user an operator of the deployment, or no longer one: for the command line alone (D-RUN-8). */
  async setOperator(user: User, operator: boolean): Promise<User> {
    const as = operator ? 'operator_granted' : 'operator_revoked';
    const changed = await this.store.update(user, { operator }, { as });
    await this.sessions.forgetUser(user.id);
    return changed;
  }

  /**
   * Sends the invitation (again); 409 where the user is not pending. Returns its link where there is no mail server to deliver
   * it and the caller may hand it over: whoever has the link can become the user.
   */
  async invite(user: User): Promise<string | undefined> {
    const link = await this.links.invite(user);
    const { credential } = currentContext();
    if (this.settings.SMTP_URL || !credential?.isAdmin('access') || user.operator) return undefined;
    const roles = rolesTogether(user, await this.memberships.of(user));
    return holds(credential, roles) ? link : undefined;
  }

  /** Sends the user a link to choose a password with; 409 where they are suspended. */
  resetPassword(user: User): Promise<void> {
    return this.links.resetPassword(user);
  }

  async #become(user: User, status: string, as: string): Promise<User> {
    const changed = await this.store.transition(user, status, {}, { as });
    if (changed === user) return user;
    await this.sessions.forgetUser(user.id);
    await this.keys.forgetMadeBy(user.id);
    return changed;
  }

  async #checkRanks(user: User): Promise<void> {
    checkRanks(currentContext().credential, rolesTogether(user, await this.memberships.of(user)));
  }

  #refuseOneself(user: User): void {
    const { credential } = currentContext();
    if (credential && credential.kind !== 'api_key' && credential.user_id === user.id) throw failure(users, 'oneself');
  }

  async #lastSessionOf(user: User): Promise<LastSession | null> {
    const session = await this.sessions.lastOf(user.id);
    if (!session) return null;
    const { id, status, auth_method, ip_address, user_agent, created_at, last_active_at } = session;
    return { id, status, auth_method, ip_address, user_agent, created_at, last_active_at };
  }
}

/** Whether the changes change anything. */
const differs = (user: User, changes: UserChanges): boolean =>
  Object.entries(changes).some(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, user[field as keyof UserChanges]),
  );

const rolesTogether = (user: User, groups: { roles: string[] }[]): string[] =>
  [...new Set([...user.roles, ...groups.flatMap(({ roles }) => roles)])].toSorted();
