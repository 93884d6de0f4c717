import {
  type ConditionField,
  type FieldKind,
  isPlural,
  type Operator,
  OPERATORS_OF,
} from '../conditions/condition-field.js';
import type { PageQuery } from '../resource/page.js';
import { capital, refTo } from './names.js';

type Json = Record<string, any>;

const VALUES: Record<FieldKind, Json> = {
  text: { type: 'string' },
  number: { type: 'number' },
  time: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  flag: { type: 'boolean' },
  list: { type: 'string' },
};

const WORDS: Record<Operator, string> = {
  eq: 'Has this value.',
  not: 'Has another value, or none.',
  in: 'Has one of these values.',
  gt: 'Is greater, or later.',
  gte: 'Is this, greater or later.',
  lt: 'Is less, or earlier.',
  lte: 'Is this, less or earlier.',
  starts: 'Begins with this text; case counts.',
  any: 'Has at least one of these.',
  all: 'Has all of these.',
  none: 'Has none of these.',
  empty: 'Whether there is no value.',
};

function comparison(kind: FieldKind, value: Json, operators: readonly Operator[]): Json {
  const schemaOf = (operator: Operator): Json => {
    if (operator === 'empty') return { type: 'boolean' };
    return isPlural(operator) ? { type: 'array', items: value, minItems: 1, maxItems: 100 } : value;
  };
  const described = (operator: Operator) => [operator, { ...schemaOf(operator), description: WORDS[operator] }];
  return {
    type: 'object',
    properties: Object.fromEntries(operators.map(described)),
    minProperties: 1,
    additionalProperties: false,
  };
}

/** Shared schemas of conditions, such as `NumberComparison`. */
export const COMPARISONS: Json = Object.fromEntries(
  Object.entries(VALUES).map(([kind, value]) => [
    `${capital(kind)}Comparison`,
    comparison(kind as FieldKind, value, OPERATORS_OF[kind as FieldKind]),
  ]),
);

/** Schema of a condition on one field: a value, or comparisons. */
function about({ kind, choices, range }: ConditionField): Json {
  const value = { ...VALUES[kind], ...(range && { type: 'integer' }), ...(choices && { enum: choices }) };
  return {
    anyOf: [value, choices ? comparison(kind, value, ['eq', 'not', 'in']) : refTo(`${capital(kind)}Comparison`)],
  };
}

/** The schema of the conditions of a list; `self` is its name. */
export const conditionSchema = ({ asked }: typeof PageQuery, self: string): Json => ({
  type: 'object',
  description: 'A condition: all that it names must hold.',
  properties: {
    ...Object.fromEntries(
      Object.entries(asked).map(([name, field]) => [name, { ...about(field), description: `What ${name} is to be.` }]),
    ),
    or: { type: 'array', items: refTo(self), minItems: 1, maxItems: 30, description: 'At least one must hold.' },
    not: { ...refTo(self), description: 'Must not hold.' },
  },
  additionalProperties: false,
});
