import type { ParsedUrlQuery } from 'node:querystring';
import { type Detail, type DetailCode, invalid } from '../errors/api-error.js';
import { fieldNames } from '../fields/field-spec.js';
import type { Relation } from '../resource/relations.js';
import type { Route } from './routes.js';

/** The part of the records of an answer that a request asks for (D-QRY-3). */
export interface Selection {
  view: abstract new (...args: any[]) => object;
  /** Null: all. */
  fields: readonly string[] | null;
  relations: readonly Relation[];
}

/** Parameters of every GET of records. */
export const SELECTING = ['fields', 'include'] as const;

/** Whether a route shows records of which parts can be selected. A report that is also CSV writes its JSON itself. */
export const isSelective = ({ method, endpoint, query }: Pick<Route, 'method' | 'endpoint' | 'query'>): boolean =>
  method === 'GET' &&
  endpoint?.returns !== undefined &&
  !endpoint.dialect &&
  !endpoint.csv &&
  !SELECTING.some((name) => query && fieldNames(query).includes(name));

/** Reads `fields` and `include`; 400 names what the route does not have. Null: everything, and nothing beside it. */
export function selectionOf(route: Route, source: ParsedUrlQuery): Selection | null {
  if (!isSelective(route) || !SELECTING.some((name) => source[name] !== undefined)) return null;
  const view = route.endpoint!.returns!;
  const problems: Detail[] = [];
  const namesIn = (parameter: (typeof SELECTING)[number], known: readonly string[]): string[] | null => {
    const refuse = (code: DetailCode, message: string) => {
      problems.push({ field: parameter, code, message: `${parameter} ${message}` });
      return null;
    };
    const text = source[parameter];
    if (text === undefined) return null;
    if (typeof text !== 'string') return refuse('duplicate', 'must be given once.');
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    const unknown = names.find((name) => !known.includes(name));
    if (!known.length) return refuse('invalid_value', 'cannot be given here: the records name no others.');
    return unknown === undefined ? names : refuse('invalid_value', `must name some of ${known.join(', ')}.`);
  };
  const all = route.relations;
  const fields = namesIn('fields', fieldNames(view));
  const included = namesIn(
    'include',
    all.map(({ name }) => name),
  );
  if (problems.length) throw invalid(problems);
  return { view, fields, relations: all.filter(({ name }) => included?.includes(name)) };
}
