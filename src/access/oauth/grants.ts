import { Injectable } from '@nestjs/common';
import { Clock, Database, forbidden, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Session } from '../sessions/session.entity.js';
import type { Reason } from '../sessions/session.resource.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { type Grant, GrantRepository } from './grant.repository.js';

/** Lifetime of a grant whose code is not redeemed: 60 s of the code, plus margin. */
const UNREDEEMED_SECONDS = 120;

/** Grants of users to clients. A grant is a session with a client id. */
@Injectable()
export class Grants {
  constructor(
    private readonly repository: GrantRepository,
    private readonly users: UserRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
  ) {}

  /**
   * Creates a grant based on the session `by`, whose proof of identity it inherits. It is short-lived until its code is
   * redeemed. 403 if the user was signed out meanwhile.
   */
  begin(userId: string, clientId: string, by: Pick<Session, 'id' | 'auth_time'>): Promise<Session> {
    return this.database.transaction(async () => {
      // A logout at the identity provider ends the grant, too.
      const { provider_id = null, provider_session = null } = (await this.store.find(by.id)) ?? {};
      await this.sessions.holdProvider(provider_id);
      const grant = await this.sessions.begin({
        user_id: userId,
        auth_method: 'oauth',
        client_id: clientId,
        auth_time: by.auth_time,
        provider_id,
        provider_session,
        expires_at: this.clock.iso(UNREDEEMED_SECONDS),
      });
      // Checked after the insert, which waits for the user lock of a concurrent sign-out.
      if (!(await this.find(by.id))) throw forbidden('You have been signed out. Sign in again.');
      return grant;
    });
  }

  find(sessionId: string): Promise<Grant | null> {
    return this.repository.find(sessionId);
  }

  /** Whether a valid grant of the user covers these scopes. */
  covers(userId: string, clientId: string, scopes: readonly string[]): Promise<boolean> {
    return this.repository.covers(userId, clientId, scopes);
  }

  /** The roles of a user, those of their groups included. */
  rolesOf(user: Pick<User, 'workspace_id' | 'id'>): Promise<string[]> {
    return this.users.rolesOf(user);
  }

  /** Revokes a grant with its tokens, in a transaction of its own. */
  async end(sessionId: string, reason: Reason): Promise<void> {
    await this.database.transaction(async () => {
      const session = await this.store.find(sessionId, { lock: true });
      if (!session) return;
      const signedOut = session.client_id === null && reason === 'token_revoked';
      await this.sessions.end(session, signedOut ? 'signed_out' : reason);
    });
  }
}
