import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ConditionField } from '../conditions/condition-field.js';
import type { RecordCondition } from '../conditions/record-condition.js';
import { invalidField } from '../errors/api-error.js';
import type { RowRule } from './define.js';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { rule } from '../fields/field-rules.js';
import { fieldsOf } from '../fields/field-spec.js';
import { Int, Text } from '../fields/fields.js';

/** Characters of a condition as JSON, before it is encoded. */
export const MAX_WHERE = 4_096;

/** A field that `where` can name, and how it is indexed. */
export interface AskedField extends ConditionField {
  /** A list of values with a GIN index: the column whose value the index has in front of each. */
  scope?: string;
  /** Sorted by: an index has its nulls last (see `keyOf`). */
  sorted?: boolean;
}

/** A column and SQL that selects values of it. */
export type EachOf = [column: string, sql: string, ...values: unknown[]];

const CURSOR_FLAW = 'cursor must be an unchanged next_cursor of the same list.';

/** Format of a cursor. Its signature is verified once all filters are known. */
const IsCursor = () => rule('invalid_value', (cursor: string) => partsOf(cursor) !== null, CURSOR_FLAW);

/** One of the rules of `sort`, which depend on the list. */
const IsOrder = (code: SortFlaw['code']): PropertyDecorator =>
  ValidateBy({
    name: code,
    validator: {
      validate: (sort: string, args) => flawOfSort(sort, listOf(args))?.code !== code,
      defaultMessage: (args) => flawOfSort(args!.value, listOf(args))!.message,
    },
  });
const listOf = (args: ValidationArguments | undefined) => args!.object.constructor as typeof PageQuery;

/**
 * The query of a list. Subclasses add filters: a declared field filters on the column of its name, unless `filters`
 * says otherwise.
 */
export class PageQuery {
  /** Sortable columns. */
  static sorts: readonly string[] = ['created_at', 'updated_at'];
  static defaultSort = 'created_at:desc';
  /** The entity of the list; set by `ListOf`. */
  static entity?: abstract new (...args: any[]) => object;
  /**
   * SQL conditions of filters other than equality; each `?` stands for a value. `now`: current time (ISO 8601); `query`: all
   * filters.
   */
  static filters: Readonly<
    Record<string, (value: any, now: string, query: any) => [sql: string, ...values: unknown[]]>
  > = {};

  /** The `filters` that only a GIN index serves. */
  static ginFilters: readonly string[] = [];

  /** Faster forms of GIN filters for rows that are scanned, with the same values. */
  static rowForms: Readonly<Record<string, string>> = {};

  /** Filters that are joins: their matches are counted in the order of the join. */
  static joinFilters: readonly string[] = [];

  /**
   * Splits the list by the values of a column, if an index is ordered per value but not over all values. Null if one index
   * covers the list in order.
   */
  static eachOf?: (query: any, visible: RowRule, now: string) => EachOf | null;

  /** Filters whose column has another name. */
  static columns: Readonly<Record<string, string>> = {};

  /** Sorts whose column has another name, such as the rank of an enumeration. */
  static sortColumns: Readonly<Record<string, string>> = {};

  /** A page reads all columns whatever `fields` asks for (D-QRY-3), because what is shown of one depends on others. */
  static readsWhole = false;

  /** The fields that conditions can name (D-QRY-2). */
  static asked: Readonly<Record<string, AskedField>> = {};

  /** The condition of `where` and of parameters such as `value[gte]`, if any. Set when the query is read. */
  condition?: RecordCondition;

  /** The saved view that the condition begins with, and its revision: cursors belong to it (D-QRY-6). */
  savedView?: string;

  /**
   * A condition added to every query of the list. Unlike filters it may depend on the time, because it is not bound to the
   * cursor.
   */
  static always?: (now: string) => [sql: string, ...values: unknown[]];

  @Int({ min: 1, max: 100, optional: true, description: 'Records per page. Default: 20.' })
  limit = 20;

  @IsCursor()
  @Text({ max: 4096, optional: true, description: '`next_cursor` of the previous page.' })
  cursor?: string;

  @IsOrder('invalid_value')
  @IsOrder('too_many')
  @IsOrder('duplicate')
  @Text({ max: 200, optional: true, description: 'Up to three of `field:asc` or `field:desc`, separated by commas.' })
  sort?: string;
}

/** Filter `tag`. The first half matches the partial index, which omits rows without tags. */
export const byTag = (tag: string): [string, ...unknown[]] => [
  `tags <> '{}' and in_workspace(workspace_id, tags) @> array[$1 || ' ' || ?]`,
  tag,
];
/** The same for a row, without the function call, which takes most of the time of a scan. */
export const TAGGED_ROW = 'tags @> array[?::text]';

/** Totals are exact up to this number. */
export const MAX_TOTAL = 10_000;

export interface Total {
  total: number;
  /** More records match than `total`. Absent if the total is exact. */
  total_relation?: 'gte';
}

/** Builds the total from a count that is limited to `MAX_TOTAL` + 1. */
export const totalOf = (matches: number): Total =>
  matches > MAX_TOTAL ? { total: MAX_TOTAL, total_relation: 'gte' } : { total: matches };

export interface Page<T> {
  data: T[];
  /** The total as of the first page. */
  meta: Total & { next_cursor: string | null; has_more: boolean };
}

export interface SortKey {
  column: string;
  descending: boolean;
  /** Sort expression: the column, or for a nullable column an expression that sorts nulls last. */
  sql: string;
}

/**
 * Sort key of a column. Nulls come last in both directions; the index must use the same expression: `(workspace_id,
 * coalesce(due_date, 'infinity'), id)` ascending, `'-infinity'` descending. A null text sorts as an empty one. Integers, which have
 * no infinity, take the bounds of their type.
 */
function keyOf(column: string, descending: boolean, { entity }: typeof PageQuery): SortKey {
  const { nullable, type } = (entity && fieldsOf(entity.prototype).get(column)?.column) ?? {};
  return {
    column,
    descending,
    sql: nullable ? nullsLast(column, descending ? 'below' : 'above', String(type)) : column,
  };
}

/** Sort keys of null, below and above all values, for types that have no infinity. A text has one only: an empty text. */
const ENDS: Readonly<Record<string, { below: string; above: string }>> = {
  text: { below: "''", above: "''" },
  integer: { below: '-2147483648', above: '2147483647' },
  bigint: { below: String(Number.MIN_SAFE_INTEGER), above: String(Number.MAX_SAFE_INTEGER) },
};

/** A nullable column as the indexes of its sorts have it, with nulls `above` or `below` all values. */
export function nullsLast(column: string, nulls: 'above' | 'below', type = 'date'): string {
  // A flag is sorted as a number, because a third value is needed.
  if (type === 'boolean') return `coalesce(${column}::integer, ${nulls === 'below' ? -1 : 2})`;
  return `coalesce(${column}, ${ENDS[type]?.[nulls] ?? `'${nulls === 'below' ? '-' : ''}infinity'`})`;
}

interface SortFlaw {
  code: 'invalid_value' | 'too_many' | 'duplicate';
  message: string;
}

/** Column and direction of each part of `sort`. */
const partsOfSort = (sort: string) => sort.split(',').map((part) => part.trim().split(':'));

/** Validates `sort`. Null: it is valid. */
export function flawOfSort(sort: string, { sorts }: Pick<typeof PageQuery, 'sorts'>): SortFlaw | null {
  const parts = partsOfSort(sort);
  if (parts.some(([column = '', , ...rest]) => !sorts.includes(column) || rest.length))
    return { code: 'invalid_value', message: `sort must name fields among ${sorts.join(', ')}.` };
  if (parts.some(([, direction = 'asc']) => direction !== 'asc' && direction !== 'desc'))
    return { code: 'invalid_value', message: 'sort must have asc or desc after the colon.' };
  if (parts.length > 3) return { code: 'too_many', message: 'sort must name at most three fields.' };
  if (new Set(parts.map(([column]) => column)).size < parts.length)
    return { code: 'duplicate', message: 'sort must not repeat a field.' };
  return null;
}

/** Reads `sort`; the id is always the last key, so that the order is total. */
export function sortKeys(sort: string | undefined, query: typeof PageQuery): SortKey[] {
  const flaw = sort === undefined ? null : flawOfSort(sort, query);
  if (flaw) throw invalidField('sort', flaw.code, flaw.message);
  const keys = partsOfSort(sort ?? query.defaultSort).map(([column = '', direction]) =>
    keyOf(query.sortColumns[column] ?? column, direction === 'desc', query),
  );
  return [...keys, { column: 'id', descending: keys.at(-1)!.descending, sql: 'id' }];
}

/** Keyset condition "after these values in this order"; `value` reserves a placeholder. */
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

const SIGNATURE_BYTES = 12;

/** Splits a cursor into signature and values; null if malformed. */
function partsOf(cursor: string): { signature: Buffer; body: Buffer } | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return null;
  return { signature: bytes.subarray(0, SIGNATURE_BYTES), body: bytes.subarray(SIGNATURE_BYTES) };
}

/**
 * Creates and verifies cursors. A cursor is signed over its list (resource, workspace, filters, order), so altered ones and
 * those of another list are rejected.
 */
export class Cursors {
  /** KeyObjects, because signing with raw bytes takes eight times as long. */
  readonly #keys: KeyObject[];

  /** `keys`: the signing key first, then older ones that are still accepted. */
  constructor(...keys: Buffer[]) {
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  write(list: string, values: unknown[]): string {
    const body = Buffer.from(JSON.stringify(values));
    return Buffer.concat([this.#sign(list, body, this.#keys[0]!), body]).toString('base64url');
  }

  read(list: string, cursor: string, length: number): unknown[] {
    const parts = partsOf(cursor);
    const isOf = (key: KeyObject) => timingSafeEqual(parts!.signature, this.#sign(list, parts!.body, key));
    const values: unknown = parts !== null && this.#keys.some(isOf) ? JSON.parse(parts.body.toString()) : null;
    if (!Array.isArray(values) || values.length !== length) {
      throw invalidField('cursor', 'invalid_value', CURSOR_FLAW);
    }
    return values;
  }

  /** A page of an in-memory list; the cursor is an offset. */
  cut<T>(list: string, items: readonly T[], { limit, cursor }: PageQuery): Page<T> {
    const start = cursor ? (this.read(list, cursor, 1)[0] as number) : 0;
    const end = start + limit;
    const has_more = end < items.length;
    return {
      data: items.slice(start, end),
      meta: { ...totalOf(items.length), next_cursor: has_more ? this.write(list, [end]) : null, has_more },
    };
  }

  #sign(list: string, body: Buffer, key: KeyObject): Buffer {
    return createHmac('sha256', key).update(list).update('\0').update(body).digest().subarray(0, SIGNATURE_BYTES);
  }
}
