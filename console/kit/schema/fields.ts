import { type Contract, follow, type Schema } from '../contract.js';
import { isoOf, localOf } from '../local-time.js';
import { here, sentNumber } from '../locale.js';
import { helpOf, labelOf } from './words.js';

export type Kind =
  | 'text'
  | 'long'
  | 'email'
  | 'number'
  | 'duration'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'date'
  | 'time'
  | 'currency'
  | 'zone'
  | 'color'
  | 'picture'
  | 'one'
  | 'many'
  | 'words'
  | 'group'
  | 'rows'
  | 'pairs';

/** A field of a form, made from a property of a request schema. */
export interface FormField {
  name: string;
  label: string;
  /** Help beside the input; empty where the label says it all. */
  help: string;
  kind: Kind;
  required: boolean;
  nullable: boolean;
  /** Of a choice. */
  options: string[];
  /** How the ids begin that `one` and `many` take. */
  prefix?: string;
  maxLength?: number;
  example?: string;
  /** The value without one, as the description says it. */
  standard?: string;
  /** Of `group` and of each item of `rows`. */
  fields: FormField[];
}

/** Values of a form: texts as they are typed, booleans, lists, and the same again within groups and rows. */
export type Values = Record<string, any>;

/** From so many characters on, a text has several lines. */
const LONG = 1000;

/** The fields of a request body, in the order of the contract. */
export function fieldsOf(
  contract: Contract,
  schema: Schema,
  /** The list or field that they are of, for their words. */
  within: string,
  without: readonly string[] = [],
): FormField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    without.includes(name) ? [] : [fieldOf(contract, name, property, within, schema.required?.includes(name) ?? false)],
  );
}

function fieldOf(contract: Contract, name: string, property: Schema, within: string, required: boolean): FormField {
  const schema = follow(contract, property);
  const types = [schema.type ?? []].flat();
  const items = follow(contract, schema.items);
  const options = (schema.enum ?? items.enum ?? []).filter((each) => each !== null);
  const { description = '' } = schema;
  const kind = kindOf(name, schema, types, items);
  const example = kind === 'text' || kind === 'email' || kind === 'number' ? schema.examples?.[0] : undefined;
  const prefix = schema['x-id-prefix'] ?? items['x-id-prefix'];
  return {
    name,
    label: labelOf(name, within),
    help: helpOf(name, within),
    kind,
    required,
    nullable: types.includes('null'),
    options,
    ...(prefix && { prefix }),
    ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    ...(example !== undefined && { example: String(example) }),
    standard: /Default: `([^`]*)`/.exec(description)?.[1],
    fields:
      kind === 'group' ? fieldsOf(contract, schema, name) : kind === 'rows' ? fieldsOf(contract, items, name) : [],
  };
}

function kindOf(name: string, schema: Schema, types: string[], items: Schema): Kind {
  if (schema.enum) return 'choice';
  if (types.includes('array')) {
    if (items.properties) return 'rows';
    return items.enum ? 'choices' : items['x-id-prefix'] ? 'many' : 'words';
  }
  if (types.includes('object') || schema.properties) return schema.properties ? 'group' : 'pairs';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('number') || types.includes('integer')) return name.endsWith('_seconds') ? 'duration' : 'number';
  if (schema['x-id-prefix']) return 'one';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'email') return 'email';
  if (name === 'currency') return 'currency';
  if (name === 'time_zone') return 'zone';
  if (name === 'accent_color') return 'color';
  if (name === 'logo') return 'picture';
  return (schema.maxLength ?? 0) >= LONG ? 'long' : 'text';
}

/** The values that the inputs show of a record, or of nothing. */
export const valuesOf = (fields: readonly FormField[], record: Values = {}): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, record[field.name])]));

function valueOf({ kind, fields, standard }: FormField, value: any): unknown {
  switch (kind) {
    case 'boolean':
      return value ?? standard === 'true';
    case 'words':
    case 'many':
    case 'choices':
      return value ?? [];
    case 'rows':
      return (value ?? []).map((each: Values) => valuesOf(fields, each));
    case 'group':
      return valuesOf(fields, value ?? {});
    case 'pairs':
      return Object.entries(value ?? {}).map(([name, of]) => ({ name, value: inWords(of), was: of }));
    case 'time':
      return value ? localOf(value) : '';
    case 'duration':
      return value === undefined || value === null ? '' : durationInWords(value);
    case 'number':
      return value === undefined || value === null ? '' : here.number(Number(value));
    default:
      return value === undefined || value === null ? '' : String(value);
  }
}

const inWords = (of: unknown) =>
  Array.isArray(of) ? of.join(', ') : typeof of === 'number' ? here.number(of) : String(of);

/** The body that makes a record from the values: without what was left empty. */
export function bodyOfNew(fields: readonly FormField[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = sent(field, values[field.name]);
      if (field.kind === 'group' && !field.required && !Object.keys(value as object).length) return [];
      const untouched = field.kind === 'boolean' && value === (field.standard === 'true');
      const empty = value === null || value === '' || (Array.isArray(value) && !value.length);
      return untouched || empty ? [] : [[field.name, value]];
    }),
  );
}

/** The body that changes a record: only the fields that differ from the values it began with. Empty ones are null where the API takes it. */
export function bodyOfChange(fields: readonly FormField[], values: Values, before: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const [now, then] = [values[field.name], before[field.name]];
      if (JSON.stringify(now) === JSON.stringify(then)) return [];
      const value = sent(field, now);
      if (field.kind === 'pairs') {
        const kept = new Set((now as Pair[]).map(({ name }) => name));
        const gone = (then as Pair[]).filter(({ name }) => !kept.has(name)).map(({ name }) => [name, null]);
        return [[field.name, { ...Object.fromEntries(gone), ...(value as object) }]];
      }
      return [[field.name, value === null && !field.nullable ? '' : value]];
    }),
  );
}

interface Pair {
  name: string;
  value: string;
  was?: unknown;
}

/** A value as the API takes it; null: none. What is no number, day or duration goes as it was typed, and the API says so. */
function sent(field: FormField, value: any): unknown {
  switch (field.kind) {
    case 'rows':
      return (value as Values[]).map((each) => bodyOfNew(field.fields, each));
    case 'group':
      return bodyOfNew(field.fields, value);
    case 'pairs':
      return Object.fromEntries((value as Pair[]).filter(({ name }) => name).map((each) => [each.name, ofType(each)]));
    case 'number':
      return sentNumber(value);
    case 'duration':
      return String(value).trim() === '' ? null : (secondsOf(value) ?? value);
    case 'time':
      return value === '' ? null : isoOf(value);
    default:
      return value === '' ? null : value;
  }
}

/** A custom field keeps the type that it had. */
function ofType({ value, was }: Pair): unknown {
  if (inWords(was) === value && was !== undefined) return was;
  if (typeof was === 'number' && value.trim() !== '') return sentNumber(value);
  if (typeof was === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  if (Array.isArray(was)) return value.split(',').map((each) => each.trim());
  return value;
}

/** `1:30`, `1h 30m`, `1.5h`, `90m` or `90` minutes → seconds. Null: it is none of them. */
export function secondsOf(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  const clock = /^(\d+):([0-5]?\d)$/.exec(text);
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60;
  const parts = /^(?:(\d+(?:[.,]\d+)?)\s*h)?\s*(?:(\d+)\s*m?)?$/.exec(text);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return null;
  return Math.round(Number((parts[1] ?? '0').replace(',', '.')) * 3600) + Number(parts[2] ?? 0) * 60;
}

/** `5400` → `1h 30m`, rounded to minutes. */
export function durationInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours && `${hours}h`, (rest || !hours) && `${rest}m`].filter(Boolean).join(' ');
}
