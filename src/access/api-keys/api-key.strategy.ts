import { Injectable, Logger } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  bearerOf,
  currentContext,
  type Finding,
  networkOf,
  RateLimits,
  RequestStrategy,
  Settings,
} from '../../platform/index.js';
import { environmentOf } from './api-key.token.js';
import { ApiKeyCache } from './api-keys.cache.js';
import { ApiKeyUsage } from './api-keys.usage.js';

/** Lines of the log about unknown keys, per network address and minute. */
const LINES_PER_MINUTE = 10;

/** Reads an API key from `X-API-Key`, or from `Authorization: Bearer wsk_…`, as provisioning clients send it. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(RequestStrategy, 'api-key') {
  readonly #logger = new Logger('Security');
  /** Unknown keys of each network. */
  readonly #unknown: RateLimiterAbstract;

  constructor(
    private readonly cache: ApiKeyCache,
    private readonly usage: ApiKeyUsage,
    private readonly settings: Settings,
    limits: RateLimits,
  ) {
    super();
    this.#unknown = limits.limiter('unknown-keys', LINES_PER_MINUTE, 60);
  }

  override async validate(request: Request): Promise<Finding> {
    const own = request.headers['x-api-key']?.toString();
    const token = own ?? bearerOf(request);
    if (token === undefined || (own === undefined && !token.startsWith('wsk_'))) return null;
    const environment = environmentOf(token);
    if (!environment) return 'The API key is not well formed.';
    if (environment !== this.settings.keyEnvironment) {
      return `The API key belongs to another environment. This environment is ${this.settings.APP_ENV}.`;
    }
    const credential = await this.cache.credentialOf(token);
    if (!credential) {
      await this.#noteUnknown();
      return 'The API key does not exist.';
    }
    this.usage.used(credential.id, credential.workspace_id, currentContext().ip);
    return credential;
  }

  /** Not more lines than somebody can read. */
  async #noteUnknown(): Promise<void> {
    const { requestId: request_id, ip } = currentContext();
    const { consumedPoints } = await this.#unknown.penalty(networkOf(ip));
    if (consumedPoints > LINES_PER_MINUTE) return;
    const omitted = consumedPoints === LINES_PER_MINUTE ? 'further lines of this minute' : undefined;
    this.#logger.warn({ attempt: 'api_key.unknown', request_id, ip, omitted });
  }
}
