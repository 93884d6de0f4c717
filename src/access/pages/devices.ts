import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secrets } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { Cookies } from './cookies.js';

/** Lifetime of a device cookie. */
const KNOWN_SECONDS = 180 * 86_400;

/** Bytes of the random browser id, followed by as many bytes of the signature. */
const NAME_BYTES = 16;

type Account = Pick<User, 'workspace_id' | 'id'>;

/**
 * Device cookies (OWASP): browsers that signed in as a user before are exempt from the slowdown of this user, and of nobody with
 * the same address in another workspace. The cookie is signed, so nothing is stored; it does not authenticate anybody.
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

  /** Sets the device cookie of a user. */
  remember(response: ServerResponse, user: Account): void {
    const name = randomBytes(NAME_BYTES);
    const value = Buffer.concat([name, this.#sign(user, name, this.#keys[0]!)]).toString('base64url');
    this.cookies.set(response, cookieOf(user), value, KNOWN_SECONDS);
  }

  /** The browser id, if it has signed in as the user before; else null. */
  known(request: IncomingMessage, user: Account): string | null {
    const value = Buffer.from(this.cookies.read(request, cookieOf(user)) ?? '', 'base64url');
    if (value.length !== 2 * NAME_BYTES) return null;
    const [name, signature] = [value.subarray(0, NAME_BYTES), value.subarray(NAME_BYTES)];
    const holds = this.#keys.some((key) => timingSafeEqual(signature, this.#sign(user, name, key)));
    return holds ? name.toString('base64url') : null;
  }

  #sign(user: Account, name: Buffer, key: Buffer): Buffer {
    return createHmac('sha256', key).update(accountOf(user)).update('\0').update(name).digest().subarray(0, NAME_BYTES);
  }
}

/** One cookie per user. */
const cookieOf = (user: Account): string =>
  `device-${createHash('sha256').update(accountOf(user)).digest('base64url').slice(0, 12)}`;

/** Key of a user in any workspace. */
export const accountOf = ({ workspace_id, id }: Account): string => `${workspace_id} ${id}`;
