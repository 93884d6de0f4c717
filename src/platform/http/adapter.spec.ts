import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.js';

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
    expect([answer.status, answer.headers.get('etag'), answer.body]).toEqual([200, '"1"', null]);
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
