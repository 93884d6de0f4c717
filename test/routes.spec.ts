import { afterAll, describe, expect, it } from 'vitest';
import type { Route } from '../src/platform/request/routes.js';
import { expectError } from './expect-error.js';
import { checkRoutes } from './routes/checks.js';
import { keepsToItsWorkspace } from './routes/isolation.js';
import { ARCHIVE, PolicyChecks, referencesOf } from './routes/policies.js';
import { startWalk } from './routes/walk.js';
import { nameOf, prepare } from './support/samples.js';
import { Client } from './support/test-app.js';

/** All routes of the product, on one application. */

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

checkRoutes(walk, policies);

it('a key works in its own workspace only, also when it names another', () => keepsToItsWorkspace(walk));

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
