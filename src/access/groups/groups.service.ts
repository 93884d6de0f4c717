import { Injectable } from '@nestjs/common';
import {
  currentContext,
  InjectStore,
  invalid,
  notFound,
  type Page,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { Owners } from '../users/owners.js';
import { checkHolds, differing, gives, OWNER } from '../roles/roles.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import {
  type AddedMembers,
  type CreateGroup,
  type MemberQuery,
  MembersOf,
  MemberView,
  type UpdateGroup,
} from './group.dto.js';
import { Group } from './group.entity.js';
import { GroupRepository } from './group.repository.js';

/** Members to add and remove. `others`: remove everybody who is not added. */
export interface MemberChanges {
  add: string[];
  remove: string[] | 'others';
}

/** Above this number of members, one notification invalidates all users. */
const MAX_SINGLE_INVALIDATIONS = 100;

/** Business rules of groups and memberships, shared by API, provisioning and command line. */
@Injectable()
export class GroupsService extends ResourceService<Group> {
  constructor(
    @InjectStore(Group) store: ResourceStore<Group>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
    private readonly sessions: SessionsService,
    private readonly owners: Owners,
    private readonly repository: GroupRepository,
  ) {
    super(store);
  }

  members(group: Group, query: MemberQuery): Promise<Page<MemberView>> {
    return this.users.page(Object.assign(new MembersOf(), query, { group_id: group.id }), MemberView);
  }

  /** 409 if the name is taken, case-insensitively. */
  override async create(input: CreateGroup, { external_id }: Partial<Pick<Group, 'external_id'>> = {}): Promise<Group> {
    checkHolds(currentContext().credential, input.roles);
    return this.store.create({ ...input, external_id }, { also: gives(input.roles) });
  }

  /** New roles apply to all members at once. */
  override async update(group: Group, changes: UpdateGroup & Partial<Pick<Group, 'external_id'>>): Promise<Group> {
    const { roles = group.roles, name = group.name, external_id = group.external_id } = changes;
    // Renaming needs the rights of the roles too, because an identity provider finds the group whose members it sets by its
    // name.
    const renamed = name !== group.name || external_id !== group.external_id;
    const touched = renamed ? [...group.roles, ...roles] : differing(group.roles, roles);
    checkHolds(currentContext().credential, touched);
    return this.#keepOwner(group, !roles.includes(OWNER), async () => {
      const updated = await this.store.update(group, changes);
      if (roles !== group.roles) await this.sessions.forgetEverybody();
      return updated;
    });
  }

  /** Members lose the roles of the group. */
  override async remove(group: Group): Promise<void> {
    checkHolds(currentContext().credential, group.roles);
    return this.#keepOwner(group, true, async () => {
      await this.store.remove(group);
      await this.sessions.forgetEverybody();
    });
  }

  /** Adds users; existing members are ignored. 400 if one does not exist, and then nobody is added. */
  async addMembers(group: Group, userIds: string[]): Promise<AddedMembers> {
    checkHolds(currentContext().credential, group.roles);
    await this.store.lock(group);
    const joined = await this.#join(group, userIds);
    return { id: group.id, member_count: joined.group.member_count, added: joined.added.length };
  }

  /** 404 if the user is not a member. */
  async removeMember(group: Group, userId: string): Promise<void> {
    checkHolds(currentContext().credential, group.roles);
    await this.store.lock(group);
    const left = await this.#leave(group, 'these', [userId], 'member_removed');
    if (left === group) throw notFound(`The user is not a member of the group ${group.id}.`);
  }

  /** Adds and removes members. Idempotent; 400 if a user to add does not exist. */
  async changeMembers(group: Group, { add, remove }: MemberChanges): Promise<Group> {
    await this.store.lock(group);
    // Adds first, so that one owner can replace another in a group of owners.
    const { group: joined } = await this.#join(group, add);
    let left = joined;
    if (remove === 'others') left = await this.#leave(joined, 'others', add);
    else if (remove.length) left = await this.#leave(joined, 'these', remove);
    if (left !== group) checkHolds(currentContext().credential, group.roles);
    return left;
  }

  /** Removes a user who is being deleted from all groups, with the events of a manual removal. */
  async removeFromAll(user: User): Promise<void> {
    const ids = await this.repository.removeFromAll(user);
    if (!ids.length) return;
    await this.store.refuseIds('read', ids);
    const left = await this.store.findAll(['id = any(?)', ids], { lock: true, unseen: true });
    const also = { members: { from: [user.id], to: [] } };
    await this.store.updateMany(
      (await this.repository.counted(left)).map((group) => [
        group,
        { member_count: group.member_count - 1 },
        { as: 'member_removed', also },
      ]),
    );
  }

  async #join(group: Group, userIds: string[]): Promise<{ group: Group; added: string[] }> {
    if (!userIds.length) return { group, added: [] };
    await this.#checkUsers(userIds);
    const added = await this.repository.add(group, userIds);
    if (!added.length) return { group, added };
    const [counted] = (await this.repository.counted([group])) as [Group];
    const joined = await this.store.update(
      counted,
      { member_count: counted.member_count + added.length },
      { as: 'members_added', also: { members: { from: [], to: added }, ...gives(group.roles) } },
    );
    await this.#forget(added);
    return { group: joined, added };
  }

  /** Removes these members, or all others. Returns the same group if nobody leaves. */
  #leave(group: Group, who: 'these' | 'others', userIds: string[], as = 'members_removed'): Promise<Group> {
    return this.#keepOwner(group, true, async () => {
      const removed = await this.repository.remove(group, who, userIds);
      if (!removed.length) return group;
      const [counted] = (await this.repository.counted([group])) as [Group];
      const left = await this.store.update(
        counted,
        { member_count: counted.member_count - removed.length },
        { as, also: { members: { from: removed, to: [] } } },
      );
      await this.#forget(removed);
      return left;
    });
  }

  /** Invalidates the credentials of these users in every process. */
  async #forget(userIds: string[]): Promise<void> {
    if (userIds.length > MAX_SINGLE_INVALIDATIONS) return this.sessions.forgetEverybody();
    for (const userId of userIds) await this.sessions.forgetUser(userId);
  }

  /** Runs a change that may remove workspace:owner from members. */
  async #keepOwner<T>(group: Group, takesRoles: boolean, change: () => Promise<T>): Promise<T> {
    if (!takesRoles || !group.roles.includes(OWNER)) return change();
    await this.store.lock(group);
    return this.owners.keep(change);
  }

  /** Locks the users against deletion. */
  async #checkUsers(ids: string[]): Promise<void> {
    const known = await this.repository.holdUsers(ids);
    const unknown = ids.flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ field: `user_ids[${index}]`, code: 'not_found' as const, message: `There is no user ${id}.` }],
    );
    if (unknown.length) throw invalid(unknown);
  }
}
