import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { ApiError, unauthenticated, unauthorized } from '../errors/api-error.js';
import type { Credential } from './credential.js';

/** A strategy's answer: the credential, the reason why it is refused, or null where nothing of its kind was sent. */
export type Finding = Credential | string | null;

/** What passport calls a strategy. Its own way of asking one is left out: it makes an heir of each for every request. */
class Strategy extends passport.Strategy {
  constructor(readonly authentication: Authentication) {
    super();
  }
}

/**
 * A passport strategy for one kind of credential. Apps extend it; being made is all it takes to be asked.
 *
 * @example
 * class TicketStrategy extends CredentialStrategy {
 *   override get name() { return 'ticket'; }
 *   constructor(authentication: Authentication) { super(authentication); }
 *   override validate(request: Request) { return request.headers['x-ticket'] ? this.tickets.find(…) : null; }
 * }
 */
export abstract class CredentialStrategy extends PassportStrategy(Strategy) {
  abstract override get name(): string;

  abstract override validate(request: Request): Finding | Promise<Finding>;

  // Each application has its own, because passport's default instance is shared by all in the process.
  getPassportInstance(): Authentication {
    return this.authentication;
  }
}

const NOTHING_SENT = 'Send an API key in X-API-Key, or a token in Authorization: Bearer.';

/** The token in `Authorization: Bearer`, if there is one. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];

/** 401: two credentials came with one request, which says not which of them is meant. */
export class TwoCredentials extends ApiError {
  /** `genuine`: those of them that exist, `X-API-Key` first. */
  constructor(readonly genuine: Credential[]) {
    const { status, message, headers } = unauthorized('Send one credential, not two.');
    super(status, message, undefined, headers);
  }
}

/** The strategies by which a request can prove its sender. */
@Injectable()
export class Authentication {
  readonly #strategies: CredentialStrategy[] = [];

  /** Strategies call this as they are made. They are asked in the same order. */
  use(strategy: CredentialStrategy): void {
    this.#strategies.push(strategy);
  }

  /** The credential of a request, or 401. */
  async identify(request: Request): Promise<Credential> {
    const parts = apart(request);
    if (parts.length === 1) return this.#ask(request);
    const found = await Promise.all(parts.map((part) => this.#ask(part).catch(nullWhereRefused)));
    throw new TwoCredentials(found.filter((credential) => credential !== null));
  }

  async #ask(request: Request): Promise<Credential> {
    let reason: string | null = null;
    for (const strategy of this.#strategies) {
      const finding = await strategy.validate(request);
      if (finding !== null && typeof finding !== 'string') return finding;
      reason ??= finding;
    }
    throw reason === null ? unauthenticated(NOTHING_SENT) : unauthorized(reason);
  }
}

/** A request as often as it has credentials, each with one of them. The same key in both headers is one. */
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
