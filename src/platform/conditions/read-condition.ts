import { type Detail, type DetailCode, invalid } from '../errors/api-error.js';
import { isId } from '../fields/ids.js';
import { isDay, isMoment } from '../fields/moments.js';
import {
  type ConditionField,
  type ConditionFields,
  type FieldKind,
  isPlural,
  type Operator,
  OPERATORS_OF,
} from './condition-field.js';
import { type Comparison, type ConditionNode, RecordCondition, type Scalar } from './record-condition.js';

const MAX_COMPARISONS = 30;
/** Levels of `or` and `not` below the outermost object. */
const MAX_LEVELS = 4;
const MAX_VALUES = 100;
const MAX_CHARACTERS = 1_000;

/** A request with more problems than these is told about the first ones. */
const MAX_PROBLEMS = 20;

/** Reads a condition from JSON. Throws one 400 that names every fault with its path, such as `where.or[1].value.gte`. */
export function readCondition(source: unknown, fields: ConditionFields, path = 'where'): RecordCondition {
  const reader = new Reader(fields);
  const root = reader.group(source, path, 0);
  reader.end(path);
  return new RecordCondition(root);
}

/**
 * Reads comparisons of a query: `status[in]=open,won` as `['status', 'in', 'open,won']`. The path of a fault is the name of the
 * parameter.
 */
export function readComparisons(
  comparisons: readonly (readonly [field: string, operator: string, text: unknown])[],
  fields: ConditionFields,
): RecordCondition {
  const reader = new Reader(fields);
  const all = comparisons.flatMap(([field, operator, text]) => {
    const path = `${field}[${operator}]`;
    if (typeof text !== 'string') return reader.fault(path, 'duplicate', `${path} must be given once.`);
    const known = reader.known(field, path);
    return known ? reader.compare(field, known, operator, valuesOf(text, known.kind, operator), path) : [];
  });
  reader.end('where');
  return new RecordCondition({ all });
}

/** The values of a query text, as JSON would have them. */
function valuesOf(text: string, kind: FieldKind, operator: string): unknown {
  if (operator === 'empty') return flags[text] ?? text;
  if (isPlural(operator as Operator)) return text.split(',').map((item) => valueOf(item, kind));
  return valueOf(text, kind);
}

const flags: Record<string, boolean> = { true: true, false: false };

function valueOf(text: string, kind: FieldKind): unknown {
  if (kind === 'flag') return flags[text] ?? text;
  return kind === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

class Reader {
  readonly #problems: Detail[] = [];
  #comparisons = 0;

  constructor(private readonly fields: ConditionFields) {}

  fault(field: string, code: DetailCode, message: string): [] {
    this.#problems.push({ field, code, message });
    return [];
  }

  end(path: string): void {
    if (this.#comparisons > MAX_COMPARISONS)
      this.fault(path, 'too_many', `${path} must have at most ${MAX_COMPARISONS} comparisons.`);
    if (this.#problems.length) throw invalid(this.#problems.slice(0, MAX_PROBLEMS));
  }

  /** An object: its fields, `or` and `not` hold together. */
  group(source: unknown, path: string, level: number): ConditionNode {
    const all: ConditionNode[] = [];
    if (!isObject(source)) this.fault(path, 'invalid_type', `${path} must be an object.`);
    else if (level > MAX_LEVELS) this.fault(path, 'too_many', `${path} must have at most ${MAX_LEVELS} levels.`);
    else
      for (const [name, value] of Object.entries(source)) {
        const at = `${path}.${name}`;
        if (name === 'or') all.push(...this.#anyOf(value, at, level + 1));
        else if (name === 'not') all.push({ not: this.group(value, at, level + 1) });
        else all.push(...this.#about(name, value, at));
      }
    return { all };
  }

  #anyOf(source: unknown, path: string, level: number): ConditionNode[] {
    if (!Array.isArray(source) || !source.length)
      return this.fault(path, 'invalid_type', `${path} must be a list of one or more objects.`);
    return [
      { any: source.slice(0, MAX_COMPARISONS + 1).map((item, index) => this.group(item, `${path}[${index}]`, level)) },
    ];
  }

  /** The comparisons of one field, from its value or an object of operators. */
  #about(name: string, source: unknown, path: string): Comparison[] {
    const field = this.known(name, path);
    if (!field) return [];
    if (!isObject(source)) return this.compare(name, field, field.kind === 'list' ? 'any' : 'eq', source, path);
    const operators = Object.entries(source);
    if (!operators.length) return this.fault(path, 'required', `${path} must have an operator.`);
    return operators.flatMap(([operator, value]) => this.compare(name, field, operator, value, `${path}.${operator}`));
  }

  known(name: string, path: string): ConditionField | null {
    if (Object.hasOwn(this.fields, name)) return this.fields[name]!;
    const names = Object.keys(this.fields).join(', ');
    this.fault(path, 'unknown_field', `${path}: ${name} cannot be asked for. Fields that can: ${names}.`);
    return null;
  }

  compare(name: string, field: ConditionField, operator: string, source: unknown, path: string): Comparison[] {
    this.#comparisons++;
    const { kind } = field;
    const allowed = OPERATORS_OF[kind];
    if (!allowed.includes(operator as Operator)) {
      return this.fault(path, 'invalid_value', `${path}: ${name} takes ${allowed.join(', ')}, not ${operator}.`);
    }
    const made = (value: Scalar | Scalar[]) => [{ field: name, kind, operator: operator as Operator, value }];
    if (operator === 'empty')
      return typeof source === 'boolean'
        ? made(source)
        : this.fault(path, 'invalid_type', `${path} must be true or false.`);
    if (!isPlural(operator as Operator)) {
      const value = this.#value(field, source, path, operator);
      return value === undefined ? [] : made(value);
    }
    const items = kind === 'list' && !Array.isArray(source) ? [source] : source;
    if (!Array.isArray(items) || !items.length)
      return this.fault(path, 'invalid_type', `${path} must be a list of one or more values.`);
    if (items.length > MAX_VALUES)
      return this.fault(path, 'too_many', `${path} must have at most ${MAX_VALUES} values.`);
    const values = items.map((item, index) => this.#value(field, item, `${path}[${index}]`, operator));
    return values.includes(undefined) ? [] : made(values as Scalar[]);
  }

  /** A valid value, normalised as it is stored. */
  #value(
    { kind, choices, idPrefix, range }: ConditionField,
    source: unknown,
    path: string,
    operator: string,
  ): Scalar | undefined {
    const refuse = (code: DetailCode, message: string) => void this.fault(path, code, `${path} must be ${message}.`);
    if (source === null) return refuse('invalid_type', 'a value: records without one are found by {"empty": true}');
    if (kind === 'flag') return typeof source === 'boolean' ? source : refuse('invalid_type', 'true or false');
    if (kind === 'number') {
      if (typeof source !== 'number' || !Number.isFinite(source)) return refuse('invalid_type', 'a number');
      if (!range) return source;
      if (!Number.isSafeInteger(source)) return refuse('invalid_type', 'a whole number');
      return source >= range[0] && source <= range[1]
        ? source
        : refuse('out_of_range', `between ${range[0]} and ${range[1]}`);
    }
    if (typeof source !== 'string') return refuse('invalid_type', 'a string');
    if (source.includes('\0') || !source.isWellFormed())
      return refuse('invalid_value', 'text without NUL or lone surrogates');
    if (source.length > MAX_CHARACTERS) return refuse('too_long', `at most ${MAX_CHARACTERS} characters long`);
    if (kind === 'date') return isDay(source) ? source : refuse('invalid_format', 'a date such as 2026-01-31');
    if (kind === 'time')
      return isMoment(source)
        ? new Date(source).toISOString()
        : refuse('invalid_format', 'an ISO 8601 date-time with an offset, such as 2026-01-31T09:00:00Z');
    if (operator === 'starts') return source;
    if (choices && !choices.includes(source)) return refuse('invalid_value', `one of ${choices.join(', ')}`);
    if (idPrefix && !isId(idPrefix, source)) return refuse('invalid_format', `an id that begins with ${idPrefix}_`);
    return source;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
