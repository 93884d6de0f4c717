import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Settings } from '../../platform/index.js';

/** Format of our cookies: 32 random bytes in base64url. */
const VALUE = /^[\w-]{43}$/;

/**
 * Cookies of pages: HttpOnly and SameSite. With HTTPS also `Secure` with the `__Host-` prefix, so that no other host of the
 * domain can set them.
 */
@Injectable()
export class Cookies {
  readonly #secure: boolean;

  constructor({ APP_ENV, BASE_URL }: Settings) {
    this.#secure = APP_ENV === 'production' || BASE_URL.startsWith('https:');
  }

  /** The value sent by the browser, or null if missing or malformed. */
  read(request: IncomingMessage, name: string): string | null {
    const wanted = this.#named(name);
    for (const pair of request.headers.cookie?.split(';') ?? []) {
      const [key, value] = pair.split('=', 2) as [string, string | undefined];
      if (key.trim() === wanted && VALUE.test(value?.trim() ?? '')) return value!.trim();
    }
    return null;
  }

  /** `seconds`: lifetime; default: until the browser is closed. */
  set(response: ServerResponse, name: string, value: string, seconds?: number): void {
    const parts = [`${this.#named(name)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
    if (seconds !== undefined) parts.push(`Max-Age=${seconds}`);
    if (this.#secure) parts.push('Secure');
    response.appendHeader('Set-Cookie', parts.join('; '));
  }

  clear(response: ServerResponse, name: string): void {
    this.set(response, name, '', 0);
  }

  #named(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
