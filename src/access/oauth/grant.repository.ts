import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../platform/index.js';
import { EFFECTIVE_ROLES } from '../users/user.repository.js';

/** A valid grant: session and user are active. */
export interface Grant {
  workspace_id: string;
  session_id: string;
  user_id: string;
  /** Null for the console, whose grant is the browser session. */
  client_id: string | null;
  /** `client_id` (URL) of an unregistered app; else null. */
  client_url: string | null;
  /** ISO 8601. */
  ends_at: string;
  effective_roles: string[];
}

/** The columns of `Grant`, of sessions `s`, users `u` and clients `c`. */
export const GRANT_COLUMNS = `s.workspace_id, s.id as session_id, s.user_id, s.client_id, c.metadata_url as client_url, coalesce(s.max_expires_at, s.expires_at) as ends_at,
  ${EFFECTIVE_ROLES} as effective_roles`;

/** Joins users `u` and clients `c`, and starts the condition for valid grants at `now` (a parameter such as `$2`). */
export const grantsHolding = (now: string): string => `
  join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.status = 'active'
    and s.revoked_at is null and s.expires_at > ${now}
  left join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id
 where c.revoked_at is null`;

/** Grants with users and roles, regardless of visibility. Raw SQL, because of the joins. */
@Injectable()
export class GrantRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find(sessionId: string): Promise<Grant | null> {
    const [grant] = await this.database.lookup<Grant>(
      `select ${GRANT_COLUMNS} from sessions s ${grantsHolding('$3')} and s.workspace_id = $1 and s.id = $2`,
      [currentContext().workspaceId, sessionId, this.clock.iso()],
    );
    return grant ?? null;
  }

  /** Whether a valid grant of the user covers these scopes. */
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
}
