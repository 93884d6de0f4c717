import { Injectable } from '@nestjs/common';
import {
  type App,
  Clock,
  type Credential,
  currentContext,
  DELETED_USER,
  type Scope,
  UserDirectory,
} from '../../platform/index.js';
import { OWNER } from '../roles/roles.js';
import { userCredential } from './user-credential.js';
import { type KnownUser, type Reader, UserRepository } from './user.repository.js';
import { DELETED } from './user.resource.js';

/** Port of users for other apps, regardless of the scopes of the caller. */
@Injectable()
export class UsersPort {
  constructor(
    private readonly repository: UserRepository,
    private readonly clock: Clock,
    directory: UserDirectory,
  ) {
    directory.answers((id) => this.mayBeNamed(id));
    directory.answersUsers(
      ({ user_id, id, scopes, grant_id }) => this.credentialOf(user_id, id, scopes, grant_id),
      (emails, names) => this.repository.named(emails, names),
    );
  }

  /** Whether a record may newly name this user: they are active or invited, neither suspended nor deleted (D-ACC-6). */
  async mayBeNamed(id: string): Promise<boolean> {
    if (id === DELETED_USER) return false;
    return ['active', 'pending'].includes((await this.find(id))?.status ?? '');
  }

  /** The active admins of an app, those who have been there longest. */
  adminsOf(app: App): Promise<Reader[]> {
    return this.repository.readersWith([`${app}:admin`, OWNER]);
  }

  /** The names of those of these users who exist, by id. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.repository.names(ids);
    return new Map(found.map(({ id, display_name }) => [id, display_name]));
  }

  /** The user's name and address, or null. The placeholder of deleted users has an empty email. */
  async find(id: string): Promise<KnownUser | null> {
    if (id === DELETED_USER) return DELETED;
    return this.repository.find(id);
  }

  /**
   * Credential of an active user with some scopes, for background reads without a session. `by`: id of the reader; `grant`: the
   * OAuth grant through which it was created, if any. Null if the user is not active, or grant or app has ended.
   */
  async credentialOf(
    id: string,
    by: string,
    scopes: readonly Scope[],
    grant: string | null = null,
  ): Promise<Credential | null> {
    const { workspaceId } = currentContext();
    const app = grant === null ? null : await this.repository.appBehind(grant);
    if (grant !== null && (!app || app.revoked_at || app.expires_at <= this.clock.iso())) return null;
    const user = await this.repository.active(id);
    const session = {
      session_id: by,
      client_id: app?.client_id ?? null,
      client_name: app?.client_name ?? null,
      auth_time: null,
      revoked_at: null,
      expires_at: '9999-12-31T23:59:59.999Z',
      operator: false,
    };
    return user ? userCredential({ ...user, ...session, workspace_id: workspaceId, user_id: id }, scopes) : null;
  }
}
