import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { isObservable, lastValueFrom } from 'rxjs';
import { currentContext } from '../context/request-context.js';
import type { Resource, RowRule } from '../resource/define.js';
import type { Level, Scope } from '../security/credential.js';
import type { Budget } from '../security/rate-limits.js';
import { respond } from './request-path.js';

type Class<T = object> = new (...args: any[]) => T;

/**
 * The JSON of another standard. Requests may also call theirs plain JSON; their bodies are handed on as they are, for
 * what knows the standard to read, so that fields of the body's class only describe them. Tags of `If-Match` may be weak.
 * Answers are made as `Reply`; an `ErrorShape` makes those to errors.
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
  /** Where bodies and answers keep to another standard. */
  dialect?: Dialect;
  /** The answer is a page of `returns`. */
  page?: boolean;
  /** The answer is CSV (see `Exports`): always, or beside what it `returns` for requests that want it (see `wantsCsv`). */
  csv?: boolean;
  /** Errors of the resource that the route may answer with, beyond those every route has. */
  errors?: readonly X[];
  /** The status of success where it is not the usual one: 201 for POST with a new record, 200, 204 without an answer. */
  status?: 200 | 201 | 202 | 204;
  /** The verb that a denied or failed attempt is noted under. Default: by method. */
  action?: string;
  /** Largest body in bytes. Default 1 MiB. */
  bodyLimit?: number;
  /** The answer is to be kept by nobody, though none of its fields is declared a secret (see `Route.holdsSecret`). */
  holdsSecret?: boolean;
  /**
   * A user needs a proof of identity of the last 15 minutes (D-SIGN-5): always, or where the text says. Rules then call
   * `requireRecentProof`.
   */
  recentProof?: true | string;
  /** Also counts against the smaller budget for heavy work (D-API-7). */
  heavy?: boolean;
  /** Its transaction may last, or wait for one that does: it waits for a lease before it takes a connection (`LastingRequests`). */
  lasting?: boolean;
  /**
   * The resource whose records leave with the answer, as a file or a report. Policies are asked for `export` as well: before
   * the handler if the answer is always a file, else by `Exports` (D-GRD-6). A route that answers CSV must declare it.
   */
  exports?: Resource;
  /** Announces the end of the route: dates of RFC 9745 and RFC 8594. */
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

/** Puts a handler behind the steps that precede and follow it, where its route takes them (`respond`). */
function enclose(descriptor: TypedPropertyDescriptor<any>): void {
  const handler = descriptor.value as (...args: unknown[]) => unknown;
  function settled(this: object, ...args: unknown[]) {
    const result = handler.apply(this, args);
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  }
  function enter(this: object, ...args: unknown[]) {
    const { exchange } = currentContext();
    if (!exchange?.route.answers) return handler.apply(this, args);
    // Where an interceptor encloses the handler, it has entered already (`AnswerInterceptors`).
    if (exchange.entered) return settled.apply(this, args);
    return respond(exchange, { handler: settled, self: this, args });
  }
  for (const key of Reflect.getMetadataKeys(handler))
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), enter);
  descriptor.value = enter;
}

/** A loaded record is no input: a global `ValidationPipe` would check the id against the class of the record. */
function hideLoaded(target: object, name: string | symbol): void {
  const args: Record<string, { index: number; pipes: unknown[] }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {};
  const types: Function[] = Reflect.getMetadata('design:paramtypes', target, name) ?? [];
  for (const { index, pipes } of Object.values(args))
    if (pipes.some((pipe) => pipe instanceof LoadedPipe)) types[index] = Object;
}

/** The declaration of a public route for the steps of a request. */
export interface PublicOptions {
  /**
   * Lets pages of any origin call it, whatever `CORS_ORIGINS` says: for what is open to everybody anyway. They send no
   * credential of a browser along.
   */
  anyOrigin?: boolean;
  /** Budgets that each request is taken from. */
  budgets?: readonly Budget[];
  /**
   * A credential may be sent along, and must be good then. One that has this scope in the workspace of the loaded record pays
   * from its own budget instead, and the change is in its name.
   */
  credential?: Scope;
  /** The body is the form of a page: its fields, as `URLSearchParams`. */
  form?: boolean;
  /** The body is handed on as it came, in at most so many bytes, as `Buffer`. */
  bytes?: number;
}

export interface Open extends PublicOptions {
  reason: string;
}

/**
 * Opens a route to everybody, with the reason why. It takes the steps that it declares. One that loads a record of `anywhere`
 * and writes runs in one unit of work, in the workspace of that record; others have no transaction and no audit entry.
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
  /** On public routes: finds records of all workspaces that match one of these. */
  anywhere?: RowRule;
  /** Of users: a 404 for the placeholder of deleted ones too. */
  real?: boolean;
  /**
   * The path names the record by this column, which has a unique index, and may name one that is yet to be made: the handler
   * gets null. A route that makes it then answers 201. Let the resource name the index among its `races`, so that of many
   * requests at a time one makes it and the others change it.
   */
  by?: string;
  /**
   * For lists of what belongs to the record (a foreign key says so), whose handler needs no more of it than its `id`: that is all it
   * gets, where nothing says that some may not see the record. Where the page is empty it is looked for: what is not there is a 404.
   */
  byItsRows?: true;
}

/** The pipe behind `Loaded`. The step `load` has loaded the records before any pipe runs, this only hands them over. */
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
 * Gives the handler the record that the path names, loaded and allowed: of another workspace, in the trash or not
 * visible is 404, visible but not the caller's to change is 403 on a route that writes. A path may name two, the parent first;
 * a record of another parent is 404. Without a name (`@Param(Loaded(Settings))`) it is the one record that the workspace has (see
 * `ResourceStore.only`).
 */
export const Loaded = (entity: Class, options: LoadedOptions = {}): PipeTransform => new LoadedPipe(entity, options);
