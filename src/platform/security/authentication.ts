import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import passport from 'passport';
import { unauthorized } from '../errors/api-error.js';
import type { Credential } from './credential.js';

/** What a strategy found: a credential, why what was sent is no good, or null where nothing of its kind was sent. */
export type Finding = Credential | string | null;

/** A passport strategy for one kind of credential. Apps extend it and hand themselves to `Authentication.use`. */
export abstract class CredentialStrategy extends passport.Strategy {
  abstract override readonly name: string;

  protected abstract identify(request: Request): Finding | Promise<Finding>;

  override authenticate(request: Request): void {
    // Passport gives each request its own heir of the strategy, with these methods.
    const { success, fail, error } = this as unknown as Record<string, (value?: unknown) => void>;
    Promise.resolve(this.identify(request)).then((finding) => {
      // Without a reason it is the next strategy's turn.
      if (finding === null) fail!.call(this);
      else if (typeof finding === 'string') fail!.call(this, finding);
      else success!.call(this, finding);
    }, error!.bind(this));
  }
}

const NOTHING_SENT = 'Send an API key in X-API-Key, or a token in Authorization: Bearer.';

/** The strategies by which a request can prove who sends it. */
@Injectable()
export class Authentication {
  // Of its own, because passport's default instance is shared by every application in the process.
  readonly #passport = new passport.Passport();
  readonly #names: string[] = [];

  use(strategy: CredentialStrategy): void {
    this.#passport.use(strategy);
    this.#names.push(strategy.name);
  }

  /** The credential of a request, or 401. */
  identify(request: Request, response: Response): Promise<Credential> {
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, credential: Credential | false | null | undefined, refusals: unknown) => {
        if (error) return reject(error);
        if (credential) return resolve(credential);
        const [reason] = [refusals].flat().filter((refusal): refusal is string => typeof refusal === 'string');
        reject(unauthorized(reason ?? NOTHING_SENT));
      };
      this.#passport.authenticate(this.#names, { session: false }, decide as never)(request, response, reject);
    });
  }
}
