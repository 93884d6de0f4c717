import { describe, expect, it } from 'vitest';
import { allScopes } from '../../platform/security/apps.js';
import { isDocumentUrl, readDocument } from './client-document.js';

const URL = 'https://notes.example.com/client.json';
const good = { client_id: URL, client_name: 'Notes', redirect_uris: ['http://127.0.0.1/callback'] };

describe('isDocumentUrl', () => {
  it.each([URL, 'https://example.com/a?b=c', 'https://example.com:8443/x'])('takes %s', (url) =>
    expect(isDocumentUrl(url)).toBe(true),
  );

  it.each([
    'http://notes.example.com/client.json',
    'https://notes.example.com',
    'https://notes.example.com/',
    'https://notes.example.com/client.json#x',
    'https://ada@notes.example.com/client.json',
    'https://notes.example.com/a/../client.json',
    'https://NOTES.example.com/client.json',
    'https://notes.example.com:443/client.json',
    `https://notes.example.com/${'x'.repeat(2_048)}`,
    'cli_x',
    '',
    undefined,
    [URL],
  ])('refuses %j', (id) => expect(isDocumentUrl(id)).toBe(false));

  it('takes http where the server is only tried out', () =>
    expect(isDocumentUrl('http://127.0.0.1:3000/client.json', true)).toBe(true));
});

describe('readDocument', () => {
  it('takes name, redirect URIs and the scopes that there are', () => {
    const text = JSON.stringify({ ...good, scope: 'office:read openid', token_endpoint_auth_method: 'none' });
    expect(readDocument(URL, text)).toEqual({
      url: URL,
      name: 'Notes',
      host: 'notes.example.com',
      redirect_uris: good.redirect_uris,
      scopes: ['office:read'],
    });
    expect(readDocument(URL, JSON.stringify(good)).scopes).toEqual(allScopes());
  });

  it('calls an app without a name by its host, and shows no hidden characters', () => {
    const named = (client_name: unknown) => readDocument(URL, JSON.stringify({ ...good, client_name })).name;
    expect([undefined, 5, ' \u200b '].map(named)).toEqual(Array(3).fill('notes.example.com'));
    expect(named('Notes\u202e\n of\u0000 Ada')).toBe('Notes of Ada');
    expect(named('x'.repeat(500))).toHaveLength(100);
    // By characters, so that none is cut in half.
    expect(named('😀'.repeat(500))).toBe('😀'.repeat(100));
    expect(named('a\ud800b')).toBe('a b');
  });

  it.each<[string, unknown]>([
    ['no JSON', 'x'],
    ['no object', [good]],
    ['null', null],
    ['another client_id', { ...good, client_id: 'https://notes.example.com/other.json' }],
    ['a secret', { ...good, client_secret: 'x' }],
    ['a way to prove itself that is not offered', { ...good, token_endpoint_auth_method: 'client_secret_basic' }],
    ['no redirect URI', { ...good, redirect_uris: [] }],
    ['a redirect URI that is no text', { ...good, redirect_uris: [5] }],
    ['too many redirect URIs', { ...good, redirect_uris: Array(21).fill('https://example.com/x') }],
    ['a redirect URI without TLS', { ...good, redirect_uris: ['http://notes.example.com/x'] }],
    ['a redirect URI that browsers run', { ...good, redirect_uris: ['javascript:alert(1)'] }],
    ['the name of the console', { ...good, client_name: 'Workspace Suite Console' }],
    ['Cyrillic letters of that name', { ...good, client_name: 'Wоrkspace Suitе' }],
    ['Greek letters of that name', { ...good, client_name: 'Cοnsοle' }],
    ['digits in that name', { ...good, client_name: 'C0nso1e' }],
    ['wide letters and marks in that name', { ...good, client_name: 'Ｃonsóle' }],
    ['that name in pieces', { ...good, client_name: 'work-space_suite\u200b.' }],
  ])('refuses %s', (_, document) =>
    expect(() => readDocument(URL, typeof document === 'string' ? document : JSON.stringify(document))).toThrow(
      expect.objectContaining({ name: 'DocumentRefusal' }),
    ),
  );
});
