import type { FieldSpec } from '../fields/field-spec.js';

export type FieldKind = 'text' | 'number' | 'time' | 'date' | 'flag' | 'list';

/** A field that conditions can compare (D-QRY-1). */
export interface ConditionField {
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** The only values of a choice. */
  readonly choices?: readonly string[];
  /** The prefix of the ids that it holds. */
  readonly idPrefix?: string;
  /** Bounds of the column's type, for numbers without decimals. */
  readonly range?: readonly [min: number, max: number];
}

export type ConditionFields = Readonly<Record<string, ConditionField>>;

const kinds: Record<string, FieldKind> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  boolean: 'flag',
  timestamptz: 'time',
  date: 'date',
};

const ranges: Record<string, readonly [number, number]> = {
  integer: [-(2 ** 31), 2 ** 31 - 1],
  bigint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** A declared field as conditions see it; null: they cannot ask for it, because it holds objects. */
export function conditionFieldOf({ column, many, nullable, nested, schema }: FieldSpec): ConditionField | null {
  const type = String(column.type);
  const kind = many ? 'list' : kinds[type];
  if (!kind || nested) return null;
  const facts = schema as Record<string, any>;
  const { enum: choices, 'x-id-prefix': idPrefix } = many ? facts.items : facts;
  return {
    kind,
    nullable,
    ...(choices && { choices }),
    ...(idPrefix && { idPrefix }),
    ...(ranges[type] && { range: ranges[type] }),
  };
}

export type Operator = 'eq' | 'not' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'starts' | 'any' | 'all' | 'none' | 'empty';

const ordered: Operator[] = ['eq', 'not', 'in', 'gt', 'gte', 'lt', 'lte', 'empty'];

/** The operators of each kind of field. */
export const OPERATORS_OF: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['eq', 'not', 'in', 'starts', 'empty'],
  number: ordered,
  time: ordered,
  date: ordered,
  flag: ['eq', 'not', 'empty'],
  list: ['any', 'all', 'none', 'empty'],
};

/** Operators that take several values. */
export const isPlural = (operator: Operator) => ['in', 'any', 'all', 'none'].includes(operator);
