import { describe, expect, it } from 'vitest';
import { readFilter } from './filter.js';

/** Attributes by which users are filtered. */
const KNOWN = [
  'id',
  'username',
  'externalid',
  'displayname',
  'active',
  'emails',
  'emails.value',
  'emails.type',
  'emails.primary',
];

describe('readFilter', () => {
  it.each([
    ['userName eq "ada@example.com" or active eq true'],
    ['not (active eq true)'],
    ['(active eq true)'],
    ['userName sw "ada"'],
    ['userName pr'],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"'],
    ['shoeSize eq "x"'],
    ['emails eq "x" and emails.value.value eq "x"'],
    ['name.emails eq "x"'],
    ['constructor eq "x"'],
    ['Constructor.prototype.status eq "x"'],
    ['__proto__.status eq "x"'],
    ['hasOwnProperty.call eq "x"'],
    ['id eq "x" and id.__proto__.map eq "x"'],
    ['userName eq'],
    ['userName'],
    ['eq "x"'],
    ['and'],
    ['active eq true and'],
    ['and active eq true'],
    ['active eq true and and userName eq "x"'],
    ['active eq true userName eq "x"'],
    ['userName eq "x'],
    ['userName eq "\\q"'],
    ['userName eq "\\u0000"'],
    ['userName eq "\\ud800"'],
    ['userName eq bare'],
    ['emails[type eq "work"'],
    ['emails[].value eq "x"'],
    ['emails[type eq "work" or primary eq true].value eq "x"'],
    [`userName eq "${'\\a'.repeat(200)}`],
    [`${'('.repeat(200)}active eq true${')'.repeat(200)}`],
    [' '],
    [''],
  ])('refuses %j', (filter) => {
    expect(() => readFilter(filter, KNOWN)).toThrow(expect.objectContaining({ scimType: 'invalidFilter' }));
  });
});
