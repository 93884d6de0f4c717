import { Injectable } from '@nestjs/common';
import {
  type App,
  type Credential,
  currentContext,
  Database,
  DELETED_USER,
  type Scope,
  UserDirectory,
} from '../../platform/index.js';
import { holdersOf } from '../roles/holders.js';
import { OWNER } from '../roles/roles.js';
import { EFFECTIVE_ROLES, GROUPS, type SignedIn, userCredential } from './user-credential.js';
import type { User } from './user.entity.js';
import { DELETED } from './user.resource.js';

/** So many are told of something together. */
const MOST_ADMINS = 50;

export type KnownUser = Pick<User, 'id' | 'email' | 'display_name' | 'status'>;

/** What other apps may ask about users of the workspace, whatever the scopes of whoever the request is for. */
@Injectable()
export class UsersPort {
  constructor(
    private readonly database: Database,
    directory: UserDirectory,
  ) {
    directory.answers((id) => this.mayBeNamed(id));
  }

  /** Whether a record may newly name this user: they are active or invited, neither suspended nor deleted (D-ACC-6). */
  async mayBeNamed(id: string): Promise<boolean> {
    if (id === DELETED_USER) return false;
    return ['active', 'pending'].includes((await this.find(id))?.status ?? '');
  }

  /** The addresses of the active admins of an app, of those who have been there longest. */
  async adminsOf(app: App): Promise<string[]> {
    const admins = await this.database.read<KnownUser>(
      `select email from users where workspace_id = $1 and status = 'active' and id in (${holdersOf('$2')})
        order by created_at, id limit ${MOST_ADMINS}`,
      [currentContext().workspaceId, [`${app}:admin`, OWNER]],
    );
    return admins.map(({ email }) => email);
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

  /**
   * An active user as a credential with some of their scopes, for what reads in their name without their session; `by`: the id
   * of what does. Null where they are not active.
   */
  async credentialOf(id: string, by: string, scopes: readonly Scope[]): Promise<Credential | null> {
    const { workspaceId } = currentContext();
    const [user] = await this.database.lookup<Pick<SignedIn, 'email' | 'status' | 'effective_roles' | 'groups'>>(
      `select u.email, u.status, ${EFFECTIVE_ROLES} as effective_roles,
         ${GROUPS} as groups
       from users u where u.workspace_id = $1 and u.id = $2 and u.status = 'active'`,
      [workspaceId, id],
    );
    const session = {
      session_id: by,
      client_id: null,
      revoked_at: null,
      expires_at: '9999-12-31T23:59:59.999Z',
      operator: false,
    };
    return user ? userCredential({ ...user, ...session, workspace_id: workspaceId, user_id: id }, scopes) : null;
  }
}
