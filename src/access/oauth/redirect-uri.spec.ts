import { describe, expect, it } from 'vitest';
import { flawOf } from './redirect-uri.js';

describe('A redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://localhost:8443/callback',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback?x=1',
    'http://[::1]:8080/',
  ])('may be %s', (uri) => {
    expect([flawOf(uri, true), flawOf(uri, false)]).toEqual([null, null]);
  });

  it('may have a scheme of its own for apps on devices only', () => {
    expect(flawOf('com.example.notes:/callback', true)).toBeNull();
    expect(flawOf('com.example.notes:/callback', false)).toMatch(/https/);
  });

  it.each([
    '',
    '/callback',
    'app.example.com/callback',
    'https://',
    'https://app.example.com/#fragment',
    'https://app.example.com/#',
    'https://user:secret@app.example.com/',
    'https://app.example.com/a b',
    'https://app.example.com/<b>',
    'https://app;form-action.example.com/',
    'https://app.example.com/ü',
    'http://app.example.com/',
    'http://localhost.evil.example/',
    'http://127.0.0.2/',
    'javascript:alert(1)',
    'data:text/html,x',
    'notes:/callback',
    'mailto:x@example.com',
  ])('must not be "%s"', (uri) => {
    expect(flawOf(uri, true)).not.toBeNull();
  });
});
