import { Injectable } from '@nestjs/common';
import { currentContext, Database, DELETED_USER, invalidField, UserDirectory } from '../../platform/index.js';
import type { User } from './user.entity.js';
import { DELETED } from './user.resource.js';

export type KnownUser = Pick<User, 'id' | 'email' | 'display_name' | 'status'>;

/** What other apps may ask about users of the workspace, whatever the scopes of whoever the request is for. */
@Injectable()
export class UsersPort {
  constructor(
    private readonly database: Database,
    directory: UserDirectory,
  ) {
    directory.answers((id) => this.isActive(id));
  }

  /** Whether a record can be given to this user. */
  async isActive(id: string): Promise<boolean> {
    return id !== DELETED_USER && (await this.find(id))?.status === 'active';
  }

  /** Whether a record can be given to this user: they exist, whatever their status, and are not the placeholder. */
  async exists(id: string): Promise<boolean> {
    return id !== DELETED_USER && (await this.find(id)) !== null;
  }

  /** 400 where a record cannot be given to the user that `owner_id` names. Without one there is nothing to check. */
  async checkOwner(owner_id: string | undefined): Promise<void> {
    if (owner_id !== undefined && !(await this.exists(owner_id)))
      throw invalidField('owner_id', 'not_found', `There is no user ${owner_id}.`);
  }

  /** The names of those of these users who exist, by id. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.database.read<Pick<User, 'id' | 'display_name'> & Record<string, string>>(
      'select id, display_name from users where workspace_id = $1 and id = any($2)',
      [currentContext().workspaceId, ids],
    );
    return new Map(found.map(({ id, display_name }) => [id, display_name]));
  }

  /** The user's name and address, or null. The placeholder of deleted users has an empty email. */
  async find(id: string): Promise<KnownUser | null> {
    if (id === DELETED_USER) return DELETED;
    const [user] = await this.database.lookup<KnownUser>(
      'select id, email, display_name, status from users where workspace_id = $1 and id = $2',
      [currentContext().workspaceId, id],
    );
    return user ?? null;
  }
}
