import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordEntity } from '../src/platform/resource/record.entity.js';
import { Routes } from '../src/platform/request/routes.js';
import { isOwn, nameOf, prepare } from './support/samples.js';
import { Client, startTestApp } from './support/test-app.js';

/** Every way to a record that stands under a path, for every resource there is: a policy that denies it holds there. */

const suite = await startTestApp();
afterAll(() => suite.close());
const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint);
const types = [...new Set(routes.map(({ endpoint }) => endpoint!.resource.type))];

/** Has every scope, and is denied what the policies say; `suite.client` is not. */
let denied: Client;
let principals: object[];
const policies = new Map<string, string>();

async function deny(resource: object): Promise<string> {
  const input = { name: 'Denied', effect: 'deny', principals, resources: [resource], actions: ['*'] };
  const { body } = await suite.client.post('/v1/guard/policies', input);
  const answer = await suite.client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return body.id;
}

beforeAll(async () => {
  const key = { name: 'Denied', scopes: ['read:all', 'write:all'] };
  const { body } = await suite.client.post('/v1/access/api-keys', key);
  // Some routes are for operators, whom policies deny things as well.
  await suite.database.execute('update api_keys set operator = true where id = $1', [body.id]);
  denied = new Client(suite.base, body.key);
  principals = [{ type: 'api_key', id: body.id }];
});

/** Those with a record in their path that a policy can name by its id. */
const single = routes.filter(
  ({ loads, path }) =>
    loads && loads.store.entity.prototype instanceof RecordEntity && path.includes(`:${loads.param}`),
);

describe('A policy on one record denies', () => {
  it.each(single.map((route) => [nameOf(route), route] as const))('%s', async (_, route) => {
    const request = await prepare(route, suite.client);
    const { param, store, options } = route.loads!;
    const at = route.path.split('/').indexOf(`:${param}`);
    const name = request.path.split('?')[0]!.split('/')[at]!;
    // Where the path names it by another column, and may make it, it is made first.
    const id = options.by ? (await request.send(suite.client)).body.id : name;
    const policy = await deny({ type: store.resource.type, id });
    const answer = await request.send(denied);
    expect(answer, answer.text).toMatchObject({ status: 403 });
    expect(answer.body.error?.message ?? answer.body.detail).toContain(policy);
    expect((await request.send(suite.client)).status).toBe(route.status);
    await suite.client.patch(`/v1/guard/policies/${policy}`, { status: 'inactive' });
  });
});

describe('A policy on a whole type denies', () => {
  beforeAll(async () => {
    for (const type of types) policies.set(type, await deny({ type }));
  });

  it.each(routes.filter((route) => !isOwn(route)).map((route) => [nameOf(route), route] as const))(
    '%s',
    async (_, route) => {
      const answer = await (await prepare(route, suite.client)).send(denied);
      expect(answer, answer.text).toMatchObject({ status: 403 });
      expect(answer.body.error?.message ?? answer.body.detail).toContain(policies.get(route.endpoint!.resource.type));
    },
  );

  it('and each attempt is noted', async () => {
    const { data } = (await suite.client.get('/v1/guard/audit-logs?outcome=denied&limit=100')).body;
    expect(data.length).toBe(100);
    expect(data[0]).toMatchObject({ actor: { type: 'api_key' } });
  });
});
