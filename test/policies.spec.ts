import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Judgement, Kinds } from '../src/guard/policies/judgement.js';
import { RequestContext } from '../src/platform/context/request-context.js';
import { fieldsOf } from '../src/platform/fields/fields.js';
import { allResources } from '../src/platform/resource/define.js';
import { RecordEntity } from '../src/platform/resource/record.entity.js';
import { refuseRoute } from '../src/platform/request/policies.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { APPS } from '../src/platform/security/credential.js';
import { Denials, Restrictions } from '../src/platform/security/denials.js';
import { ACCESS_KINDS } from '../src/platform/security/policy-matcher.js';
import { isOwn, madeTypes, make, nameOf, prepare } from './support/samples.js';
import { type Answer, Client, startTestApp } from './support/test-app.js';

/** Every way to a record that stands under a path, for every resource there is: a policy that denies it holds there. */

const suite = await startTestApp();
afterAll(() => suite.close());
const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint);
const types = [...new Set(routes.map(({ endpoint }) => endpoint!.resource.type))];

/** Has every scope, and is denied what the policies say; `suite.client` is not. */
let denied: Client;
let principals: object[];
const policies = new Map<string, string>();

async function deny(resources: object[], actions = ['*']): Promise<string> {
  const input = { name: 'Denied', effect: 'deny', principals, resources, actions };
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

/** Routes with a record in their path that a policy can name by its id. */
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
    const policy = await deny([{ type: store.resource.type, id }]);
    const answer = await request.send(denied);
    expect(answer, answer.text).toMatchObject({ status: 403 });
    expect(answer.body.error?.message ?? answer.body.detail).toContain(policy);
    expect((await request.send(suite.client)).status).toBe(route.status);
    await suite.client.patch(`/v1/guard/policies/${policy}`, { status: 'inactive' });
  });
});

/** A body that names a denied record refers to it, in whichever field: all fields that hold ids are found by what they declare. */
describe('A policy on records denies to name them', () => {
  const LISTS = /ids$|^mentions$|^attachments$/;
  const fields = routes.flatMap((route) => {
    const declared = route.body ? [...fieldsOf(route.body.prototype)] : [];
    return declared.flatMap(([field, { schema, many }]) => {
      const prefix = many && LISTS.test(field) ? 'usr' : /^([a-z]+)_01jz/.exec(String(schema.example))?.[1];
      return prefix && !isOwn(route) ? [{ name: `${field} of ${nameOf(route)}`, route, field, prefix, many }] : [];
    });
  });
  /** By prefix, a record that is denied by its id. */
  const named = new Map<string, string>();
  let policy: string;
  beforeAll(async () => {
    const prefixes = new Set(fields.map(({ prefix }) => prefix));
    const resources: object[] = [];
    for (const type of madeTypes(routes)) {
      const { idPrefix } = allResources().get(type)!;
      if (!prefixes.has(idPrefix) || named.has(idPrefix)) continue;
      const id = await make(suite.client, type);
      named.set(idPrefix, id);
      resources.push({ type, id });
    }
    policy = await deny(resources);
  });
  afterAll(() => suite.client.patch(`/v1/guard/policies/${policy}`, { status: 'inactive' }));

  it.each(fields.map((each) => [each.name, each] as const))('%s', async (_, { route, field, prefix, many }) => {
    const id = named.get(prefix)!;
    const request = await prepare(route, suite.client, { facts: { [field]: many ? [id] : id } });
    const answer = await request.send(denied);
    expect(answer, answer.text).toMatchObject({ status: 403 });
    expect(answer.body.error.message).toContain(policy);
  });

  it('of which many are found', () => expect(fields.length).toBeGreaterThan(60));
});

describe('A policy on a whole type denies', () => {
  beforeAll(async () => {
    for (const type of types) policies.set(type, await deny([{ type }]));
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

/** Exports are found by their media type, so that a new one is found whatever its route declares. */
describe('A policy on exports denies', () => {
  // Events that are streamed are no file: each is asked for by itself.
  const isFile = ({ status, headers }: Answer) =>
    status === 200 && !/json|event-stream/.test(headers.get('content-type') ?? '');
  // A file that people have sent is read, as by its link, and not exported.
  // An archive has records of every app, so it says in its own words which policies it refuses.
  const ARCHIVE = 'GET /v1/operations/archives/:id';
  const found: string[] = [];
  let bound: Client;
  beforeAll(async () => {
    const { body } = await suite.client.post('/v1/access/api-keys', {
      name: 'Bound',
      scopes: ['read:all', 'write:all'],
    });
    await suite.database.execute('update api_keys set operator = true where id = $1', [body.id]);
    bound = new Client(suite.base, body.key);
    principals = [{ type: 'api_key', id: body.id }];
    const resources = APPS.map((app) => ({ type: `${app}.*` }));
    await deny(
      resources,
      APPS.map((app) => `${app}:export`),
    );
  });

  const reads = routes.filter(({ method, endpoint }) => method === 'GET' || endpoint!.exports);
  it.each(reads.filter((route) => !isOwn(route)).map((route) => [nameOf(route), route] as const))(
    'the file of %s, if it makes one',
    async (name, route) => {
      const request = await prepare(route, suite.client);
      const [json, csv] = [{}, { Accept: 'text/csv' }];
      for (const headers of [json, csv]) {
        const answer = await request.send(suite.client, headers);
        const leaves =
          (isFile(answer) && !name.endsWith('/content')) ||
          name === ARCHIVE ||
          (route.endpoint!.exports && !route.endpoint!.csv);
        if (leaves && !found.includes(name)) found.push(name);
        const refused = await request.send(bound, headers);
        expect(refused.status, refused.text).toBe(leaves ? 403 : answer.status);
        if (leaves)
          expect(refused.body.error.message).toMatch(/denies \w+:export|A policy restricts what you may read/);
      }
    },
  );

  it('of which there are these', () => {
    expect(found.toSorted()).toEqual([
      'GET /v1/guard/exports/:job_id',
      'GET /v1/office/sheets/:id/export',
      ARCHIVE,
      'GET /v1/project/projects/:project_id/time-report',
      'GET /v1/sales/contacts/export',
      'GET /v1/sales/deals/export',
      'POST /v1/guard/audit-logs/export',
    ]);
  });
});

/** Each policy on a type, a record or a tag, for each action, asked of each route as a request would and as a simulation does. */
describe('A simulation answers what is enforced', () => {
  const NAMES = ['any', 'user:usr_1'];
  const TAG = 'secret';
  const kinds = new Kinds(routes);
  const enforces = (route: Route, record: object | null, denials: Denials): boolean => {
    const restrictions = new Restrictions(denials, NAMES);
    const context = Object.assign(new RequestContext('req_1', null, null), { restrictions, record });
    try {
      refuseRoute(route, context);
      return false;
    } catch {
      return true;
    }
  };

  it.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
    const { resource, exports = resource, csv, returns } = route.endpoint!;
    const own = route.loads?.store.resource === resource;
    const id = `${resource.idPrefix}_1`;
    const attempt = {
      id: 'evt_1',
      timestamp: '2026-01-01T00:00:00.000Z',
      actor_type: 'user',
      actor_id: 'usr_1',
      actor_email: null,
      client_id: null,
      client_name: null,
      action: route.action,
      resource_type: resource.auditedAs,
      resource_id: own ? id : null,
      outcome: 'success' as const,
      shares: false,
    };
    const path = [route.parent, route.loads].flatMap((load) => load?.store.resource ?? []);
    const types = new Set([resource, exports, ...path].flatMap(({ type }) => [type, `${type.split('.')[0]}.*`]));
    let judged = 0;
    for (const type of types)
      for (const named of [{ type }, { type, id }, { type, tag: TAG }])
        for (const action of ['*', ...ACCESS_KINDS.map((ask) => `${type.split('.')[0]}:${ask}`)])
          for (const tags of [[TAG], []]) {
            // Of a report that is JSON or a file, entries tell of the file.
            if (csv && returns && action.endsWith(':export')) continue;
            const rules = { principals: [{ type: 'any' as const }], resources: [named], actions: [action] };
            const verdict = new Judgement(rules, kinds).of(attempt, NAMES, own ? tags : []);
            if (verdict !== 'refused' && verdict !== 'passed') continue;
            const denials = new Denials([{ ...rules, id: 'pol_1' }]);
            const enforced = enforces(route, own ? { id, tags } : null, denials);
            expect([named, action, tags, verdict]).toEqual([named, action, tags, enforced ? 'refused' : 'passed']);
            judged++;
          }
    expect(judged).toBeGreaterThan(0);
  });
});
