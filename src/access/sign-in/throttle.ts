import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError, currentContext, networkOf, RateLimits, tooMany } from '../../platform/index.js';
import { accountOf, Devices } from '../pages/devices.js';
import type { User } from '../users/user.entity.js';
import { beginAll, type EndAttempt, runAttempt } from './attempts.js';
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

type Account = Pick<User, 'workspace_id' | 'id'>;

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
   * Begins an attempt on an account; 429 if refused. A known browser has its own counter. Others are counted per IP address, and
   * delayed while the account as a whole is slowed down. A success forgets the failures.
   */
  async begin(account: string, device: string | null = null): Promise<EndAttempt> {
    const limits =
      device === null
        ? ([
            [this.#pairs, pairOf(account)],
            [this.#accounts, account],
          ] as const)
        : ([[this.#devices, device]] as const);
    const end = await beginAll(limits);
    return async (outcome) => {
      await end(outcome);
      if (outcome === 'right') await Promise.all(limits.map(([limit, key]) => limit.forget(key)));
    };
  }

  async forget(account: string): Promise<void> {
    await Promise.all([this.#pairs.forget(pairOf(account)), this.#accounts.forget(account)]);
  }
}

/** Brute-force protection of passwords and codes, and limits on mailed links (D-SIGN-7). */
@Injectable()
export class Throttle {
  /** By the address that was typed, so that a refusal does not tell whether it has users. */
  readonly #addresses: Guesses;
  /** By user, so that a success of one workspace forgets no failure of another. */
  readonly #users: Guesses;
  readonly #codes: Guesses;
  readonly #networks: Failures;
  readonly #linksOfAccount: RateLimiterAbstract;
  readonly #linksOfNetwork: RateLimiterAbstract;

  constructor(
    limits: RateLimits,
    private readonly devices: Devices,
    private readonly securityLog: SecurityLog,
  ) {
    this.#addresses = new Guesses(limits, 'sign-in');
    this.#users = new Guesses(limits, 'sign-in-user');
    this.#codes = new Guesses(limits, 'sign-in-code');
    this.#networks = new Failures(limits.limiter('sign-in-network', FAILURES_PER_NETWORK, WINDOW_SECONDS));
    this.#linksOfAccount = limits.limiter('links-account', LINKS_PER_ACCOUNT, WINDOW_SECONDS);
    this.#linksOfNetwork = limits.limiter('links-network', LINKS_PER_NETWORK, WINDOW_SECONDS);
  }

  /**
   * Runs a password attempt on the users of an address, and returns those whose password it is. `check` gets the users whose
   * limits allow an attempt: nobody, if the address has no users. 429 if it has some, and all are refused.
   */
  attempt<U extends Account>(
    request: Request,
    email: string,
    users: readonly U[],
    check: (open: U[]) => Promise<U[]>,
  ): Promise<U[]> {
    return this.#logged(email, async () => {
      const open: U[] = [];
      const turns: { end: EndAttempt; isRight: (right: U[]) => boolean }[] = [];
      let refused: unknown = null;
      const enter = async (begun: Promise<EndAttempt>, isRight: (right: U[]) => boolean): Promise<boolean> => {
        try {
          turns.push({ end: await begun, isRight });
          return true;
        } catch (error) {
          if (!isTooMany(error)) throw error;
          refused = error;
          return false;
        }
      };
      const enterAs = async (user: U, device: string | null): Promise<void> => {
        const begun = this.#users.begin(accountOf(user), device);
        if (await enter(begun, (right) => right.includes(user))) open.push(user);
      };
      /** Every wrong answer spends the budget of the network, also that of a known browser. */
      const allRight = (right: U[]) => right.length > 0 && right.length === open.length;
      let right: U[] | null = null;
      let onNetwork = false;
      try {
        // In a fixed order, so that concurrent attempts do not wait for each other.
        const sorted = users.toSorted((one, other) => (accountOf(one) < accountOf(other) ? -1 : 1));
        const unknown: U[] = [];
        for (const user of sorted) {
          const device = this.devices.known(request, user);
          if (device === null) unknown.push(user);
          else await enterAs(user, device);
        }
        if (unknown.length || !users.length) {
          onNetwork = await enter(this.#networks.begin(networkNow()), allRight);
          if (onNetwork && (await enter(this.#addresses.begin(addressOf(email)), (some) => some.length > 0)))
            for (const user of unknown) await enterAs(user, null);
        }
        if (refused && !open.length) throw refused;
        right = await check(open);
        return right;
      } finally {
        await Promise.all(
          turns.map(({ end, isRight }) => end(right === null ? 'none' : isRight(right) ? 'right' : 'wrong')),
        );
        if (right && !onNetwork && !allRight(right)) await this.#networks.noteFailure(networkNow());
      }
    });
  }

  /** Runs an attempt of a signed-in user on their own password; null is a failure. Same limits. */
  attemptOwn<T>(request: Request, user: User, work: () => Promise<T | null>): Promise<T | null> {
    return this.#attemptOn(this.#users, request, user, work);
  }

  /** Runs a second-factor attempt after a correct password; null is a failure. Same limits. */
  attemptCode<T>(request: Request, user: User, work: () => Promise<T | null>): Promise<T | null> {
    return this.#attemptOn(this.#codes, request, user, work);
  }

  /** Runs a passkey attempt; null is a failure. 429 after 50 failures of any kind per IP address. */
  attemptPasskey<T>(work: () => Promise<T | null>): Promise<T | null> {
    return this.#logged(undefined, () => this.#networks.attempt(networkNow(), work));
  }

  /** Resets the password limits of a user, as after a password reset. */
  async clear(user: Account & Pick<User, 'email'>): Promise<void> {
    await Promise.all([this.#users.forget(accountOf(user)), this.#addresses.forget(addressOf(user.email))]);
  }

  /** Whether another link may be mailed to this account; 429 after too many requests from the IP address. */
  async maySendLink(email: string): Promise<boolean> {
    const refused = await refusal(this.#linksOfNetwork, networkNow());
    if (refused) throw tooMany(refused.msBeforeNext);
    return (await refusal(this.#linksOfAccount, addressOf(email))) === null;
  }

  #attemptOn<T>(guesses: Guesses, request: Request, user: User, work: () => Promise<T | null>): Promise<T | null> {
    return this.#logged(user.email, async () => {
      const device = this.devices.known(request, user);
      const guess = () => runAttempt(guesses.begin(accountOf(user), device), work);
      if (device === null) return this.#networks.attempt(networkNow(), guess);
      const result = await guess();
      if (result === null) await this.#networks.noteFailure(networkNow());
      return result;
    });
  }

  #logged<T>(email: string | undefined, attempt: () => Promise<T>): Promise<T> {
    return attempt().catch((error: unknown) => {
      if (isTooMany(error)) this.securityLog.attempt('sign_in.too_many', email);
      throw error;
    });
  }
}

const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.status === 429;

const networkNow = (): string => networkOf(currentContext().ip);

const pairOf = (account: string): string => `${account} ${networkNow()}`;

/**
 * Key of an address. Lookups are case-insensitive in PostgreSQL, which differs slightly from JavaScript (İ becomes two
 * characters). Accents are removed too: sharing one counter between two addresses is better than two counters for one.
 */
function addressOf(email: string): string {
  const plain = email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase();
  return createHash('sha256').update(plain).digest('base64url');
}

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
