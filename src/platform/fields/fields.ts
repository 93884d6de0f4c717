import { applyDecorators } from '@nestjs/common';
import { isEmail } from 'class-validator';
import type { ApiPropertyOptions } from './api-decorators.js';
import { broken, eachItem, rule, typed } from './field-rules.js';
import { declareField, type FieldOptions, type FieldSpec, type ReferenceOptions } from './field-spec.js';
import { idFacts, isId } from './ids.js';
import { isDay, isMoment } from './moments.js';

function field(
  options: FieldOptions,
  { column, ...spec }: Pick<FieldSpec, 'column'> & Partial<FieldSpec>,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
) {
  const { optional = false, nullable = false, description, example, primary, generated } = options;
  const declare: PropertyDecorator = (target, name) =>
    declareField(target, String(name), {
      audit: 'values',
      secret: options.secret ?? false,
      derived: options.derived ?? false,
      ...spec,
      ...(options.audit && { audit: options.audit }),
      optional,
      nullable,
      default: options.default,
      column: {
        ...column,
        nullable,
        ...(primary && { primary }),
        ...(generated && { generatedType: 'STORED', asExpression: generated, insert: false, update: false }),
      },
      schema: {
        ...(description && { description }),
        ...(example !== undefined && { example }),
        ...schema,
      } as ApiPropertyOptions,
    });
  return applyDecorators(declare, ...rules);
}

/** Keeps timestamps as ISO 8601 strings when TypeORM hydrates an entity. */
const isoTexts = {
  from: (value: Date | string | null) => (value instanceof Date ? value.toISOString() : value),
  to: (value: string | null) => value,
};

const isText = typed((value) => typeof value === 'string', '$property must be a string.');
const isObject = typed(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  '$property must be an object.',
);
const notEmpty = rule('required', (text: string) => text.trim() !== '', '$property must not be empty.');
const isNumber = typed((value) => Number.isFinite(value), '$property must be a number.');
const trim = (value: string) => value.trim();

/** Characters are counted as Unicode code points. */
const characters = (text: string) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};
const atMost = (max: number, stored = (text: string) => text) =>
  rule(
    'too_long',
    (text: string) => text.length <= max || characters(stored(text)) <= max,
    `$property must have at most ${max} characters.`,
  );

/** A line of text: trimmed, not empty unless optional and `empty` is allowed. */
export function Text({ max = 255, empty, ...options }: FieldOptions & { max?: number; empty?: boolean } = {}) {
  return field(
    options,
    { column: { type: 'text' }, normalise: trim },
    { type: 'string', maxLength: max, ...(!empty && { minLength: 1 }) },
    isText,
    ...(empty ? [] : [notEmpty]),
    atMost(max, trim),
  );
}

/** An e-mail address: trimmed, and kept as it was typed. */
export function Email(options: FieldOptions = {}) {
  return field(
    { example: 'ada@example.com', ...options },
    { column: { type: 'text' }, normalise: trim },
    { type: 'string', format: 'email', maxLength: 254 },
    isText,
    notEmpty,
    atMost(254, trim),
    rule('invalid_format', (text: string) => isEmail(text.trim()), '$property must be an e-mail address.'),
  );
}

/** Text that is kept exactly as sent. `maxBytes` is counted in UTF-8. */
export function LongText({ max, maxBytes, ...options }: FieldOptions & { max?: number; maxBytes?: number } = {}) {
  const fits = rule(
    'too_large',
    (text: string) => text.length * 3 <= maxBytes! || Buffer.byteLength(text) <= maxBytes!,
    `$property must be at most ${maxBytes} bytes.`,
  );
  return field(
    options,
    { column: { type: 'text' }, audit: 'digest' },
    // No text has more characters than bytes.
    { type: 'string', ...((max ?? maxBytes) && { maxLength: max ?? maxBytes }) },
    isText,
    ...(max ? [atMost(max)] : []),
    ...(maxBytes ? [fits] : []),
  );
}

/** One of a few words. */
export function Choice(values: readonly string[], options: FieldOptions = {}) {
  return field(
    options,
    { column: { type: 'text' } },
    { type: 'string', enum: [...values] },
    isText,
    rule('invalid_value', (value: string) => values.includes(value), `$property must be one of ${values.join(', ')}.`),
  );
}

const flags: Record<string, boolean> = { true: true, false: false };

export function Flag(options: FieldOptions = {}) {
  return field(
    options,
    { column: { type: 'boolean' }, fromText: (text) => flags[text] ?? text },
    { type: 'boolean' },
    typed((value) => typeof value === 'boolean', '$property must be true or false.'),
  );
}

const between = (min: number, max: number, words = `between ${min} and ${max}`) =>
  rule('out_of_range', (value: number) => value >= min && value <= max, `$property must be ${words}.`);

/** A whole number. `big`: its column holds more than 31 bits. */
export function Int({ min, max, big, ...options }: FieldOptions & { min?: number; max?: number; big?: boolean } = {}) {
  const low = min ?? Number.MIN_SAFE_INTEGER;
  const high = max ?? Number.MAX_SAFE_INTEGER;
  const words = max === undefined ? `${low} or more` : undefined;
  return field(
    options,
    {
      column: { type: big ? 'bigint' : 'integer' },
      fromText: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    },
    { type: 'integer', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) },
    typed((value) => Number.isSafeInteger(value), '$property must be a whole number.'),
    between(low, high, words),
  );
}

/** A decimal number in a range, with at most `scale` decimal places. */
export function Decimal({ min, max, scale, ...options }: FieldOptions & { min: number; max: number; scale: number }) {
  return field(
    options,
    { column: { type: 'numeric', precision: 14, scale } },
    { type: 'number', minimum: min, maximum: max },
    isNumber,
    between(min, max),
    rule(
      'invalid_value',
      (value: number) => Number(value.toFixed(scale)) === value,
      `$property must have ${scale} decimals at most.`,
    ),
  );
}

/** Maximum of the column; a JSON number still represents it to the cent. */
const MAX_MONEY = 999_999_999_999.99;

/** An amount of money: a JSON number, 0 or more, with two decimals at most. */
export function Money({ sum, ...options }: FieldOptions & { sum?: boolean } = {}) {
  return field(
    options,
    { column: { type: 'numeric', precision: 14, scale: 2 } },
    // The sum of many amounts has no maximum, and no more digits than a number holds.
    sum ? { type: 'number', minimum: 0 } : { type: 'number', minimum: 0, maximum: MAX_MONEY, multipleOf: 0.01 },
    isNumber,
    between(0, MAX_MONEY),
    rule(
      'invalid_value',
      (value: number) => Math.round(value * 100) / 100 === value,
      '$property must have two decimals at most.',
    ),
  );
}

/** ISO 8601 with an offset; stored and shown in UTC with milliseconds. */
export function Timestamp(options: FieldOptions = {}) {
  return field(
    options,
    {
      column: { type: 'timestamptz', precision: 3, transformer: isoTexts },
      normalise: (text: string) => new Date(text).toISOString(),
    },
    { type: 'string', format: 'date-time' },
    isText,
    rule(
      'invalid_format',
      isMoment,
      '$property must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:00:00Z.',
    ),
  );
}

/** A calendar date, YYYY-MM-DD. */
export function DateOnly(options: FieldOptions = {}) {
  return field(
    options,
    { column: { type: 'date' } },
    { type: 'string', format: 'date' },
    isText,
    rule('invalid_format', isDay, '$property must be a date such as 2026-01-31.'),
  );
}

/** The additions of a reference to the description and the schema of its field. */
function referenceFacts({ of, onDelete }: ReferenceOptions) {
  if (of === undefined) return { spec: {}, schema: {} };
  const type = typeof of === 'string' ? of : of.type;
  return { spec: { reference: { type, ...(onDelete && { onDelete }) } }, schema: { 'x-ref': type } };
}

/** The id of another record. With `of` on an entity, its store checks that the record exists. */
export function Id(prefix: string, { of, onDelete, ...options }: FieldOptions & ReferenceOptions = {}) {
  const { spec, schema } = referenceFacts({ of, onDelete });
  return field(
    options,
    { column: { type: 'text' }, ...spec },
    { type: 'string', ...idFacts(prefix), ...schema, example: `${prefix}_01jz8k3m5n7p9q1r3s5t7v9w1x` },
    isText,
    rule('invalid_format', (value) => isId(prefix, value), `$property must be an id that begins with ${prefix}_.`),
  );
}

const unique = (item: string, index: number, items: string[]) =>
  items.findIndex((other) => other.trim() === item.trim()) === index;

const atLeastItems = (min: number) =>
  rule('required', (items: unknown[]) => items.length >= min, `$property must have at least ${min} item.`);
const atMostItems = (max: number) =>
  rule('too_many', (items: unknown[]) => items.length <= max, `$property must have at most ${max} items.`);

/** A list of short texts: trimmed, without repeats. */
export function Texts(
  options: FieldOptions &
    ReferenceOptions & {
      maxItems: number;
      maxLength: number;
      minItems?: number;
      among?: readonly string[];
      /** The items are ids with this prefix, so clients can offer a record picker. */
      idPrefix?: string;
    },
) {
  const { maxItems, maxLength, minItems = 0, among, idPrefix, of, onDelete, ...rest } = options;
  const { spec, schema } = referenceFacts({ of, onDelete });
  const items = {
    type: 'string',
    maxLength,
    ...(among && { enum: [...among] }),
    ...(idPrefix && { 'x-id-prefix': idPrefix }),
    ...schema,
  };
  return field(
    rest,
    { column: { type: 'text', array: true }, many: true, ...spec, normalise: (items: string[]) => items.map(trim) },
    { type: 'array', items, minItems, maxItems },
    typed(Array.isArray, '$property must be a list of strings.'),
    typed(
      broken((item) => typeof item === 'string'),
      '$property must be a string.',
    ),
    atLeastItems(minItems),
    atMostItems(maxItems),
    eachItem('required', (item) => item.trim() !== '', '$property must not be empty.'),
    eachItem(
      'too_long',
      (item) => characters(item.trim()) <= maxLength,
      `$property must have at most ${maxLength} characters.`,
    ),
    ...(among
      ? [eachItem('invalid_value', (item) => among.includes(item), `$property must be one of ${among.join(', ')}.`)]
      : []),
    eachItem('duplicate', unique, '$property must not repeat an item.'),
  );
}

/** Up to 50 labels of 50 characters, as every taggable record has them (D-API-11). */
export const Tags = (options: FieldOptions = {}) =>
  Texts({ maxItems: 50, maxLength: 50, description: 'Tags for search and filters.', ...options });

/** An object of another declared class. `closed`: unknown names in it are refused. */
export function Nested(
  type: () => new () => object,
  {
    closed = false,
    namesRecord = false,
    ...options
  }: FieldOptions & Partial<Pick<FieldSpec, 'closed' | 'namesRecord'>> = {},
) {
  return field(
    options,
    { column: { type: 'jsonb' }, nested: type, closed, namesRecord },
    { type } as ApiPropertyOptions,
    isObject,
  );
}

/** A list of objects of another declared class. */
export function NestedList(
  type: () => new () => object,
  { maxItems, minItems, ...options }: FieldOptions & { maxItems?: number; minItems?: number } = {},
) {
  return field(
    options,
    { column: { type: 'jsonb' }, nested: type, many: true },
    { type, isArray: true, ...(minItems && { minItems }), ...(maxItems && { maxItems }) } as ApiPropertyOptions,
    typed((value) => Array.isArray(value), '$property must be a list.'),
    ...(minItems ? [atLeastItems(minItems)] : []),
    ...(maxItems ? [atMostItems(maxItems)] : []),
  );
}

/** An object of any shape (answers only, or free-form input with checks of its own). */
export function FreeObject(options: FieldOptions = {}) {
  return field(
    options,
    { column: { type: 'jsonb' }, audit: 'digest' },
    { type: 'object', additionalProperties: true },
    isObject,
  );
}

/** Rows of values of the given JSON types. Only the outer list is checked here, because there may be many rows. */
export function ListOfLists(
  types: readonly string[],
  { maxItems, ...options }: FieldOptions & { maxItems?: number } = {},
) {
  return field(
    options,
    { column: { type: 'jsonb' }, audit: 'digest' },
    {
      type: 'array',
      items: { type: 'array', items: { type: [...types] } },
      ...(maxItems && { maxItems }),
    } as unknown as ApiPropertyOptions,
    typed((value) => Array.isArray(value), '$property must be a list of lists.'),
  );
}
