import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError, deferred, Secrets } from '../../platform/index.js';
import { SESSION_COOKIE } from './browser-session.js';
import { Cookies } from './cookies.js';
import { type Html, html } from './html.js';

const CSRF_COOKIE = 'csrf';
const FIELD = 'csrf';

/**
 * CSRF protection: a form field derived from the cookies of the browser and our key. It changes with the session, so forms of
 * another session are rejected, and it also works before sign-in.
 */
@Injectable()
export class Csrf {
  /** The signing key, then the previous one. */
  readonly #keys: Buffer[];

  constructor(
    secrets: Secrets,
    private readonly cookies: Cookies,
  ) {
    this.#keys = secrets.deriveAll('csrf');
  }

  /** The hidden form field; sets the CSRF cookie if missing. */
  field(request: Request, response: Response): Html {
    let browser = this.#browser(request);
    if (!browser) {
      browser = randomBytes(32).toString('base64url');
      response.locals[CSRF_COOKIE] = browser;
      this.cookies.set(response, CSRF_COOKIE, browser);
    }
    const token = this.#token(browser, request, this.#keys[0]!).toString('base64url');
    return html`<input type="hidden" name="${FIELD}" value="${token}" />`;
  }

  /** 403 unless the form came from our page in this browser and session. */
  check(request: Request, form: URLSearchParams): void {
    const browser = this.#browser(request);
    const given = Buffer.from(form.get(FIELD) ?? '', 'base64url');
    const isOf = (key: Buffer) => {
      const wanted = this.#token(browser!, request, key);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    };
    if (!browser || !this.#keys.some(isOf)) {
      throw new ApiError(
        403,
        deferred('This form has expired, or your browser blocks cookies. Go back, reload the page and try again.'),
      );
    }
  }

  /** A value that binds other signed values to this browser, or null if it has no cookie yet. */
  browserOf(request: Request): string | null {
    return this.#browser(request);
  }

  #browser(request: Request): string | null {
    // Several forms on one page share one new cookie.
    return this.cookies.read(request, CSRF_COOKIE) ?? request.res?.locals[CSRF_COOKIE] ?? null;
  }

  #token(browser: string, request: Request, key: Buffer): Buffer {
    const session = this.cookies.read(request, SESSION_COOKIE) ?? '';
    return createHmac('sha256', key).update(`${browser}.${session}`).digest();
  }
}
