import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { invalidField } from '../errors/api-error.js';
import type { RowRule } from './define.js';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { fieldsOf, Int, rule, Text } from '../fields/fields.js';

/** A column, and the SQL that selects values of it. */
export type EachOf = [column: string, sql: string, ...values: unknown[]];

const CURSOR_FLAW = 'cursor must be an unchanged next_cursor of the same list.';

/** The form of a cursor. Whether it belongs to the list is known once all filters are. */
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
  /** Fields that `sort` accepts. Each is a column; numbers may only be null where they are decimal. */
  static sorts: readonly string[] = ['created_at', 'updated_at'];
  static defaultSort = 'created_at:desc';
  /** The entity of the list; set by `ListOf`. */
  static entity?: abstract new (...args: any[]) => object;
  /**
   * Conditions for filters that are more than `column = value`; each `?` stands for one of the values.
   * `now` is the time (ISO 8601), for filters on what has begun or ended; `query` has the other filters.
   */
  static filters: Readonly<
    Record<string, (value: any, now: string, query: any) => [sql: string, ...values: unknown[]]>
  > = {};

  /** The `filters` whose condition only a GIN index serves. */
  static ginFilters: readonly string[] = [];

  /**
   * A column and the SQL of values that it may have in this list, where an index has the rows of each value in order, but not
   * those of all of them. Null where one index has the whole list in order.
   */
  static eachOf?: (query: any, visible: RowRule, now: string) => EachOf | null;

  /** Columns of filters that are called otherwise. */
  static columns: Readonly<Record<string, string>> = {};

  /** Columns of sorts that are called otherwise: of one with words, the number that orders them. */
  static sortColumns: Readonly<Record<string, string>> = {};

  /** A condition that holds whatever is asked for. It may depend on the time, which a cursor must not. */
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

/** The filter `tag` of records with tags. Its first half lets the index serve, which leaves out records without any. */
export const byTag = (tag: string): [string, ...unknown[]] => [
  `tags <> '{}' and in_workspace(workspace_id, tags) @> array[$1 || ' ' || ?]`,
  tag,
];

/** Totals are exact up to this number. */
export const MAX_TOTAL = 10_000;

export interface Total {
  total: number;
  /** More records match than `total` says. Absent where it is exact. */
  total_relation?: 'gte';
}

/** The total of a list, from a count that may have stopped behind `MAX_TOTAL`. */
export const totalOf = (matches: number): Total =>
  matches > MAX_TOTAL ? { total: MAX_TOTAL, total_relation: 'gte' } : { total: matches };

export interface Page<T> {
  data: T[];
  /** The total is that of the moment at which the first page was read. */
  meta: Total & { next_cursor: string | null; has_more: boolean };
}

export interface SortKey {
  column: string;
  descending: boolean;
  /** The sort expression: the column, or, if it may be null, an expression that puts nulls last. */
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

interface SortFlaw {
  code: 'invalid_value' | 'too_many' | 'duplicate';
  message: string;
}

/** Column and direction of each part of `sort`. */
const partsOfSort = (sort: string) => sort.split(',').map((part) => part.trim().split(':'));

/** Why a list cannot be sorted so. */
function flawOfSort(sort: string, { sorts }: Pick<typeof PageQuery, 'sorts'>): SortFlaw | null {
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

const SIGNATURE_BYTES = 12;

/** Signature and values of a cursor; null for a text that is none. */
function partsOf(cursor: string): { signature: Buffer; body: Buffer } | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return null;
  return { signature: bytes.subarray(0, SIGNATURE_BYTES), body: bytes.subarray(SIGNATURE_BYTES) };
}

/**
 * Makes and reads cursors. A cursor is signed over the list it belongs to (resource, workspace, filters, order), so an
 * altered one, or one of another list, is refused.
 */
export class Cursors {
  /** Made once: signing with the bytes themselves takes eight times as long. */
  readonly #keys: KeyObject[];

  /** `keys`: the one that signs, then those whose cursors are read as well. */
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

  /** A page of a short list that is at hand; a cursor is the place where the next one begins. */
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
