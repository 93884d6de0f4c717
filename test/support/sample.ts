import type { SignedInClient, Client, TestApp } from './test-app.js';

/**
 * Facts of a resource for the tests that walk every route (routes, row access, search, hidden records). It
 * stands beside the resource as `<name>.sample.ts` and is found by its name. A plain resource says how a
 * record of it is made and changed, and which bodies are refused; the rest follows from its routes:
 *
 * @example
 * export default sample('sales.deal', {
 *   create: { title: 'Ten seats', value: 1200 },
 *   update: { title: 'Twelve seats' },
 *   invalid: [{}, { title: '' }, { title: 'Ten seats', value: -1 }],
 *   routes: { 'POST /v1/sales/deals/:id/close': { body: { outcome: 'won' } } },
 * });
 */
export interface Sample {
  /** The body of the main POST of the resource, which has the shortest path. */
  create?: Made<Body>;
  /** Makes a record where that is not done by sending `create`. Answers its id. */
  record?: (given: Given) => Promise<string>;
  /** The body of its main PATCH. */
  update?: Made<Body>;
  /** Of a searchable resource: the field with which a record is found, or what a POST to its list has of a text. */
  text?: string | ((text: string) => object);
  /** Bodies that its main POST refuses with a 400 that names a field. */
  invalid?: Body[];
  /**
   * The least roles of the app that see and that change a record of somebody else. Default: anybody with a role of the
   * app sees it, editors and admins change it.
   */
  access?: Access[];
  /** Brings a record into a state in which it can be deleted, where it is not made in one. `path` is that of the record. */
  deletable?: (client: Client, path: string) => Promise<unknown>;
  /** Why its lists may be read whole: a workspace has few of them. */
  small?: string;
  /** It shows the same to every workspace. */
  catalogue?: boolean;
  /** Requests of its other routes, by method and path. A record in the path is made without a word, in the trash too. */
  routes?: Record<string, RouteSample | ((given: Given) => Promise<RouteRequest>)>;
}

export interface Access {
  /** On top of `create`: the records that this is about. */
  record?: Record<string, unknown>;
  sees: Role;
  /** `owner`: nobody with a role of the app alone. */
  changes: Role | 'owner';
  /** Default: the one that changes it. */
  deletes?: Role | 'owner';
}

/** From little to much. */
export const ROLES = ['viewer', 'member', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** A request that the route succeeds on. What is left out follows from the route. */
export interface RouteRequest {
  /** Default: the path of the route with the id of a new record in it. */
  path?: string;
  /** After the `?`. */
  query?: string;
  headers?: Record<string, string>;
  body?: Body;
}

export interface RouteSample extends Omit<RouteRequest, 'body'> {
  /** Default: that of the main POST or PATCH. */
  body?: Made<Body>;
  /** Bodies that the route refuses with a 400 that names a field. */
  invalid?: Body[];
  /** The route is about the caller, who has to be a signed-in user. Answers the path. */
  own?: (user: SignedInClient, given: Given) => string | Promise<string>;
  /** Every credential of the workspace sees what it shows, whatever its scopes. */
  everybody?: true;
}

/** JSON, or a text of another type. */
export type Body = Record<string, unknown> | Raw;

/** A value, or what makes it anew for every request. */
export type Made<T> = T | ((given: Given) => T | Promise<T>);

/** Arguments of the functions that make samples. */
export interface Given {
  suite: TestApp;
  /** Has every scope in the workspace that the request is made for. */
  client: Client;
  /** Makes a record of this resource, or of another one, and answers its id. `facts` stand on top of `create`. */
  make(type?: string, facts?: Record<string, unknown>): Promise<string>;
}

/** A body that goes out as it is. */
export class Raw {
  constructor(
    readonly type: string,
    readonly text: string,
  ) {}
}

export const bytes = (text: string) => new Raw('application/octet-stream', text);

export const urlEncoded = (fields: Record<string, string>) =>
  new Raw('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());

/** A form with one file, in the part `field`. */
export const formWithFile = (name: string, content: string, field = 'file') =>
  new Raw(
    'multipart/form-data; boundary=x',
    `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}\r\n--x--\r\n`,
  );

/** A sample together with the resource that it is of; null for routes that belong to none. */
export type NamedSample = Sample & { type: string | null };

/** The sample of a resource, by its type: `sample('sales.deal', …)`. */
export const sample = (type: string, options: Sample): NamedSample => ({ ...options, type });

/** Requests of routes that belong to no resource, such as pages. */
export const requests = (routes: Sample['routes']): NamedSample => ({ routes, type: null });
