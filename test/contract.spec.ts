import { afterAll, describe, expect, it } from 'vitest';
import { STATED } from '../src/platform/fields/api-decorators.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { Client, startTestApp } from './support/test-app.js';
import { CONTRACT, EXTENSIONS, type Row } from './contract.js';
import { NOT_YET } from './not-yet.js';
import { fieldNames, madeTypes, make, nameOf, prepare } from './support/samples.js';

const suite = await startTestApp();
afterAll(() => suite.close());

const routes = suite.app.get(Routes).all;
const made = madeTypes(routes);

const isWaiting = (row: Row) => NOT_YET.includes(nameOf(row));
const named = (rows: Row[]) => rows.map((row) => [nameOf(row), row] as const);

it('has the 106 endpoints of the specification under /v1 and the two of OAuth, each once', () => {
  expect(CONTRACT.filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(106);
  expect(CONTRACT.filter(({ path }) => path.startsWith('/oauth/'))).toHaveLength(2);
  expect(new Set(CONTRACT.map(nameOf)).size).toBe(CONTRACT.length);
});

it('waits only for endpoints that the specification has', () => {
  expect(NOT_YET.filter((name) => !CONTRACT.some((row) => nameOf(row) === name))).toEqual([]);
});

describe.each(named([...CONTRACT, ...EXTENSIONS].filter((row) => !isWaiting(row))))('%s', (name, row) => {
  it('takes what the specification lists and answers its status and fields', async () => {
    const route = routes.find((candidate) => isSame(candidate, row));
    if (!route) throw new Error(`${name} is missing.`);
    expect(route.query ? fieldNames(route.query) : []).toEqual(expect.arrayContaining(row.query));
    const body = route.body ?? describedBody(route);
    expect(body ? fieldNames(body) : []).toEqual(expect.arrayContaining(row.body));

    const type = route.endpoint?.resource.type;
    if (row.page && type && made.includes(type)) await make(suite.client, type);
    const request = await prepare(route, suite.client);
    const answer = await request.send(route.endpoint ? suite.client : new Client(suite.base, null));
    expect(answer, answer.text).toMatchObject({ status: row.status });
    if (row.status === 204) expect(answer.text).toBe('');
    if (row.page) {
      expect(answer.body).toEqual({
        data: expect.any(Array),
        meta: {
          total: expect.toSatisfy(Number.isInteger),
          next_cursor: answer.body.meta.has_more ? expect.any(String) : null,
          has_more: expect.any(Boolean),
        },
      });
      expect(answer.body.data.length).toBeGreaterThan(0);
    }
    for (const record of row.page ? answer.body.data : [answer.body]) {
      for (const field of row.fields) expect(record).toHaveProperty(field);
    }
  });
});

// Shortens itself: an endpoint that is built has to be taken off the list.
it.each(named(CONTRACT.filter(isWaiting)))('%s is not built yet', async (name, row) => {
  const answer = await suite.client.send(row.method, row.path.replace(/\{\w+\}/g, 'x'), { key: null });
  const unknown = answer.status === 404 && answer.body?.error.message === 'There is nothing at this address.';
  const otherMethods = answer.status === 405 && !answer.headers.get('allow')?.split(', ').includes(row.method);
  expect(unknown || otherMethods, `${name} is built: take it off the list in test/not-yet.ts.`).toBe(true);
});

/** Whether a route is the one of a row, whatever the varying parts of its path are called. */
function isSame(route: Route, row: Row): boolean {
  return nameOf(route).replace(/:\w+/g, '{}') === nameOf(row).replace(/\{\w+\}/g, '{}');
}

/** The class of the body of a route that reads it by itself, as it says with `@ApiBody`. */
function describedBody({ handler }: Route): (new () => object) | undefined {
  const stated: any[] = Reflect.getMetadata(STATED.PARAMETERS, handler) ?? [];
  return stated.find((parameter) => parameter.in === 'body')?.type;
}
