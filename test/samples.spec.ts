import { afterAll, describe, expect, it } from 'vitest';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { expectError } from './expect-error.js';
import { Raw } from './support/sample.js';
import { invalidOf, mainRoute, nameOf, prepare, problemsOf, samplesOf } from './support/samples.js';
import { startTestApp } from './support/test-app.js';

const suite = await startTestApp();
afterAll(() => suite.close());
const routes = suite.app.get(Routes).all;

it('samples are of resources and routes that there are, one of each', () => {
  expect(problemsOf(routes)).toEqual([]);
});

it('a sample with the body that makes a record has bodies that are refused', () => {
  const silent = samplesOf(routes).filter(({ create, invalid }) => create && !invalid?.length);
  expect(silent.map(({ type }) => type)).toEqual([]);
});

const found = routes.filter(
  ({ status, endpoint }) => status === 201 && endpoint && mainRoute(routes, endpoint.resource.type, 'GET', true),
);

describe('the Location of something new leads to it', () => {
  it.each(found.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
    const answer = await (await prepare(route, suite.client)).send(suite.client);
    expect(answer, answer.text).toMatchObject({ status: 201 });
    expect((await suite.client.get(new URL(answer.headers.get('location')!, suite.base).pathname)).status).toBe(200);
  });
});

/** Answers without an entity tag: no record, a link that opens a file, a stream, or a version of SCIM instead (D-API-8). */
const UNTAGGED =
  /^\/v1\/access\/scim\/|\/events\/stream$|\/(content|download|export|funnel|time-report|verify)$|\/exports\/:job_id$|\/archives\/:id$/;
const single = routes.filter(
  ({ method, path, endpoint }) => method === 'GET' && endpoint && !endpoint.page && !UNTAGGED.test(path),
);

it('every single record has a tag, but for those that are said', () => {
  expect(single.filter(({ tagged }) => !tagged).map(nameOf)).toEqual([]);
  const said = routes.filter(({ method, endpoint, path }) => method === 'GET' && endpoint && UNTAGGED.test(path));
  expect(said.filter(({ tagged }) => tagged).map(nameOf)).toEqual([]);
});

describe('what a client has already is 304, by the tag that came with it', () => {
  it.each(single.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
    const { send } = await prepare(route, suite.client);
    // Background work may change the record in between.
    await expect
      .poll(async () => {
        const etag = (await send(suite.client)).headers.get('etag')!;
        const again = await send(suite.client, { 'If-None-Match': etag });
        return [/^"(\d+\.)?[\w-]{16}"$/.test(etag), again.status, again.text, again.headers.get('etag') === etag];
      })
      .toEqual([true, 304, '', true]);
  });
});

// A public route loads the record to which its visitors add.
const changing = routes.filter(({ endpoint, writes, loads }) => endpoint && writes && loads && !loads.key);

describe('what changes a record, by whatever method, is 412 where If-Match names another revision', () => {
  it.each(changing.map((route) => [nameOf(route), route] as const))('%s', async (_name, route) => {
    const { send } = await prepare(route, suite.client);
    expectError(await send(suite.client, { 'If-Match': '"999"' }), 412);
    const answer = await send(suite.client, { 'If-Match': '*' });
    expect(answer, answer.text).toMatchObject({ status: route.status });
  });
});

const refusing = routes.filter((route) => invalidOf(route, routes).length > 0);
const cases: [string, string, Route, number][] = refusing.flatMap((route) =>
  invalidOf(route, routes).map((body, index): [string, string, Route, number] => [
    nameOf(route),
    body instanceof Raw ? body.text : JSON.stringify(body),
    route,
    index,
  ]),
);

describe('an invalid body is a 400 that names a field', () => {
  it.each(cases)('%s %s', async (_name, _text, route, index) => {
    const { send } = await prepare(route, suite.client, { body: invalidOf(route, routes)[index]! });
    const answer = await send(suite.client);
    expectError(answer, 400);
    expect(answer.body.error.details, answer.text).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: expect.stringMatching(/\S/) })]),
    );
  });
});
