import { Injectable } from '@nestjs/common';
import { Clock, type Credential, Database, type Found, hashOf } from '../../platform/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { EFFECTIVE_ROLES, GROUPS, type SignedIn, userCredential } from '../users/user-credential.js';

interface NewAccessToken {
  workspace_id: string;
  token: string;
  session_id: string;
  /** The scopes that the user agreed to. Which of them their roles give is asked at every request. */
  scopes: readonly string[];
  /** The authorization server's data about the token. */
  payload: object;
  /** ISO 8601. */
  created_at: string;
  expires_at: string;
}

/** Access tokens, which stand on a session: they end with it, and with its client. Only their hashes are kept. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
  ) {}

  async add({
    workspace_id,
    token,
    session_id,
    scopes,
    payload,
    created_at,
    expires_at,
  }: NewAccessToken): Promise<void> {
    await this.database.write(
      `insert into access_tokens (workspace_id, hash, session_id, scopes, payload, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [workspace_id, hashOf(token), session_id, scopes, payload, created_at, expires_at],
    );
  }

  /** The credential behind a token, or null where there is no such token. */
  credentialOf(token: string): Promise<Credential | null> {
    const hash = hashOf(token);
    // Each use moves the expiry of a browser session, so a credential that has expired may have been prolonged meanwhile.
    const holds = ({ expires_at }: Credential) => expires_at! > this.clock.now();
    return this.sessions.credentials.get(hash, () => this.#load(hash), holds);
  }

  /** The authorization server's data about a token whose session is active, or null. */
  async payloadOf(token: string): Promise<Record<string, unknown> | null> {
    const [found] = await this.database.read<{ payload: Record<string, unknown> }>(
      `select t.payload from access_tokens t
         join sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id
        where t.hash = $1 and s.revoked_at is null and least(t.expires_at, s.expires_at) > $2`,
      [hashOf(token), this.clock.iso()],
    );
    return found?.payload ?? null;
  }

  /** Ends this one token, at once and in every process. */
  async remove(token: string): Promise<void> {
    const hash = hashOf(token);
    await this.database.transaction(async () => {
      await this.database.write('delete from access_tokens where hash = $1', [hash]);
      await this.sessions.credentials.forget(hash);
    });
  }

  /** Also notes that it is used: from then on the refresh token that gave it cannot be used again. */
  async #load(hash: string): Promise<Found<Credential> | null> {
    const { rows } = await this.database.execute<SignedIn & { scopes: string[] }>(
      `with used as (update access_tokens set used_at = $2 where hash = $1 and used_at is null)
       select t.workspace_id, t.session_id, least(t.expires_at, s.expires_at) as expires_at, s.client_id, s.auth_time,
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
    const [found] = rows;
    if (!found) return null;
    const { workspace_id, session_id, user_id, client_id, scopes } = found;
    return {
      value: userCredential(found, scopes),
      about: [hash, session_id, user_id, workspace_id].concat(client_id ?? []),
    };
  }
}
