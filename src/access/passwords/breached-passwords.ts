import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Settings } from '../../platform/index.js';

const TIMEOUT_MS = 3_000;
/** Hex digits of the hash sent to the service. */
const PREFIX_LENGTH = 5;

/**
 * Checks passwords against a range service of breached passwords (D-SIGN-6). Only a short prefix of the SHA-1 is sent, shared
 * by thousands of passwords (k-anonymity).
 */
@Injectable()
export class BreachedPasswords {
  readonly #logger = new Logger('BreachedPasswords');

  constructor(private readonly settings: Settings) {}

  /** Whether a password is breached. False if no service is configured or it does not respond. */
  async has(password: string): Promise<boolean> {
    const url = this.settings.BREACHED_PASSWORDS_URL;
    if (!url) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const suffix = hash.slice(PREFIX_LENGTH);
    try {
      const range = await this.#range(url, hash.slice(0, PREFIX_LENGTH));
      return range.split('\n').some((line) => {
        const [found, count] = line.trim().split(':');
        // Padding entries have count 0.
        return found?.toUpperCase() === suffix && Number(count) > 0;
      });
    } catch (error) {
      this.#logger.warn(`The lookup of a password in BREACHED_PASSWORDS_URL failed: ${(error as Error).message}`);
      return false;
    }
  }

  async #range(url: string, prefix: string): Promise<string> {
    const response = await fetch(`${url.endsWith('/') ? url : `${url}/`}${prefix}`, {
      headers: { 'Add-Padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the service answered ${response.status}.`);
    return response.text();
  }
}
