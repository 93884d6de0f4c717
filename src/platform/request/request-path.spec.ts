import { Controller, Get, Module, Post } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../office/documents/document.resource.js';
import { newId } from '../fields/ids.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Endpoint } from './endpoint.js';

const DOCUMENTS = '/v1/office/documents';

@Controller('v1/test')
class TestController {
  @Get('old')
  @Endpoint(documents, {
    scope: 'read',
    status: 200,
    deprecated: {
      since: new Date('2026-01-01T00:00:00Z'),
      sunset: new Date('2027-03-01T12:00:00Z'),
      link: 'https://example.com/old',
    },
  })
  old() {}

  @Post('broken')
  @Endpoint(documents, { scope: 'write', action: 'published' })
  broken() {
    throw new Error('inner text');
  }
}
@Module({ controllers: [TestController] })
class TestModule {}

let suite: TestApp;
let client: Client;
let path: string;
beforeAll(async () => {
  suite = await startTestApp({}, { modules: [TestModule] });
  client = suite.client;
  path = `${DOCUMENTS}/${(await client.post(DOCUMENTS, { title: 'Plan' })).body.id}`;
});
afterAll(() => suite.close());

const oversized = 'x'.repeat(11 * 2 ** 20);
const unknown = () => `${DOCUMENTS}/${newId('doc')}`;

describe('Of several things that are wrong, the first counts:', () => {
  it('the path, before the credential', async () => {
    const answer = await client.post('/v1/office/nothing', oversized, { key: null });
    expect([answer.status, answer.body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('the method, before the credential', async () => {
    const answer = await client.put(DOCUMENTS, oversized, { key: null });
    expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  it('the credential, before the body', async () => {
    expect((await client.post(DOCUMENTS, oversized, { key: null })).status).toBe(401);
    expect((await client.patch(unknown(), '{', { key: null })).status).toBe(401);
  });

  it('the scope, before the record and the body', async () => {
    const reader = await suite.withScopes('office:read');
    expect((await reader.post(DOCUMENTS, '{')).status).toBe(403);
    expect((await reader.post(DOCUMENTS, oversized)).status).toBe(403);
    expect((await reader.patch(unknown(), {})).status).toBe(403);
    expect((await reader.post(DOCUMENTS, 'a', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(403);
  });

  it('the record, before the query and the body', async () => {
    expect((await client.patch(unknown(), '{')).status).toBe(404);
    expect((await client.patch(unknown(), oversized)).status).toBe(404);
    expect((await client.delete(`${unknown()}?hard=yes`)).status).toBe(404);
  });

  it('the size, before the JSON', async () => {
    expect((await client.patch(path, oversized)).status).toBe(413);
  });

  it('the fields, before the precondition', async () => {
    const headers = { 'If-Match': '"0"' };
    expect((await client.patch(path, { title: '' }, { headers })).status).toBe(400);
    expect((await client.patch(path, '{', { headers })).status).toBe(400);
  });

  it('the precondition, before the state', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { status: 'archived' });
    const edit = (headers: Record<string, string>) => client.patch(`${DOCUMENTS}/${id}`, { title: 'New' }, { headers });
    expect((await edit({ 'If-Match': '"0"' })).status).toBe(412);
    expect((await edit({})).status).toBe(409);
  });
});

describe('A method that a path does not have', () => {
  it.each([
    ['PUT', DOCUMENTS, 'GET, POST, HEAD'],
    ['DELETE', DOCUMENTS, 'GET, POST, HEAD'],
    ['POST', `${DOCUMENTS}/x`, 'GET, PATCH, DELETE, HEAD'],
    ['GET', `${DOCUMENTS}/x/restore`, 'POST'],
    ['POST', '/v1/office/public/documents/x', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('%s %s is 405 and names %s', async (method, at, allowed) => {
    const answer = await client.send(method, at);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  });

  it.each(['/v1', '/v1/office', '/v2/office/documents', `${DOCUMENTS}/x/y`])('%s is 404', async (at) => {
    expect((await client.get(at)).status).toBe(404);
    expect((await client.post(at, {})).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('answers like GET, without the body', async () => {
    const [head, get] = [await client.send('HEAD', path), await client.get(path)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const header of ['etag', 'content-type', 'content-length']) {
      expect(head.headers.get(header)).toBe(get.headers.get(header));
    }
    expect((await client.send('HEAD', path, { headers: { 'If-None-Match': '*' } })).status).toBe(304);
    expect((await client.send('HEAD', unknown())).status).toBe(404);
    expect((await client.send('HEAD', path, { key: null })).status).toBe(401);
  });
});

describe('Fields that a request does not have', () => {
  const input = { title: 'Plan', id: 'x', permissions: { visibility: 'private', extra: 1 } };

  it('are ignored', async () => {
    const { status, body } = await client.post(DOCUMENTS, input);
    expect([status, body.id === 'x']).toEqual([201, false]);
    expect((await client.get(`${DOCUMENTS}?whatever=1`)).status).toBe(200);
  });

  it.each(['handling=strict', 'respond-async, handling=strict', 'return=minimal; handling=strict'])(
    'are refused with Prefer: %s',
    async (prefer) => {
      const { status, body } = await client.post(DOCUMENTS, input, { headers: { Prefer: prefer } });
      expect([status, body.error.details.map(({ field, code }: any) => `${field} ${code}`)]).toEqual([
        400,
        ['permissions.extra unknown_field', 'id unknown_field'],
      ]);
      const listed = await client.get(`${DOCUMENTS}?whatever=1`, { headers: { Prefer: prefer } });
      expect(listed.body.error.details).toMatchObject([{ field: 'whatever', code: 'unknown_field' }]);
    },
  );

  it('are ignored with Prefer: handling=lenient', async () => {
    const headers = { Prefer: 'handling=lenient' };
    expect((await client.post(DOCUMENTS, input, { headers })).status).toBe(201);
  });
});

describe('A deprecated route', () => {
  it('says since when, until when, and where to read on', async () => {
    const { status, headers } = await client.get('/v1/test/old');
    expect(status).toBe(200);
    expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 0, 1) / 1000}`);
    expect(headers.get('sunset')).toBe('Mon, 01 Mar 2027 12:00:00 GMT');
    expect(headers.get('link')).toBe('<https://example.com/old>; rel="deprecation"');
    expect((await client.get(DOCUMENTS)).headers.get('deprecation')).toBeNull();
  });
});

describe('What nobody foresaw', () => {
  it('is 500 without inner text, and noted as a failed write', async () => {
    const answer = await client.post('/v1/test/broken');
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: {
          code: 'INTERNAL_ERROR',
          message: expect.not.stringContaining('inner'),
          request_id: answer.headers.get('x-request-id'),
        },
      },
    ]);
    const { data } = (await client.get('/v1/guard/audit-logs?action=office.document.published')).body;
    expect(data).toMatchObject([{ outcome: 'failure', request_id: answer.headers.get('x-request-id') }]);
  });
});
