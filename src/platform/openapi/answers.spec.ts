import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { nameOf, prepare } from '../../../test/support/samples.js';
import { startTestApp } from '../../../test/support/test-app.js';
import { Routes } from '../request/routes.js';

const suite = await startTestApp();
afterAll(() => suite.close());

const { body: document } = await suite.client.get('/openapi.json');
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true })).addSchema(document, 'api');
const described = suite.app.get(Routes).all.flatMap((route) => {
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[route.method.toLowerCase()];
  return operation ? [[nameOf(route), route, path, operation] as const] : [];
});

describe.each(described)('%s', (_, route, path, { responses }) => {
  it('answers as OpenAPI says', async () => {
    const answer = await (await prepare(route, suite.client)).send(suite.client);
    expect(Object.keys(responses)).toContain(String(answer.status));
    if (!answer.headers.get('content-type')?.includes('json')) return;
    const type = Object.keys(responses[answer.status].content)[0]!;
    const at = ['paths', path, route.method.toLowerCase(), 'responses', answer.status, 'content', type, 'schema'];
    const pointer = at.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent);
    const valid = ajv.compile({ $ref: `api#/${pointer.join('/')}` });
    expect(valid(answer.body) ? [] : valid.errors, answer.text).toEqual([]);
  });
});
