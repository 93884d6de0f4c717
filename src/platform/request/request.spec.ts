import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

const suite = await startTestApp();
const others: TestApp[] = [];
afterEach(async () => {
  for (const app of others.splice(0)) await app.close();
});
afterAll(() => suite.close());

async function beside(env: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ ROLE: 'api', ...env }, { beside: suite });
  others.push(app);
  return app;
}

describe('X-Request-Id', () => {
  it('is on every answer, and the same in errors and the audit trail', async () => {
    const { client } = suite;
    const answers = [
      await client.get(DOCUMENTS),
      await client.post(DOCUMENTS, { title: 'Plan' }),
      await client.post(DOCUMENTS, {}),
      await client.get(DOCUMENTS, { key: null }),
      await client.get(`${DOCUMENTS}/x`),
      await client.get('/nothing'),
      await client.put(DOCUMENTS, {}),
      await client.get('/health/live'),
      await client.get('/health/ready'),
      await client.get('/metrics'),
      await client.get('/%'),
    ];
    const idOf = ({ headers }: Answer) => headers.get('x-request-id')!;
    for (const answer of answers) {
      expect(idOf(answer)).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
      if (answer.status >= 400) expect(answer.body.error.request_id).toBe(idOf(answer));
    }
    expect(new Set(answers.map(idOf)).size).toBe(answers.length);
    const { data } = (await client.get('/v1/guard/audit-logs?resource_type=office.document')).body;
    expect(data.map(({ request_id }: { request_id: string }) => request_id)).toEqual([
      idOf(answers[2]!),
      idOf(answers[1]!),
    ]);
  });

  it('is not taken from the client', async () => {
    const { headers } = await suite.client.get(DOCUMENTS, { headers: { 'X-Request-Id': 'req_mine' } });
    expect(headers.get('x-request-id')).not.toBe('req_mine');
  });
});

describe('Every answer', () => {
  it('carries the headers that protect browsers, and does not name the server', async () => {
    for (const path of [DOCUMENTS, '/health/live', '/nothing']) {
      const { headers } = await suite.client.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('Every answer with a body', () => {
  it.each([
    [DOCUMENTS, 'application/json; charset=utf-8'],
    ['/v1/nothing', 'application/json; charset=utf-8'],
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/sign-in', 'text/html; charset=utf-8'],
    ['/account/nothing', 'text/html; charset=utf-8'],
    ['/metrics', 'text/plain; version=0.0.4; charset=utf-8'],
    ['/v1/sales/contacts/export', 'text/csv; charset=utf-8'],
  ])('names its type and charset: %s', async (path, type) => {
    expect((await suite.client.get(path)).headers.get('content-type')).toBe(type);
  });
});

describe('A request that is none', () => {
  /** The first line of the answer to bytes as they are. */
  const answerTo = async (...lines: string[]): Promise<string> => {
    const { port } = new URL(suite.base);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end([...lines, '', ''].join('\r\n'));
    return (await text(socket)).split('\r\n')[0]!;
  };
  const host = 'Host: localhost';

  it('has no method that repeats what it got', async () => {
    expect(await answerTo('TRACE / HTTP/1.1', host, 'X-API-Key: secret', 'Connection: close')).toMatch(/ 40[45] /);
  });

  it.each([
    ['a length and chunks', 'Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 4', 'Content-Length: 5'],
    ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, gzip'],
    ['a line that goes on', 'Transfer-Encoding:', ' chunked'],
    ['a blank before the colon', 'Content-Length : 4'],
  ])('may end in two ways, and is refused: %s', async (_, ...headers) => {
    const answer = await answerTo(`POST ${DOCUMENTS} HTTP/1.1`, host, ...headers, 'Connection: close', '', '0');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('Pages of other origins', () => {
  const origin = { Origin: 'https://app.example.com' };
  const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' };

  it('may not call the API', async () => {
    const { headers } = await suite.client.get(DOCUMENTS, { headers: origin });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const asked = await suite.client.send('OPTIONS', DOCUMENTS, { headers: preflight });
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may where CORS_ORIGINS names them', async () => {
    const { client } = await beside({ CORS_ORIGINS: 'https://app.example.com, https://two.example.com' });
    // Large enough to be compressed, which has a Vary of its own.
    await suite.client.post(DOCUMENTS, {
      title: 'A',
      tags: Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(50, 'x')),
    });
    const { headers } = await client.get(DOCUMENTS, { headers: origin });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(headers.get('access-control-expose-headers')).toContain('ETag');
    expect(headers.get('vary')).toEqual('Authorization, X-API-Key, Origin, Accept-Encoding');
    const asked = await client.send('OPTIONS', DOCUMENTS, { headers: preflight, key: null });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example.com']);
    expect(asked.headers.get('x-request-id')).toMatch(/^req_/);
    const stranger = await client.get(DOCUMENTS, { headers: { Origin: 'https://evil.example.com' } });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may where a route is for any, whatever CORS_ORIGINS names', async () => {
    const { client } = await beside({ CORS_ORIGINS: 'https://two.example.com' });
    const board = '/v1/careers/board/jobs';
    for (const Origin of [origin.Origin, 'https://two.example.com']) {
      const asked = await client.send('OPTIONS', board, {
        headers: { Origin, 'Access-Control-Request-Method': 'GET' },
        key: null,
      });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const answer = await client.get(board, { headers: { Origin }, key: null });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('may not where people sign in and consent', async () => {
    const { client } = await beside({ CORS_ORIGINS: 'https://app.example.com' });
    for (const path of ['/oauth/authorize', '/oauth/interactions/x', '/sign-in', '/account']) {
      const { headers } = await client.get(path, { headers: origin, key: null });
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });
});

describe('The address of a client', () => {
  const forwarded = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' };

  async function noted(app: TestApp): Promise<string> {
    const { id } = (await app.client.post(DOCUMENTS, { title: 'Plan' }, { headers: forwarded })).body;
    return (await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.data[0].ip_address;
  }

  it('is that of the connection', async () => {
    expect(await noted(suite)).toBe('127.0.0.1');
  });

  it.each([
    ['1', '203.0.113.7'],
    ['2', '198.51.100.1'],
    ['loopback', '203.0.113.7'],
    ['127.0.0.0/8, 203.0.113.0/24', '198.51.100.1'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('is what the proxies of TRUST_PROXY=%s say', async (trusted, address) => {
    expect(await noted(await beside({ TRUST_PROXY: trusted }))).toBe(address);
  });

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('is the same on every connection where a proxy calls it %s', async (told, address) => {
    const app = await beside({ TRUST_PROXY: '1' });
    const { id } = (await app.client.post(DOCUMENTS, { title: 'Plan' }, { headers: { 'X-Forwarded-For': told } })).body;
    const { data } = (await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
    expect(data[0].ip_address).toBe(address);
  });
});

describe('/metrics', () => {
  it('is open to loopback, but not to whom a proxy there speaks for', async () => {
    expect((await suite.client.get('/metrics', { key: null })).status).toBe(200);
    const trusting = await beside({ TRUST_PROXY: 'true' });
    for (const [app, told] of [
      [suite, { 'X-Forwarded-For': '203.0.113.7' }],
      [suite, { Forwarded: 'for=203.0.113.7' }],
      [trusting, { 'X-Forwarded-For': '127.0.0.1' }],
    ] as const)
      expect((await app.client.get('/metrics', { key: null, headers: told as never })).status).toBe(403);
  });

  it('is open to callers with the token, and then to nobody else', async () => {
    const { client } = await beside({ METRICS_TOKEN: 'of the operator' });
    expect((await client.get('/metrics', { key: null })).status).toBe(403);
    const headers = { Authorization: 'Bearer of the operator', 'X-Forwarded-For': '203.0.113.7' };
    expect((await client.get('/metrics', { key: null, headers })).status).toBe(200);
  });
});

describe('answers to a credential belong in no cache (D-API-13)', () => {
  const caching = ({ headers }: Answer) => [headers.get('cache-control'), headers.get('vary')?.split(', ')];
  const personal = ['private, no-store', expect.arrayContaining(['Authorization', 'X-API-Key'])];

  it('with a record, its tag, an error or nothing in them', async () => {
    const { body } = await suite.client.post(DOCUMENTS, { title: 'A', content: 'x'.repeat(2000) });
    const path = `${DOCUMENTS}/${body.id}`;
    const { headers } = await suite.client.get(path);
    const known = await suite.client.get(path, { headers: { 'If-None-Match': headers.get('etag')! } });
    expect(known.status).toBe(304);
    const answers = [
      known,
      await suite.client.get(path),
      await suite.client.get(DOCUMENTS),
      await suite.client.get(`${DOCUMENTS}/unknown`),
      await suite.client.get('/v1/nothing'),
      await suite.client.get(DOCUMENTS, { key: 'wsk_wrong' }),
      await suite.client.get('/v1/guard/audit-logs', { headers: { Accept: 'text/csv' } }),
      await suite.client.delete(path),
    ];
    for (const answer of answers) expect(caching(answer)).toEqual(personal);
  });

  it('unless they are public', async () => {
    const { headers } = await suite.client.get(`/v1/careers/board/jobs.atom?workspace_id=${suite.workspaceId}`, {
      key: null,
    });
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });
});
