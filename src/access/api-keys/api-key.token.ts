import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Format of API keys: `wsk_<environment>_`, 6 characters that all keys of a workspace have, 24 random ones and a checksum of 6, all
 * base 62. The checksum allows rejecting mistyped keys and detecting leaked ones without a query.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^wsk_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export function newToken(environment: 'live' | 'test', workspaceId: string): string {
  const random = Array.from({ length: 24 }, () => ALPHABET[randomInt(62)]).join('');
  const body = tagOf(workspaceId) + random;
  return `wsk_${environment}_${body}${checksum(body)}`;
}

/** The beginning of all keys of a workspace, by which a proxy knows their deployment without asking anybody (D-RUN-13b). */
export const prefixOf = (environment: 'live' | 'test', workspaceId: string): string =>
  `wsk_${environment}_${tagOf(workspaceId)}`;

/** A digest of the id: it tells those who do not know the id nothing, and the others nothing new. */
const tagOf = (workspaceId: string): string => inBase62(parseInt(hash('sha256', workspaceId).slice(0, 12), 16));

/** The environment of a well-formed token, or null. */
export function environmentOf(token: string): 'live' | 'test' | null {
  const match = FORM.exec(token);
  return match && checksum(match[2]!) === match[3] ? (match[1] as 'live' | 'test') : null;
}

const checksum = (text: string): string => inBase62(crc32(text));

/** The last six digits of a number. */
function inBase62(number: number): string {
  let rest = number;
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
