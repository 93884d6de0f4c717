import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { isObservable, lastValueFrom } from 'rxjs';
import { currentContext } from '../context/request-context.js';
import type { NAV_ICONS } from '../extensions/screens.js';
import type { Resource, RowRule } from '../resource/define.js';
import type { App, Level, Scope } from '../security/apps.js';
import type { Budget } from '../security/rate-limits.js';
import { respond } from './request-path.js';

type Class<T = object> = new (...args: any[]) => T;

/**
 * A media type of another standard, such as SCIM. Requests may also use application/json. Bodies are passed on unvalidated,
 * because the handler knows the standard; the fields of the body class are documentation only. `If-Match` accepts weak ETags.
 * Handlers return a `Reply`; an `ErrorShape` formats errors.
 */
export interface Dialect {
  mediaType: string;
  /** The class of its errors. */
  error: Class;
}

export interface EndpointOptions<X extends string = string> {
  /**
   * The scope that a credential needs: `<app>:<scope>`. Default: `read` for GET, else `write` (D-ACC-7). Null for resources
   * that span apps: any credential may ask, and the resource's `visible` decides.
   */
  scope?: Level | null;
  /** The class of the answer. Without one: 204. */
  returns?: Class;
  /** The standard that bodies and responses follow. */
  dialect?: Dialect;
  /** The answer is a page of `returns`. */
  page?: boolean;
  /** The icon of the list in the navigation of the console, where it then has a place of its own. */
  nav?: (typeof NAV_ICONS)[number];
  /** The response is CSV (see `Exports`): always, or on request beside `returns` (see `wantsCsv`). */
  csv?: boolean;
  /** Errors of the resource that the route may answer with, beyond those every route has. */
  errors?: readonly X[];
  /** The status of success where it is not the usual one: 201 for POST with a new record, 200, 204 without an answer. */
  status?: 200 | 201 | 202 | 204;
  /** The verb that a denied or failed attempt is noted under. Default: by method. */
  action?: string;
  /** Largest body in bytes. Default 1 MiB. */
  bodyLimit?: number;
  /** The response must not be stored, although no field is declared secret (see `Route.holdsSecret`). */
  holdsSecret?: boolean;
  /**
   * A user needs a proof of identity of the last 15 minutes (D-SIGN-5): always, or where the text says. Rules then call
   * `requireRecentProof`.
   */
  recentProof?: true | string;
  /** Also counts against the smaller budget for heavy work (D-API-7). */
  heavy?: boolean;
  /** The transaction may be long, or wait for a long one: takes a lease before a database connection (`LastingRequests`). */
  lasting?: boolean;
  /**
   * The resource whose records the response exports, as a file or report. Policies are also checked for `export`: before the
   * handler if the response is always a file, otherwise by `Exports` (D-GRD-6). Required for CSV routes.
   */
  exports?: Resource;
  /** The type of the records that the response counts or sums: policies are also asked to read these. */
  counts?: `${App}.${string}`;
  /**
   * Why `Prefer: dry-run` is refused: the handler does something that a rollback does not undo. So it cannot be an operation of an
   * atomic batch either.
   */
  noDryRun?: string;
  /** Whether the body asks for a dry run, as `Prefer: dry-run` does. */
  dryRun?: (body: any) => boolean;
  /** The handler sends requests itself (`Injection`), so it cannot be an operation of a batch. */
  injects?: boolean;
  /** Whether this body needs no unit of work: the requests that the handler injects have their own. */
  inParts?: (body: any) => boolean;
  /** Deprecation and Sunset headers (RFC 9745, RFC 8594). */
  deprecated?: { since: Date; sunset: Date; link: string };
  summary?: string;
}

export interface Endpoint extends EndpointOptions {
  resource: Resource;
}

export const ENDPOINT = 'suite:endpoint';
export const PUBLIC = 'suite:public';

/**
 * Declares a route of a resource. Every route has this or `@Public`; the application does not start otherwise.
 *
 * @example
 * @Post(':id/close')
 * @Endpoint(deals, { scope: 'write', returns: DealView, errors: ['notOpen'] })
 * close(@Param('id', Loaded(Deal)) deal: Deal, @Body() body: CloseDeal) { return this.deals.close(deal, body); }
 */
export const Endpoint =
  <X extends string>(resource: Resource<any, X>, options: EndpointOptions<X>): MethodDecorator =>
  (target, name, descriptor) => {
    hideLoaded(target, name);
    enclose(descriptor);
    Reflect.defineMetadata(ENDPOINT, { ...options, resource }, descriptor.value!);
  };

/** Wraps a handler with the steps before and after it (`respond`). */
function enclose(descriptor: TypedPropertyDescriptor<any>): void {
  const handler = descriptor.value as (...args: unknown[]) => unknown;
  function settled(this: object, ...args: unknown[]) {
    const result = handler.apply(this, args);
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  }
  function enter(this: object, ...args: unknown[]) {
    const { exchange } = currentContext();
    if (!exchange?.route.answers) return handler.apply(this, args);
    // If an interceptor wraps the handler, the path has been entered already (`AnswerInterceptors`).
    if (exchange.entered) return settled.apply(this, args);
    return respond(exchange, { handler: settled, self: this, args });
  }
  for (const key of Reflect.getMetadataKeys(handler))
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), enter);
  descriptor.value = enter;
}

/** Hides the parameter type of loaded records, because a global `ValidationPipe` would validate the id against the entity class. */
function hideLoaded(target: object, name: string | symbol): void {
  const args: Record<string, { index: number; pipes: unknown[] }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {};
  const types: Function[] = Reflect.getMetadata('design:paramtypes', target, name) ?? [];
  for (const { index, pipes } of Object.values(args))
    if (pipes.some((pipe) => pipe instanceof LoadedPipe)) types[index] = Object;
}

/** The declaration of a public route for the steps of a request. */
export interface PublicOptions {
  /** Allows any origin, whatever `CORS_ORIGINS` says, for public data. Browsers send no credentials along. */
  anyOrigin?: boolean;
  /** Rate limits of the route. */
  budgets?: readonly Budget[];
  /**
   * A credential is optional, but must be valid if sent. If it has this scope in the workspace of the loaded record, its own
   * rate limit applies and it is the actor of the change.
   */
  credential?: Scope;
  /** The body is the form of a page: its fields, as `URLSearchParams`. */
  form?: boolean;
  /** The body is passed as a `Buffer` of at most this many bytes. */
  bytes?: number;
}

export interface Open extends PublicOptions {
  reason: string;
}

/**
 * Makes a route public; the reason is mandatory. It takes only the declared steps. A route that loads a record with `anywhere`
 * and writes runs in a unit of work in the workspace of that record; others have no transaction and no audit entry.
 */
export const Public =
  (reason: string, options: PublicOptions = {}): MethodDecorator & ClassDecorator =>
  (target: object, _name?: string | symbol, descriptor?: TypedPropertyDescriptor<any>): void => {
    if (descriptor) enclose(descriptor);
    Reflect.defineMetadata(PUBLIC, { ...options, reason } satisfies Open, descriptor?.value ?? target);
  };

export interface LoadedOptions {
  /** Also finds records in the trash: always, or when this boolean query parameter is true. */
  deleted?: true | string;
  /** On public routes: finds records of all workspaces that match one of these conditions. */
  anywhere?: RowRule;
  /** Of users: a 404 for the placeholder of deleted ones too. */
  real?: boolean;
  /**
   * The path names the record by this column, which has a unique index. The record may not exist yet: then the handler gets
   * null, and a route that creates it answers 201. List the index in the `races` of the resource, so that of concurrent
   * requests one creates it and the others update it.
   */
  by?: string;
  /**
   * Optimisation for lists under a parent, enforced by a foreign key, whose handler needs only the `id` of the parent: the
   * parent is not loaded if everybody may see it. If the page is empty, the parent is looked up, and a missing one is a 404.
   */
  byItsRows?: true;
}

/** Pipe of `Loaded`. The step `load` loads the records before pipes run; the pipe only returns them. */
export class LoadedPipe implements PipeTransform {
  constructor(
    readonly entity: Class,
    readonly options: LoadedOptions,
  ) {}

  transform(_id: unknown, { data }: ArgumentMetadata): object {
    const { route, parent, record } = currentContext();
    return (route!.parent && route!.parent.param === data ? parent : record)!;
  }
}

/**
 * Passes the record named by the path, loaded and authorised. 404: in another workspace, in the trash, not visible, or under
 * another parent. 403: visible but not writable, on a route that writes. A path may name two records, the parent first. Without
 * a parameter name (`@Param(Loaded(Settings))`) it is the single record of the workspace (see `ResourceStore.only`).
 */
export const Loaded = (entity: Class, options: LoadedOptions = {}): PipeTransform => new LoadedPipe(entity, options);
