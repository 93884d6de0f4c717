import { Conditions } from '../../platform/resource/conditions.js';
import { read } from '../../platform/resource/reader.js';
import type { Term } from './filter.js';
import { LIST, MAX_RESULTS, ScimQuery, ScimSearch, SEARCH } from './scim.dto.js';
import { ScimError } from './scim.errors.js';

type Condition = [sql: string, ...values: unknown[]];

/** What a resource can be found and sorted by: attributes in lower case, and what they are in SQL. */
export interface Searchable {
  filters: Readonly<Record<string, (value: unknown) => Condition>>;
  sorts: Readonly<Record<string, string>>;
}

/** Which part of a list is asked for, as RFC 7644 bounds it. */
export interface Window {
  /** From 1. */
  startIndex: number;
  limit: number;
  order: string;
}

export function windowOf({ startIndex, count, sortBy, sortOrder }: ScimQuery, { sorts }: Searchable): Window {
  const column = sorts[(sortBy?.trim() || 'meta.created').toLowerCase()];
  if (!column) throw new ScimError('invalidValue', `sortBy must be one of ${Object.keys(sorts).join(', ')}.`);
  const direction = sortOrder === 'descending' ? ' desc' : '';
  return {
    startIndex: Math.max(startIndex, 1),
    limit: Math.min(Math.max(count, 0), MAX_RESULTS),
    order: [...new Set([column, 'id'])].map((name) => name + direction).join(', '),
  };
}

/** Adds the comparisons of a filter. */
export function addTerms(where: Conditions, terms: Term[], { filters }: Searchable): Conditions {
  for (const { attribute, value } of terms) {
    const filter = filters[attribute];
    if (!filter) throw unsuitable(`There is no filter on ${attribute}; there are ${Object.keys(filters).join(', ')}.`);
    where.add(...filter(value));
  }
  return where;
}

/** An attribute that is a text: compared in any case, or as it is. */
export const equals =
  (column: string) =>
  (value: unknown): Condition => [`${column} = ?`, textOf(value)];
export const equalsInAnyCase =
  (column: string) =>
  (value: unknown): Condition => [`lower(${column}) = lower(?::text)`, textOf(value)];

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unsuitable('The value of this filter is a string.');
  return value;
}

export const unsuitable = (message: string) => new ScimError('invalidFilter', message);

/** A query in the form of a body. */
export function queryOf(body: unknown): ScimQuery {
  const { schemas, attributes = [], excludedAttributes = [], ...rest } = read(ScimSearch, body);
  if (!schemas.includes(SEARCH)) throw new ScimError('invalidSyntax', `schemas must name ${SEARCH}.`);
  const names = { attributes: attributes.join(','), excludedAttributes: excludedAttributes.join(',') };
  return Object.assign(new ScimQuery(), rest, names);
}

/** The text of a list of resources that are texts already. */
export function listText(resources: string[], totalResults: number, startIndex: number): string {
  const head = { schemas: [LIST], totalResults, startIndex, itemsPerPage: resources.length };
  return `${JSON.stringify(head).slice(0, -1)},"Resources":[${resources.join(',')}]}`;
}
