import { afterAll, expect, it } from 'vitest';
import { eventTypes } from '../src/platform/events/catalogue.js';
import { Routes } from '../src/platform/request/routes.js';
import { fieldNames, nameOf, problemsOf, samplesOf } from './support/samples.js';
import { isSingle, UNTAGGED } from './routes/success.js';
import { startTestApp } from './support/test-app.js';

/** Declarations of routes and samples, of which no request is made. */

const suite = await startTestApp();
afterAll(() => suite.close());
const routes = suite.app.get(Routes).all.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));

// Among it: which routes are open without a credential and why, and which ask for no scope of their own ("any") because
// they reach across apps or are about the caller; "operator" is nobody's scope.
it('stands in test/inventory.txt, so that every change of scopes and rules shows in a diff', async () => {
  await expect(inventory()).toMatchFileSnapshot('./inventory.txt');
});

it('samples are of resources and routes that there are, one of each', () => {
  expect(problemsOf(routes)).toEqual([]);
});

it('a sample with the body that makes a record has bodies that are refused', () => {
  const silent = samplesOf(routes).filter(({ create, invalid }) => create && !invalid?.length);
  expect(silent.map(({ type }) => type)).toEqual([]);
});

it('every single record has a tag, but for those that are said', () => {
  expect(
    routes
      .filter(isSingle)
      .filter(({ tagged }) => !tagged)
      .map(nameOf),
  ).toEqual([]);
  const said = routes.filter(({ method, endpoint, path }) => method === 'GET' && endpoint && UNTAGGED.test(path));
  expect(said.filter(({ tagged }) => tagged).map(nameOf)).toEqual([]);
});

function inventory(): string {
  const lines = routes.map(({ method, path, scope, action, status, endpoint, open, ...rest }) => {
    if (!endpoint) return `${method.padEnd(6)} ${path}  ${open!.anyOrigin ? 'any-origin ' : ''}open: ${open!.reason}`;
    const { resource, errors = [], heavy } = endpoint;
    const words = [
      scope ?? (resource.forOperators ? 'operator' : 'any'),
      action,
      status,
      ...errors.map((name) => `${name}=${resource.errors![name]!.status}`),
      rest.holdsSecret && 'secret',
      heavy && 'heavy',
    ];
    return `${method.padEnd(6)} ${path}  ${words.filter(Boolean).join(' ')}`;
  });
  const events = [...eventTypes().values()].map(({ type, payload }) => `${type}  ${fieldNames(payload).join(' ')}`);
  return [
    'Routes: method, path, scope, action in the audit trail, status, errors of the resource; or why it is open to everybody',
    '',
    ...lines,
    '',
    'Events: type, fields of the payload',
    '',
    ...events.toSorted(compare),
    '',
  ].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
