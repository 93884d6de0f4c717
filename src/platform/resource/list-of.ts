import { ValidateBy } from 'class-validator';
import { DateOnly, fieldsOf, Flag, Text, Timestamp } from '../fields/fields.js';
import { copyFields } from '../fields/pick.js';
import { byTag, countedByTag, PageQuery } from './page.js';
import { resourceOf } from './resource-entity.js';
import type { CountedFilter } from './totals.js';

type Class<T extends object = object> = abstract new (...args: any[]) => T;
type Name<T> = keyof T & string;

/** SQL with a `?` for each of the values. */
export type Condition = [sql: string, ...values: unknown[]];

interface ListOptions<T, F extends Name<T>, R extends Name<T>> {
  /** Fields that may be asked for by value. */
  filter?: readonly F[];
  /** Fields that `sort` accepts. Default: `created_at`, `updated_at`. */
  sort?: readonly Name<T>[];
  defaultSort?: `${Name<T>}:${'asc' | 'desc'}`;
  /**
   * Brings `from` and `to` on this time, the second one excluded; on a date `date_from` and `date_to`, both included.
   * A range that ends before it begins is refused.
   */
  range?: R;
}

/**
 * The query of the list of a resource: paging, and filters and orders by fields of its entity. Where its records have
 * tags, `tag` too, and where it has a trash, `include_deleted`. Further filters are declared beside them, with `@Where`.
 *
 * @example class DealQuery extends ListOf(Deal, { filter: ['status', 'owner_id'], sort: ['created_at', 'value'] }) {}
 */
export function ListOf<T extends object, F extends Name<T> = never, R extends Name<T> = never>(
  entity: Class<T>,
  options: ListOptions<T, F, R>,
) {
  const { filter = [], sort = PageQuery.sorts, defaultSort = PageQuery.defaultSort, range } = options;
  class Query extends PageQuery {
    static override entity: Class = entity;
    static override sorts: readonly string[] = sort;
    static override defaultSort: string = defaultSort;
  }
  copyFields(entity, Query, filter, (spec) => ({ ...spec, optional: true, nullable: false, default: undefined }));
  const fields = fieldsOf(entity.prototype);
  if (range) declareRange(Query, range, fields.get(range)!.column.type === 'date');
  if (fields.has('tags')) {
    Text({ max: 50, optional: true, description: 'A tag that the record has.' })(Query.prototype, 'tag');
    Where(byTag, countedByTag)(Query.prototype, 'tag');
  }
  if (resourceOf(entity).trash)
    Flag({ optional: true, description: 'Also show what is in the trash.' })(Query.prototype, 'include_deleted');
  type Range = [R] extends [never] ? unknown : { from?: string; to?: string };
  return Query as unknown as (new () => PageQuery & Partial<Pick<T, F>> & Range) & Omit<typeof PageQuery, 'prototype'>;
}

/**
 * A filter that is more than the value of the column of its name: the name of another column, or a condition, with what
 * it means for the counts of the resource where its totals are not to be counted from an index. `now` is the time (ISO
 * 8601), for filters on what has begun or ended; `query` has the others.
 *
 * @example @Text({ optional: true }) @Where((tag: string) => ['tags @> array[?::text]', tag]) tag?: string;
 */
export const Where =
  <V>(
    what: string | ((value: V, now: string, query: any) => Condition),
    counted?: (value: V, now: string) => CountedFilter,
  ): PropertyDecorator =>
  (target, name) => {
    const query = target.constructor as unknown as { filters: object; columns: object; counted: object };
    if (typeof what === 'string') query.columns = { ...query.columns, [name]: what };
    else query.filters = { ...query.filters, [name]: what };
    if (counted) query.counted = { ...query.counted, [name]: counted };
  };

function declareRange(query: typeof PageQuery, column: string, isDate: boolean): void {
  const [from, to] = isDate ? ['date_from', 'date_to'] : ['from', 'to'];
  const Field = isDate ? DateOnly : Timestamp;
  const { prototype } = query;
  query.range = { column, from: from!, to: to! };
  const inOrder = (begin: string, end: unknown) =>
    typeof end !== 'string' ||
    !(Date.parse(begin) > Date.parse(end) || (!isDate && Date.parse(begin) === Date.parse(end)));
  Field({ optional: true, description: 'Included.' })(prototype, from!);
  ValidateBy({
    name: 'out_of_range',
    validator: {
      validate: (begin, args) => inOrder(begin, (args!.object as Record<string, unknown>)[to!]),
      defaultMessage: () => `${from} must be earlier than ${to}.`,
    },
  })(prototype, from!);
  Where(
    (begin: string) => [`${column} >= ?`, begin],
    (begin: string) => ({ from: begin }),
  )(prototype, from!);
  Field({ optional: true, description: isDate ? 'Included.' : 'Excluded.' })(prototype, to!);
  Where(
    (end: string) => [`${column} ${isDate ? '<=' : '<'} ?`, end],
    (end: string) => ({ to: isDate ? dayAfter(end) : end }),
  )(prototype, to!);
}

const DAY_MS = 86_400_000;

/** When a day has ended; the last one that can be written does not, so its records are counted one by one. */
const dayAfter = (date: string) =>
  new Date(Math.min(Date.parse(date) + DAY_MS, Date.parse('9999-12-31T23:59:59.999Z'))).toISOString();
