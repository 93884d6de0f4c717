import { applyDecorators } from '@nestjs/common';
import { type FieldOptions, FreeObject, invalidField, rule } from '../../platform/index.js';

type Scalar = string | number | boolean;
export type CustomValues = Record<string, Scalar | Scalar[]>;

/** Changes in a request: null removes a field. */
type CustomChanges = Record<string, Scalar | Scalar[] | null>;

const MAX_FIELDS = 100;
const MAX_BYTES = 65_536;

const TOO_MANY = `custom_fields must have at most ${MAX_FIELDS} fields.`;
const TOO_LARGE = `custom_fields must be at most ${MAX_BYTES} bytes of JSON.`;

export const isCustomName = (name: string) => /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== '__proto__';
const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
const isValue = (value: unknown) =>
  value === null || isScalar(value) || (Array.isArray(value) && value.every(isScalar));
const isSmall = (values: object) => Buffer.byteLength(JSON.stringify(values)) <= MAX_BYTES;

/** Fields of the client's own: up to 100 names with plain values or flat lists, 64 KiB in all (D-SAL-5). */
export const CustomFields = (options: FieldOptions = {}) =>
  applyDecorators(
    FreeObject({
      example: { newsletter: true, interests: ['tea'] },
      description:
        'Custom fields: up to 100 names of A-Z, a-z, 0-9, `_`, `.`, `-`, each with a text, a number, a boolean or a list ' +
        'of these; 64 KiB in all. A change keeps the other fields; null removes a field.',
      ...options,
    }),
    rule('too_many', (values) => Object.keys(values).length <= MAX_FIELDS, TOO_MANY),
    rule(
      'invalid_format',
      (values) => Object.keys(values).every(isCustomName),
      'custom_fields must have names of 1 to 64 characters among A-Z, a-z, 0-9, _, . and -, but not __proto__.',
    ),
    rule(
      'invalid_type',
      (values) => Object.values(values).every(isValue),
      'custom_fields must have texts, numbers, booleans, null or flat lists of these as values.',
    ),
    rule('too_large', isSmall, TOO_LARGE),
  );

/** The fields after a change. 400 where they become too many or too large together. */
export function changed(before: CustomValues, changes: CustomChanges): CustomValues {
  const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  if (after.length > MAX_FIELDS) throw invalidField('custom_fields', 'too_many', TOO_MANY);
  const values = Object.fromEntries(after) as CustomValues;
  if (!isSmall(values)) throw invalidField('custom_fields', 'too_large', TOO_LARGE);
  return values;
}
