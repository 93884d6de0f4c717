import { Injectable } from '@nestjs/common';
import { type Conditions, currentContext, Database, type Row, StoreRegistry } from '../../platform/index.js';

/** The part of a list that is read: conditions and order are SQL of the list's declaration (`Searchable`). */
interface PartQuery {
  table: string;
  type: string;
  columns: string;
  where: Conditions;
  order: string;
  limit: number;
  offset: number;
}

/** The columns of a member as JSON shows them. `$3` is the address of users. */
export type MemberColumns = Readonly<Record<string, string>>;

/**
 * Lists for SCIM: paged by index, with the members of many groups at once. PostgreSQL serializes members to JSON, so that no
 * object per member is created here.
 */
@Injectable()
export class ScimRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** Rows of a part of a list that the caller may read, and the number of all that match. */
  async part<T extends Row>(query: PartQuery): Promise<{ rows: T[]; total: number }> {
    const { table, type, columns, where, order, limit, offset } = query;
    where.add(this.stores.readable(type, table, where.values));
    const count = `select count(*)::int as n from ${table} where ${where.sql}`;
    const [{ n } = { n: 0 }] = await this.database.read<{ n: number }>(count, where.values);
    if (!limit) return { rows: [], total: n };
    const part = `select ${columns} from ${table} where ${where.sql} order by ${order} limit ${limit} offset ${where.value(offset)}`;
    return { rows: await this.database.read<T>(part, where.values), total: n };
  }

  /** The members of groups as JSON, by the id of the group. `address`: what comes before the id in the address of a user. */
  async membersOf(groupIds: readonly string[], parts: MemberColumns, address: string): Promise<Map<string, string>> {
    const values = [currentContext().workspaceId, groupIds, address];
    const columns = Object.entries(parts).map(([part, sql]) => `${sql} as "${part}"`);
    const rows = await this.database.read<{ group_id: string; members: string }>(
      `select m.group_id,
              string_agg((select row_to_json(part)::text from (select ${columns.join(', ')}) part), ',' order by u.id) as members
         from group_members m join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
        where m.workspace_id = $1 and m.group_id = any($2) and $3::text is not null
          and ${this.stores.readable('access.user', 'u', values)}
        group by m.group_id`,
      values,
    );
    return new Map(rows.map(({ group_id, members }) => [group_id, members]));
  }

  /** The groups of users, by name. */
  groupsOf(userIds: readonly string[]): Promise<{ user_id: string; id: string; name: string }[]> {
    const values = [currentContext().workspaceId, userIds];
    return this.database.read<{ user_id: string; id: string; name: string }>(
      `select m.user_id, g.id, g.name from group_members m
         join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
        where m.workspace_id = $1 and m.user_id = any($2) and ${this.stores.readable('access.group', 'g', values)}
        order by lower(g.name)`,
      values,
    );
  }
}
