import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, PATH_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { fieldNames, hasSecret } from '../fields/field-spec.js';
import type { Resource } from '../resource/define.js';
import type { GuardedTable } from '../resource/guarded-table.js';
import { RecordTitle } from '../resource/record-titles.js';
import { type Relation, relationsOf } from '../resource/relations.js';
import { StoreRegistry } from '../resource/stores.module.js';
import type { Scope } from '../security/apps.js';
import type { AccessKind } from '../security/policy-matcher.js';
import type { Endpoint, Open } from './endpoint.js';
import { type Class, declarationOf, type Load } from './route-declaration.js';
import { checkDeclaration } from './route-rules.js';
import { isSelective } from './selection.js';

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
  /** Relations that `include` can name. */
  relations: readonly ShownRelation[];
}

/** A relation with the class by which its records are shown. */
export interface ShownRelation extends Relation {
  /** The type of the records; that of the route where they may be of any. */
  readonly type: string;
  readonly view: Class;
}

/** A path as OpenAPI writes it: `/v1/office/documents/{id}`. */
export const templateOf = (path: string): string => path.replace(/[:*](\w+)/g, '{$1}');

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
  readonly #views = new Map<string, Class | null>();
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
        if (Reflect.hasMetadata(PATH_METADATA, handler)) this.#add(metatype, instance, name);
      }
    }
    for (const route of this.all) {
      route.shows = this.#whereShown(route);
      route.wholes = this.#wholesOf(route);
      route.relations = this.#relationsOf(route);
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

  /**
   * How a list shows the records of a type; where there is none, how a get does, else the answer that creates one, as stages of
   * sales have it. Undefined: nothing shows them.
   */
  viewOf(type: string): Class | undefined {
    let view = this.#views.get(type);
    if (view === undefined) this.#views.set(type, (view = this.#findView(type)));
    return view ?? undefined;
  }

  #findView(type: string): Class | null {
    const depth = ({ path }: Route) => path.split('/').length;
    const rank = ({ method, endpoint }: Route) => (endpoint!.page ? 0 : method === 'GET' ? 1 : 2);
    const [shown] = this.all
      .filter(
        ({ method, endpoint, scope, status, holdsSecret, loads }) =>
          endpoint?.resource.type === type &&
          endpoint.returns &&
          !holdsSecret &&
          (scope !== null || endpoint.resource.app === null) &&
          (method === 'GET' ? endpoint.page || loads : status === 201),
      )
      .toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b));
    return (shown?.endpoint!.returns as Class | undefined) ?? null;
  }

  /**
   * Those of the view of a GET whose records something shows under their id. Records of operators have none, because they name
   * records of other workspaces.
   */
  #relationsOf(route: Route): readonly ShownRelation[] {
    if (!isSelective(route) || route.endpoint!.resource.forOperators) return [];
    const { returns, resource } = route.endpoint!;
    return relationsOf(returns!).flatMap((relation) => {
      if (relation.prefix === null) return [{ ...relation, type: resource.type, view: RecordTitle }];
      const { type } = this.stores.ofPrefix(relation.prefix, resource.app).resource;
      const view = this.viewOf(type);
      return view && fieldNames(view).includes('id') ? [{ ...relation, type, view }] : [];
    });
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

  #add(controller: Type | Function, instance: object, name: string): void {
    const declaration = declarationOf(controller, instance, name, this.stores);
    const { where, handler, endpoint, open, method, path, args, loads, query, body } = declaration;
    const scope = endpoint ? scopeOf(method, endpoint) : null;
    checkDeclaration(declaration, scope);
    const load = loads.at(-1) ?? null;
    const answers = endpoint !== undefined || (method !== 'GET' && load !== null);
    const { returns, page, dialect, csv, heavy } = endpoint ?? {};
    const takesBody = args.some(({ type }) => type === RouteParamtypes.BODY);
    const code: number | undefined = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
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
      status: endpoint?.status ?? code ?? (method === 'POST' ? 201 : returns || csv ? 200 : 204),
      loads: load,
      parent: loads.at(-2) ?? null,
      wholes: [],
      query,
      body,
      reads: open?.form ? 'form' : open?.bytes ? 'bytes' : takesBody ? 'json' : 'nothing',
      tagged: method === 'GET' && returns !== undefined && !page && !dialect && !isReport && !holdsSecret,
      holdsSecret,
      shows: null,
      relations: [],
    };
    this.all.push(route);
    this.#byHandler.set(handler, route);
  }
}

/** Null for routes of operators, and for those that any credential may ask. */
function scopeOf(method: string, { resource, scope }: Endpoint): Scope | null {
  const usual = resource.forOperators ? null : method === 'GET' ? 'read' : 'write';
  const level = scope === undefined ? usual : scope;
  return level && (`${resource.app}:${level}` as Scope);
}

/** By method, but a POST that only reads asks to read (D-GRD-6). */
function asksOf(method: string, { scope, action, exports, csv, returns }: Endpoint): AccessKind[] {
  const reads = method === 'GET' || scope === 'read' || action === 'read';
  const ask = reads ? 'read' : method === 'DELETE' ? 'delete' : 'write';
  return exports && !(csv && returns) ? [ask, 'export'] : [ask];
}
