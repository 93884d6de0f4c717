import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { forbidden, Settings } from '../platform/index.js';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * Rejects requests to `/mcp` from pages of another origin. On a server that listens on loopback it also rejects other host names,
 * because a page can resolve its own host name to our address (DNS rebinding).
 */
@Injectable()
export class RebindingMiddleware implements NestMiddleware {
  readonly #origins: ReadonlySet<string>;
  readonly #isLocal: boolean;

  constructor({ BASE_URL, CORS_ORIGINS }: Settings) {
    const { origin, hostname } = new URL(BASE_URL);
    this.#origins = new Set([origin, ...CORS_ORIGINS]);
    this.#isLocal = LOOPBACK.test(hostname);
  }

  use({ headers }: Request, _response: Response, next: NextFunction): void {
    const { origin, host = '' } = headers;
    if (origin !== undefined && !this.#origins.has(origin))
      return next(forbidden('Pages of this origin may not call /mcp. CORS_ORIGINS names those that may.'));
    if (this.#isLocal && !LOOPBACK.test(host.replace(/:\d+$/, '')))
      return next(forbidden('This server is reached as localhost only. BASE_URL names it otherwise.'));
    next();
  }
}
