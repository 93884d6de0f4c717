import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import {
  HOST_METADATA,
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
  SSE_METADATA,
  VERSION_METADATA,
} from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { RecordEntity } from '../resource/record.entity.js';
import { fieldNames, hasSecret } from '../fields/fields.js';
import { PickType } from '../fields/pick.js';
import { checkInput } from '../fields/reader.js';
import { validatedNames } from '../fields/validated.js';
import { PageQuery } from '../resource/page.js';
import { filtersOf } from '../resource/pages.js';
import { SCOPES, type Scope } from '../security/credential.js';
import type { AccessKind } from '../security/policy-matcher.js';
import { ENDPOINT, type Endpoint, LoadedPipe, type LoadedOptions, type Open, PUBLIC } from './endpoint.js';
import type { Resource } from '../resource/define.js';
import type { ResourceStore } from '../resource/store.js';
import type { GuardedTable } from '../resource/guarded-table.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { isFormUpload, isUpload } from './uploads.js';

type Class = new () => object;

/** A record that the path names (see `Loaded`). */
export interface Load {
  /** Null: it is the one record that a workspace has. */
  param: string | null;
  store: ResourceStore<RecordEntity>;
  options: LoadedOptions;
  /** The class of the path parameters, if the path names the record by another column than its id. */
  key: Class | null;
}

/** The declarations of one route, resolved once at startup, for the steps of a request. */
export interface Route {
  /** `DocumentsController.list` */
  name: string;
  method: string;
  /** `/v1/office/documents/:id` */
  path: string;
  handler: Function;
  endpoint: Endpoint | null;
  /** What a public route declares. */
  open: Open | null;
  /** Null for public routes, for those of operators, and for those that any credential may ask (see `EndpointOptions.scope`). */
  scope: Scope | null;
  writes: boolean;
  /** The last steps make the answer. Other public routes answer themselves, in any way that Nest has. */
  answers: boolean;
  /** The questions to the policies about it. */
  asks: readonly AccessKind[];
  /** The verb of denied and failed attempts. */
  action: string;
  status: number;
  /** The record that the path names. */
  loads: Load | null;
  /** The record before it in the path, to which it belongs. */
  parent: Load | null;
  /** The types of which the records of the route are a part, directly or not. */
  wholes: readonly Resource[];
  query: Class | null;
  /** The class that checks the body. Null where there is none: the handler gets the JSON as it came. */
  body: Class | null;
  /** How the body is read: as JSON (of a class, or a file), as the form of a page, as bytes, or not at all. */
  reads: 'json' | 'form' | 'bytes' | 'nothing';
  /** The answer has a strong tag, and is 304 for a client that has it: no page, no report, nothing that holds a secret. */
  tagged: boolean;
  /** The response contains a secret: `no-store`, uncompressed, and encrypted when saved for its Idempotency-Key. */
  holdsSecret: boolean;
  /** Path of created records, without the id; null if they have no path of their own. */
  shows: string | null;
}

const verbs: Record<string, string> = {
  GET: 'read',
  POST: 'created',
  PUT: 'updated',
  PATCH: 'updated',
  DELETE: 'deleted',
};

/** All routes of the application. Startup fails on a route without a declaration, so a forgotten guard is impossible. */
@Injectable()
export class Routes implements OnModuleInit {
  readonly all: Route[] = [];
  readonly #byHandler = new Map<Function, Route>();
  #patterns: { pattern: RegExp; route: Route }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly stores: StoreRegistry,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance))) {
        const handler = instance[name] as Function;
        if (Reflect.hasMetadata(PATH_METADATA, handler)) this.#add(metatype, instance, name, handler);
      }
    }
    for (const route of this.all) {
      route.shows = this.#whereShown(route);
      route.wholes = this.#wholesOf(route);
    }
    this.#patterns = this.all.map((route) => ({
      route,
      pattern: new RegExp(
        `^${route.path
          .replaceAll('.', '\\.')
          .replace(/:\w+/g, '[^/]+')
          .replace(/\*\w+$/, '.*')}/?$`,
      ),
    }));
  }

  of(handler: Function): Route | undefined {
    return this.#byHandler.get(handler);
  }

  /** The methods that a path answers to; none for an unknown path. */
  allowedMethods(path: string): string[] {
    return this.#at(path).map(({ route }) => route.method);
  }

  /** The methods by which pages of any origin may call a path. */
  openMethods(path: string): string[] {
    return this.#at(path).flatMap(({ route }) => (route.open?.anyOrigin ? route.method : []));
  }

  #at(path: string) {
    return this.#patterns.filter(({ pattern }) => pattern.test(path));
  }

  /** The path of the list, or any path where the id alone identifies the record. */
  #whereShown({ path, endpoint }: Route): string | null {
    const shown = this.all
      .filter((route) => route.method === 'GET' && endpoint && route.endpoint?.resource === endpoint.resource)
      .flatMap((route) => /^([^:]*)\/:\w+$/.exec(route.path)?.[1] ?? []);
    return shown.includes(path) ? path : (shown[0] ?? null);
  }

  #wholesOf({ endpoint, loads, parent }: Route): Resource[] {
    const found = new Set<GuardedTable<any>>();
    const visit = ({ wholes }: GuardedTable<any>): void => {
      for (const { of } of wholes) if (!found.has(of)) visit((found.add(of), of));
    };
    for (const load of [parent, loads]) if (load) visit(load.store);
    for (const store of this.stores.all)
      if (store.resource === endpoint?.resource || store.resource === endpoint?.exports) visit(store);
    return [...found].map(({ resource }) => resource);
  }

  #add(controller: Type | Function, instance: object, name: string, handler: Function): void {
    const where = `${controller.name}.${name}`;
    const endpoint: Endpoint | undefined = Reflect.getMetadata(ENDPOINT, handler);
    const open: Open | undefined = Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller);
    if (!endpoint && !open) throw new Error(`${where} declares neither @Endpoint nor @Public.`);
    if (endpoint && open) throw new Error(`${where} declares both @Endpoint and @Public.`);

    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!;
    const parts = [Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)];
    const path = `/${parts.flat().join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    const forOperators = endpoint?.resource.forOperators === true;
    const usual = forOperators ? null : method === 'GET' ? 'read' : 'write';
    const level = endpoint?.scope === undefined ? usual : endpoint.scope;
    const scope = endpoint && level ? (`${endpoint.resource.app}:${level}` as Scope) : null;
    if (level === null && !forOperators && !endpoint!.resource.visible && !endpoint!.resource.parent)
      throw new Error(`${where} asks for no scope, and ${endpoint!.resource.type} does not say who may see it.`);
    if (scope && !SCOPES[scope]) throw new Error(`${where} asks for the scope ${scope}, which does not exist.`);
    for (const error of endpoint?.errors ?? []) {
      if (!endpoint!.resource.errors?.[error])
        throw new Error(`${where} names the error ${error}, which ${endpoint!.resource.type} does not have.`);
    }

    if (endpoint?.csv && !endpoint.exports)
      throw new Error(`${where} answers CSV, and does not say whose records leave with it: name them as exports.`);

    const args = Object.entries<{ index: number; data?: string; pipes: unknown[] }>(
      Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {},
    ).map(([key, value]) => ({ type: Number(key.split(':')[0]) as RouteParamtypes, ...value }));
    const types: Class[] = Reflect.getMetadata('design:paramtypes', instance, name) ?? [];
    const classOf = (type: RouteParamtypes) => {
      const arg = args.find((candidate) => candidate.type === type && candidate.data === undefined);
      const given = arg && types[arg.index];
      return given && !UNDECLARED.includes(given) ? given : null;
    };
    refuseUnsupported(where, controller, handler, endpoint !== undefined, args);
    const loaded = args
      .toSorted((a, b) => a.index - b.index)
      .flatMap(({ data, pipes }) =>
        pipes
          .filter((pipe) => pipe instanceof LoadedPipe)
          .map(({ entity, options }): Load => ({
            param: data ?? null,
            store: this.stores.of(entity),
            options,
            key: options.by ? PickType(entity as Class, [options.by as never]) : null,
          })),
      );
    const parent = loaded.at(-2) ?? null;
    if (parent && !loaded.at(-1)!.store.resource.parent)
      throw new Error(`${where} loads two records, and the second one's resource declares no parent.`);
    const { parent: within, type } = endpoint?.resource ?? {};
    const query = classOf(RouteParamtypes.QUERY);
    // A route with an explicit scope may name records of any parent in its body, and a list may choose them itself.
    const says = query?.prototype instanceof PageQuery && (query as unknown as typeof PageQuery).always;
    if (within && (endpoint!.scope === null || within.seenBy) && !loaded.length && !says)
      throw new Error(`${where} is about ${type} and does not load its parent.`);

    if (query?.prototype instanceof PageQuery) checkColumns(where, query as unknown as typeof PageQuery);
    const takesBody = args.some((arg) => arg.type === RouteParamtypes.BODY);
    const reads = open?.form ? 'form' : open?.bytes ? 'bytes' : takesBody ? 'json' : 'nothing';
    const body = reads === 'json' ? classOf(RouteParamtypes.BODY) : null;
    const load = loaded.at(-1) ?? null;
    const answers = endpoint !== undefined || (method !== 'GET' && load !== null);
    const anywhere = load?.options.anywhere !== undefined;
    const mistakes: [boolean, string][] = [
      [!endpoint && isUpload(body), 'is public and takes an Upload: take a FormUpload.'],
      [!!endpoint && isFormUpload(body), 'takes a FormUpload, which is for public routes: take an Upload.'],
      [
        !endpoint && !!load && !anywhere,
        'is public and loads a record: say anywhere, and which records anybody may name.',
      ],
      [!!endpoint && anywhere, 'loads a record of anywhere, which is for public routes.'],
      [
        !endpoint && answers && !Reflect.hasMetadata(PUBLIC, handler),
        'loads a record: put @Public on the handler, not on its class.',
      ],
    ];
    const mistake = mistakes.find(([is]) => is);
    if (mistake) throw new Error(`${where} ${mistake[1]}`);
    const { returns, page, dialect, csv, heavy } = endpoint ?? {};
    const code: number | undefined = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
    if (query) checkInput(where, query);
    const declared = dialect || isFormUpload(body) ? null : body;
    if (declared) checkInput(where, declared);
    for (const type of [query, declared])
      if (type && !isUpload(type) && !fieldNames(type).length && !validatedNames(type).length)
        throw new Error(
          `${where}: ${type.name} declares no field. Give it field decorators or those of class-validator.`,
        );
    const isReport = csv || heavy;
    const holdsSecret = endpoint?.holdsSecret ?? (returns !== undefined && hasSecret(returns));
    const route: Route = {
      name: where,
      method,
      path,
      handler,
      endpoint: endpoint ?? null,
      open: open ?? null,
      scope,
      writes: answers && method !== 'GET',
      answers,
      asks: endpoint ? asksOf(method, endpoint) : [],
      action: endpoint ? `${endpoint.resource.auditedAs}.${endpoint.action ?? verbs[method]}` : '',
      status: endpoint?.status ?? code ?? (method === 'POST' ? 201 : endpoint?.returns || endpoint?.csv ? 200 : 204),
      loads: load,
      parent,
      wholes: [],
      query,
      body,
      reads,
      tagged: method === 'GET' && returns !== undefined && !page && !dialect && !isReport && !holdsSecret,
      holdsSecret,
      shows: null,
    };
    this.all.push(route);
    this.#byHandler.set(handler, route);
  }
}

/** Parameter types without field metadata: `any`, interfaces, arrays, primitives. */
const UNDECLARED: readonly Function[] = [Object, Array, String, Number, Boolean];

/** Features of Nest that do not work here; the message names the alternative. */
function refuseUnsupported(
  where: string,
  controller: Function,
  handler: Function,
  isEndpoint: boolean,
  args: { type: RouteParamtypes; data?: unknown }[],
): void {
  const has = (key: string) => [handler, controller].some((target) => Reflect.getMetadata(key, target) !== undefined);
  const takesOver = args.some(
    ({ type, data }) =>
      type === RouteParamtypes.NEXT ||
      (type === RouteParamtypes.RESPONSE && !(data as { passthrough?: boolean } | undefined)?.passthrough),
  );
  const refusals: [boolean, string][] = [
    [isEndpoint && takesOver, 'takes the response over with @Res() or @Next(): return a Reply or StreamReply instead.'],
    [isEndpoint && has(SSE_METADATA), 'has @Sse: return a StreamReply instead, or make it @Public.'],
    [isEndpoint && has(RENDER_METADATA), 'has @Render: return a Reply with the page instead, or make it @Public.'],
    [isEndpoint && has(REDIRECT_METADATA), 'has @Redirect: return a Reply with Location instead, or make it @Public.'],
    [has(VERSION_METADATA), 'has a @Version: write the version into the path, as in v1/office/rooms.'],
    [has(HOST_METADATA), 'answers only one host: routes do not look at the host. Leave it to the proxy.'],
    [
      [controller, handler].some((target) => [Reflect.getMetadata(PATH_METADATA, target)].flat().length > 1),
      'has several paths: declare a handler for each of them.',
    ],
    [
      !METHODS.includes(Reflect.getMetadata(METHOD_METADATA, handler)),
      'has another method than GET, POST, PUT, PATCH or DELETE: declare a handler for each of these that it answers.',
    ],
  ];
  const found = refusals.find(([is]) => is);
  if (found) throw new Error(`${where} ${found[1]}`);
}

const METHODS = [RequestMethod.GET, RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE];

/** By method, but a POST that only reads asks to read (D-GRD-6). */
function asksOf(method: string, { scope, action, exports, csv, returns }: Endpoint): AccessKind[] {
  const reads = method === 'GET' || scope === 'read' || action === 'read';
  const ask = reads ? 'read' : method === 'DELETE' ? 'delete' : 'write';
  return exports && !(csv && returns) ? [ask, 'export'] : [ask];
}

/** Refuses a list that filters or sorts by a field without a column. */
function checkColumns(where: string, query: typeof PageQuery): void {
  const [foreign] = validatedNames(query as unknown as Class);
  if (foreign)
    throw new Error(`${where}: ${query.name}.${foreign} has no field decorator: add one, such as @Text() ${foreign}.`);
  if (!query.entity) throw new Error(`${where}: let ${query.name} extend ListOf(…), so that its columns are known.`);
  const columns = fieldNames(query.entity);
  for (const name of filtersOf(query)) {
    if (!query.filters[name] && !columns.includes(query.columns[name] ?? name))
      throw new Error(
        `${where}: ${query.name} filters by ${name}, which is no field of ${query.entity.name}: say @Where(…) beside it.`,
      );
  }
  const unknown = [...query.sorts, query.defaultSort.split(':')[0]!].find((name) => !columns.includes(name));
  if (unknown)
    throw new Error(`${where}: ${query.name} sorts by ${unknown}, which is no field of ${query.entity.name}.`);
}
