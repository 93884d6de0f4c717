import { Conditions, currentContext, read, type Row } from '../../platform/index.js';
import type { Term } from './filter.js';
import { LIST, MAX_RESULTS, ScimQuery, ScimSearch, SEARCH } from './scim.dto.js';
import { ScimError } from './scim.errors.js';
import type { ScimRepository } from './scim.repository.js';

type Condition = [sql: string, ...values: unknown[]];

/** SQL source of a list, with filter and sort attributes (lower case). */
export interface Searchable {
  table: string;
  /** The type of its resource. */
  type: string;
  columns: string;
  filters: Readonly<Record<string, (value: unknown) => Condition>>;
  sorts: Readonly<Record<string, string>>;
}

interface Part<T> {
  rows: T[];
  /** Number of matches. */
  total: number;
  /** Index of the first row, from 1. */
  startIndex: number;
}

/** Reads a page of a list, within the limits of RFC 7644. */
export async function readPart<T extends Row>(
  repository: ScimRepository,
  searchable: Searchable,
  query: ScimQuery,
): Promise<Part<T>> {
  const { table, type, columns } = searchable;
  const startIndex = Math.max(query.startIndex, 1);
  const limit = Math.min(Math.max(query.count, 0), MAX_RESULTS);
  const order = orderOf(query, searchable);
  const where = new Conditions().add('workspace_id = ?', currentContext().workspaceId);
  for (const { attribute, value } of await termsOf(query, searchable)) {
    if (!Object.hasOwn(searchable.filters, attribute)) throw unsuitable(`${attribute} cannot be filtered.`);
    where.add(...searchable.filters[attribute]!(value));
  }
  const part = { table, type, columns, where, order, limit, offset: startIndex - 1 };
  return { ...(await repository.part<T>(part)), startIndex };
}

function orderOf({ sortBy, sortOrder }: ScimQuery, { sorts }: Searchable): string {
  const name = (sortBy?.trim() || 'meta.created').toLowerCase();
  if (!Object.hasOwn(sorts, name))
    throw new ScimError('invalidValue', `sortBy must be one of ${Object.keys(sorts).join(', ')}.`);
  const direction = sortOrder === 'descending' ? ' desc' : '';
  return [...new Set([sorts[name]!, 'id'])].map((column) => column + direction).join(', ');
}

async function termsOf({ filter }: ScimQuery, { filters }: Searchable): Promise<Term[]> {
  if (filter === undefined) return [];
  const { readFilter } = await import('./protocol.js');
  return readFilter(filter, Object.keys(filters));
}

/** A text attribute, compared case-sensitively or not. */
export const equals =
  (column: string) =>
  (value: unknown): Condition => [`${column} = ?`, textOf(value)];
export const equalsInAnyCase =
  (column: string) =>
  (value: unknown): Condition => [`lower(${column}) = lower(?::text)`, textOf(value)];

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unsuitable('The value of this filter must be a string.');
  return value;
}

export const unsuitable = (message: string) => new ScimError('invalidFilter', message);

/** Query from a POST body. */
export function queryOf(body: unknown): ScimQuery {
  const { schemas, attributes = [], excludedAttributes = [], ...rest } = read(ScimSearch, body);
  if (!schemas.includes(SEARCH)) throw new ScimError('invalidSyntax', `schemas must name ${SEARCH}.`);
  const names = { attributes: attributes.join(','), excludedAttributes: excludedAttributes.join(',') };
  return Object.assign(new ScimQuery(), rest, names);
}

/** JSON of a list of already serialized resources. */
export function listText(resources: string[], totalResults: number, startIndex: number): string {
  const head = { schemas: [LIST], totalResults, startIndex, itemsPerPage: resources.length };
  return `${JSON.stringify(head).slice(0, -1)},"Resources":[${resources.join(',')}]}`;
}
