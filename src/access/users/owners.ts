import { Injectable } from '@nestjs/common';
import { currentContext, Database, failure } from '../../platform/index.js';
import { users } from './user.resource.js';
import { OWNER } from '../roles/roles.js';

const OWNERS = `
  select u.id, u.created_at from users u
   where u.workspace_id = $1 and u.roles @> '{${OWNER}}' and u.status = 'active'
  union all
  select u.id, u.created_at from groups g
    join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
    join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
   where g.workspace_id = $1 and g.roles @> '{${OWNER}}' and u.status = 'active'`;

/** Sees to it that a workspace keeps an active owner, whether by a role of their own or of a group (D-ACC-1). */
@Injectable()
export class Owners {
  constructor(private readonly database: Database) {}

  /**
   * Makes a change that could take the last owner away, and refuses it (409) if it did. Such changes of a workspace
   * happen one after the other, so that two of them together cannot do what neither may. Needs a unit of work; rows that
   * the change is about are to be locked before.
   */
  async keep<T>(change: () => Promise<T>): Promise<T> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('owners ' || $1, 0))`, [workspaceId]);
    const before = await this.#any(workspaceId);
    const result = await change();
    if (before && !(await this.#any(workspaceId))) throw failure(users, 'lastOwner');
    return result;
  }

  /** The id of the active owner who has been there longest, or null. */
  async first(): Promise<string | null> {
    const [owner] = await this.database.read<{ id: string }>(
      `select id from (${OWNERS}) as owners order by created_at, id limit 1`,
      [currentContext().workspaceId],
    );
    return owner?.id ?? null;
  }

  async #any(workspaceId: string): Promise<boolean> {
    return (await this.database.read(`${OWNERS} limit 1`, [workspaceId])).length > 0;
  }
}
