import { Injectable } from '@nestjs/common';
import { Clock, Database, hashOf } from '../../platform/index.js';
import { EFFECTIVE_ROLES, GROUPS } from '../users/user.repository.js';
import type { SignedIn } from '../users/user-credential.js';

export interface NewAccessToken {
  workspace_id: string;
  token: string;
  session_id: string;
  /** Scopes granted by the user. They are intersected with the roles on every request. */
  scopes: readonly string[];
  /** Payload of oidc-provider. */
  payload: object;
  /** ISO 8601. */
  created_at: string;
  expires_at: string;
}

/** A token with user and granted scopes. `audience`: the resource it is bound to. */
type UsedToken = SignedIn & { scopes: string[]; audience: string | null };

/** Access tokens by hash, with session, user and client. Raw SQL, because the workspace is not known yet. */
@Injectable()
export class AccessTokenRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Needs a unit of work. */
  async add(token: NewAccessToken): Promise<void> {
    const { workspace_id, session_id, scopes, payload, created_at, expires_at } = token;
    await this.database.write(
      `insert into access_tokens (workspace_id, hash, session_id, scopes, payload, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [workspace_id, hashOf(token.token), session_id, scopes, payload, created_at, expires_at],
    );
  }

  /** Resolves a token, and marks it as used: from then on the refresh token that issued it cannot be replayed. */
  async use(hash: string): Promise<UsedToken | null> {
    const { rows } = await this.database.execute<UsedToken>(
      `with used as (update access_tokens set used_at = $2 where hash = $1 and used_at is null)
       select t.workspace_id, t.session_id, t.payload ->> 'aud' as audience, least(t.expires_at, s.expires_at) as expires_at,
              s.client_id, c.name as client_name, s.auth_time,
              coalesce(s.revoked_at, c.revoked_at) as revoked_at,
              case when c.id is null then t.scopes
                   else array(select unnest(t.scopes) intersect select unnest(c.scopes)) end as scopes,
              u.id as user_id, u.email, u.status, u.operator and s.client_id is null as operator,
              ${EFFECTIVE_ROLES} as effective_roles, ${GROUPS} as groups
         from access_tokens t
         join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
         join users u on u.workspace_id = s.workspace_id and u.id = s.user_id
         left join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id
        where t.hash = $1`,
      [hash, this.clock.iso()],
    );
    return rows[0] ?? null;
  }

  /** Payload of a token with an active session, or null. */
  async payloadOf(token: string): Promise<Record<string, unknown> | null> {
    const [found] = await this.database.read<{ payload: Record<string, unknown> }>(
      `select t.payload from access_tokens t
         join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
        where t.hash = $1 and s.revoked_at is null and least(t.expires_at, s.expires_at) > $2`,
      [hashOf(token), this.clock.iso()],
    );
    return found?.payload ?? null;
  }

  /** Needs a unit of work. */
  async remove(hash: string): Promise<void> {
    await this.database.write('delete from access_tokens where hash = $1', [hash]);
  }
}
