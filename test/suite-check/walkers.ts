import { MetadataScanner } from '@nestjs/core';
import { afterAll, describe, expect } from 'vitest';
import { loadedExtensions } from '../../src/platform/extensions/extension.js';
import type { Route } from '../../src/platform/request/routes.js';
import { checkAuditedFields, checkContents } from '../routes/audit-values.js';
import { check } from '../routes/check.js';
import { checkRoutes } from '../routes/checks.js';
import { faultsOfDryRuns } from '../routes/dry-run.js';
import { checkHiddenRecords } from '../routes/hidden-records.js';
import { checkLists } from '../routes/lists.js';
import { PolicyChecks } from '../routes/policies.js';
import { checkRowAccess } from '../routes/row-access.js';
import { checkSearch } from '../routes/search.js';
import { checkSelection } from '../routes/selection.js';
import { startWalk } from '../routes/walk.js';
import { madeTypes, nameOf, problemsOf, samplesOf } from '../support/sample-registry.js';

/** Checks that `npx suite-check` runs over the routes of a package. Specs of the product run the same over its own. */

interface Imported {
  module?: Function;
  controllers?: Function[];
}

/** Controllers of a module and of those that it imports. */
function controllersOf(module: Function | Imported, seen = new Set<unknown>()): Function[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const of = typeof module === 'function' ? module : module.module;
  const metadata = (key: string) => (of ? ((Reflect.getMetadata(key, of) ?? []) as (Function | Imported)[]) : []);
  const own = typeof module === 'function' ? [] : (module.controllers ?? []);
  return [
    ...own,
    ...(metadata('controllers') as Function[]),
    ...metadata('imports').flatMap((each) => controllersOf(each, seen)),
  ];
}

const scanner = new MetadataScanner();
const handlers = new Set(
  loadedExtensions()
    .flatMap(({ module }) => controllersOf(module))
    .flatMap(({ prototype }) => scanner.getAllMethodNames(prototype).map((name) => prototype[name] as unknown)),
);
const isOwn = (route: Route) => handlers.has(route.handler);

const walk = await startWalk(isOwn);
afterAll(() => walk.suite.close());
const { suite, guarded } = walk;
const all = [...walk.routes];
const types = new Set(guarded.map(({ endpoint }) => endpoint!.resource.type));

describe('samples', () => {
  check('are of resources and routes that there are, one of each', 'Correct the samples.', () => {
    expect(problemsOf(all)).toEqual([]);
  });

  check(
    'say how each record is made',
    "Add a file that ends with `.sample.ts` with `export default sample(type, { create, update, invalid })` of 'workspace-suite/testing'.",
    () => {
      const made = guarded.filter(({ method, status }) => method === 'POST' && status === 201);
      const known = madeTypes(guarded);
      const missing = made.map(({ endpoint }) => endpoint!.resource.type).filter((type) => !known.includes(type));
      expect([...new Set(missing)]).toEqual([]);
    },
  );

  check('name bodies that are refused', 'Add `invalid` to the sample.', () => {
    const silent = samplesOf(guarded).filter(({ create, invalid }) => create && !invalid?.length);
    expect(silent.map(({ type }) => type)).toEqual([]);
  });
});

check(
  'routes that write ask for the write scope',
  'Leave `scope` out of @Endpoint: a route that is no GET then asks for `<app>:write`.',
  () => {
    const lax = guarded.filter(({ writes, scope }) => writes && scope?.endsWith(':read'));
    expect(lax.map(nameOf)).toEqual([]);
  },
);

checkRoutes(walk, new PolicyChecks(walk));
describe('roles', () => void checkRowAccess(suite, guarded));
describe('policies', () => void checkHiddenRecords(suite, guarded));
describe('search', () => void checkSearch(suite, guarded, (type) => types.has(type)));
describe('requests', () => {
  checkSelection(
    () => suite,
    () => guarded,
  );

  check(
    'a dry run changes nothing',
    'Write by the transaction of the request, and do nothing outside of the database but by a queue or an event.',
    async () => {
      const { client } = await suite.workspace('Tried', { operator: true });
      const routes = guarded.filter(({ writes }) => writes);
      expect(await faultsOfDryRuns(routes, client, suite)).toEqual([]);
    },
  );
});
describe('audit trail', () => {
  checkAuditedFields(suite, (type) => types.has(type));
  checkContents(suite, guarded);
});
// They make many records, so they come last.
describe('lists', () => void checkLists(suite, guarded));
