import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, forbidden, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Session } from '../sessions/session.entity.js';
import type { Reason } from '../sessions/session.resource.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/user.entity.js';
import { EFFECTIVE_ROLES } from '../users/user-credential.js';

/** Seconds for which a grant waits for its code to be redeemed: the 60 of the code, and the way there. */
const UNREDEEMED = 120;

/** A grant that holds: the session is active, and so is its user. */
export interface Grant {
  workspace_id: string;
  session_id: string;
  user_id: string;
  /** Null for the console, whose grant is the session of the browser. */
  client_id: string | null;
  /** ISO 8601. */
  ends_at: string;
  effective_roles: string[];
}

/** The columns of `Grant`, of sessions `s` and users `u`. */
export const GRANT_COLUMNS = `s.workspace_id, s.id as session_id, s.user_id, s.client_id, coalesce(s.max_expires_at, s.expires_at) as ends_at,
  ${EFFECTIVE_ROLES} as effective_roles`;

/** Joins the users `u` and leaves only grants that hold at `now`, a parameter such as `$2`. */
export const grantsHolding = (now: string): string => `
  join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.status = 'active'
    and s.revoked_at is null and s.expires_at > ${now}`;

/** Grants of users to clients. A grant is a session of the user with the client's id. */
@Injectable()
export class Grants {
  constructor(
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

  async find(sessionId: string): Promise<Grant | null> {
    const [grant] = await this.database.lookup<Grant>(
      `select ${GRANT_COLUMNS} from sessions s ${grantsHolding('$3')} where s.workspace_id = $1 and s.id = $2`,
      [currentContext().workspaceId, sessionId, this.clock.iso()],
    );
    return grant ?? null;
  }

  /** Whether the user has agreed to all these scopes already, in a grant that still holds. */
  async covers(userId: string, clientId: string, scopes: readonly string[]): Promise<boolean> {
    const found = await this.database.read(
      `select 1 from sessions s
         join oauth_artifacts a on a.workspace_id = s.workspace_id and a.session_id = s.id and a.model = 'RefreshToken'
        where s.workspace_id = $1 and s.user_id = $2 and s.client_id = $3 and s.revoked_at is null and s.expires_at > $4
          and string_to_array(a.payload ->> 'scope', ' ') @> $5
        limit 1`,
      [currentContext().workspaceId, userId, clientId, this.clock.iso(), scopes],
    );
    return found.length > 0;
  }

  /** The roles of a user, those of their groups included. */
  async rolesOf(user: Pick<User, 'workspace_id' | 'id'>): Promise<string[]> {
    const [found] = await this.database.read<{ effective_roles: string[] }>(
      `select ${EFFECTIVE_ROLES} as effective_roles from users u where u.workspace_id = $1 and u.id = $2`,
      [user.workspace_id, user.id],
    );
    return found?.effective_roles ?? [];
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
