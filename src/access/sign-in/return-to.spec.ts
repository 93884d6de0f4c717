import { describe, expect, it } from 'vitest';
import { localPath } from './return-to.js';

describe('localPath', () => {
  it.each([
    ['/account', '/account'],
    ['/oauth/authorize?client_id=x&state=%2F', '/oauth/authorize?client_id=x&state=%2F'],
    ['/a/../account', '/account'],
    // To browsers these are paths of this host.
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/https://evil.example', '/https://evil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/é', '/%C3%A9'],
    ['/account#part', '/account'],
  ])('takes %j', (given, path) => {
    expect(localPath(given)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/.//evil.example',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '//evil.example\\@here',
    'https://evil.example',
    'https:evil.example',
    'http:/account',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /account',
    '\u0000/account',
    'account',
    '?a=1',
    '#a',
    '',
    undefined,
    null,
    7,
    ['/account'],
  ])('refuses %j', (given) => {
    expect(localPath(given)).toBeNull();
  });
});
