import { ApiError, type ErrorStatus } from '../errors/api-error.js';
import { declareEvent, type PayloadClass } from '../events/catalogue.js';
import { type App, APPS, type Credential } from '../security/credential.js';

/** The change that causes an event. */
export interface ChangeInfo {
  /** The record before the change; as it is where it is new or removed. */
  before: any;
  changed_fields: string[];
  /** The record is removed for good. */
  hard: boolean;
}

/** An event of a resource: the shape of its payload, and what of it the record does not have under the same name. */
export interface EventDefinition {
  payload: PayloadClass;
  from?: (record: any, change: ChangeInfo) => object;
  /** Its name, also in the audit trail. Default: the type of the resource and the verb. */
  type?: string;
}

/**
 * An event whose payload differs from the record; `from` gives only the fields that do. `type` names it otherwise than
 * the resource and the verb do.
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

/** An error that a route may answer with, declared once in its resource. */
interface ErrorDefinition {
  status: ErrorStatus;
  message: string;
}

export const conflictError = (message: string): ErrorDefinition => ({ status: 409, message });

/**
 * The required value of a column: a value, one of several, or, for a column that is a list, only values `within` a list.
 */
export type Wanted = string | readonly string[] | { readonly within: readonly string[] };

/**
 * Which rows somebody may see or change: everything, or the rows that match one of several conditions. A condition
 * names columns and what they must hold. Used alike for one record, for lists (in SQL) and for writes.
 */
export type RowRule = 'all' | readonly { readonly [column: string]: Wanted | undefined }[];

/** A table of members: a user (`user_id`) with one `role` in each thing that `column` names. */
export interface Membership {
  readonly table: string;
  readonly column: string;
  /** The column of the record with the same values; `id` where the members are its own. */
  readonly by: string;
  /** Roles whose members may change the record. */
  readonly roles: readonly string[];
}

/**
 * Another record, named by a column, that must be in some state: nothing is written in an archived project. The statement
 * that writes locks it in share mode. So a change of its state waits for writes that began before it, and those that come to
 * the database later are refused, whatever they had read.
 */
export interface Precondition<X extends string = string> {
  readonly table: string;
  /** The column with its id. It never changes. */
  readonly column: string;
  /** SQL on its columns: `status <> 'archived'`. */
  readonly holds: string;
  /** The error of the resource where it does not hold, or the record is gone. */
  readonly error: X;
}

interface ResourceOptions<E extends string, X extends string> {
  /** Lower-case letters. */
  idPrefix: string;
  /**
   * The column with the user a record belongs to. A record that is made without one belongs to the caller; an owner who is
   * named must be an active user; when the user is deleted, the placeholder takes their place.
   */
  owner?: string;
  /**
   * Columns, or SQL expressions on them, that `q` looks in. It brings `q` to all lists. The table has the column `search`,
   * generated as `search_vector(…)` of them, and a GIN index on the workspace and this column.
   */
  searchable?: readonly string[];
  /**
   * SQL on the columns that a search over everything shows of a record: the first that is not empty as its title, the next one
   * below it. Default: `searchable`.
   */
  labels?: readonly string[];
  /** Allowed moves of `status`, by state. */
  states?: Record<string, readonly string[]>;
  /**
   * Deleting moves to the trash; after this many days a maintenance task removes the record for good. Brings the error
   * `notDeleted`, `include_deleted` and `hard`, and the route that restores. The entity extends `TrashableEntity`.
   */
  trash?: { purgeAfterDays: number };
  /** By verb: the class of the payload. Its fields come from the record by name, and `<noun>_id` is the record's id. */
  events?: Record<E, PayloadClass | EventDefinition>;
  /**
   * The events of every change: `created`, `updated`, `deleted` and `restored` (D-EVT-1). They are sent without a line here.
   * `within`: columns with the ids of what a record belongs to, for their payloads, beside those of `parent` and
   * `writtenWhile`. `unnamed`: its title or name stays out of them. `none`: why these records send none.
   */
  feed?: { readonly within?: readonly string[]; readonly unnamed?: true } | { readonly none: string };
  errors?: Record<X, ErrorDefinition>;
  /**
   * Columns that name users, beside the owner. When a user is deleted they come to name `usr_deleted`, so each needs an
   * index that begins with the workspace and the column, unless a workspace has few of these records.
   */
  userColumns?: readonly string[];
  /**
   * These records belong to another one, under whose path they stand: `column` names it. Routes load it first, and everybody
   * who sees it sees them; `seenBy: 'writers'`: only those who may change it do. `addedBy: 'viewers'`: everybody who sees it
   * and has the scope to write adds to it, and `writable` says who changes what was added.
   */
  parent?: { readonly column: string; readonly seenBy?: 'writers'; readonly addedBy?: 'viewers' };
  visible?: (who: Credential) => RowRule;
  /** Default: editors of the app, and the owner where records have one. */
  writable?: (who: Credential) => RowRule;
  /** Members of a parent record, who may change the record as well. Routes under the parent's path need no more. */
  members?: Membership;
  /** A condition on another record under which these may be written. Removals by the system skip it. */
  writtenWhile?: Precondition<NoInfer<X>>;
  /** Which error a violated constraint of the database means; the plain routes that write may answer with them. */
  constraints?: Record<string, NoInfer<X>>;
  /**
   * Unique indexes that parallel requests may violate although each has looked before: the later one is run again, on
   * what the other has written. Give the rules that look, as a violation tells nobody anything.
   */
  races?: readonly string[];
  /** The type under which the audit trail has these records, where they are a part of another resource. */
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
  /** Null for what reaches across apps: it has no scopes of its own, so `visible` says who may use it. */
  app: App | null;
  /** It is the deployment's, not a workspace's: only operators may use it, whatever their scopes. */
  forOperators: boolean;
  /** `document`, for messages. */
  noun: string;
}

/** Areas of resources without scopes of their own. */
const ACROSS_APPS = ['webhooks', 'search', 'mcp', 'imports'] as const;
type AcrossApps = (typeof ACROSS_APPS)[number];
const isAcrossApps = (area: string) => ACROSS_APPS.includes(area as AcrossApps);

const resources = new Map<string, Resource>();

/**
 * Declares a resource: what it is called, its states, events, errors and rules. Everything that cuts across
 * resources (scopes, audit, events, OpenAPI) works from this declaration.
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
  if (app && !APPS.includes(app)) throw new Error(`${type} names no app.`);
  for (const [state, targets] of Object.entries(options.states ?? {})) {
    const hole = targets.find((target) => !options.states![target]);
    if (hole) throw new Error(`${type}: the state table leads from ${state} to ${hole}, which it does not have.`);
  }
  if (!/^[a-z]{1,20}$/.test(options.idPrefix))
    throw new Error(`${type}: idPrefix '${options.idPrefix}' cannot begin ids: use 1 to 20 lower-case letters.`);
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

/** Editors and admins of an app: every record. Others: those that a column says are theirs; without one, none. */
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

/** Every declared resource, by type. */
export const allResources = (): ReadonlyMap<string, Resource> => resources;
