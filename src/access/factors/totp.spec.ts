import { describe, expect, it } from 'vitest';
import { base32, codeOf, stepAt, stepOf, totpUri } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('codeOf', () => {
  // RFC 6238, appendix B.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds it is %s', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
    expect(codeOf(SECRET, stepAt(seconds * 1000))).toBe(code.slice(2));
  });
});

describe('stepOf', () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);

  it('takes the code of this step, of the one before and of the one after', () => {
    for (const near of [step - 1, step, step + 1]) expect(stepOf(SECRET, codeOf(SECRET, near), now)).toBe(near);
  });

  it('refuses codes that are further away, and what is no code', () => {
    for (const far of [step - 2, step + 2]) expect(stepOf(SECRET, codeOf(SECRET, far), now)).toBeNull();
    for (const text of ['', '12345', '1234567', 'abcdef', '-00001', '１２３４５６'])
      expect(stepOf(SECRET, text, now)).toBeNull();
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %j', (text, encoded) => expect(base32(Buffer.from(text))).toBe(encoded));
});

it('an address names issuer and account, whatever is in their names', () => {
  const uri = new URL(totpUri(SECRET, 'Ada & Co: 1+1', 'ada+x@example.com'));
  expect(decodeURIComponent(uri.pathname)).toBe('/Ada & Co: 1+1:ada+x@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Ada & Co: 1+1',
    digits: '6',
    period: '30',
  });
});
