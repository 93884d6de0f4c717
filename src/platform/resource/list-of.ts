import { ValidateBy } from 'class-validator';
import { conditionFieldOf } from '../conditions/condition-field.js';
import { fieldsOf } from '../fields/field-spec.js';
import { DateOnly, Flag, Id, Text, Timestamp } from '../fields/fields.js';
import { copyFields } from '../fields/pick.js';
import { byTag, MAX_WHERE, PageQuery, TAGGED_ROW } from './page.js';
import { resourceOf } from './resource-entity.js';
import { Search, withWords } from './search.js';

type Class<T extends object = object> = abstract new (...args: any[]) => T;
type Name<T> = keyof T & string;

/** SQL with a `?` for each of the values. */
export type Condition = [sql: string, ...values: unknown[]];

interface ListOptions<T, F extends Name<T>, R extends Name<T>> {
  /** Fields with an equality filter. */
  filter?: readonly F[];
  /**
   * Lists of values with a GIN index, and the column of the scope that the index has in front of each value (`in_workspace`).
   * Tags need no mention.
   */
  lists?: Readonly<Partial<Record<Name<T>, 'workspace_id' | Name<T>>>>;
  /** Fields that `sort` accepts. Default: `created_at`, `updated_at`. */
  sort?: readonly Name<T>[];
  defaultSort?: `${Name<T>}:${'asc' | 'desc'}`;
  /**
   * Adds a range filter on this column: `from` (inclusive) and `to` (exclusive) for timestamps, `date_from` and `date_to` (both
   * inclusive) for dates. An empty range is a 400.
   */
  range?: R;
}

/**
 * Query class of a list: paging, filters and sorts by fields of its entity. Adds `tag` if records have tags, `q` if searchable,
 * `include_deleted` if there is a trash. Declare further filters with `@Where`.
 *
 * Conditions (`where`, `field[gte]`, D-QRY-2) can name every field that is a filter, a sort, the range or a list with an index,
 * and `created_at` and `updated_at`.
 *
 * @example class DealQuery extends ListOf(Deal, { filter: ['status', 'owner_id'], sort: ['created_at', 'value'] }) {}
 */
export function ListOf<T extends object, F extends Name<T> = never, R extends Name<T> = never>(
  entity: Class<T>,
  options: ListOptions<T, F, R>,
) {
  const { filter = [], sort = PageQuery.sorts, defaultSort = PageQuery.defaultSort, range, lists = {} } = options;
  class Query extends PageQuery {
    static override entity: Class = entity;
    static override sorts: readonly string[] = sort;
    static override defaultSort: string = defaultSort;
  }
  copyFields(entity, Query, filter, (spec) => ({ ...spec, optional: true, nullable: false, default: undefined }));
  const fields = fieldsOf(entity.prototype);
  const scopes: Record<string, string> = { ...(fields.has('tags') && { tags: 'workspace_id' }), ...lists };
  const asked = [...filter, ...sort, range ?? [], 'created_at', 'updated_at', Object.keys(scopes)].flat();
  for (const name of new Set(asked)) {
    const spec = fields.get(name);
    const field = spec && conditionFieldOf(spec);
    if (field)
      Query.asked = {
        ...Query.asked,
        [name]: { ...field, scope: scopes[name], sorted: sort.includes(name as Name<T>) },
      };
  }
  if (Object.keys(Query.asked).length) {
    Text({ max: MAX_WHERE, optional: true, description: 'A condition as JSON.' })(Query.prototype, 'where');
    const description = 'A saved view of these records. Filters narrow it, and `sort` wins over its own.';
    if (resourceOf(entity).app) Id('view', { optional: true, description })(Query.prototype, 'view');
  }
  if (range) declareRange(Query, range, fields.get(range)!.column.type === 'date');
  if (fields.has('tags')) {
    Text({ max: 50, optional: true, description: 'Only records with this tag.' })(Query.prototype, 'tag');
    Where(byTag, { index: 'gin', rowForm: TAGGED_ROW })(Query.prototype, 'tag');
  }
  const { searchable, trash } = resourceOf(entity);
  if (searchable) {
    Search()(Query.prototype, 'q');
    Where(withWords, { index: 'gin' })(Query.prototype, 'q');
  }
  if (trash) Flag({ optional: true, description: 'Include records in the trash.' })(Query.prototype, 'include_deleted');
  type Range = [R] extends [never] ? unknown : { from?: string; to?: string };
  return Query as unknown as (new () => PageQuery & Partial<Pick<T, F>> & Range) & Omit<typeof PageQuery, 'prototype'>;
}

/**
 * A filter other than equality on the column of its name: another column, or an SQL condition. `now`: current time (ISO 8601);
 * `query`: all filters. `index: 'gin'`: only a GIN index serves it. `Pages` then scans the newest rows first, and uses the
 * index if these are not enough; `rowForm` is the same condition with the same values, faster for rows that are scanned. `join`: the
 * condition is a join, whose matches an index of the list does not have in order.
 *
 * @example @Text({ optional: true }) @Where((tag: string) => ['tags @> array[?::text]', tag]) tag?: string;
 */
export const Where =
  <V>(
    what: string | ((value: V, now: string, query: any) => Condition),
    { index, rowForm, join }: { index?: 'gin'; rowForm?: string; join?: true } = {},
  ): PropertyDecorator =>
  (target, name) => {
    const query = target.constructor as unknown as { -readonly [K in keyof typeof PageQuery]: (typeof PageQuery)[K] };
    if (typeof what === 'string') query.columns = { ...query.columns, [name]: what };
    else query.filters = { ...query.filters, [name]: what };
    if (index) query.ginFilters = [...query.ginFilters, String(name)];
    if (rowForm) query.rowForms = { ...query.rowForms, [name]: rowForm };
    if (join) query.joinFilters = [...query.joinFilters, String(name)];
  };

function declareRange(query: typeof PageQuery, column: string, isDate: boolean): void {
  const [from, to] = isDate ? ['date_from', 'date_to'] : ['from', 'to'];
  const Field = isDate ? DateOnly : Timestamp;
  const { prototype } = query;
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
  Where((begin: string) => [`${column} >= ?`, begin])(prototype, from!);
  Field({ optional: true, description: isDate ? 'Included.' : 'Excluded.' })(prototype, to!);
  Where((end: string) => [`${column} ${isDate ? '<=' : '<'} ?`, end])(prototype, to!);
}
