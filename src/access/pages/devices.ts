import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secrets } from '../../platform/index.js';
import { Cookies } from './cookies.js';

/** Seconds for which a browser is known after a sign-in. */
const KNOWN_SECONDS = 180 * 86_400;

/** Bytes of the random name of a browser, which come before as many bytes of the signature. */
const NAME_BYTES = 16;

/**
 * Browsers that have signed in to an account before ("device cookies" of OWASP). Guesses of others slow an account down, but
 * not for these. The cookie is signed, so nothing is stored; it proves nobody's identity.
 */
@Injectable()
export class Devices {
  /** The key that signs, then the one before it. */
  readonly #keys: Buffer[];

  constructor(
    secrets: Secrets,
    private readonly cookies: Cookies,
  ) {
    this.#keys = secrets.deriveAll('devices');
  }

  /** Has the browser known from now on as one that has signed in to the account of an address. */
  remember(response: ServerResponse, email: string): void {
    const account = accountOf(email);
    const name = randomBytes(NAME_BYTES);
    const value = Buffer.concat([name, this.#sign(account, name, this.#keys[0]!)]).toString('base64url');
    this.cookies.set(response, cookieOf(account), value, KNOWN_SECONDS);
  }

  /** The name of the browser, where it has signed in to the account before; else null. */
  known(request: IncomingMessage, email: string): string | null {
    const account = accountOf(email);
    const value = Buffer.from(this.cookies.read(request, cookieOf(account)) ?? '', 'base64url');
    if (value.length !== 2 * NAME_BYTES) return null;
    const [name, signature] = [value.subarray(0, NAME_BYTES), value.subarray(NAME_BYTES)];
    const holds = this.#keys.some((key) => timingSafeEqual(signature, this.#sign(account, name, key)));
    return holds ? name.toString('base64url') : null;
  }

  #sign(account: string, name: Buffer, key: Buffer): Buffer {
    return createHmac('sha256', key).update(account).update(name).digest().subarray(0, NAME_BYTES);
  }
}

/** A browser has a cookie for each account. */
const cookieOf = (account: string): string => `device-${account.slice(0, 12)}`;

/**
 * The account of an address. Accounts are found in any case, as PostgreSQL sees it, which is not quite how JavaScript does
 * (it makes two characters of İ). So this leaves accents out too: rather one count for two accounts than two for one.
 */
export function accountOf(email: string): string {
  const plain = email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase();
  return createHash('sha256').update(plain).digest('base64url');
}
