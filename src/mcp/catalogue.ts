import { Injectable } from '@nestjs/common';
import { ApiDescription, hasSecret, type Json, type Route, Routes } from '../platform/index.js';

/** The tools that run operations of the API. */
export const VERBS = ['list', 'get', 'create', 'update', 'act', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

/** A route as the tools know it. */
export interface Operation {
  verb: Verb;
  /** `sales.deal` */
  type: string;
  /** Tells it from others with the same verb and type: the name of an action or a view; empty for the usual one. */
  name: string;
  method: string;
  /** `/v1/sales/deals/{id}` */
  path: string;
  /** Names of the ids in the path, in its order. */
  ids: string[];
  /** Null: any credential may ask, or a role is needed. */
  scope: string | null;
  /** Its part of the OpenAPI document. */
  description: Json;
}

/** Types with a tool of their own. */
const OWN_TOOL = ['search.result'];

/**
 * Calls of the general tools: every JSON route of the API, by verb, type and name. It is made from the routes and the
 * OpenAPI document, so a new resource is in it. Routes that show a secret (a new key, say) are not, nor are those of SCIM.
 */
@Injectable()
export class Catalogue {
  #made?: { operations: Operation[]; document: Json };

  constructor(
    private readonly routes: Routes,
    private readonly api: ApiDescription,
  ) {}

  get operations(): readonly Operation[] {
    return this.#make().operations;
  }

  /** Components of the OpenAPI document, to which operations refer. */
  get components(): Json {
    return this.#make().document.components;
  }

  /** The types that a tool knows. */
  types(verb?: Verb): string[] {
    const known = this.operations.filter((operation) => verb === undefined || operation.verb === verb);
    return [...new Set(known.map(({ type }) => type))].toSorted();
  }

  /** The operations with this verb, type and name: several where they are about different records. */
  find(verb: Verb, type: string, name = ''): Operation[] {
    return this.operations.filter((each) => each.verb === verb && each.type === type && each.name === name);
  }

  #make() {
    if (this.#made) return this.#made;
    const document = this.api.make();
    const routes = this.routes.all.filter((route) => isForTools(route, document));
    const byType = Map.groupBy(routes, (route) => route.endpoint!.resource.type);
    const operations = [...byType].flatMap(([type, own]) => operationsOf(type, own, document));
    return (this.#made = { operations, document });
  }
}

function isForTools({ path, endpoint, method }: Route, { paths }: Json): boolean {
  if (!endpoint || endpoint.dialect || !path.startsWith('/v1/') || OWN_TOOL.includes(endpoint.resource.type))
    return false;
  if (endpoint.returns && hasSecret(endpoint.returns as new () => object)) return false;
  const description: Json | undefined = paths[templateOf(path)]?.[method.toLowerCase()];
  if (!description) return false;
  const [, success] = Object.entries<Json>(description.responses).find(([status]) => status < '3') ?? [];
  return [description.requestBody?.content, success?.content].every((content) => !content || content[JSON_TYPE]);
}

export const JSON_TYPE = 'application/json';

function operationsOf(type: string, routes: readonly Route[], document: Json): Operation[] {
  const home = homeOf(routes);
  // The shorter of two with one name keeps it.
  const known = new Set<string>();
  return routes
    .toSorted((a, b) => partsOf(a.path).length - partsOf(b.path).length)
    .map((route) => {
      const { method, path, scope } = route;
      const words = partsOf(path).filter((part) => !part.startsWith(':'));
      const last = words.at(-1)!;
      const name = last === home ? '' : last;
      const verb = verbOf(route, name);
      const ids = partsOf(path).flatMap((part) => (part.startsWith(':') ? part.slice(1) : []));
      const key = (as: string) => `${verb} ${as} ${ids.length}`;
      const own = known.has(key(name)) ? words.slice(-2).join('-') : name;
      known.add(key(own));
      const template = templateOf(path);
      return {
        verb,
        type,
        name: own,
        method,
        path: template,
        ids,
        scope,
        description: document.paths[template][method.toLowerCase()],
      };
    });
}

/** The word under which records of a type stand: `deals`. */
function homeOf(routes: readonly Route[]): string {
  const reads = routes.filter(({ method }) => method === 'GET');
  const lists = reads.filter(({ endpoint }) => endpoint!.page).map(({ path }) => partsOf(path).at(-1)!);
  const singles = reads.map(({ path }) => partsOf(path)).filter((parts) => parts.at(-1)!.startsWith(':'));
  const single = singles.map((parts) => parts.at(-2)!).find((word) => lists.includes(word)) ?? singles[0]?.at(-2);
  const shortest = (reads.length ? reads : routes)
    .map(({ path }) => partsOf(path).filter((part) => !part.startsWith(':')))
    .toSorted((a, b) => a.length - b.length)[0]!;
  return single ?? shortest.at(-1)!;
}

function verbOf({ method, path, action, endpoint }: Route, name: string): Verb {
  if (method === 'GET') return endpoint!.page ? 'list' : 'get';
  if (method === 'DELETE') return 'delete';
  if (name === '' && method === 'PATCH') return 'update';
  const adds = method === 'POST' && !partsOf(path).at(-1)!.startsWith(':') && action.endsWith('.created');
  return name === '' && adds ? 'create' : 'act';
}

const partsOf = (path: string): string[] => path.split('/').slice(2);
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
