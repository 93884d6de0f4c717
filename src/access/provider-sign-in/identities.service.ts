import { Injectable, Logger } from '@nestjs/common';
import type { IDToken } from 'openid-client';
import { ApiError, currentContext, Database, deferred, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Group } from '../groups/group.entity.js';
import { GroupsService } from '../groups/groups.service.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import { ProviderRefusal } from '../identity-providers/provider-client.js';
import { User } from '../users/user.entity.js';
import { groupsIn, languageIn, nameIn, subjectIn, verifiedEmailIn } from './claims.js';
import { IdentityRepository } from './identity.repository.js';
import { UsersService } from '../users/management/users.service.js';

/** Lists claims omitted from a token (OpenID Connect Core, 5.6.2). */
const CLAIM_NAMES = '_claim_names';

/** Maps identities of providers to users. */
@Injectable()
export class Identities {
  readonly #logger = new Logger('Identities');

  constructor(
    private readonly repository: IdentityRepository,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly groups: GroupsService,
    @InjectStore(User) private readonly store: ResourceStore<User>,
    @InjectStore(Group) private readonly groupStore: ResourceStore<Group>,
  ) {}

  /**
   * The active user of an ID token: the linked one or, on first sign-in, the one with the verified address, or a new one if the
   * provider provisions users. Throws `ProviderRefusal` if there is none.
   */
  resolve(provider: IdentityProvider, claims: IDToken): Promise<User> {
    return this.database.transaction(async () => {
      const known = await this.#known(provider, subjectIn(claims));
      const user = known ?? (await this.#firstTime(provider, claims));
      if (user.status === 'suspended') throw new ProviderRefusal(deferred('your account is suspended'));
      return user.status === 'pending' ? this.users.activate(user) : user;
    });
  }

  /** Consumes a value that works once. False if it was used before. */
  useOnce(value: string): Promise<boolean> {
    return this.database.transaction(() => this.repository.useOnce(value));
  }

  /** Synchronises the mapped groups of a user with the groups claim. */
  async syncGroups({ groups_claim, group_map }: IdentityProvider, user: User, claims: IDToken): Promise<void> {
    if (groups_claim === null || !group_map.length) return;
    const claim = claims[groups_claim];
    // Entra ID omits the claim if there are too many groups, and indicates that here.
    const { [CLAIM_NAMES]: names } = claims;
    const isElsewhere = typeof names === 'object' && names !== null && Object.hasOwn(names, groups_claim);
    if (claim === undefined && isElsewhere) return;
    const values = groupsIn(claim);
    const wanted = new Map<string, boolean>();
    for (const { value, group_id } of group_map)
      wanted.set(group_id, (wanted.get(group_id) ?? false) || values.has(value));
    const current = await this.repository.groupsOf(user);
    for (const [id, joins] of wanted) if (joins !== current.has(id)) await this.#change(id, user, joins);
  }

  async #change(groupId: string, user: User, joins: boolean): Promise<void> {
    const change = async () => {
      const group = await this.groupStore.find(groupId, { lock: true });
      const members = joins ? { add: [user.id], remove: [] } : { add: [], remove: [user.id] };
      if (group) await this.groups.changeMembers(group, members);
    };
    await this.database.transaction(change).catch((error: unknown) => {
      // The last owner is kept, whatever the provider claims.
      if (!(error instanceof ApiError)) throw error;
      this.#logger.warn(`The membership of ${user.id} in ${groupId} could not be changed: ${error.message}`);
    });
  }

  async #known(provider: IdentityProvider, subject: string): Promise<User | null> {
    const id = await this.repository.userOf(provider, subject);
    return id === null ? null : this.store.find(id, { lock: true });
  }

  async #firstTime(provider: IdentityProvider, claims: IDToken): Promise<User> {
    // Serialized, so that concurrent first sign-ins create one account.
    await this.repository.lockProvider(provider);
    const again = await this.#known(provider, claims.sub);
    if (again) return again;
    const email = verifiedEmailIn(provider, claims);
    const found = await this.repository.withAddress(provider, email);
    if (found?.linked)
      throw new ProviderRefusal(deferred('your address belongs to an account that is linked to somebody else there'));
    if (!found && provider.provisioning === 'none')
      throw new ProviderRefusal(deferred('you have no account in this workspace. Ask an administrator to invite you'));
    const user = found ? await this.store.find(found.id, { lock: true }) : await this.#create(provider, email, claims);
    await this.repository.add(provider, claims.sub, user!.id);
    return user!;
  }

  #create({ default_roles }: IdentityProvider, email: string, claims: IDToken): Promise<User> {
    currentContext().actor = { type: 'system', id: null, email: null };
    const text = (claim: string) => nameIn(claims, claim);
    return this.users.create(
      {
        email,
        display_name: text('name'),
        roles: default_roles,
        language: languageIn(claims),
        send_invite: false,
      },
      { status: 'active', given_name: text('given_name') ?? null, family_name: text('family_name') ?? null },
    );
  }
}
