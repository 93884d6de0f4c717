import { describe } from 'vitest';
import type { Route } from '../../src/platform/request/routes.js';
import { isForEverybody, isOwn, mainRoute, nameOf, namesRecord } from '../support/sample-registry.js';
import { check } from './check.js';
import * as credentials from './credentials.js';
import * as isolation from './isolation.js';
import { namesById, type PolicyChecks, referencesOf } from './policies.js';
import * as success from './success.js';
import { once, type Walk } from './walk.js';

const DECLARE = 'Declare the route with @Endpoint and leave `scope` out: it then asks for the scope of its app.';
const STORE =
  'Read through the store of the entity, or add `workspace_id = $1` with `currentContext().workspaceId` to the SQL.';
const LOADED = 'Take the record of the path by `@Param(…, Loaded(Entity))`, which finds records of the workspace only.';
const READABLE =
  'Read through the store of the entity, or add `stores.readable(type, alias, values)` of StoreRegistry to the SQL.';
const FIELD =
  'Declare the rule on the field of the body (`max`, `min`, `optional`), or correct `invalid` in the sample.';
const VIEW =
  'Correct the view of the route, its status or the sample. Changes of records go through the store, which tells of them.';

/**
 * One pass over routes, on one application. The request of each sample is prepared once. Checks that expect a refusal come first,
 * because a refused request changes nothing; the request that succeeds comes last.
 */
export function checkRoutes(walk: Walk, policies: PolicyChecks): void {
  const { guarded } = walk;
  for (const route of guarded) describe(nameOf(route), () => void checkRoute(route, walk, policies));

  // Records that no request changes leave no traces.
  const changed = walk.made.filter((type) =>
    guarded.some((route) => route.writes && route.endpoint!.resource.type === type),
  );
  for (const type of changed)
    describe(type, () => {
      check('leaves its events and audit entries in its own workspace only', 'Write through its store.', () =>
        isolation.leavesTraces(type, walk),
      );
    });
}

function checkRoute(route: Route, walk: Walk, policies: PolicyChecks): void {
  const endpoint = route.endpoint!;

  check('is 401 without a credential, and with one that is not genuine', DECLARE, () =>
    credentials.needsCredential(route, walk),
  );

  if (route.scope)
    check('is 403 with a key that has every other scope, and says which one is missing', DECLARE, () =>
      credentials.needsScope(route, walk),
    );
  else if (endpoint.resource.forOperators)
    check('is 403 with every scope for whoever is no operator', DECLARE, () => credentials.needsOperator(route, walk));
  else if (isForEverybody(route))
    check('shows its records to a key that may read nothing', 'Correct `everybody` in the sample.', () =>
      credentials.showsEverybody(route, walk),
    );
  else
    check('hides its records from a key that may read nothing, and makes none for it', DECLARE, () =>
      credentials.hidesFromBlind(route, walk),
    );

  if (namesRecord(route))
    check('tells another workspace that there is nothing, and changes nothing', LOADED, () =>
      isolation.hidesFromStranger(route, walk),
    );

  if (namesById(route)) check('is 403 by a policy on its record', LOADED, () => policies.onRecord(route));
  if (!isOwn(route)) check('is 403 by a policy on its type', DECLARE, () => policies.onType(route));
  for (const reference of referencesOf(route))
    check(`is 403 where ${reference.field} names a record that a policy denies`, READABLE, () =>
      policies.onReference(route, reference),
    );

  for (const [text, body] of success.invalidBodies(route, walk))
    check(`is 400 for an invalid body, and names a field: ${text}`, FIELD, () =>
      success.refusesBody(route, body, walk),
    );

  if (success.changesRecord(route))
    check('is 412 where If-Match names another revision', LOADED, () => success.refusesRevision(route, walk));

  const first = once(() => success.succeed(route, walk));
  check('answers its sample with its status and every field it declares', VIEW, async () =>
    success.isDocumented(route, await first(), walk),
  );

  if (route.method === 'POST')
    check(
      'does a repeated Idempotency-Key once and gives the same answer',
      'Write by the transaction of the request (`Database` or a store), not by a connection of your own.',
      async () => success.isRepeated(route, await first(), walk),
    );

  if (route.status === 201 && mainRoute([...walk.routes], endpoint.resource.type, 'GET', true))
    check('has a Location that leads to what it made', 'Answer the record that the store has made.', async () =>
      success.leadsToIt(await first(), walk),
    );

  if (success.isSingle(route))
    check('is 304 for who has it already', 'Answer the same for the same record: no random or current values.', () =>
      success.answersNotModified(route, walk),
    );

  if ((route.method === 'GET' || endpoint.exports) && !isOwn(route))
    check(
      'is refused where it makes a file and a policy denies exports',
      'Declare what the route exports: `exports: resource` in @Endpoint.',
      () => policies.onExport(route),
    );

  if (route.writes && route.loads?.key)
    check('makes a record in each workspace, whatever keys others use', STORE, () =>
      isolation.takesKeysOfEach(route, walk),
    );

  if (isolation.isList(route))
    check('shows nothing of another workspace and takes none of its cursors', STORE, () =>
      isolation.listsOwn(route, walk),
    );
}
