import { Injectable } from '@nestjs/common';
import { ApiDescription, hasSecret, type Json, type Route, Routes, templateOf } from '../platform/index.js';

/** The tools that run operations of the API. */
export const VERBS = ['list', 'get', 'create', 'update', 'act', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

/** An API route that tools can call. */
export interface Operation {
  verb: Verb;
  /** `sales.deal` */
  type: string;
  /** Name of an action or a view; empty for the default operation of the verb. */
  name: string;
  method: string;
  /** `/v1/sales/deals/{id}` */
  path: string;
  /** Names of the path parameters, in order. */
  ids: string[];
  /** Null: no scope is required, or a role decides. */
  scope: string | null;
  /** Only for operators, whatever their scopes. */
  forOperators: boolean;
  /** Its operation in the OpenAPI document. */
  description: Json;
}

/** Types with a tool of their own. */
const OWN_TOOL = ['batch.batch', 'search.result'];

/**
 * Calls of the general tools: every JSON route of the API, by verb, type and name. It is derived from the routes and the
 * OpenAPI document, so it includes new resources. It excludes SCIM, and routes whose response has a secret, such as a new key.
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

  /** Components of the OpenAPI document that operations reference. */
  get components(): Json {
    return this.#make().document.components;
  }

  /** The record types of a tool. Those of the deployment are for operators. */
  types(verb: Verb, isOperator: boolean): string[] {
    const known = this.operations.filter((each) => each.verb === verb && (isOperator || !each.forOperators));
    return [...new Set(known.map(({ type }) => type))].toSorted();
  }

  /** Operations with this verb, type and name. Several differ in the records of their path. */
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
  // On a name conflict, the operation with the shorter path keeps the name.
  const known = new Set<string>();
  return routes
    .toSorted((a, b) => partsOf(a.path).length - partsOf(b.path).length)
    .map((route) => {
      const { method, path, scope, endpoint } = route;
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
        forOperators: endpoint!.resource.forOperators,
        description: document.paths[template][method.toLowerCase()],
      };
    });
}

/** Plural name of a record type: `deals`. */
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
