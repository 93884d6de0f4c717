import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, StoreRegistry } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import type { Group } from './group.entity.js';

/** Members of groups. Callers must also update `member_count` through the store. */
@Injectable()
export class GroupRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
    private readonly clock: Clock,
  ) {}

  /** The groups of a user, by name, as far as the caller may read them. */
  of({ workspace_id, id }: User): Promise<Pick<Group, 'id' | 'name' | 'roles'>[]> {
    const values = [workspace_id, id];
    return this.database.read<Pick<Group, 'id' | 'name' | 'roles'>>(
      `select g.id, g.name, g.roles from group_members m
         join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
        where m.workspace_id = $1 and m.user_id = $2 and ${this.stores.readable('access.group', 'g', values)}
        order by lower(g.name)`,
      values,
    );
  }

  /** Locks the groups of a user in the global lock order: groups before members. */
  async lockOf({ workspace_id, id }: User): Promise<void> {
    await this.database.write(
      `select id from groups where workspace_id = $1
          and id in (select group_id from group_members where workspace_id = $1 and user_id = $2) order by id for update`,
      [workspace_id, id],
    );
  }

  /** The groups with their stored numbers of members, which may be more than the caller is shown. */
  async counted(groups: Group[]): Promise<Group[]> {
    const rows = await this.database.read<Pick<Group, 'id' | 'member_count'>>(
      'select id, member_count from groups where workspace_id = $1 and id = any($2)',
      [currentContext().workspaceId, groups.map(({ id }) => id)],
    );
    const counts = new Map(rows.map(({ id, member_count }) => [id, member_count]));
    return groups.map((group) => ({ ...group, member_count: counts.get(group.id)! }));
  }

  /** Existing users among these, locked against deletion until the end of the transaction. */
  async holdUsers(ids: string[]): Promise<Set<string>> {
    const found = await this.database.write<{ id: string }>(
      'select id from users where workspace_id = $1 and id = any($2) order by id for key share',
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** Adds users. Returns the ids of new members. */
  async add({ workspace_id, id }: Group, userIds: string[]): Promise<string[]> {
    const rows = await this.database.write<{ user_id: string }>(
      `insert into group_members (workspace_id, group_id, user_id, created_at)
       select $1, $2, user_id, $4 from unnest($3::text[]) as user_id order by user_id
       on conflict do nothing returning user_id`,
      [workspace_id, id, userIds, this.clock.iso()],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Removes these members, or all others. Returns the ids of removed members. */
  async remove({ workspace_id, id }: Group, who: 'these' | 'others', userIds: string[]): Promise<string[]> {
    const condition = who === 'these' ? 'user_id = any($3)' : 'user_id <> all($3)';
    const rows = await this.database.write<{ user_id: string }>(
      `delete from group_members where workspace_id = $1 and group_id = $2 and ${condition} returning user_id`,
      [workspace_id, id, userIds],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Removes a user from all groups. Returns the ids of the groups. */
  async removeFromAll({ workspace_id, id }: User): Promise<string[]> {
    const rows = await this.database.write<{ group_id: string }>(
      'delete from group_members where workspace_id = $1 and user_id = $2 returning group_id',
      [workspace_id, id],
    );
    return rows.map(({ group_id }) => group_id);
  }
}
