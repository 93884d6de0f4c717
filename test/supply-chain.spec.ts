import { describe, expect, it } from 'vitest';
import { isAccepted, problemsOf, vulnerabilitiesOf } from '../.ci/supply-chain.js';

const rules = { licences: ['MIT', 'ISC'], exceptions: {}, advisories: {} };
const integrity = 'sha512-x';

describe('The packages of a lockfile', () => {
  it('have a hash and a licence that is accepted', () => {
    const packages = {
      '': {},
      'node_modules/good': { version: '1.0.0', license: 'MIT', integrity },
      'node_modules/client': { link: true },
      'node_modules/bare': { version: '2.0.0', license: 'MIT' },
      'node_modules/weak': { version: '2.0.0', license: 'MIT', integrity: 'sha1-x' },
      'node_modules/shared': { version: '3.0.0', license: 'AGPL-3.0', integrity },
      'node_modules/silent': { version: '4.0.0', integrity },
    };
    expect(problemsOf(packages, rules)).toEqual([
      'bare 2.0.0 has no sha512 integrity in package-lock.json',
      'weak 2.0.0 has no sha512 integrity in package-lock.json',
      'shared 3.0.0 has the licence AGPL-3.0',
      'silent 4.0.0 has the licence (none)',
    ]);
  });

  it('may be excepted, as long as they are there', () => {
    const packages = { 'node_modules/tool-linux': { version: '1.0.0', license: 'MPL-2.0', integrity } };
    const exceptions = { 'tool-*': 'a tool', gone: 'was there once' };
    expect(problemsOf(packages, { ...rules, exceptions })).toEqual(['the exception for gone is not needed any more']);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT/Apache-2.0', true],
    ['(MIT AND ISC)', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0', false],
    [undefined, false],
  ])('%s', (licence, accepted) => expect(isAccepted(licence, rules.licences)).toBe(accepted));
});

describe('Advisories', () => {
  const via = [{ url: 'https://github.com/advisories/GHSA-1', title: 'Reads files', severity: 'high' }];
  const report = { vulnerabilities: { bad: { via }, above: { via: ['bad'] } } };

  it('are told once each, unless they do not concern us', () => {
    expect(vulnerabilitiesOf(report, {})).toEqual(['bad: Reads files (high, https://github.com/advisories/GHSA-1)']);
    expect(vulnerabilitiesOf(report, { 'GHSA-1': 'Only on Windows.' })).toEqual([]);
  });

  it('are unknown where the registry does not answer', () => {
    expect(vulnerabilitiesOf({ message: '405 Method Not Allowed' }, {})).toBeNull();
  });
});
