import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, Database, hashOf, Maintenance, Secrets } from '../../platform/index.js';
import { expiryAfterUse } from '../sessions/sessions.service.js';
import type { GrantedToken } from './artifacts.js';

/** Seconds from the redemption of a code to the end of its grant, whatever is refreshed in between. */
const GRANT_LIFETIME = 30 * 86_400;

/** Seconds. */
const ACCESS_TOKEN_LIFETIME = 3_600;

/** Seconds for which a refresh token that is used again gets the same answer. */
const REPEATABLE_SECONDS = 10;

/** An answer of the token endpoint. */
interface Answer {
  access_token: string;
  refresh_token: string;
}

interface Issued {
  token: string;
  scopes: string[];
  payload: object;
}

/** One request for tokens: what it redeems, and what it gets for that. */
class Redemption {
  source: GrantedToken | null = null;
  /** The code or refresh token is good and to be used up. */
  consumes = false;
  /** The answer of a refresh token that was used a moment ago, which is repeated. */
  again: Answer | null = null;
  accessToken: Issued | null = null;
  refreshToken: Issued | null = null;
  /** ISO 8601: when the grant ends at the latest. */
  endsAt: string;
}

/**
 * Exchanges codes and refresh tokens for new tokens. All of it is one statement: of any number of requests with one
 * code or refresh token exactly one gets something, and no failure leaves half of it. For a lost answer, or two tabs at
 * once, a refresh token gives the same answer again for some seconds, while nobody has used the tokens in it (D-ACC-9).
 */
@Injectable()
export class Redemptions {
  readonly #running = new AsyncLocalStorage<Redemption>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    maintenance: Maintenance,
  ) {
    secrets.keptIn('oauth_artifacts', ['answer'], { lasting: false });
    maintenance.add({
      name: 'oauth-answers',
      description: 'Removes saved token responses whose retry period has ended.',
      due: `select 1 from oauth_artifacts where answer is not null and consumed_at <= $1::timestamptz - interval '${REPEATABLE_SECONDS} s'`,
      run: () => this.forgetAnswers(),
    });
  }

  /** Runs a token request; what it finds and issues is gathered in its `Redemption`. */
  async run(work: () => Promise<unknown>): Promise<Redemption> {
    const redemption = new Redemption();
    redemption.endsAt = this.clock.iso(GRANT_LIFETIME);
    await this.#running.run(redemption, work);
    return redemption;
  }

  /** That of the running token request, or null in other requests. */
  get current(): Redemption | null {
    return this.#running.getStore() ?? null;
  }

  /** Seconds that the grant has left at most. */
  get secondsLeft(): number {
    const left = Date.parse(this.current!.endsAt) - this.clock.now();
    return Math.max(1, Math.floor(left / 1000));
  }

  /** Seconds that an access token lives. */
  get accessTokenLifetime(): number {
    return Math.min(ACCESS_TOKEN_LIFETIME, this.secondsLeft);
  }

  /**
   * Uses up the code or refresh token and writes down the new tokens, with the answer that tells them. False where
   * somebody else was faster.
   */
  async commit({ source, accessToken, refreshToken, endsAt }: Redemption, answer: object): Promise<boolean> {
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
        source!.workspace_id,
        source!.hash,
        this.clock.iso(),
        endsAt,
        hashOf(refreshToken!.token),
        refreshToken!.payload,
        hashOf(accessToken!.token),
        accessToken!.scopes,
        accessToken!.payload,
        // ISO 8601 in UTC sorts by time.
        [this.clock.iso(ACCESS_TOKEN_LIFETIME), endsAt].toSorted()[0],
        source!.model === 'RefreshToken' ? this.secrets.encrypt(JSON.stringify(answer)) : null,
      ],
    );
    return rows[0]!.n === 1;
  }

  /** The answer of a used refresh token, if it may be repeated; else null. */
  async answerOf({ workspace_id, hash }: GrantedToken): Promise<Answer | null> {
    const { rows } = await this.database.execute<{ answer: string }>(
      `select answer from oauth_artifacts
        where workspace_id = $1 and hash = $2 and answer is not null and consumed_at > $3`,
      [workspace_id, hash, this.clock.iso(-REPEATABLE_SECONDS)],
    );
    if (!rows[0]) return null;
    const answer = JSON.parse(this.secrets.decrypt(rows[0].answer)) as Answer;
    const { count: unused } = await this.database.execute(
      `select 1 from oauth_artifacts r
         join access_tokens t on t.workspace_id = r.workspace_id and t.session_id = r.session_id
        where r.workspace_id = $1 and r.hash = $2 and r.consumed_at is null and t.hash = $3 and t.used_at is null`,
      [workspace_id, hashOf(answer.refresh_token), hashOf(answer.access_token)],
    );
    return unused ? answer : null;
  }

  /** Forgets the answers that nobody can ask for again. */
  async forgetAnswers(): Promise<void> {
    await this.database.execute(
      'update oauth_artifacts set answer = null where answer is not null and consumed_at <= $1',
      [this.clock.iso(-REPEATABLE_SECONDS)],
    );
  }
}
