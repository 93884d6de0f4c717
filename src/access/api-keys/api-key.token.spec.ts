import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../platform/security/hash.js';
import { environmentOf, newToken } from './api-key.token.js';

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

describe('API key', () => {
  it('is 30 random characters and their CRC-32 in base 62', () => {
    expect(crc32('123456789')).toBe(0xcbf43926); // the check value of CRC-32
    const seen = new Set<string>();
    for (let n = 0; n < 200; n++) {
      const [, random = '', checksum] = /^wsk_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(newToken('live')) ?? [];
      expect(checksum).toBe(base62(BigInt(crc32(random))).padStart(6, '0'));
      for (const character of random) seen.add(character);
    }
    // Of 6 000 characters, one of the alphabet is missing once in 10^40 runs.
    expect([...seen].toSorted().join('')).toBe(ALPHABET);
  });

  it('knows its environment', () => {
    expect(environmentOf(newToken('live'))).toBe('live');
    expect(environmentOf(newToken('test'))).toBe('test');
  });

  it('is not well formed with any character changed', () => {
    const token = newToken('test');
    for (let at = 'wsk_test_'.length; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(environmentOf(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
    }
    for (const bad of ['', 'wsk_test_', token.slice(1), `${token}A`, ` ${token}`, token.replace('test', 'prod')]) {
      expect(environmentOf(bad)).toBeNull();
    }
  });

  it('is stored as SHA-256', () => {
    const token = newToken('test');
    expect(hashOf(token)).toBe(createHash('sha256').update(token).digest('hex'));
  });
});
