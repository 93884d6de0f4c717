import { Injectable } from '@nestjs/common';
import { Clock, Database, hashOf, notFrozen } from '../../platform/index.js';
import { expiryAfterUse } from '../sessions/session.repository.js';
import type { GrantedToken } from './artifact.repository.js';

/** Replay window: a refresh token used again within this time gets the same response. */
const REPEATABLE_SECONDS = 10;

/** Whether expired saved responses exist, for `Maintenance`. */
export const FORGETTABLE_ANSWERS = `select 1 from oauth_artifacts where answer is not null and consumed_at <= $1::timestamptz - interval '${REPEATABLE_SECONDS} s' and ${notFrozen()}`;

/** A token that is issued. */
export interface Issued {
  token: string;
  scopes: string[];
  payload: object;
}

/** The redemption of a code or refresh token. Times are ISO 8601. */
interface Exchange {
  source: GrantedToken;
  accessToken: Issued;
  refreshToken: Issued;
  accessEndsAt: string;
  /** The end of the grant. */
  endsAt: string;
  /** The encrypted response, if it may be replayed. */
  answer: string | null;
}

/**
 * Exchanges of codes and refresh tokens. One statement over three tables, so that it is atomic and only one of several
 * concurrent requests succeeds.
 */
@Injectable()
export class RedemptionRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Consumes the source and inserts the new tokens. False if a concurrent request was faster. */
  async exchange({ source, accessToken, refreshToken, accessEndsAt, endsAt, answer }: Exchange): Promise<boolean> {
    // It leaves no entry in the trail, and is no unit of work.
    await this.database.refuseFrozen();
    const { rows } = await this.database.execute<{ n: number }>(
      `with source as (
         update oauth_artifacts set consumed_at = $3, expires_at = $4, answer = $11
          where workspace_id = $1 and hash = $2 and consumed_at is null
         returning session_id
       ), granted as (
         update sessions s set last_active_at = $3,
                expires_at = case when s.max_expires_at is null then $4::timestamptz else ${expiryAfterUse('$3::timestamptz')} end
           from source
          where s.workspace_id = $1 and s.id = source.session_id and s.revoked_at is null
       ), refresh_token as (
         insert into oauth_artifacts (workspace_id, hash, model, session_id, payload, created_at, expires_at)
         select $1, $5, 'RefreshToken', session_id, $6::jsonb, $3, $4 from source
       ), access_token as (
         insert into access_tokens (workspace_id, hash, session_id, scopes, payload, created_at, expires_at)
         select $1, $7, session_id, $8, $9::jsonb, $3, $10::timestamptz from source
       )
       select count(*)::integer as n from source`,
      [
        source.workspace_id,
        source.hash,
        this.clock.iso(),
        endsAt,
        hashOf(refreshToken.token),
        refreshToken.payload,
        hashOf(accessToken.token),
        accessToken.scopes,
        accessToken.payload,
        accessEndsAt,
        answer,
      ],
    );
    return rows[0]!.n === 1;
  }

  /** The encrypted response of a recently used refresh token, or null. */
  async answerOf({ workspace_id, hash }: GrantedToken): Promise<string | null> {
    const { rows } = await this.database.execute<{ answer: string }>(
      `select answer from oauth_artifacts
        where workspace_id = $1 and hash = $2 and answer is not null and consumed_at > $3`,
      [workspace_id, hash, this.clock.iso(-REPEATABLE_SECONDS)],
    );
    return rows[0]?.answer ?? null;
  }

  /** Whether the tokens of a response are both unused. */
  async areUnused(workspaceId: string, refreshToken: string, accessToken: string): Promise<boolean> {
    const { count } = await this.database.execute(
      `select 1 from oauth_artifacts r
         join access_tokens t on t.workspace_id = r.workspace_id and t.session_id = r.session_id
        where r.workspace_id = $1 and r.hash = $2 and r.consumed_at is null and t.hash = $3 and t.used_at is null`,
      [workspaceId, hashOf(refreshToken), hashOf(accessToken)],
    );
    return count > 0;
  }

  /** Deletes expired saved responses. */
  async forgetAnswers(): Promise<void> {
    await this.database.execute(
      `update oauth_artifacts set answer = null where answer is not null and consumed_at <= $1 and ${notFrozen()}`,
      [this.clock.iso(-REPEATABLE_SECONDS)],
    );
  }
}
