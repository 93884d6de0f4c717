import { Injectable } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, Maintenance, Secrets } from '../../platform/index.js';
import type { GrantedToken } from './artifact.repository.js';
import { FORGETTABLE_ANSWERS, type Issued, RedemptionRepository } from './redemption.repository.js';

/** Seconds from the redemption of a code to the end of its grant, whatever is refreshed in between. */
const GRANT_LIFETIME = 30 * 86_400;

/** Seconds. */
const ACCESS_TOKEN_LIFETIME = 3_600;

/** An answer of the token endpoint. */
interface Answer {
  access_token: string;
  refresh_token: string;
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

  /** The answer of a used refresh token, if it may be repeated; else null. */
  async answerOf(source: GrantedToken): Promise<Answer | null> {
    const encrypted = await this.repository.answerOf(source);
    if (encrypted === null) return null;
    const answer = JSON.parse(this.secrets.decrypt(encrypted)) as Answer;
    const { workspace_id } = source;
    const unused = await this.repository.areUnused(workspace_id, answer.refresh_token, answer.access_token);
    return unused ? answer : null;
  }

  /** Forgets the answers that nobody can ask for again. */
  forgetAnswers(): Promise<void> {
    return this.repository.forgetAnswers();
  }
}
