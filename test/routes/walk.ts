import { allScopes } from '../../src/platform/security/apps.js';
import { type Route, Routes } from '../../src/platform/request/routes.js';
import { madeTypes, type Prepared, prepare } from '../support/sample-registry.js';
import { Client, startTestApp, type TestApp } from '../support/test-app.js';

/** A value that is made when it is asked for the first time. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The application whose routes are walked, with the credentials that checks share. */
export interface Walk {
  suite: TestApp;
  /** Has every scope in the first workspace. */
  owner: Client;
  /** Has every scope in another workspace, and the rights of an operator. */
  stranger: Client;
  routes: readonly Route[];
  /** Routes that need a credential and are checked. */
  guarded: Route[];
  /** Types of which records can be made. */
  made: string[];
  /** A key of the first workspace with every scope but this one. */
  without(scope: string): Promise<Client>;
  /** A key of the first workspace that may write everything and read nothing. */
  blind(): Promise<Client>;
  /** A new key of the first workspace with every scope and the rights of an operator, and its principal in policies. */
  newKey(): Promise<{ client: Client; principals: object[] }>;
  /** The request of a route's sample, prepared once. */
  requestOf(route: Route): Promise<Prepared>;
}

/** Starts the application. `isWalked`: the routes that are checked. */
export async function startWalk(isWalked: (route: Route) => boolean = () => true): Promise<Walk> {
  const suite = await startTestApp();
  const owner = suite.client;
  const stranger = (await suite.workspace('Other', { operator: true })).client;
  const routes = suite.app.get(Routes).all.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method));
  const scopes = allScopes();
  const keys = new Map<string, Promise<Client>>();
  const requests = new Map<Route, Promise<Prepared>>();
  const keep = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
    if (!map.has(key)) map.set(key, make());
    return map.get(key)!;
  };
  return {
    suite,
    owner,
    stranger,
    routes,
    guarded: routes.filter((route) => route.endpoint && isWalked(route)),
    made: madeTypes([...routes]),
    without: (scope) => keep(keys, scope, () => suite.withScopes(...scopes.filter((other) => other !== scope))),
    blind: () => keep(keys, '', () => suite.withScopes(...scopes.filter((scope) => scope.endsWith(':write')))),
    async newKey() {
      const { body } = await owner.post('/v1/access/api-keys', { name: 'Key', scopes: ['read:all', 'write:all'] });
      // Some routes are for operators, whom policies deny things as well.
      await suite.database.execute('update api_keys set operator = true where id = $1', [body.id]);
      return { client: new Client(suite.base, body.key), principals: [{ type: 'api_key', id: body.id }] };
    },
    requestOf: (route) => keep(requests, route, () => prepare(route, owner)),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
