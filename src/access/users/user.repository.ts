import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import { holdersOf } from '../roles/holders.js';
import { EFFECTIVE_ROLES, GROUPS, type SignedIn } from './user-credential.js';
import type { User } from './user.entity.js';

/** Admins that are found together. */
const MAX_ADMINS = 50;

export type KnownUser = Pick<User, 'id' | 'email' | 'display_name' | 'status'>;

/** Questions about users of the workspace, whatever the caller may see. */
@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<KnownUser | null> {
    const [user] = await this.database.lookup<KnownUser>(
      'select id, email, display_name, status from users where workspace_id = $1 and id = $2',
      [currentContext().workspaceId, id],
    );
    return user ?? null;
  }

  /** The user with this address, in any case. */
  async withAddress(email: string): Promise<Pick<User, 'id' | 'email' | 'display_name' | 'workspace_id'> | null> {
    const [user] = await this.database.read<Pick<User, 'id' | 'email' | 'display_name' | 'workspace_id'>>(
      'select id, email, display_name, workspace_id from users where workspace_id = $1 and lower(email) = lower($2)',
      [currentContext().workspaceId, email],
    );
    return user ?? null;
  }

  names(ids: readonly string[]): Promise<Pick<User, 'id' | 'display_name'>[]> {
    return this.database.read<Pick<User, 'id' | 'display_name'>>(
      'select id, display_name from users where workspace_id = $1 and id = any($2)',
      [currentContext().workspaceId, ids],
    );
  }

  /** The addresses of active users with one of these roles, of those who have been there longest. */
  async addressesOf(roles: readonly string[]): Promise<string[]> {
    const users = await this.database.read<Pick<User, 'email'>>(
      `select email from users where workspace_id = $1 and status = 'active' and id in (${holdersOf('$2')})
        order by created_at, id limit ${MAX_ADMINS}`,
      [currentContext().workspaceId, roles],
    );
    return users.map(({ email }) => email);
  }

  /** An active user with what their credential is made of; null where they are not active. */
  async active(id: string): Promise<Pick<SignedIn, 'email' | 'status' | 'effective_roles' | 'groups'> | null> {
    const [user] = await this.database.lookup<Pick<SignedIn, 'email' | 'status' | 'effective_roles' | 'groups'>>(
      `select u.email, u.status, ${EFFECTIVE_ROLES} as effective_roles,
         ${GROUPS} as groups
       from users u where u.workspace_id = $1 and u.id = $2 and u.status = 'active'`,
      [currentContext().workspaceId, id],
    );
    return user ?? null;
  }
}
