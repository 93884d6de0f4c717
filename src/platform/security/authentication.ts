import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request, Response } from 'express';
import passport from 'passport';
import { ApiError, unauthenticated, unauthorized } from '../errors/api-error.js';
import type { Credential } from './credential.js';

/** A strategy's answer: the credential, the reason why it is refused, or null where nothing of its kind was sent. */
export type Finding = Credential | string | null;

type Found = (error: unknown, finding: Finding) => void;

/** Hands a request to `validate`, and its answer to passport. */
class Strategy extends passport.Strategy {
  constructor(
    readonly authentication: Authentication,
    private readonly verify: (request: Request, found: Found) => void,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    // Passport gives each request its own heir of the strategy, with these methods.
    const { success, fail, error } = this as unknown as Record<string, (value?: unknown) => void>;
    this.verify(request, (thrown, finding) => {
      if (thrown) error!.call(this, thrown);
      // Without a reason the next strategy is asked.
      else if (finding === null) fail!.call(this);
      else if (typeof finding === 'string') fail!.call(this, finding);
      else success!.call(this, finding);
    });
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
  readonly #passport = new passport.Passport();
  readonly #names: string[] = [];

  /** Strategies call this as they are made. They are asked in the same order. */
  use(strategy: CredentialStrategy): void {
    this.#passport.use(strategy);
    this.#names.push(strategy.name);
  }

  /** The credential of a request, or 401. */
  async identify(request: Request, response: Response): Promise<Credential> {
    const parts = apart(request);
    if (parts.length === 1) return this.#ask(request, response);
    const found = await Promise.all(parts.map((part) => this.#ask(part, response).catch(nullWhereRefused)));
    throw new TwoCredentials(found.filter((credential) => credential !== null));
  }

  #ask(request: Request, response: Response): Promise<Credential> {
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, credential: Credential | false | null | undefined, refusals: unknown) => {
        if (error) return reject(error);
        if (credential) return resolve(credential);
        const [reason] = [refusals].flat().filter((refusal): refusal is string => typeof refusal === 'string');
        reject(reason === undefined ? unauthenticated(NOTHING_SENT) : unauthorized(reason));
      };
      this.#passport.authenticate(this.#names, { session: false }, decide as never)(request, response, reject);
    });
  }
}

/** A request as often as it has credentials, each with one of them. The same key in both headers is one. */
function apart(request: Request): Request[] {
  const { authorization, 'x-api-key': own, ...others } = request.headers;
  if (authorization === undefined || own === undefined || own === bearerOf(request)) return [request];
  const only = (headers: object): Request => Object.create(request, { headers: { value: { ...others, ...headers } } });
  return [only({ 'x-api-key': own }), only({ authorization })];
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null;
  throw error;
}
