import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Request } from 'express';
import passport from 'passport';
import { ApiError, unauthenticated, unauthorized } from '../errors/api-error.js';
import type { Credential } from './credential.js';

/** Result of a strategy: the credential, the reason for rejecting it, or null if none of its kind was sent. */
export type Finding = Credential | string | null;

type Verify = (request: Request, done: (error: unknown, finding?: Finding) => void) => void;

/**
 * A Passport strategy whose `validate` reads the request itself.
 *
 * @example
 * @Injectable()
 * export class TicketStrategy extends PassportStrategy(RequestStrategy, 'ticket') {
 *   constructor(private readonly tickets: Tickets) { super(); }
 *   validate(request: Request): Finding { return request.headers['x-ticket'] ? this.tickets.find(…) : null; }
 * }
 */
export class RequestStrategy extends passport.Strategy {
  /**
   * `verify` is passed by Nest and calls `validate`. Not a #field, because Passport calls an object that inherits from the
   * strategy.
   */
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: Request): void {
    this.verify(request, (error, finding) => {
      if (error) this.error(error);
      else if (typeof finding === 'string') this.fail(finding);
      else if (finding) this.success(finding);
      else this.fail();
    });
  }
}

const NOTHING_SENT = 'Send an API key in X-API-Key, or a token in Authorization: Bearer.';

/** The token in `Authorization: Bearer`, if there is one. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];

/** Whether the request has an API credential, valid or not. */
export const sendsCredential = ({ headers }: Request): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

/** 401: the request has two credentials. */
export class TwoCredentials extends ApiError {
  /** `genuine`: those that exist, `X-API-Key` first. */
  constructor(readonly genuine: Credential[]) {
    const { status, message, headers } = unauthorized('The request has two credentials. Send only one.');
    super(status, message, undefined, headers);
  }
}

/**
 * Authenticates requests with Passport. Every `PassportStrategy` provider is tried, in module order, until one recognises the
 * credential. Its `validate` returns a `Credential`.
 */
@Injectable()
export class Authentication {
  // Passport's default instance is shared by all applications of a process.
  readonly #passport = new passport.Passport();
  #names: string[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** The credential of a request, or 401. */
  async identify(request: Request): Promise<Credential> {
    const parts = apart(request);
    if (parts.length === 1) return this.#ask(request);
    const found = await Promise.all(parts.map((part) => this.#ask(part).catch(nullWhereRefused)));
    throw new TwoCredentials(found.filter((credential) => credential !== null));
  }

  async #ask(request: Request): Promise<Credential> {
    const { found, challenges } = await this.#verify(request);
    if (found) return credentialIn(found);
    // Thrown here and not in the callback of Passport, so that the stack trace names the step.
    throw refusal([challenges].flat());
  }

  #verify(request: Request): Promise<{ found?: unknown; challenges?: unknown }> {
    this.#names ??= this.#register();
    return new Promise((resolve, reject) => {
      const done = (error: unknown, found?: unknown, challenges?: unknown) =>
        error ? reject(error) : resolve({ found, challenges });
      const ask = this.#passport.authenticate(this.#names!, { session: false }, done);
      // A strategy that calls `pass` found nothing.
      ask(request, request.res, (error?: unknown) => done(error));
    });
  }

  #register(): string[] {
    const strategies = this.discovery.getProviders().map(({ instance }): unknown => instance);
    return [...new Set(strategies.filter(isStrategy))].map((strategy, index) => {
      const name = `${index} ${strategy.constructor.name}`;
      this.#passport.use(name, strategy);
      return name;
    });
  }
}

/** Whether a provider is a `PassportStrategy` of Nest. */
const isStrategy = (provider: unknown): provider is passport.Strategy => {
  const { authenticate, getPassportInstance } = (provider ?? {}) as Record<string, unknown>;
  return typeof authenticate === 'function' && typeof getPassportInstance === 'function';
};

function credentialIn(found: unknown): Credential {
  const { workspace_id, scopes, actor } = found as Partial<Credential>;
  if (workspace_id && scopes instanceof Set && actor) return found as Credential;
  throw new Error('A Passport strategy answered something else than a Credential: return one from validate.');
}

/** 401 with the first reason of a strategy. Challenges such as `Bearer realm="…"` are not for users. */
function refusal(challenges: unknown[]): ApiError {
  for (const challenge of challenges) {
    const reason = typeof challenge === 'string' ? challenge : (challenge as Error | undefined)?.message;
    if (reason && !/^\w+ realm=/i.test(reason)) return unauthorized(reason);
  }
  return unauthenticated(NOTHING_SENT);
}

/** One copy of the request per credential. The same key in both headers counts once. */
function apart(request: Request): Request[] {
  const { authorization, 'x-api-key': own } = request.headers;
  if (authorization === undefined || own === undefined || own === bearerOf(request)) return [request];
  const without = (name: string): Request =>
    Object.create(request, { headers: { value: { ...request.headers, [name]: undefined } } });
  return [without('authorization'), without('x-api-key')];
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}
