import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { invalidField } from '../errors/api-error.js';
import type { Conditions } from './conditions.js';
import type { RowRule } from './define.js';
import type { CountedFilter, CountedTime } from './totals.js';
import { fieldsOf, Int, Text } from '../fields/fields.js';

/**
 * The query of a list. Subclasses add filters: a declared field filters on the column of its name, unless `filters`
 * says otherwise.
 */
export class PageQuery {
  /** Fields that `sort` accepts. Each is a column; numbers may only be null where they are decimal. */
  static sorts: readonly string[] = ['created_at', 'updated_at'];
  static defaultSort = 'created_at:desc';
  /** Whose records the list is of; `ListOf` says it. */
  static entity?: abstract new (...args: any[]) => object;
  /**
   * Conditions for filters that are more than `column = value`; each `?` stands for one of the values.
   * `now` is the time (ISO 8601), for filters on what has begun or ended; `query` has the other filters.
   */
  static filters: Readonly<
    Record<string, (value: any, now: string, query: any) => [sql: string, ...values: unknown[]]>
  > = {};

  /**
   * What those filters mean for the counts of the resource (`countedBy`). With one that is not here the total is counted
   * from an index, which takes as long as there are matches.
   */
  static counted: Readonly<Record<string, (value: any, now: string) => CountedFilter>> = {};

  /** The time by which the resource counts, for filters on from when and to when. */
  static countedTime?: CountedTime;

  /**
   * A column (or expression) and the SQL of the values that it has in what is asked for, each of which is to be walked by an index of its
   * own: where a filter means several values, of which some may be rare. Null where one index has all in order.
   */
  static walked?: (
    query: any,
    visible: RowRule,
    now: string,
  ) => [column: string, sql: string, ...values: unknown[]] | null;

  /** The column of a range, and its filters. */
  static range?: { column: string; from: string; to: string };

  /** Columns of filters that are called otherwise. */
  static columns: Readonly<Record<string, string>> = {};

  /** Columns of sorts that are called otherwise: of one with words, the number that orders them. */
  static sortColumns: Readonly<Record<string, string>> = {};

  /** A condition that holds whatever is asked for. It may depend on the time, which a cursor must not. */
  static always?: (now: string) => [sql: string, ...values: unknown[]];

  /** The total as SQL, where the resource has a way of its own; `$1` is the workspace. `filter` writes the list's condition. */
  static total?: (
    query: any,
    where: Conditions,
    filter: () => string,
    visible: RowRule,
    now: string,
  ) => string | undefined;

  @Int({ min: 1, max: 100, optional: true, description: 'Records on a page. Default 20.' })
  limit = 20;

  @Text({ max: 4096, optional: true, description: '`next_cursor` of the page before.' })
  cursor?: string;

  @Text({ max: 200, optional: true, description: 'Up to three of `field:asc` or `field:desc`, separated by commas.' })
  sort?: string;
}

/** The filter `tag` of records with tags. Its first half lets the index serve, which leaves out records without any. */
export const byTag = (tag: string): [string, ...unknown[]] => [
  `tags <> '{}' and in_workspace(workspace_id, tags) @> array[$1 || ' ' || ?]`,
  tag,
];

/** What it means for the counts, which the table's trigger keeps with all tags of a record. */
export const countedByTag = (tag: string): CountedFilter => ({ dims: { tags: [tag] } });

export interface Page<T> {
  data: T[];
  /** `total` is that of the moment at which the first page was read. */
  meta: { total: number; next_cursor: string | null; has_more: boolean };
}

export interface SortKey {
  column: string;
  descending: boolean;
  /** What is ordered by: the column, or where it may be null an expression that puts those rows last. */
  sql: string;
}

/**
 * The key for an order by a column. Null comes last in both directions; the index that serves it has the same expression:
 * `(workspace_id, coalesce(due_date, 'infinity'), id)` for ascending order, `'-infinity'` for descending. A text that is null counts as empty.
 */
function keyOf(column: string, descending: boolean, { entity }: typeof PageQuery): SortKey {
  const { nullable, type } = (entity && fieldsOf(entity.prototype).get(column)?.column) ?? {};
  const last = type === 'text' ? '' : `${descending ? '-' : ''}infinity`;
  const sql = nullable ? `coalesce(${column}, '${last}')` : column;
  return { column, descending, sql };
}

/** Reads `sort`; the id is always the last key, so that the order is total. */
export function sortKeys(sort: string | undefined, query: typeof PageQuery): SortKey[] {
  const text = sort ?? query.defaultSort;
  const keys = text.split(',').map((part) => {
    const [column = '', direction = 'asc', ...rest] = part.trim().split(':');
    if (!query.sorts.includes(column) || rest.length) {
      throw invalidField('sort', 'invalid_value', `sort must name fields among ${query.sorts.join(', ')}.`);
    }
    if (direction !== 'asc' && direction !== 'desc') {
      throw invalidField('sort', 'invalid_value', 'sort takes asc or desc behind the colon.');
    }
    return keyOf(query.sortColumns[column] ?? column, direction === 'desc', query);
  });
  if (keys.length > 3) throw invalidField('sort', 'too_many', 'sort takes at most three fields.');
  if (new Set(keys.map(({ column }) => column)).size < keys.length) {
    throw invalidField('sort', 'duplicate', 'sort must not repeat a field.');
  }
  return [...keys, { column: 'id', descending: keys.at(-1)!.descending, sql: 'id' }];
}

/** The SQL condition "comes after these values in this order"; `value` reserves a placeholder. */
export function afterCursor(keys: SortKey[], values: unknown[], value: (value: unknown) => string): string {
  const places = values.map(value);
  const sameDirection = keys.every(({ descending }) => descending === keys[0]!.descending);
  if (sameDirection) {
    return `(${keys.map(({ sql }) => sql).join(', ')}) ${keys[0]!.descending ? '<' : '>'} (${places.join(', ')})`;
  }
  const steps = keys.map(({ sql, descending }, index) => {
    const equal = keys.slice(0, index).map((key, at) => `${key.sql} = ${places[at]}`);
    return [...equal, `${sql} ${descending ? '<' : '>'} ${places[index]}`].join(' and ');
  });
  return `(${steps.map((step) => `(${step})`).join(' or ')})`;
}

/**
 * Makes and reads cursors. A cursor is signed over the list it belongs to (resource, workspace, filters, order), so an
 * altered one, or one of another list, is refused.
 */
export class Cursors {
  /** Made once: signing with the bytes themselves takes eight times as long. */
  readonly #key: KeyObject;

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
  }

  write(list: string, values: unknown[]): string {
    const body = Buffer.from(JSON.stringify(values));
    return Buffer.concat([this.#sign(list, body), body]).toString('base64url');
  }

  read(list: string, cursor: string, length: number): unknown[] {
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(12);
    const genuine = bytes.length > 12 && timingSafeEqual(bytes.subarray(0, 12), this.#sign(list, body));
    const values: unknown = genuine && bytes.toString('base64url') === cursor ? JSON.parse(body.toString()) : null;
    if (!Array.isArray(values) || values.length !== length) {
      throw invalidField('cursor', 'invalid_value', 'cursor must be the next_cursor of the same list, unchanged.');
    }
    return values;
  }

  /** A page of a short list that is at hand; a cursor is the place where the next one begins. */
  cut<T>(list: string, items: readonly T[], { limit, cursor }: PageQuery): Page<T> {
    const start = cursor ? (this.read(list, cursor, 1)[0] as number) : 0;
    const end = start + limit;
    const has_more = end < items.length;
    return {
      data: items.slice(start, end),
      meta: { total: items.length, next_cursor: has_more ? this.write(list, [end]) : null, has_more },
    };
  }

  #sign(list: string, body: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(list).update('\0').update(body).digest().subarray(0, 12);
  }
}
