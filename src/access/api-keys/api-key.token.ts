import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Format of API keys: `wsk_<environment>_`, 30 random characters and a checksum of 6, all base 62. The checksum allows
 * rejecting mistyped keys and detecting leaked ones without a query.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^wsk_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export function newToken(environment: 'live' | 'test'): string {
  const random = Array.from({ length: 30 }, () => ALPHABET[randomInt(62)]).join('');
  return `wsk_${environment}_${random}${checksum(random)}`;
}

/** The environment of a well-formed token, or null. */
export function environmentOf(token: string): 'live' | 'test' | null {
  const match = FORM.exec(token);
  return match && checksum(match[2]!) === match[3] ? (match[1] as 'live' | 'test') : null;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
