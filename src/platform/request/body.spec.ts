import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/office/documents';
const KEYS = '/v1/access/api-keys';
const MEBIBYTE = 2 ** 20;

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
// Whatever came before, the application still serves.
afterAll(async () => {
  expect((await suite.client.get('/health/ready')).status).toBe(200);
  await suite.close();
});

const send = (body: string | Uint8Array, headers?: Record<string, string>) =>
  suite.client.post(PATH, body, { headers });

/** The refusal: status, and field and code of the first detail. */
async function refusal(answer: ReturnType<typeof send>): Promise<string> {
  const { status, body } = await answer;
  const [detail] = body.error?.details ?? [];
  return [status, detail?.field, detail?.code].filter((part) => part !== undefined).join(' ');
}

describe('what is no JSON object', () => {
  it.each([
    '{',
    '}',
    'nothing',
    "{'title':'A'}",
    '{"title":"A",}',
    '{"title":NaN}',
    '{"title":"A"}{}',
    '{"title":"A\n"}',
    ' ',
  ])('%j is 400', async (text) => {
    expect(await refusal(send(text))).toBe('400');
  });

  it.each(['null', '[]', '[{"title":"A"}]', '"title"', '1', 'true'])('%s is 400', async (text) => {
    const { status, body } = await send(text);
    expect([status, body.error.message]).toEqual([400, 'The body must be a JSON object.']);
  });
});

describe('Content-Type', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json-patch+json',
    'json',
    'application/json; charset=latin1',
    'application/json; charset="utf-16"',
    '',
  ])('%j is 400', async (type) => {
    expect(await refusal(send('{"title":"A"}', { 'Content-Type': type }))).toBe('400 Content-Type invalid_value');
  });

  it.each([
    'application/json',
    'APPLICATION/JSON; Charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/merge-patch+json',
  ])('%j is taken', async (type) => {
    expect((await send('{"title":"A"}', { 'Content-Type': type })).status).toBe(201);
  });
});

describe('Content-Encoding', () => {
  it.each(['gzip', 'br', 'deflate, gzip', 'unheard-of'])('%s is 400', async (encoding) => {
    const compressed = gzipSync('{"title":"A"}');
    expect(await refusal(send(compressed, { 'Content-Encoding': encoding }))).toBe(
      '400 Content-Encoding invalid_value',
    );
  });

  it('identity is taken', async () => {
    expect((await send('{"title":"A"}', { 'Content-Encoding': 'identity' })).status).toBe(201);
  });
});

describe('characters', () => {
  it.each([
    ['a stray byte', 'ff'],
    ['an overlong NUL', 'c080'],
    ['half a character', 'e282'],
    ['a surrogate', 'eda080'],
    ['beyond Unicode', 'f5808080'],
  ])('bytes that are no UTF-8 are 400: %s', async (_, hex) => {
    const body = Buffer.concat([Buffer.from('{"title":"A'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);
    expect(await refusal(send(body))).toBe('400');
  });

  it.each([
    ['{"title":"A\\u0000"}', 'title'],
    ['{"title":"A\\ud800"}', 'title'],
    ['{"title":"A\\udc00\\ud800"}', 'title'],
    ['{"title":"A","permissions":{"visibility":"\\u0000"}}', 'permissions.visibility'],
    ['{"title":"A","tags":["a","\\ud800"]}', 'tags[1]'],
    ['{"title":"A","unknown":{"deep":["\\u0000"]}}', 'unknown.deep[0]'],
    ['{"title":"A","a\\u0000b":1}', 'a\ufffdb'],
  ])('NUL and lone surrogates are 400: %s', async (text, field) => {
    expect(await refusal(send(text))).toBe(`400 ${field} invalid_value`);
  });

  it('all others arrive as they were sent, escaped or not, behind a byte order mark too', async () => {
    const title = '\u0001 é \u{1f9ed} \uffff \u202e end';
    const escaped = title.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const text of [JSON.stringify(title), `"${escaped.replaceAll('"', '\\"')}"`]) {
      expect((await send(`\ufeff{"title":${text}}`)).body.title).toBe(title);
    }
  });
});

describe('queries and paths', () => {
  it.each([
    ['?tag=a%00b', '400 tag invalid_value'],
    ['?%00=a', '400 \ufffd invalid_value'],
    ['?status=draft&status=draft', '400 status invalid_type'],
    ['?limit=1&limit=2', '400 limit invalid_type'],
    ['?limit=1e400', '400 limit invalid_type'],
    [`?limit=${'9'.repeat(400)}`, '400 limit invalid_type'],
    [`?tag=${'t'.repeat(51)}`, '400 tag too_long'],
    [`?cursor=${'A'.repeat(4097)}`, '400 cursor too_long'],
    ['?cursor=%F0%9F%A7%AD', '400 cursor invalid_value'],
    ['?sort=title%27;drop table documents', '400 sort invalid_value'],
    ['?owner_id=%27%20or%20true', '400 owner_id invalid_format'],
  ])('%s is refused', async (query, problem) => {
    expect(await refusal(suite.client.get(PATH + query))).toBe(problem);
  });

  it('names sort and cursor together with all other wrong parameters', async () => {
    const query = '?sort=title,colour&cursor=abc&limit=0&owner_id=x';
    const { status, body } = await suite.client.get(PATH + query);
    expect([status, body.error.details.map(({ field, code }: any) => `${field} ${code}`).toSorted()]).toEqual([
      400,
      ['cursor invalid_value', 'limit out_of_range', 'owner_id invalid_format', 'sort invalid_value'],
    ]);
  });

  it.each([
    ['title,title', 'duplicate'],
    ['title,created_at,updated_at,title', 'too_many'],
    ['title:up', 'invalid_value'],
  ])('sort=%s is refused', async (sort, code) => {
    expect(await refusal(suite.client.get(`${PATH}?sort=${sort}`))).toBe(`400 sort ${code}`);
  });

  it.each([
    '?tag=%',
    '?tag=%zz',
    '?tag=%ED%A0%80',
    '?tag=%FF',
    '?limit[]=9999',
    '?__proto__=x&constructor=x',
    '?',
    '?&&=&',
  ])('%s does no harm', async (query) => {
    expect((await suite.client.get(PATH + query)).status).toBe(200);
  });

  it('?limit[a]=b asks for something that no condition can', async () => {
    const { status, body } = await suite.client.get(`${PATH}?limit[a]=b`);
    expect([status, body.error.details[0].code]).toEqual([400, 'unknown_field']);
  });

  it.each(['%00', '%', '%zz', '%ff', '%2e%2e%2f', 'doc_', '__proto__', `doc_${'z'.repeat(26)}`, 'x'.repeat(8000)])(
    'the id %s is 400 or 404',
    async (id) => {
      expect([400, 404]).toContain((await suite.client.get(`${PATH}/${id}`)).status);
    },
  );

  it('instants beyond what PostgreSQL and ISO 8601 share are refused', async () => {
    const answer = suite.client.get('/v1/guard/audit-logs?from=9999-12-31T23:59:59-14:00');
    expect(await refusal(answer)).toBe('400 from invalid_format');
  });
});

describe('size', () => {
  const padded = (bytes: number) => {
    const text = '{"name":"A","scopes":["office:read"]}';
    return text + ' '.repeat(bytes - text.length);
  };

  it('a body may be just as large as the limit', async () => {
    expect((await suite.client.post(KEYS, padded(MEBIBYTE))).status).toBe(201);
  });

  it.each([true, false])('one byte more is 413 and ends the connection; with Content-Length: %s', async (declared) => {
    const answer = await raw(KEYS, padded(MEBIBYTE + 1), declared);
    expect(answer).toMatchObject({ status: 413, connection: 'close' });
    expect(JSON.parse(answer.text).error.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('routes with content have their own limit', async () => {
    const fits = { title: 'A', content: 'c'.repeat(5 * MEBIBYTE) };
    expect((await suite.client.post(PATH, fits)).status).toBe(201);
    const content = `${fits.content}c`;
    expect(await refusal(suite.client.post(PATH, { title: 'A', content }))).toBe('400 content too_large');
    expect((await raw(PATH, 'x'.repeat(10 * MEBIBYTE + 1), true)).status).toBe(413);
  });

  it('a body that ends early changes nothing', async () => {
    const count = async () => (await suite.client.get(PATH)).body.meta.total;
    const before = await count();
    const socket = connect(Number(new URL(suite.base).port), '127.0.0.1');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${suite.client.key}\r\nContent-Type: application/json\r\n`;
    socket.end(`${head}Content-Length: 100\r\n\r\n{"title":"A"}`);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect(await count()).toBe(before);
  });
});

describe('hostile JSON', () => {
  const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth);

  it.each(['1', '"\\u0041"'])('nesting that no request needs is 400, around %s too', async (inner) => {
    expect(await refusal(send(`{"title":"A","x":${nested(100_000, inner)}}`))).toBe('400');
    expect(await refusal(send(`{"title":"A","x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`))).toBe('400');
    expect(await refusal(send(nested(100_000, inner)))).toBe('400');
  });

  it('nesting that somebody may need is taken', async () => {
    expect((await send(`{"title":"A","x":${nested(50, '"\\u0041"')}}`)).status).toBe(201);
  });

  it('more values than any request needs are 400; texts are not counted', async () => {
    expect(await refusal(send(`{"title":"A","x":[${'[],'.repeat(200_000)}1]}`))).toBe('400');
    expect(await refusal(send(`{"title":"A","x":[${'1,'.repeat(400_000)}1]}`))).toBe('400');
    const content = '[",{\\'.repeat(400_000);
    expect((await send(JSON.stringify({ title: 'A', content, x: '"'.repeat(500_000) }))).status).toBe(201);
  });

  it('__proto__ is a field like any other unknown one', async () => {
    const text = '{"title":"A","__proto__":{"status":"published"},"constructor":{"prototype":{"polluted":true}}}';
    const { status, body } = await send(text);
    expect([status, body.status]).toEqual([201, 'draft']);
    expect({}).not.toHaveProperty('polluted');
    expect(await refusal(send(text, { Prefer: 'handling=strict' }))).toBe('400 __proto__ unknown_field');
  });

  it('of a field that is given twice, the last one counts', async () => {
    expect((await send('{"title":"First","title":"Last"}')).body.title).toBe('Last');
  });

  it.each(['1e999', '-1e999', '9007199254740993', '1e-400', '0.1', '-0.5'])(
    'the number %s is 400 or read',
    async (number) => {
      const { body } = await suite.client.post(KEYS, { name: 'A', scopes: ['office:read'] });
      const answer = await suite.client.post(`${KEYS}/${body.id}/rotate`, `{"grace_period_seconds":${number}}`);
      expect([400, 201]).toContain(answer.status);
      expect(await refusal(send(`{"title":${number}}`))).toBe('400 title invalid_type');
    },
  );

  it.each(['ä'.repeat(10), '"', "'; drop table documents; --", '*', 'W/"1"', ',,,', 'x'.repeat(2000)])(
    'the header value %j does no harm',
    async (value) => {
      const text = Buffer.from(value).toString('latin1');
      const headers = Object.fromEntries(
        ['If-Match', 'If-None-Match', 'Prefer', 'Idempotency-Key', 'User-Agent', 'X-Request-Id'].map((name) => [
          name,
          text,
        ]),
      );
      expect((await suite.client.get(PATH, { headers })).status).toBe(200);
      expect([201, 400, 412]).toContain((await send('{"title":"A"}', headers)).status);
      for (const name of ['X-API-Key', 'Authorization']) {
        expect((await suite.client.get(PATH, { key: null, headers: { [name]: text } })).status).toBe(401);
      }
    },
  );
});

/** Sends a body whose length is declared, or which comes in chunks of unknown number. */
async function raw(path: string, body: string, declared: boolean) {
  const outgoing = request(suite.base + path, {
    method: 'POST',
    headers: {
      'X-API-Key': suite.client.key!,
      'Content-Type': 'application/json',
      ...(declared && { 'Content-Length': Buffer.byteLength(body) }),
    },
  });
  // The server may end the connection while we still write.
  outgoing.on('error', () => undefined);
  outgoing.write(body);
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return { status: incoming.statusCode, connection: incoming.headers.connection, text };
}
