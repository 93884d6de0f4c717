import type { FieldKind, Operator } from './condition-field.js';

export type Scalar = string | number | boolean;

export interface Comparison {
  readonly field: string;
  readonly kind: FieldKind;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

export type ConditionNode =
  | Comparison
  | { readonly all: readonly ConditionNode[] }
  | { readonly any: readonly ConditionNode[] }
  | { readonly not: ConditionNode };

/** How a condition is written in SQL. */
export interface SqlOfFields {
  /** Reserves a placeholder for a value. */
  value: (value: unknown) => string;
  /**
   * The column of a field. `above` and `below`: an expression without nulls that an index has, whose nulls are beyond every value
   * in that direction (see `keyOf` in `page.ts`).
   */
  column: (field: string, nulls?: 'above' | 'below') => string;
}

/**
 * A condition on the fields of a record (D-QRY-1), read as SQL and in memory with the same result. It is two-valued: a field
 * without a value matches no comparison, and every `not`. A `strict` condition has three values, as SQL: a field without a value
 * matches neither, because nothing is known of it.
 *
 * @example readCondition({ status: { in: ['open', 'won'] }, or: [{ value: { gte: 10000 } }, { tags: { any: ['key'] } }] }, fields)
 */
export class RecordCondition {
  constructor(
    readonly root: ConditionNode,
    readonly strict = false,
  ) {}

  /** The comparisons and groups that hold together. */
  get parts(): readonly ConditionNode[] {
    return 'all' in this.root ? this.root.all : [this.root];
  }

  /** The names of its fields. */
  get fields(): readonly string[] {
    return [...new Set(comparisonsIn(this.root).map(({ field }) => field))];
  }

  and(other: RecordCondition): RecordCondition {
    return new RecordCondition({ all: [...this.parts, ...other.parts] });
  }

  matches(record: object): boolean {
    return holds(this.root, record as Record<string, unknown>, this.strict) === true;
  }

  /** True if it matches. A strict condition is null where a value is missing. */
  sql(fields: SqlOfFields): string {
    return sqlOf(this.root, fields, this.strict);
  }
}

export function comparisonsIn(node: ConditionNode): readonly Comparison[] {
  if ('all' in node) return node.all.flatMap(comparisonsIn);
  if ('any' in node) return node.any.flatMap(comparisonsIn);
  return 'not' in node ? comparisonsIn(node.not) : [node];
}

/** Null: unknown, which only a strict condition is. */
function holds(node: ConditionNode, record: Record<string, unknown>, strict: boolean): boolean | null {
  if ('all' in node) return every(node.all.map((part) => holds(part, record, strict)));
  if ('any' in node) return opposite(every(node.any.map((part) => opposite(holds(part, record, strict)))));
  if ('not' in node) return opposite(holds(node.not, record, strict));
  // An entry of the audit log has only some fields of a record, and digests of some values: nothing is known of the others.
  if (strict && record[node.field] !== null && !isOfKind(node.kind, record[node.field])) return null;
  const value = record[node.field] ?? null;
  if (node.kind === 'list') return holdsOfList(node, (value ?? []) as Scalar[]);
  if (strict && value === null && node.operator !== 'empty') return null;
  return holdsOfValue(node, value as Scalar | null);
}

const isOfKind = (kind: FieldKind, value: unknown): boolean =>
  kind === 'list' ? Array.isArray(value) : typeof value === (TYPES[kind] ?? 'string');

const TYPES: Partial<Record<FieldKind, string>> = { number: 'number', flag: 'boolean' };

const opposite = (value: boolean | null): boolean | null => (value === null ? null : !value);

const every = (values: readonly (boolean | null)[]): boolean | null =>
  values.includes(false) ? false : values.includes(null) ? null : true;

function holdsOfList({ operator, value }: Comparison, items: readonly Scalar[]): boolean {
  if (operator === 'empty') return (items.length === 0) === value;
  const wanted = value as readonly Scalar[];
  if (operator === 'all') return wanted.every((item) => items.includes(item));
  return wanted.some((item) => items.includes(item)) === (operator === 'any');
}

function holdsOfValue({ operator, kind, value: wanted }: Comparison, value: Scalar | null): boolean {
  if (operator === 'empty') return (value === null || (kind === 'text' && value === '')) === wanted;
  if (operator === 'not') return value !== wanted;
  if (value === null) return false;
  switch (operator) {
    case 'eq':
      return value === wanted;
    case 'in':
      return (wanted as readonly Scalar[]).includes(value);
    case 'starts':
      return (value as string).startsWith(wanted as string);
    // Times are ISO 8601 in UTC with milliseconds, and dates YYYY-MM-DD, so their texts have their order.
    case 'gt':
      return value > (wanted as Scalar);
    case 'gte':
      return value >= (wanted as Scalar);
    case 'lt':
      return value < (wanted as Scalar);
    default:
      return value <= (wanted as Scalar);
  }
}

const signs: Partial<Record<Operator, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

function sqlOf(node: ConditionNode, fields: SqlOfFields, strict: boolean): string {
  if ('all' in node) return node.all.length ? `(${joined(node.all, fields, strict)})` : 'true';
  if ('any' in node) return `(${node.any.map((part) => `(${sqlOf(part, fields, strict)})`).join(' or ')})`;
  if ('not' in node) {
    const inner = sqlOf(node.not, fields, strict);
    return strict ? `(not (${inner}))` : `((${inner}) is not true)`;
  }
  return node.kind === 'list' ? sqlOfList(node, fields) : sqlOfValue(node, fields, strict);
}

/** A range of one field names one expression at both ends, so that one index scan serves it. */
function joined(nodes: readonly ConditionNode[], fields: SqlOfFields, strict: boolean): string {
  const bounded = new Set(
    nodes.flatMap((node) => ('field' in node && (node.operator === 'gt' || node.operator === 'gte') ? node.field : [])),
  );
  const within = (node: ConditionNode): SqlOfFields =>
    'field' in node && bounded.has(node.field)
      ? { ...fields, column: (field, nulls) => fields.column(field, nulls && 'below') }
      : fields;
  return nodes.map((node) => sqlOf(node, within(node), strict)).join(' and ');
}

function sqlOfList({ field, operator, value }: Comparison, { value: place, column }: SqlOfFields): string {
  const items = column(field);
  if (operator === 'empty') return `cardinality(${items}) ${value ? '=' : '>'} 0`;
  const wanted = `${place(value)}::text[]`;
  if (operator === 'all') return `${items} @> ${wanted}`;
  return operator === 'any' ? `${items} && ${wanted}` : `not (${items} && ${wanted})`;
}

function sqlOfValue(
  { field, kind, operator, value }: Comparison,
  { value: place, column }: SqlOfFields,
  strict: boolean,
): string {
  if (operator === 'empty') {
    const found = kind === 'text' ? `coalesce(${column(field)}, '') = ''` : `${column(field)} is null`;
    return value ? found : `not (${found})`;
  }
  if (operator === 'not') return `${column(field)} ${strict ? '<>' : 'is distinct from'} ${place(value)}`;
  if (operator === 'starts') return `${column(field)} ^@ ${place(value)}`;
  const nulls = operator === 'gt' || operator === 'gte' ? 'below' : 'above';
  // Without decimals in the condition a number still compares as one of the column's type.
  if (operator === 'in') return `${column(field, nulls)} = any(${place(value)})`;
  return `${column(field, nulls)} ${signs[operator]} ${place(value)}`;
}
