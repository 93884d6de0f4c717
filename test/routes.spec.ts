import { afterAll, describe, expect, it } from 'vitest';
import type { Route } from '../src/platform/request/routes.js';
import * as credentials from './routes/credentials.js';
import { expectError } from './expect-error.js';
import * as isolation from './routes/isolation.js';
import { ARCHIVE, namesById, PolicyChecks, referencesOf } from './routes/policies.js';
import * as success from './routes/success.js';
import { once, startWalk } from './routes/walk.js';
import { isForEverybody, isOwn, mainRoute, nameOf, namesRecord, prepare } from './support/samples.js';
import { Client } from './support/test-app.js';

/**
 * One pass over all routes, on one application. The request of each sample is prepared once. Checks that expect a refusal come first,
 * because a refused request changes nothing; the request that succeeds comes last.
 */

const walk = await startWalk();
afterAll(() => walk.suite.close());
const { suite, owner, routes, guarded } = walk;
const policies = new PolicyChecks(walk);
const named = (list: Route[]) => list.map((route) => [nameOf(route), route] as const);

describe.each(named(routes.filter(({ endpoint }) => !endpoint)))('%s', (_, route) => {
  it('answers without a credential', async () => {
    const answer = await (await prepare(route, owner)).send(new Client(suite.base, null));
    expect(answer, answer.text).toMatchObject({ status: expect.toSatisfy((status: number) => status < 400) });
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });
});

describe.each(named(guarded))('%s', (_, route) => {
  const endpoint = route.endpoint!;

  it('is 401 without a credential, and with one that is not genuine', () => credentials.needsCredential(route, walk));

  if (route.scope)
    it('is 403 with a key that has every other scope, and says which one is missing', () =>
      credentials.needsScope(route, walk));
  else if (endpoint.resource.forOperators)
    it('is 403 with every scope for whoever is no operator', () => credentials.needsOperator(route, walk));
  else if (isForEverybody(route))
    it('shows its records to a key that may read nothing', () => credentials.showsEverybody(route, walk));
  else
    it('hides its records from a key that may read nothing, and makes none for it', () =>
      credentials.hidesFromBlind(route, walk));

  if (namesRecord(route))
    it('tells another workspace that there is nothing, and changes nothing', () =>
      isolation.hidesFromStranger(route, walk));

  if (namesById(route)) it('is 403 by a policy on its record', () => policies.onRecord(route));
  if (!isOwn(route)) it('is 403 by a policy on its type', () => policies.onType(route));
  it.each(referencesOf(route))('is 403 where $field names a record that a policy denies', (reference) =>
    policies.onReference(route, reference),
  );

  it.each(success.invalidBodies(route, walk))('is 400 for an invalid body, and names a field: %s', (_text, body) =>
    success.refusesBody(route, body, walk),
  );

  if (success.changesRecord(route))
    it('is 412 where If-Match names another revision', () => success.refusesRevision(route, walk));

  const first = once(() => success.succeed(route, walk));
  it('answers its sample with its status and every field it declares', async () =>
    success.isDocumented(route, await first(), walk));

  if (route.method === 'POST')
    it('does a repeated Idempotency-Key once and gives the same answer', async () =>
      success.isRepeated(route, await first(), walk));

  if (route.status === 201 && mainRoute([...routes], endpoint.resource.type, 'GET', true))
    it('has a Location that leads to what it made', async () => success.leadsToIt(await first(), walk));

  if (success.isSingle(route)) it('is 304 for who has it already', () => success.answersNotModified(route, walk));

  if ((route.method === 'GET' || endpoint.exports) && !isOwn(route))
    it('is refused where it makes a file and a policy denies exports', () => policies.onExport(route));

  if (route.writes && route.loads?.key)
    it('makes a record in each workspace, whatever keys others use', () => isolation.takesKeysOfEach(route, walk));

  if (isolation.isList(route))
    it('shows nothing of another workspace and takes none of its cursors', () => isolation.listsOwn(route, walk));
});

// Records that no request changes leave no traces.
const changed = walk.made.filter((type) =>
  guarded.some((route) => route.writes && route.endpoint!.resource.type === type),
);

describe.each(changed)('%s', (type) => {
  it('leaves its events and audit entries in its own workspace only', () => isolation.leavesTraces(type, walk));
});

it('a key works in its own workspace only, also when it names another', () => isolation.keepsToItsWorkspace(walk));

it('attempts that policies deny are noted', () => policies.attemptsAreNoted());

it('references in bodies are found, and many of them', () => {
  expect(guarded.flatMap(referencesOf).length).toBeGreaterThan(60);
});

it('these routes make files', () => {
  expect([...policies.files].toSorted()).toEqual([
    'GET /v1/guard/exports/:job_id',
    'GET /v1/office/sheets/:id/export',
    ARCHIVE,
    'GET /v1/project/projects/:project_id/time-report',
    'GET /v1/sales/contacts/export',
    'GET /v1/sales/deals/export',
    'POST /v1/guard/audit-logs/export',
  ]);
});

it('an unknown path is 404 and a wrong method 405, before any credential', async () => {
  expectError(await owner.get('/v1/nothing/here', { key: null }), 404);
  for (const { path } of guarded) {
    const answer = await owner.send('OPTIONS', path.replace(/:\w+/g, 'x'), { key: null });
    expectError(answer, 405);
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
  }
});
