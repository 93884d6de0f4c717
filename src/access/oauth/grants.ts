import { Injectable } from '@nestjs/common';
import { Clock, Database, forbidden, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Session } from '../sessions/session.entity.js';
import type { Reason } from '../sessions/session.resource.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { type Grant, GrantRepository } from './grant.repository.js';

/** Seconds for which a grant waits for its code to be redeemed: the 60 of the code, and the way there. */
const UNREDEEMED = 120;

/** Grants of users to clients. A grant is a session of the user with the client's id. */
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
   * Begins a grant of a user, who is signed in with the session `by` and proved their identity when that began. Redeeming its
   * code makes it last. 403 where they were signed out meanwhile.
   */
  begin(userId: string, clientId: string, by: Pick<Session, 'id' | 'auth_time'>): Promise<Session> {
    return this.database.transaction(async () => {
      const grant = await this.sessions.begin({
        user_id: userId,
        auth_method: 'oauth',
        client_id: clientId,
        auth_time: by.auth_time,
        expires_at: this.clock.iso(UNREDEEMED),
      });
      // Ending all sessions of a user locks their row, to which the new session refers: either it is seen there, or this
      // look comes after the end.
      if (!(await this.find(by.id))) throw forbidden('You have been signed out. Sign in again.');
      return grant;
    });
  }

  find(sessionId: string): Promise<Grant | null> {
    return this.repository.find(sessionId);
  }

  /** Whether the user has agreed to all these scopes already, in a grant that still holds. */
  covers(userId: string, clientId: string, scopes: readonly string[]): Promise<boolean> {
    return this.repository.covers(userId, clientId, scopes);
  }

  /** The roles of a user, those of their groups included. */
  rolesOf(user: Pick<User, 'workspace_id' | 'id'>): Promise<string[]> {
    return this.users.rolesOf(user);
  }

  /** Ends a grant with all its tokens, once; in a transaction of its own. */
  async end(sessionId: string, reason: Reason): Promise<void> {
    await this.database.transaction(async () => {
      const session = await this.store.find(sessionId, { lock: true });
      if (!session) return;
      const signedOut = session.client_id === null && reason === 'token_revoked';
      await this.sessions.end(session, signedOut ? 'signed_out' : reason);
    });
  }
}
