import { describe, expect, it } from 'vitest';
import { plainReason } from './plain-reason.js';

describe('plainReason', () => {
  it.each([
    [new Error('no'), 'no'],
    [new Error('first\nsecond'), 'first'],
    [new TypeError(''), 'TypeError'],
    ['a text', 'a text'],
    [new Error('550 no mailbox <ada@example.com> here'), '550 no mailbox <…@…> here'],
    [
      new Error('GET https://eve:pw@hooks.example.com/T0/secret?token=x#y failed'),
      'GET https://hooks.example.com failed',
    ],
    [new Error('connect postgres://suite:secret@db:5432/suite'), 'connect postgres://db:5432'],
    [new Error('key wsk_live_abc-DEF refused'), 'key wsk_… refused'],
  ])('of %s', (error, reason) => {
    expect(plainReason(error)).toBe(reason);
  });

  it('is short', () => {
    expect(plainReason(new Error('x'.repeat(5000)))).toHaveLength(300);
  });
});
