import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/security/hash.js';
import { environmentOf, newToken, prefixOf } from './api-key.token.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 bit by bit, from its polynomial. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const base62 = (value: bigint): string =>
  (value >= 62n ? base62(value / 62n) : '') + ALPHABET.charAt(Number(value % 62n));

const digest = createHash('sha256').update('ws_x').digest('hex');
const TAG_OF_X = base62(BigInt(`0x${digest.slice(0, 12)}`))
  .slice(-6)
  .padStart(6, '0');

describe('API key', () => {
  it('is 24 random characters behind those of its workspace, and the CRC-32 of all in base 62', () => {
    expect(crc32('123456789')).toBe(0xcbf43926); // the check value of CRC-32
    const seen = new Set<string>();
    for (let n = 0; n < 200; n++) {
      const token = newToken('live', 'ws_x');
      const [, tag = '', random = '', sum] = /^wsk_live_(.{6})([0-9A-Za-z]{24})([0-9A-Za-z]{6})$/.exec(token) ?? [];
      expect(tag).toBe(TAG_OF_X);
      expect(sum).toBe(base62(BigInt(crc32(tag + random))).padStart(6, '0'));
      for (const character of random) seen.add(character);
    }
    expect(prefixOf('live', 'ws_x')).toBe(`wsk_live_${TAG_OF_X}`);
    expect(prefixOf('live', 'ws_y')).not.toBe(prefixOf('live', 'ws_x'));
    // Of 4 800 characters, one of the alphabet is missing once in 10^32 runs.
    expect([...seen].toSorted().join('')).toBe(ALPHABET);
  });

  it('knows its environment', () => {
    expect(environmentOf(newToken('live', 'ws_x'))).toBe('live');
    expect(environmentOf(newToken('test', 'ws_x'))).toBe('test');
  });

  it('is not well formed with any character changed', () => {
    const token = newToken('test', 'ws_x');
    for (let at = 'wsk_test_'.length; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(environmentOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
    }
    for (const bad of ['', 'wsk_test_', token.slice(1), `${token}A`, ` ${token}`, token.replace('test', 'prod')]) {
      expect(environmentOf(bad)).toBeNull();
    }
  });

  it('is stored as SHA-256', () => {
    const token = newToken('test', 'ws_x');
    expect(hashOf(token)).toBe(createHash('sha256').update(token).digest('hex'));
  });
});
