import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/documents';

let suite: TestApp;
let path: string;
beforeAll(async () => {
  suite = await startTestApp();
  path = `${PATH}/${(await suite.client.post(PATH, { title: 'Plan' })).body.id}`;
});
afterAll(() => suite.close());

describe('The way to a route', () => {
  it.each([
    ['with a slash at its end', (of: string) => `${of}/`],
    ['encoded without need', (of: string) => of.replace('doc_', 'doc%5F')],
    ['with a query', (of: string) => `${of}?x=/`],
  ])('may be written %s', async (_, written) => {
    expect((await suite.client.get(written(path))).body.title).toBe('Plan');
  });

  it('leads HEAD where GET is, without a body', async () => {
    const answer = await suite.client.send('HEAD', path);
    expect([answer.status, answer.headers.get('etag'), answer.body]).toEqual([
      200,
      expect.stringMatching(/^"1\.[\w-]{16}"$/),
      null,
    ]);
  });

  it.each([
    ['of letters of another case', `/V1/office/documents`, 404],
    ['that stops short', '/v1/office', 404],
    ['that goes on', `${PATH}/doc_1/more/and/more`, 404],
    ['with a slash too many', '/v1//office/documents', 404],
    ['with a long name', `${PATH}/${'x'.repeat(10_000)}`, 404],
    ['that cannot be decoded', `${PATH}/%E0%A4%A`, 400],
  ])('%s is %s: %i', async (_, written, status) => {
    const { body, ...answer } = await suite.client.get(written);
    expect([answer.status, body.error.request_id]).toEqual([status, answer.headers.get('x-request-id')]);
  });

  it.each(['PUT', 'OPTIONS', 'PURGE'])('tells %s what works there', async (method) => {
    const { status, headers } = await suite.client.send(method, path);
    expect([status, headers.get('allow')?.split(', ').toSorted()]).toEqual([405, ['DELETE', 'GET', 'HEAD', 'PATCH']]);
  });
});

describe('What cannot be read as HTTP', () => {
  /** All that comes back for a text sent as it is. */
  async function raw(text: string): Promise<string> {
    const socket = connect(Number(new URL(suite.base).port), '127.0.0.1');
    socket.write(text);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  }

  it.each([
    ['no HTTP', 'Hello\r\n\r\n', 'The request is not valid HTTP/1.1.'],
    [
      'two lengths',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      'not valid HTTP',
    ],
    [
      'large headers',
      `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
      'larger than 16 KiB',
    ],
  ])('%s is told so as in every other error', async (_, text, message) => {
    const [head, body] = (await raw(text)).split('\r\n\r\n') as [string, string];
    expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    const { error } = JSON.parse(body);
    expect(error).toEqual({ code: 'VALIDATION_ERROR', message: expect.any(String), request_id: expect.any(String) });
    expect([error.message, head]).toEqual([
      expect.stringContaining(message),
      expect.stringContaining(`X-Request-Id: ${error.request_id}`),
    ]);
  });

  it.each([
    ['without Host', 'GET /health/live HTTP/1.1\r\n\r\n', 'Host'],
    ['that expects something unknown', 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 'Expect'],
  ])('a request %s is told so as well', async (_, text, field) => {
    const [head, body] = (await raw(text)).split('\r\n\r\n') as [string, string];
    expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(JSON.parse(body).error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] });
  });

  it.each([
    ['a credential', 'wsk_test_none', /^HTTP\/1.1 401 [^]*Connection: close/],
    ['the scope', async () => (await suite.withScopes('office:read')).key!, /^HTTP\/1.1 403 [^]*Connection: close/],
  ])('a body is not asked for without %s', async (_, key, answer) => {
    const credential = typeof key === 'string' ? key : await key();
    const start = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${credential}\r\nContent-Length: 9\r\n`;
    expect(await raw(`${start}Expect: 100-continue\r\n\r\n`)).toMatch(answer);
  });

  it('in the middle of a request ends the connection, not the server', async () => {
    const start = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${suite.client.key}\r\nContent-Type: application/json\r\n`;
    expect(await raw(`${start}Transfer-Encoding: chunked\r\n\r\nnot a size\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    expect((await suite.client.get(path)).status).toBe(200);
  });
});
