import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { sentinelOptions } from '../config/redis.js';
import { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';

/** Window of rate limits in seconds. */
const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Rate limit of a public route: `RATE_LIMIT` per IP address, or its own, which applies even if `RATE_LIMIT` is off. */
export type Budget =
  | 'address'
  | {
      name: string;
      /** Requests per `seconds`, or KiB of submitted forms. */
      points: number;
      unit?: 'KiB of forms';
      seconds: number;
      /** Counted per IP address or per record on the path. */
      per: 'address' | 'record';
      /** Counted across processes even without Redis (`sharedLimiter`). */
      shared?: boolean;
    };

interface RequestBudget {
  name: string;
  limiter: RateLimiterAbstract;
  policy: string;
}

/**
 * Rate limits per credential (D-API-7). With Redis they are shared by all processes; without it, or while it is down, each
 * process counts for itself.
 */
@Injectable()
export class RateLimits implements OnModuleInit, OnModuleDestroy {
  readonly #redis: Redis | null;
  readonly #all: RequestBudget | null;
  readonly #heavy: RequestBudget | null;
  readonly #workspaces: RateLimiterAbstract | null;
  readonly #appWrites: RateLimiterAbstract | null;
  readonly #declared = new Map<Budget, RateLimiterAbstract>();

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {
    const { RATE_LIMIT: budget, workspaceRateLimit } = settings;
    this.#redis = settings.REDIS_URL
      ? new Redis(settings.REDIS_URL, {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
          commandTimeout: 500,
          ...sentinelOptions(settings),
        })
      : null;
    // Redis errors are ignored: the insurance limiter takes over and ioredis reconnects.
    this.#redis?.on('error', () => undefined);
    this.#all = budget ? this.#budget('default', budget) : null;
    this.#heavy = budget ? this.#budget('heavy', Math.max(1, Math.floor(budget / 5))) : null;
    this.#workspaces = workspaceRateLimit ? this.limiter('workspace', workspaceRateLimit, WINDOW_SECONDS) : null;
    const { APP_WRITES_PER_HOUR: writes } = settings;
    this.#appWrites = writes ? this.sharedLimiter('app-writes', writes, HOUR_SECONDS) : null;
  }

  /** A separate limiter, for limits by address or account. Uses Redis if configured. */
  limiter(name: string, points: number, seconds: number): RateLimiterAbstract {
    const options = { keyPrefix: `suite:limit:${name}`, points, duration: seconds };
    const memory = new RateLimiterMemory(options);
    return this.#redis
      ? new RateLimiterRedis({ ...options, storeClient: this.#redis, insuranceLimiter: memory })
      : memory;
  }

  /**
   * A separate limiter shared across processes, in PostgreSQL if there is no Redis. That is a write, so use it for writing
   * requests. Keys are stored: they must not identify a person.
   */
  sharedLimiter(name: string, points: number, seconds: number): RateLimiterAbstract {
    if (this.#redis) return this.limiter(name, points, seconds);
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, count } = await this.database.execute(text, values);
      return { rows, rowCount: count };
    };
    return new RateLimiterPostgres({
      keyPrefix: name,
      points,
      duration: seconds,
      storeClient: { query },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  }

  /** Deletes expired counters of shared limiters. */
  async forget(): Promise<void> {
    await this.database.execute('delete from rate_limits where expire < $1', [Date.now()]);
  }

  /**
   * Consumes one request, sets the RateLimit headers of the response (if any), or throws 429. `key`: usually the id of a
   * credential.
   */
  async spend(key: string, response: ServerResponse | null): Promise<void> {
    if (this.#all) await this.#take(this.#all, key, response);
  }

  /** Like `spend`, for the smaller limit of heavy work (D-API-7). */
  async spendHeavy(key: string, response: ServerResponse | null): Promise<void> {
    if (this.#heavy) await this.#take(this.#heavy, key, response);
  }

  /** Consumes one request of the limit shared by all credentials of a workspace (D-SEC-3), or throws 429. */
  async spendOfWorkspace(id: string): Promise<void> {
    if (this.#workspaces) await consume(this.#workspaces, id);
  }

  /**
   * Consumes one write of the hourly limit of an OAuth client, shared by its users and all processes (D-AGT-2), or throws 429
   * with a message for language models.
   */
  async spendWriteOfApp(clientId: string): Promise<void> {
    if (!this.#appWrites) return;
    try {
      await this.#appWrites.consume(clientId);
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      const seconds = Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
      const minutes = Math.ceil(seconds / 60);
      throw new ApiError(
        429,
        `The app has made ${this.#appWrites.points} writes within an hour, its limit. Reading still works. ` +
          `Write again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        undefined,
        { 'Retry-After': String(seconds) },
      );
    }
  }

  /** Consumes points of the limit of a public route, or throws 429. `key`: the IP address or record. */
  async charge(budget: Budget, key: string, response: ServerResponse, points = 1): Promise<void> {
    if (budget === 'address') return this.spend(`address ${key}`, response);
    let limiter = this.#declared.get(budget);
    if (!limiter) {
      const { name, points: most, seconds, shared } = budget;
      limiter = shared ? this.sharedLimiter(name, most, seconds) : this.limiter(name, most, seconds);
      this.#declared.set(budget, limiter);
    }
    // Hashed, because keys may be stored.
    await consume(limiter, createHash('sha256').update(key).digest('base64url'), points);
  }

  /** Waits up to a second for Redis, so that the first requests are counted there. */
  async onModuleInit(): Promise<void> {
    if (!this.#redis || this.#redis.status === 'ready') return;
    await once(this.#redis, 'ready', { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  }

  onModuleDestroy(): void {
    this.#redis?.disconnect();
  }

  #budget(name: string, points: number): RequestBudget {
    return {
      name,
      limiter: this.limiter(name, points, WINDOW_SECONDS),
      policy: `"${name}";q=${points};w=${WINDOW_SECONDS}`,
    };
  }

  async #take({ name, limiter, policy }: RequestBudget, key: string, response: ServerResponse | null): Promise<void> {
    let state: RateLimiterRes;
    let refused = false;
    try {
      state = await limiter.consume(key);
    } catch (error) {
      if (error instanceof Error) throw error;
      state = error as RateLimiterRes;
      refused = true;
    }
    const seconds = Math.ceil(state.msBeforeNext / 1000);
    response?.setHeader('RateLimit-Policy', policy);
    response?.setHeader('RateLimit', `"${name}";r=${state.remainingPoints};t=${seconds}`);
    response?.setHeader('X-RateLimit-Limit', limiter.points);
    response?.setHeader('X-RateLimit-Remaining', state.remainingPoints);
    response?.setHeader('X-RateLimit-Reset', Math.ceil(Date.now() / 1000) + seconds);
    if (refused) {
      throw new ApiError(429, `Too many requests. Try again in ${seconds} seconds.`, undefined, {
        'Retry-After': String(seconds),
      });
    }
  }
}

/** Takes points of a limiter, or refuses with 429. */
export async function consume(limiter: RateLimiterAbstract, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    throw tooMany((refused as RateLimiterRes).msBeforeNext);
  }
}

/** 429 with a Retry-After of this many milliseconds. */
export function tooMany(milliseconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ApiError(429, `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, undefined, {
    'Retry-After': String(seconds),
  });
}
