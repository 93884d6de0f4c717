import { fieldsOf } from '../../src/platform/fields/field-spec.js';
import { type Route, Routes } from '../../src/platform/request/routes.js';
import { type Body, type Given, type NamedSample, Raw, type RouteRequest, type RouteSample } from './sample.js';
import { type Answer, appOf, type Client } from './test-app.js';

const all: NamedSample[] = [];
const samples = new Map<string | null, NamedSample>();
const stated = new Map<string, RouteSample | ((given: Given) => Promise<RouteRequest>)>();

/** Makes samples known to the tests that walk routes. */
export function addSamples(found: NamedSample[]): void {
  for (const sample of found) {
    all.push(sample);
    samples.set(sample.type, sample);
    for (const [name, route] of Object.entries(sample.routes ?? {})) stated.set(name, route);
  }
}

/** Every sample of a resource that these routes are about. */
export const samplesOf = (routes: Route[]): (NamedSample & { type: string })[] => {
  const types = new Set(routes.map(typeOf));
  return all.filter(
    (sample): sample is NamedSample & { type: string } => types.has(sample.type) && sample.type !== null,
  );
};

/** The types of the resources that these routes are about and that records can be made of. */
export const madeTypes = (routes: Route[]): string[] =>
  samplesOf(routes).flatMap(({ type, create, record }) => (create || record ? type : []));

/** Mistakes in the samples, given all routes. */
export function problemsOf(routes: Route[]): string[] {
  const [names, types] = [new Set(routes.map(nameOf)), new Set(routes.map(typeOf))];
  const seen = new Set<string | null>();
  const twice = (name: string) => seen.size === seen.add(name).size;
  return all.flatMap(({ type, routes = {} }) => [
    ...(type && twice(type) ? [`${type} has two samples.`] : []),
    ...Object.keys(routes).flatMap((name) => [
      ...(twice(name) ? [`${name} has two samples.`] : []),
      // A sample of something outside of the application, such as an example, has no routes here.
      ...((type === null || types.has(type)) && !names.has(name)
        ? [`There is a sample of ${name}, which is no route.`]
        : []),
    ]),
  ]);
}

/** A request that a route should answer with its status of success. */
export interface Prepared {
  path: string;
  /** `body` replaces the body of the sample, `facts` are added to it. */
  send: (client: Client, headers?: Record<string, string>, other?: { body?: Body; facts?: object }) => Promise<Answer>;
}

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Whether a route shows the same to everybody. */
export const isCatalogue = (route: Route): boolean => samples.get(typeOf(route))?.catalogue === true;

/** Whether the path of a route names a record that there is; one by a key of the client's may be yet to be made. */
export const namesRecord = (route: Route): boolean =>
  route.path.includes(':') && !isCatalogue(route) && !(route.writes && route.loads?.key);

/** Whether a route is about the caller. */
export const isOwn = (route: Route): boolean => 'own' in (stated.get(nameOf(route)) ?? {});

/** Whether a route shows the same to every credential of a workspace. */
export const isForEverybody = (route: Route): boolean => 'everybody' in (stated.get(nameOf(route)) ?? {});

/** Bodies that a route refuses. */
export function invalidOf(route: Route, routes: Route[]): Body[] {
  const { invalid: here = [] } = (stated.get(nameOf(route)) ?? {}) as RouteSample;
  return here.concat((route === mainRoute(routes, typeOf(route), 'POST') && samples.get(typeOf(route))?.invalid) || []);
}

/** The shortest route of a resource with this method; to `one` record, where it is not POST, or to all of them. */
export function mainRoute(routes: Route[], type: string | null, method: string, one = method !== 'POST') {
  const found = routes.filter((route) => route.method === method && typeOf(route) === type);
  const depth = ({ path }: Route) => path.split('/').length;
  return found
    .filter(({ path }) => method === 'POST' || one === /\/:\w+$/.test(path))
    .toSorted((a, b) => depth(a) - depth(b))[0];
}

/** Makes a record of a resource, with `facts` on top of its sample, and answers its id. */
export async function make(owner: Client, type: string | null, facts: object = {}): Promise<string> {
  const { create, record } = samples.get(type) ?? {};
  const route = mainRoute(routesOf(owner), type, 'POST');
  if (record) return record(givenTo(owner, type));
  if (!create || !route) throw new Error(`No sample says how to make a record of ${type}.`);
  const answer = await (await prepare(route, owner, { facts })).send(owner);
  if (answer.status !== 201)
    throw new Error(`${nameOf(route)} answers its sample with ${answer.status}: ${answer.text}`);
  return answer.body.id;
}

/**
 * Makes, as `owner`, what the route needs. The request can then be sent by anybody, any number of times. Where the route
 * is about the caller, a user of the owner's workspace asks instead of the owner. `path` and `body` are sent in place of
 * the sample's, `facts` on top of its body.
 */
export async function prepare(
  route: Route,
  owner: Client,
  { path: instead, body, facts }: { path?: string; body?: Body; facts?: object } = {},
): Promise<Prepared> {
  const given = givenTo(owner, typeOf(route));
  const sample = stated.get(nameOf(route)) ?? {};
  const { own, ...request }: RouteSample = typeof sample === 'function' ? await sample(given) : sample;
  const user = own && (await owner.signedIn('office:viewer'));
  const at = instead ?? (user ? await own(user, given) : (request.path ?? (await pathOf(route, owner))));
  const path = request.query ? `${at}?${request.query}` : at;
  const usual = body ?? (await bodyOf(route, request, given));
  return {
    path,
    send: (client, headers, { body: content = usual, facts: others } = {}) => {
      const raw = content instanceof Raw;
      return (user && client === owner ? user.client : client).send(route.method, path, {
        body: raw ? content.text : content && { ...content, ...facts, ...others },
        headers: { ...(raw && { 'Content-Type': content.type }), ...request.headers, ...headers },
      });
    },
  };
}

/** Has a record in a state in which it can be deleted. */
export const makeDeletable = async (owner: Client, type: string, path: string): Promise<void> =>
  void (await samples.get(type)?.deletable?.(owner, path));

/** Fields that make a record which a search for this text finds; null where no sample has them. */
export function withText(type: string, words: string): object | null {
  const { text } = samples.get(type) ?? {};
  if (!text) return null;
  return typeof text === 'string' ? { [text]: words } : text(words);
}

/** The names of the fields that a class declares. */
export const fieldNames = (type: new () => object): string[] => [...fieldsOf(type.prototype).keys()];

const typeOf = (route: Route): string | null => route.endpoint?.resource.type ?? null;

const routesOf = (client: Client): Route[] => appOf(client).app.get(Routes).all;

const givenTo = (client: Client, type: string | null): Given => ({
  suite: appOf(client),
  client,
  make: (other = type!, facts) => make(client, other, facts),
});

async function bodyOf(route: Route, { body }: RouteSample, given: Given): Promise<Body | undefined> {
  const [type, main] = [typeOf(route), mainRoute(routesOf(given.client), typeOf(route), route.method)];
  const of = samples.get(type);
  const found = body ?? (route === main ? { POST: of?.create, PATCH: of?.update }[route.method] : undefined);
  if (route.body && !found) throw new Error(`${nameOf(route)} takes a body, but no sample says which.`);
  return typeof found === 'function' ? found(given) : found;
}

async function pathOf(route: Route, owner: Client): Promise<string> {
  const params = route.path.match(/:\w+/g) ?? [];
  if (!params.length) return route.path;
  if (!route.loads || params.length > 1) throw new Error(`No sample says what the path of ${nameOf(route)} is.`);
  const { type } = route.loads.store.resource;
  const id = await make(owner, type);
  if (route.method === 'DELETE') await makeDeletable(owner, type, route.path.replace(params[0]!, id));
  if (route.loads.options.deleted === true) {
    const removal = mainRoute(routesOf(owner), type, 'DELETE')!;
    await owner.delete(removal.path.replace(/:\w+/, id));
  }
  return route.path.replace(params[0]!, id);
}
