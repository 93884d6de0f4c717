import { expect } from 'vitest';
import type { Route } from '../../src/platform/request/routes.js';
import { expectError, messageOf } from '../expect-error.js';
import { isOwn } from '../support/sample-registry.js';
import { allScopes } from '../../src/platform/security/apps.js';
import type { Walk } from './walk.js';

/** Checks of the credential, which come before those of the record: any id does. */

const pathOf = ({ path }: Route) => path.replace(/:\w+/g, 'x');

export async function needsCredential(route: Route, { owner }: Walk): Promise<void> {
  expectError(await owner.send(route.method, pathOf(route), { key: null }), 401);
  expectError(await owner.send(route.method, pathOf(route), { key: `wsk_test_${'0'.repeat(36)}` }), 401);
}

export async function needsScope(route: Route, walk: Walk): Promise<void> {
  const answer = await (await walk.without(route.scope!)).send(route.method, pathOf(route));
  expectError(answer, 403);
  expect(messageOf(answer)).toContain(route.scope);
}

export async function needsOperator(route: Route, { suite }: Walk): Promise<void> {
  const { client: owner } = await suite.signedIn('workspace:owner');
  for (const client of [await suite.withScopes(...allScopes()), owner])
    expectError(await client.send(route.method, pathOf(route)), 403);
}

export async function showsEverybody(route: Route, walk: Walk): Promise<void> {
  const answer = await (await walk.requestOf(route)).send(await walk.blind());
  expect(answer.body.data).not.toEqual([]);
}

export async function hidesFromBlind(route: Route, walk: Walk): Promise<void> {
  const answer = await (await walk.requestOf(route)).send(await walk.blind());
  // A record on the path may be hidden before it is asked who sends the request.
  if (isOwn(route)) expectError(answer, answer.status === 404 && route.path.includes(':') ? 404 : 403);
  else if (route.path.includes(':')) expectError(answer, 404);
  else if (route.method === 'GET' && !answer.body) expect(answer.text).not.toContain('data:');
  else if (route.method === 'GET') expect(answer.body).toMatchObject({ data: [], meta: { total: 0 } });
  else expectError(answer, 403);
}
