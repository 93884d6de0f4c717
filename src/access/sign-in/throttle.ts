import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, currentContext, networkOf, RateLimits, tooMany } from '../../platform/index.js';
import { Failures } from './failures.js';
import { SecurityLog } from './security-log.js';

/** Seconds over which attempts are counted. */
const WINDOW = 15 * 60;
const FAILURES_PER_ACCOUNT = 5;
const FAILURES_PER_ADDRESS = 50;
const CODES_PER_ACCOUNT = 5;
const LINKS_PER_ACCOUNT = 3;
const LINKS_PER_ADDRESS = 50;

/** Keeps people from guessing passwords, and from filling the mailboxes of others (D-RUN-5). */
@Injectable()
export class Throttle {
  readonly #accounts: Failures;
  readonly #addresses: Failures;
  readonly #codes: Failures;
  readonly #linksOfAccount: RateLimiterAbstract;
  readonly #linksOfAddress: RateLimiterAbstract;

  constructor(
    limits: RateLimits,
    private readonly securityLog: SecurityLog,
  ) {
    this.#accounts = new Failures(limits.limiter('sign-in-account', FAILURES_PER_ACCOUNT, WINDOW));
    this.#addresses = new Failures(limits.limiter('sign-in-address', FAILURES_PER_ADDRESS, WINDOW));
    this.#codes = new Failures(limits.limiter('sign-in-code', CODES_PER_ACCOUNT, WINDOW));
    this.#linksOfAccount = limits.limiter('links-account', LINKS_PER_ACCOUNT, WINDOW);
    this.#linksOfAddress = limits.limiter('links-address', LINKS_PER_ADDRESS, WINDOW);
  }

  /**
   * Runs an attempt to prove a password; null is a failure. 429 after 5 failures for the account, which is its e-mail
   * address whether or not there is such a user, or 50 from one network address. Success clears the account's count.
   */
  async attempt<T>(email: string, work: () => Promise<T | null>): Promise<T | null> {
    const account = accountOf(email);
    const result = await this.#addresses
      .attempt(networkOf(currentContext().ip), () => this.#accounts.attempt(account, work))
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 429) this.securityLog.attempt('sign_in.too_many', email);
        throw error;
      });
    if (result !== null) await this.#accounts.forget(account);
    return result;
  }

  /** Runs an attempt to prove a code; null is a failure. 429 after 5 failures for the user, whose password has been right. */
  async attemptCode<T>(user: string, work: () => Promise<T | null>): Promise<T | null> {
    const result = await this.#codes.attempt(user, work);
    if (result !== null) await this.#codes.forget(user);
    return result;
  }

  /** Runs an attempt to sign in with a passkey; null is a failure. 429 after 50 failures of any kind from one network address. */
  attemptPasskey<T>(work: () => Promise<T | null>): Promise<T | null> {
    return this.#addresses.attempt(networkOf(currentContext().ip), work);
  }

  /** Lets somebody try at once, as after a new password was chosen by mail. */
  async clear(email: string): Promise<void> {
    await this.#accounts.forget(accountOf(email));
  }

  /** Whether this account may be sent one more link; 429 when the network address has asked for too many. */
  async maySendLink(email: string): Promise<boolean> {
    await refusal(this.#linksOfAddress, networkOf(currentContext().ip)).then((refused) => {
      if (refused) throw tooMany(refused.msBeforeNext);
    });
    return (await refusal(this.#linksOfAccount, accountOf(email))) === null;
  }
}

/** Takes one point; the state of the limiter where there was none left. */
async function refusal(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

/**
 * The account of an address. Accounts are found in any case, as PostgreSQL sees it, which is not quite how JavaScript does
 * (it makes two characters of İ). So this leaves accents out too: rather one count for two accounts than two for one.
 */
function accountOf(email: string): string {
  const plain = email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase();
  return createHash('sha256').update(plain).digest('base64url');
}
