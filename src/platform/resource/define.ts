import { ApiError, type ErrorStatus } from '../errors/api-error.js';
import { declareEvent, eventTypes, type PayloadClass, withdrawEvent } from '../events/catalogue.js';
import { type App, appNames, extensionOf, withdrawApp } from '../security/apps.js';
import type { Credential } from '../security/credential.js';
import type { NoticeRule } from './notices.js';

/** The change that causes an event. */
export interface ChangeInfo {
  /** The record before the change; the same record for an insert or removal. */
  before: any;
  changed_fields: string[];
  /** The record is removed for good. */
  hard: boolean;
}

/** An event of a resource: its payload class, and the payload fields that are not copied from the record. */
export interface EventDefinition {
  payload: PayloadClass;
  from?: (record: any, change: ChangeInfo) => object;
  /** Its name, also in the audit trail. Default: the type of the resource and the verb. */
  type?: string;
}

/**
 * Declares an event whose payload has fields beyond the record; `from` computes them. `type` overrides the default name
 * `<resource>.<verb>`.
 *
 * @example stage_changed: event(StageChanged, (deal: Deal, { before }) => ({ from_stage_id: before.stage_id }))
 */
export function event<P extends object, R>(
  payload: new () => P,
  from: (record: R, change: ChangeInfo) => Partial<P>,
  type?: string,
): EventDefinition {
  return { payload, from, type };
}

/** An error declared by a resource. */
export interface ErrorDefinition {
  status: ErrorStatus;
  message: string;
}

export const conflictError = (message: string): ErrorDefinition => ({ status: 409, message });

/**
 * The required value of a column: a value, one of several, or, for a column that is a list, only values `within` a list, or one that it
 * `overlaps`.
 */
export type Wanted =
  string | readonly string[] | { readonly within: readonly string[] } | { readonly overlaps: readonly string[] };

/**
 * Row-level rule: all rows, or rows that match at least one of several conditions on columns. Used for single records, lists
 * (in SQL) and writes.
 */
export type RowRule = 'all' | readonly { readonly [column: string]: Wanted | undefined }[];

/** A membership table: a user (`user_id`) with a `role` in the thing named by `column`. */
export interface Membership {
  readonly table: string;
  readonly column: string;
  /** The column of the record that refers to that thing; `id` for its own members. */
  readonly by: string;
  /** Roles whose members may change the record. */
  readonly roles: readonly string[];
}

/**
 * A precondition on another record: for example, nothing is written in an archived project. The write locks that record in
 * share mode. So a change of its state waits for earlier writes, and later writes are refused, whatever they had read.
 */
export interface Precondition<X extends string = string> {
  readonly table: string;
  /** The column with its id. It never changes. */
  readonly column: string;
  /** SQL condition on its columns: `status <> 'archived'`. */
  readonly holds: string;
  /** The error of the resource where it does not hold, or the record is gone. */
  readonly error: X;
}

interface ResourceOptions<E extends string, X extends string> {
  /** Lower-case letters. Ids of no other resource begin with them. */
  idPrefix: string;
  /** Type of another app whose ids begin with the same prefix. References are resolved within the app of their record. */
  sharesPrefixWith?: string;
  /**
   * The column of the owner. Default on creation: the caller. An explicit owner must be an active user. When the user is
   * deleted, the placeholder replaces them.
   */
  owner?: string;
  /**
   * Columns or SQL expressions searched by `q`, which every list then has. The table needs the generated column `search`
   * (`search_vector(…)`) and a GIN index on workspace and `search`.
   */
  searchable?: readonly string[];
  /**
   * SQL expressions for titles in global search: the first non-empty one is the title, the next one the subtitle. Default:
   * `searchable`.
   */
  labels?: readonly string[];
  /** State machine: allowed transitions of `status`. */
  states?: Record<string, readonly string[]>;
  /**
   * Soft delete: a maintenance task purges records after this many days. Adds the error `notDeleted`, the parameters
   * `include_deleted` and `hard`, and the route `restore`. The entity extends `TrashableEntity`.
   */
  trash?: { purgeAfterDays: number };
  /** Payload class by verb. Fields are copied from the record by name; `<noun>_id` is the id of the record. */
  events?: Record<E, PayloadClass | EventDefinition>;
  /**
   * Options of the generic events `created`, `updated`, `deleted` and `restored` (D-EVT-1), which are sent by default.
   * `within`: id columns for their payloads, in addition to those of `parent` and `writtenWhile`. `unnamed`: omit title or
   * name. `none`: the reason for sending none.
   */
  feed?: { readonly within?: readonly string[]; readonly unnamed?: true } | { readonly none: string };
  errors?: Record<X, ErrorDefinition>;
  /**
   * Other columns that refer to users. When a user is deleted they are set to `usr_deleted`, so each needs an index on
   * workspace and column, unless a workspace has few of these records.
   */
  userColumns?: readonly string[];
  /**
   * The records belong to a parent (`column`) and have paths below it. Routes load the parent first; whoever sees it sees them.
   * `seenBy: 'writers'`: only users who may change the parent see them. `addedBy: 'viewers'`: whoever sees the parent and has
   * the write scope may add records; `writable` decides on changes.
   */
  parent?: { readonly column: string; readonly seenBy?: 'writers'; readonly addedBy?: 'viewers' };
  /**
   * Further columns with the id of a record of which this one is a part. A policy that denies the whole, by its type, id or tag,
   * denies its parts, as one on the parent does.
   */
  partOf?: readonly string[];
  visible?: (who: Credential) => RowRule;
  /** `visible` alone says who reads a record, also without the scope of the app: whoever a request concerns sees it. */
  byRelation?: true;
  /** Default: editors of the app, and the owner where records have one. */
  writable?: (who: Credential) => RowRule;
  /**
   * Fields that everybody in the workspace may know of every record, whatever their scopes: the names of people (D-ACC-12).
   */
  knownToAll?: readonly string[];
  /** Members of a parent record, who may also change the record. Routes below the parent need no further right. */
  members?: Membership;
  /** Precondition of writes on another record. Not checked for removals by the system. */
  writtenWhile?: Precondition<NoInfer<X>>;
  /** Error by violated database constraint; the plain write routes may return them. */
  constraints?: Record<string, NoInfer<X>>;
  /**
   * Unique indexes whose violation means a lost race: the request is retried on the new state. Declare explicit checks as well,
   * because a violation has no error message of its own.
   */
  races?: readonly string[];
  /** Whom the inbox tells of its events (D-NTF-1). Followers are told of every change without a line. */
  notices?: readonly NoticeRule[];
  /** Resource type in the audit trail, for records that are part of another resource. */
  auditedAs?: `${App}.${string}`;
}

/** A resource as the rest of the system knows it. */
export interface Resource<E extends string = string, X extends string = string> extends Omit<
  ResourceOptions<E, X>,
  'events' | 'auditedAs'
> {
  events: Record<string, EventDefinition>;
  userColumns: readonly string[];
  auditedAs: string;
  /** `office.document` */
  type: string;
  /** Null for resources that span apps: they have no scopes, and `visible` decides. */
  app: App | null;
  /** Belongs to the deployment, not to a workspace: only for operators, whatever their scopes. */
  forOperators: boolean;
  /** `document`, for messages. */
  noun: string;
}

/** Prefixes of resources without scopes of their own. */
const ACROSS_APPS = ['webhooks', 'search', 'batch', 'mcp', 'imports', 'views', 'inbox', 'records'] as const;
type AcrossApps = (typeof ACROSS_APPS)[number];
const isAcrossApps = (area: string) => ACROSS_APPS.includes(area as AcrossApps);

/** Whether a credential may read records of a resource at all: by the scope of its app, where it needs one. */
export function hasReadScope({ app, byRelation, forOperators }: Resource, who: Credential): boolean {
  if (byRelation) return true;
  return app ? who.scopes.has(`${app}:read`) : !forOperators || who.isOperator;
}

const resources = new Map<string, Resource>();

/**
 * Declares a resource: its name, states, events, errors and rules. Cross-cutting features (scopes, audit, events, OpenAPI) are
 * derived from this.
 *
 * @example
 * export const deals = defineResource('sales.deal', {
 *   idPrefix: 'deal',
 *   states: { open: ['won', 'lost', 'archived'], won: ['open'], lost: ['open'], archived: ['open'] },
 *   errors: { notOpen: conflictError('The deal is not open.') },
 * });
 */
export function defineResource<E extends string = never, X extends string = never>(
  type: `${App | AcrossApps | 'operations'}.${string}`,
  options: ResourceOptions<E, X>,
): Resource<E, X> {
  const [area, name] = type.split('.') as [App | AcrossApps | 'operations', string];
  const forOperators = area === 'operations';
  const app = isAcrossApps(area) || forOperators ? null : (area as App);
  if (resources.has(type)) throw new Error(`${type} is declared twice: give one of the two another name.`);
  for (const [state, targets] of Object.entries(options.states ?? {})) {
    const hole = targets.find((target) => !options.states![target]);
    if (hole) throw new Error(`${type}: the state table leads from ${state} to ${hole}, which it does not have.`);
  }
  if (!/^[a-z]{1,20}$/.test(options.idPrefix))
    throw new Error(`${type}: idPrefix '${options.idPrefix}' cannot begin ids: use 1 to 20 lower-case letters.`);
  for (const other of resources.values())
    if (
      other.idPrefix === options.idPrefix &&
      options.sharesPrefixWith !== other.type &&
      other.sharesPrefixWith !== type
    ) {
      // Extensions are loaded before the product, whose prefixes stay.
      const [mends, has] = extensionOf(other.app) && !extensionOf(app) ? [other.type, type] : [type, other.type];
      throw new Error(`${mends}: ids of ${has} begin with ${options.idPrefix}_ as well: choose another idPrefix.`);
    }
  const events = Object.fromEntries(
    Object.entries<PayloadClass | EventDefinition>(options.events ?? {}).map(([verb, given]) => [
      verb,
      typeof given === 'function' ? { payload: given } : given,
    ]),
  );
  for (const [verb, { payload, type: called = `${type}.${verb}` }] of Object.entries(events))
    declareEvent(called, payload);
  const noun = name.replaceAll('_', ' ');
  const { owner, userColumns = [] } = options;
  const feed = app ? options.feed : { none: 'It belongs to no app, so no scope says who may hear of it.' };
  const resource: Resource<E, X> = {
    writable: app ? editorsOr(app, owner) : undefined,
    auditedAs: type,
    ...options,
    ...(options.trash && {
      errors: { notDeleted: conflictError(`The ${noun} is not in the trash.`), ...options.errors } as Record<
        X,
        ErrorDefinition
      >,
    }),
    events,
    feed,
    userColumns: owner ? [owner, ...userColumns] : userColumns,
    type,
    app,
    forOperators,
    noun,
  };
  resources.set(type, resource as unknown as Resource);
  return resource;
}

/** Row rule: editors and admins of the app may write every record; others the records whose `column` names them. */
export const editorsOr =
  (app: App, column?: string) =>
  (who: Credential): RowRule => {
    if (who.isEditor(app)) return 'all';
    return column ? [{ [column]: who.user_id }] : [];
  };

/** The declared error of a resource, ready to be thrown: `throw failure(deals, 'notOpen')`. */
export function failure<X extends string>(resource: Resource<any, X>, name: X): ApiError {
  const { status, message } = resource.errors![name];
  return new ApiError(status, message);
}

/** Names of all that is declared now. */
export const declared = () => ({ apps: appNames(), types: [...resources.keys()], events: [...eventTypes().keys()] });

/** Takes back what an extension has declared that is not loaded after all. `before`: what was declared until then. */
export function withdrawSince(before: ReturnType<typeof declared>): void {
  const { apps, types, events } = declared();
  for (const app of apps) if (!before.apps.includes(app)) withdrawApp(app);
  for (const type of types) if (!before.types.includes(type)) resources.delete(type);
  for (const event of events) if (!before.events.includes(event)) withdrawEvent(event);
}

/** Every declared resource, by type. */
export const allResources = (): ReadonlyMap<string, Resource> => resources;
