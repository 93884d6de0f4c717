import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock, Secrets } from '../../platform/index.js';
import { Csrf } from './csrf.js';

/** Lifetime of a ticket. */
const LIFETIME_MS = 10 * 60_000;

interface Sealed<T> {
  purpose: string;
  browser: string;
  until: number;
  facts: T;
}

/**
 * State between the steps of a sign-in, carried in a form field: encrypted, short-lived, and bound to the browser. So the
 * server stores nothing for abandoned sign-ins.
 */
@Injectable()
export class Tickets {
  constructor(
    private readonly csrf: Csrf,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The CSRF cookie must exist, because the ticket is bound to it. */
  seal(purpose: string, facts: object, request: Request): string {
    const browser = this.csrf.browserOf(request)!;
    const sealed: Sealed<object> = { purpose, browser, until: this.clock.now() + LIFETIME_MS, facts };
    return this.secrets.encrypt(JSON.stringify(sealed));
  }

  /** Contents of a ticket; null if invalid, expired, for another purpose or from another browser. */
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
