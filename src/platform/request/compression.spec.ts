import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare } from '../../../test/support/samples.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { fieldsOf, hasSecret } from '../fields/field-spec.js';
import { Routes } from './routes.js';

const PATH = '/v1/office/documents';
/** The `Vary` of an answer to a credential (D-API-13). */
const BY_CREDENTIAL = 'Authorization, X-API-Key';
const DECODERS = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;

let suite: TestApp;
let large: string;
let small: string;
beforeAll(async () => {
  suite = await startTestApp();
  const aDocument = async (content: string) =>
    `${PATH}/${(await suite.client.post(PATH, { title: 'Plan', content })).body.id}`;
  large = await aDocument('Again and '.repeat(500));
  small = await aDocument('Once');
});
afterAll(() => suite.close());

/** An answer as it is sent; `fetch` would take the coding off. */
async function get(path: string, headers: Record<string, string>, method = 'GET', body = '') {
  const call = request(suite.base + path, {
    method,
    headers: { 'X-API-Key': suite.client.key!, 'Content-Type': 'application/json', ...headers },
  });
  call.end(body);
  const [answer] = await once(call, 'response');
  const bytes = await buffer(answer);
  expect(Number(answer.headers['content-length'] ?? 0)).toBe(bytes.length);
  const coding = answer.headers['content-encoding'] as keyof typeof DECODERS | undefined;
  const text = (coding ? DECODERS[coding](bytes) : bytes).toString();
  return { status: answer.statusCode, headers: answer.headers, coding, text, size: bytes.length };
}

describe('A JSON answer of a kilobyte or more', () => {
  it.each([
    ['zstd', 'zstd'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, br;q=0.9, zstd;q=0.8', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['identity, gzip;q=0.5', undefined],
    ['gzip;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('to a client that accepts "%s" is sent in %s', async (accepted, coding) => {
    const answer = await get(large, { 'Accept-Encoding': accepted });
    expect([answer.coding, answer.headers.vary]).toEqual([coding, `${BY_CREDENTIAL}, Accept-Encoding`]);
    expect(JSON.parse(answer.text)).toMatchObject({ title: 'Plan' });
    if (coding) expect(answer.size).toBeLessThan(1000);
  });

  it('has a tag of its own for each coding; any of them serves a condition', async () => {
    const tags = new Set<string>();
    for (const coding of ['zstd', 'br', 'gzip', 'identity']) {
      const accepts = { 'Accept-Encoding': coding };
      const { etag } = (await get(large, accepts)).headers;
      tags.add(etag!);
      const again = await get(large, { ...accepts, 'If-None-Match': etag! });
      expect([again.status, again.text, again.headers.etag, again.headers.vary]).toEqual([
        304,
        '',
        etag,
        `${BY_CREDENTIAL}, Accept-Encoding`,
      ]);
      const changed = await get(large, { 'If-Match': etag! }, 'PATCH', '{"title":"Plan"}');
      expect(changed.status).toBe(200);
    }
    expect(tags.size).toBe(4);
  });
});

it('A smaller one is sent as it is', async () => {
  const { coding, headers } = await get(small, { 'Accept-Encoding': 'gzip' });
  expect([coding, headers.vary]).toEqual([undefined, BY_CREDENTIAL]);
});

it('One that holds a secret is sent as it is, so that its length tells nothing', async () => {
  const body = JSON.stringify({ name: '😀'.repeat(255), scopes: ['office:read', 'office:write', 'access:read'] });
  const path = '/v1/access/api-keys';
  const made = await get(path, { 'Accept-Encoding': 'gzip' }, 'POST', body);
  expect([made.status, made.coding, made.size > 1024]).toEqual([201, undefined, true]);
  expect((await get(path, { 'Accept-Encoding': 'gzip' })).coding).toBe('gzip');
});

it('So is every answer with a key, a secret or a link that opens something, which is not to be stored either', async () => {
  const open: string[] = [];
  const look = (type: new () => object, at: string): void => {
    for (const [name, { secret, nested }] of fieldsOf(type.prototype)) {
      if (/(^|_)(key|secret|token|url)$/.test(name) && !secret) open.push(`${at} ${name}`);
      if (nested) look(nested(), `${at} ${name}`);
    }
  };
  const { all } = suite.app.get(Routes);
  for (const { endpoint } of all)
    if (endpoint?.returns) look(endpoint.returns as new () => object, endpoint.returns.name);
  expect([...new Set(open)].toSorted()).toEqual([
    // The grouping key of an alert.
    'AlertView dedup_key',
    // Where an app describes itself, for everybody.
    'NewOAuthClientView metadata_url',
    'NewWebhookView url',
    'OAuthClientView metadata_url',
    'RotatedOAuthClientView metadata_url',
    'RotatedWebhookView url',
    // The path of a record.
    'SearchResults data url',
    // For everybody, to check signatures with.
    'SigningKeyView keys public_key',
    'SigningKeyView public_key',
    // Where the subscriber takes events.
    'WebhookView url',
  ]);
  const holding = all.filter(
    ({ endpoint, holdsSecret }) => endpoint?.returns && hasSecret(endpoint.returns) && holdsSecret,
  );
  expect(holding.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /v1/careers/applications/:id/attachments/:attachment_id/download',
    'GET /v1/guard/exports/:job_id',
    'GET /v1/office/files/:id/download',
    'GET /v1/operations/archives/:id',
    'POST /v1/access/api-keys',
    'POST /v1/access/api-keys/:id/rotate',
    'POST /v1/access/oauth-clients',
    'POST /v1/access/oauth-clients/:client_id/rotate-secret',
    'POST /v1/access/users',
    'POST /v1/access/users/:id/invite',
    'POST /v1/project/calendar-feeds',
    'POST /v1/webhooks',
    'POST /v1/webhooks/:id/rotate-secret',
  ]);
  for (const route of holding) {
    const { status, headers } = await (await prepare(route, suite.client)).send(suite.client);
    expect([status, headers.get('cache-control')], route.path).toEqual([route.status, 'private, no-store']);
  }
});

it('So is a page, whose forms hold tokens', async () => {
  const page = await get('/sign-in', { 'Accept-Encoding': 'gzip' });
  expect([page.status, page.coding, page.size > 1024]).toEqual([200, undefined, true]);
});
