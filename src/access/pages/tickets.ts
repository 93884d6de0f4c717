import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock, Secrets } from '../../platform/index.js';
import { Csrf } from './csrf.js';

/** Milliseconds for which the next form of a sign-in can be sent. */
const LIFETIME = 10 * 60_000;

interface Sealed<T> {
  purpose: string;
  browser: string;
  until: number;
  facts: T;
}

/**
 * The state that a form carries from one step to the next: encrypted, valid for some minutes, and only in the browser that got
 * it. The server stores nothing for people who never go on.
 */
@Injectable()
export class Tickets {
  constructor(
    private readonly csrf: Csrf,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The browser must have its CSRF cookie: the page has the field already. */
  seal(purpose: string, facts: object, request: Request): string {
    const browser = this.csrf.browserOf(request)!;
    const sealed: Sealed<object> = { purpose, browser, until: this.clock.now() + LIFETIME, facts };
    return this.secrets.encrypt(JSON.stringify(sealed));
  }

  /** The facts of a ticket; null where it is none, too old, for something else or from another browser. */
  open<T>(purpose: string, ticket: string | null, request: Request): T | null {
    try {
      const sealed = JSON.parse(this.secrets.decrypt(ticket ?? '')) as Sealed<T>;
      const holds =
        sealed.purpose === purpose &&
        sealed.browser === this.csrf.browserOf(request) &&
        sealed.until > this.clock.now();
      return holds ? sealed.facts : null;
    } catch {
      return null;
    }
  }
}
