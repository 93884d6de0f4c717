import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, Maintenance, Secrets } from '../../platform/index.js';
import type { GrantedToken } from './artifact.repository.js';
import { FORGETTABLE_ANSWERS, type Issued, RedemptionRepository } from './redemption.repository.js';

/** Absolute lifetime of a grant from the redemption of its code, regardless of refreshes. */
const GRANT_LIFETIME = 30 * 86_400;

/** Seconds. */
const ACCESS_TOKEN_LIFETIME = 3_600;

/** An answer of the token endpoint. */
interface Answer {
  access_token: string;
  refresh_token: string;
}

/** State of one token request. */
class Redemption {
  source: GrantedToken | null = null;
  /** The source is valid and will be consumed. */
  consumes = false;
  /** Saved response to replay. */
  again: Answer | null = null;
  accessToken: Issued | null = null;
  refreshToken: Issued | null = null;
  /** Latest end of the grant (ISO 8601). */
  endsAt: string;
}

/**
 * Exchanges codes and refresh tokens atomically: of concurrent requests with the same source exactly one succeeds. For a lost
 * response, or two tabs, a refresh token is idempotent for some seconds, as long as the issued tokens are unused (D-ACC-9).
 */
@Injectable()
export class Redemptions {
  readonly #running = new AsyncLocalStorage<Redemption>();

  constructor(
    private readonly repository: RedemptionRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    maintenance: Maintenance,
  ) {
    secrets.keptIn('oauth_artifacts', ['answer'], { lasting: false });
    maintenance.add({
      name: 'oauth-answers',
      description: 'Removes saved token responses whose retry period has ended.',
      due: FORGETTABLE_ANSWERS,
      run: () => this.forgetAnswers(),
    });
  }

  /** Runs a token request and collects its state in a `Redemption`. */
  async run(work: () => Promise<unknown>): Promise<Redemption> {
    const redemption = new Redemption();
    redemption.endsAt = this.clock.iso(GRANT_LIFETIME);
    await this.#running.run(redemption, work);
    return redemption;
  }

  /** State of the current token request, or null. */
  get current(): Redemption | null {
    return this.#running.getStore() ?? null;
  }

  /** Remaining lifetime of the grant. */
  get secondsLeft(): number {
    const left = Date.parse(this.current!.endsAt) - this.clock.now();
    return Math.max(1, Math.floor(left / 1000));
  }

  /** Lifetime of an access token. */
  get accessTokenLifetime(): number {
    return Math.min(ACCESS_TOKEN_LIFETIME, this.secondsLeft);
  }

  /** Consumes the source and stores the new tokens and the response. False if a concurrent request was faster. */
  commit({ source, accessToken, refreshToken, endsAt }: Redemption, answer: object): Promise<boolean> {
    const repeatable = source!.model === 'RefreshToken';
    return this.repository.exchange({
      source: source!,
      accessToken: accessToken!,
      refreshToken: refreshToken!,
      // ISO 8601 in UTC sorts by time.
      accessEndsAt: [this.clock.iso(ACCESS_TOKEN_LIFETIME), endsAt].toSorted()[0]!,
      endsAt,
      answer: repeatable ? this.secrets.encrypt(JSON.stringify(answer)) : null,
    });
  }

  /** The saved response of a used refresh token, if it may be replayed; else null. */
  async answerOf(source: GrantedToken): Promise<Answer | null> {
    const encrypted = await this.repository.answerOf(source);
    if (encrypted === null) return null;
    const answer = JSON.parse(this.secrets.decrypt(encrypted)) as Answer;
    const { workspace_id } = source;
    const unused = await this.repository.areUnused(workspace_id, answer.refresh_token, answer.access_token);
    return unused ? answer : null;
  }

  /** Deletes expired saved responses. */
  forgetAnswers(): Promise<void> {
    return this.repository.forgetAnswers();
  }
}
