import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, currentContext, networkOf, RateLimits, tooMany } from '../../platform/index.js';
import { accountOf, Devices } from '../pages/devices.js';
import type { User } from '../users/user.entity.js';
import { Failures } from './failures.js';
import { SecurityLog } from './security-log.js';
import { Slowdown } from './slowdown.js';

/** Window of the limits. */
const WINDOW_SECONDS = 15 * 60;
/** Time for which failures slow an account down. */
const MEMORY_SECONDS = 86_400;
const FAILURES_PER_PAIR = 5;
const FAILURES_PER_NETWORK = 50;
const LINKS_PER_ACCOUNT = 3;
const LINKS_PER_NETWORK = 50;

/** Limits guesses of one kind of secret. */
class Guesses {
  readonly #pairs: Failures;
  readonly #devices: Failures;
  readonly #accounts: Slowdown;

  constructor(limits: RateLimits, name: string) {
    this.#pairs = new Failures(limits.limiter(`${name}-pair`, FAILURES_PER_PAIR, WINDOW_SECONDS));
    this.#devices = new Failures(limits.limiter(`${name}-device`, FAILURES_PER_PAIR, WINDOW_SECONDS));
    this.#accounts = new Slowdown({
      failures: limits.limiter(`${name}-account`, 1, MEMORY_SECONDS),
      waits: limits.limiter(`${name}-wait`, 1, WINDOW_SECONDS),
    });
  }

  /**
   * Runs an attempt on an account; null is a failure. A known browser has its own counter. Others are counted per IP address,
   * and delayed while the account as a whole is slowed down.
   */
  async attempt<T>(account: string, device: string | null, work: () => Promise<T | null>): Promise<T | null> {
    if (device !== null) {
      const result = await this.#devices.attempt(device, work);
      if (result !== null) await this.#devices.forget(device);
      return result;
    }
    const result = await this.#pairs.attempt(pairOf(account), () => this.#accounts.attempt(account, work));
    if (result !== null) await this.forget(account);
    return result;
  }

  async forget(account: string): Promise<void> {
    await Promise.all([this.#pairs.forget(pairOf(account)), this.#accounts.forget(account)]);
  }
}

/** Brute-force protection of passwords and codes, and limits on mailed links (D-SIGN-7). */
@Injectable()
export class Throttle {
  readonly #passwords: Guesses;
  readonly #codes: Guesses;
  readonly #networks: Failures;
  readonly #linksOfAccount: RateLimiterAbstract;
  readonly #linksOfNetwork: RateLimiterAbstract;

  constructor(
    limits: RateLimits,
    private readonly devices: Devices,
    private readonly securityLog: SecurityLog,
  ) {
    this.#passwords = new Guesses(limits, 'sign-in');
    this.#codes = new Guesses(limits, 'sign-in-code');
    this.#networks = new Failures(limits.limiter('sign-in-network', FAILURES_PER_NETWORK, WINDOW_SECONDS));
    this.#linksOfAccount = limits.limiter('links-account', LINKS_PER_ACCOUNT, WINDOW_SECONDS);
    this.#linksOfNetwork = limits.limiter('links-network', LINKS_PER_NETWORK, WINDOW_SECONDS);
  }

  /**
   * Runs a password attempt, whether or not the user exists; null is a failure. 429 after too many failures: see `Guesses`, and
   * 50 per IP address for unknown browsers.
   */
  attempt<T>(request: Request, email: string, work: () => Promise<T | null>): Promise<T | null> {
    const device = this.devices.known(request, email);
    const guess = () => this.#passwords.attempt(accountOf(email), device, work);
    return this.#logged(email, device === null ? this.#networks.attempt(networkNow(), guess) : guess());
  }

  /** Runs a second-factor attempt after a correct password; null is a failure. Same limits. */
  attemptCode<T>(request: Request, user: User, work: () => Promise<T | null>): Promise<T | null> {
    const { workspace_id, id, email } = user;
    const account = `${workspace_id} ${id}`;
    return this.#logged(email, this.#codes.attempt(account, this.devices.known(request, email), work));
  }

  /** Runs a passkey attempt; null is a failure. 429 after 50 failures of any kind per IP address. */
  attemptPasskey<T>(work: () => Promise<T | null>): Promise<T | null> {
    return this.#logged(undefined, this.#networks.attempt(networkNow(), work));
  }

  /** Resets the limits of an account, as after a password reset. */
  clear(email: string): Promise<void> {
    return this.#passwords.forget(accountOf(email));
  }

  /** Whether another link may be mailed to this account; 429 after too many requests from the IP address. */
  async maySendLink(email: string): Promise<boolean> {
    const refused = await refusal(this.#linksOfNetwork, networkNow());
    if (refused) throw tooMany(refused.msBeforeNext);
    return (await refusal(this.#linksOfAccount, accountOf(email))) === null;
  }

  #logged<T>(email: string | undefined, attempt: Promise<T>): Promise<T> {
    return attempt.catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 429) this.securityLog.attempt('sign_in.too_many', email);
      throw error;
    });
  }
}

const networkNow = (): string => networkOf(currentContext().ip);

const pairOf = (account: string): string => `${account} ${networkNow()}`;

/** Consumes one point; returns the state of an exhausted limiter. */
async function refusal(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}
