import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secrets } from '../../platform/index.js';
import { Cookies } from './cookies.js';

/** Lifetime of a device cookie. */
const KNOWN_SECONDS = 180 * 86_400;

/** Bytes of the random browser id, followed by as many bytes of the signature. */
const NAME_BYTES = 16;

/**
 * Device cookies (OWASP): browsers that signed in to an account before are exempt from its slowdown. The cookie is signed, so
 * nothing is stored; it does not authenticate anybody.
 */
@Injectable()
export class Devices {
  /** The signing key, then the previous one. */
  readonly #keys: Buffer[];

  constructor(
    secrets: Secrets,
    private readonly cookies: Cookies,
  ) {
    this.#keys = secrets.deriveAll('devices');
  }

  /** Sets the device cookie for the account of an address. */
  remember(response: ServerResponse, email: string): void {
    const account = accountOf(email);
    const name = randomBytes(NAME_BYTES);
    const value = Buffer.concat([name, this.#sign(account, name, this.#keys[0]!)]).toString('base64url');
    this.cookies.set(response, cookieOf(account), value, KNOWN_SECONDS);
  }

  /** The browser id, if it has signed in to the account before; else null. */
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

/** One cookie per account. */
const cookieOf = (account: string): string => `device-${account.slice(0, 12)}`;

/**
 * Account key of an address. Lookups are case-insensitive in PostgreSQL, which differs slightly from JavaScript (İ becomes two
 * characters). Accents are removed too: sharing one counter between two accounts is better than two counters for one.
 */
export function accountOf(email: string): string {
  const plain = email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().toUpperCase();
  return createHash('sha256').update(plain).digest('base64url');
}
