import { ApiError, type ErrorStatus } from '../errors/api-error.js';
import { declareEvents, type PayloadClass } from '../events/catalogue.js';
import { type App, APPS, type Credential } from '../security/credential.js';

/** What an event needs to know about the change that causes it. */
export interface ChangeInfo {
  changed_fields: string[];
  /** The record is removed for good. */
  hard: boolean;
}

/** An event of a resource: the shape of its payload and how a record gives it. */
export interface EventDefinition {
  payload: PayloadClass;
  from: (record: any, change: ChangeInfo) => object;
}

export function event<P extends object, R>(
  payload: new () => P,
  from: (record: R, change: ChangeInfo) => P,
): EventDefinition {
  return { payload, from };
}

/** An error that a route may answer with, declared once in its resource. */
export interface ErrorDefinition {
  status: ErrorStatus;
  message: string;
}

export const conflictError = (message: string): ErrorDefinition => ({ status: 409, message });

/**
 * What a column must hold: a value, one of several, or, for a column that is a list, nothing beyond the values
 * `within`.
 */
export type Wanted = string | readonly string[] | { readonly within: readonly string[] };

/**
 * Which rows somebody may see or change: everything, or the rows that match one of several conditions. A condition
 * names columns and what they must hold. Used alike for one record, for lists (in SQL) and for writes.
 */
export type RowRule = 'all' | readonly { readonly [column: string]: Wanted | undefined }[];

export interface ResourceOptions<E extends string, X extends string> {
  idPrefix: string;
  /** Allowed moves of `status`, by state. */
  states?: Record<string, readonly string[]>;
  /** Deleting moves to the trash; after this many days a job removes the record for good. */
  trash?: { purgeAfterDays: number };
  events?: Record<E, EventDefinition>;
  errors?: Record<X, ErrorDefinition>;
  /** Columns by which `record_counts` splits the number of records, as the table's `count_record` triggers name them. */
  countedBy?: readonly string[];
  /**
   * Those of `countedBy` with many values, such as an owner, a list such as tags, and last the day or hour of a time:
   * totals are kept apart for each group of them (`groupsOf`), so name no more than three.
   */
  countedByMany?: readonly string[];
  /**
   * Columns that name users. When a user is deleted they come to name `usr_deleted` (see `UserReferences`), so each
   * needs an index that begins with the workspace and the column, unless a workspace has few of these records.
   */
  userColumns?: readonly string[];
  /** A record that is in no table: it is found by its id, never listed, and nobody can change it. */
  standIn?: { readonly id: string };
  /**
   * These records belong to another one, under whose path they stand: `column` names it. Routes load it first, and whoever
   * sees it sees them; `seenBy: 'writers'`: only those who may change it do.
   */
  parent?: { readonly column: string; readonly seenBy?: 'writers' };
  visible?: (who: Credential) => RowRule;
  /**
   * The user whom alone, beside admins of the app, a record's events may be told, as only he sees the record; empty: all
   * who may read the app. Goes with a `visible` that hides records.
   */
  privateTo?: (record: any) => string;
  writable?: (who: Credential) => RowRule;
  /** Fields whose values the audit trail must not show. */
  secret?: readonly string[];
  /** Which error a violated constraint of the database means. */
  constraints?: Record<string, NoInfer<X>>;
}

/** A resource as the rest of the system knows it. */
export interface Resource<E extends string = string, X extends string = string> extends ResourceOptions<E, X> {
  /** `office.document` */
  type: string;
  /** Null for what reaches across apps: it has no scopes of its own, so `visible` says who may use it. */
  app: App | null;
  /** `document`, for messages. */
  noun: string;
}

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
  type: `${App | 'webhooks'}.${string}`,
  options: ResourceOptions<E, X>,
): Resource<E, X> {
  const [area, name] = type.split('.') as [App | 'webhooks', string];
  const app = area === 'webhooks' ? null : area;
  if (app && !APPS.includes(app)) throw new Error(`${type} names no app.`);
  for (const [state, targets] of Object.entries(options.states ?? {})) {
    const hole = targets.find((target) => !options.states![target]);
    if (hole) throw new Error(`${type}: the state table leads from ${state} to ${hole}, which it does not have.`);
  }
  const events: Record<string, EventDefinition> = options.events ?? {};
  declareEvents(type, Object.fromEntries(Object.entries(events).map(([verb, { payload }]) => [verb, payload])));
  const resource: Resource<E, X> = { ...options, type, app, noun: name.replaceAll('_', ' ') };
  resources.set(type, resource as unknown as Resource);
  return resource;
}

/** The declared error of a resource, ready to be thrown: `throw failure(deals, 'notOpen')`. */
export function failure<X extends string>(resource: Resource<any, X>, name: X): ApiError {
  const { status, message } = resource.errors![name];
  return new ApiError(status, message);
}

/** Every declared resource, by type. */
export const allResources = (): ReadonlyMap<string, Resource> => resources;
