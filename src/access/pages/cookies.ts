import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Settings } from '../../platform/index.js';

/** A random value of 32 bytes in base64url, as all our cookies are. */
const VALUE = /^[\w-]{43}$/;

/**
 * Cookies of the pages: for no script, not sent along by forms of other sites. Wherever there is HTTPS they are
 * `Secure` and bound to this very host, so that no other one of the domain can plant them.
 */
@Injectable()
export class Cookies {
  readonly #secure: boolean;

  constructor({ APP_ENV, BASE_URL }: Settings) {
    this.#secure = APP_ENV === 'production' || BASE_URL.startsWith('https:');
  }

  /** The value that the browser sent, or null where it has none that could be ours. */
  read(request: IncomingMessage, name: string): string | null {
    const wanted = this.#named(name);
    for (const pair of request.headers.cookie?.split(';') ?? []) {
      const [key, value] = pair.split('=', 2) as [string, string | undefined];
      if (key.trim() === wanted && VALUE.test(value?.trim() ?? '')) return value!.trim();
    }
    return null;
  }

  /** `seconds`: how long the browser keeps it; without it, until it is closed. */
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
