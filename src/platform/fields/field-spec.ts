import { ValidateIf } from 'class-validator';
import type { ColumnOptions } from 'typeorm';
import { type ApiPropertyOptions, STATED } from './api-decorators.js';

/**
 * Field decorators state a type once. In every class they give the check (as class-validator rules), the conversion of
 * query texts and the OpenAPI schema; on the entity of a resource also the column. Any other class-validator decorator
 * can stand beside them.
 */
export interface FieldOptions {
  /** May be left out. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  /** The value of a request that leaves the field out; an answer always has the field. */
  default?: unknown;
  description?: string;
  example?: unknown;
  /** The column is part of the primary key. */
  primary?: boolean;
  /** The column is computed by the database: this SQL expression, stored. */
  generated?: string;
  /**
   * How the audit trail shows a change: the values; a digest and the length, which is the default for contents; or nothing
   * but the fact of the change, for secrets.
   */
  audit?: 'values' | 'digest' | 'nothing';
  /** The value is a secret: a key, or an address that needs no credential (see `Route.holdsSecret`). */
  secret?: boolean;
  /** Derived from other fields, so its change gets no audit entry of its own. */
  derived?: boolean;
}

/** Effect of a deletion on records that refer to the deleted one. `keep`: none, so the id may be one that is gone. */
export type OnDelete = 'clear' | 'refuse' | 'keep';

export interface ReferenceOptions {
  /**
   * The resource of the record that is named, or its type. Stores check that it exists in the workspace and that the caller may
   * read it: 400 `not_found`.
   */
  of?: string | { readonly type: string };
  /**
   * Without it a foreign key or the service of that record decides. Unless it is `keep`, the record is locked against deletion
   * until the commit.
   */
  onDelete?: OnDelete;
}

/** The description of a field, beyond its rules. */
export interface FieldSpec {
  optional: boolean;
  nullable: boolean;
  default?: unknown;
  audit: 'values' | 'digest' | 'nothing';
  secret: boolean;
  derived: boolean;
  /** Converts a query string; a value that cannot be converted is passed on for the rules to reject. */
  fromText?: (text: string) => unknown;
  /** Normalises a valid value for storage. */
  normalise?: (value: never) => unknown;
  nested?: () => new () => object;
  many?: boolean;
  /** Names that the nested class does not have are refused in every request: they are values, such as kinds. */
  closed?: boolean;
  /** It has the `type` and `id` of a record, which may be of any type. */
  namesRecord?: boolean;
  /** The type of the records that it names. */
  reference?: { type: string; onDelete?: OnDelete };
  /** The column, where the class is the entity of a resource. */
  column: ColumnOptions;
  schema: ApiPropertyOptions;
}

const specs = new WeakMap<object, Map<string, FieldSpec>>();

/** The fields declared on a class and those it extends. */
export function fieldsOf(target: object): Map<string, FieldSpec> {
  const parent = Object.getPrototypeOf(target);
  const inherited = parent && parent !== Object.prototype ? fieldsOf(parent) : [];
  return new Map([...inherited, ...(specs.get(target) ?? [])]);
}

const names = new WeakMap<object, readonly string[]>();

/** The field names of a class, memoized. */
export function fieldNames(type: abstract new (...args: any[]) => object): readonly string[] {
  let found = names.get(type);
  if (!found) names.set(type, (found = [...fieldsOf(type.prototype).keys()]));
  return found;
}

/** Whether a class, or a nested one, has a secret field. */
export function hasSecret(type: abstract new (...args: any[]) => object, known = new Set<Function>()): boolean {
  if (known.has(type)) return false;
  known.add(type);
  return [...fieldsOf(type.prototype).values()].some(
    ({ secret, nested }) => secret || (nested !== undefined && hasSecret(nested(), known)),
  );
}

/** The fields of a new record that the input leaves out: their default, or null where they may be null. */
export function defaultsOf<T extends object>(type: new () => T): Partial<T> {
  const fields = [...fieldsOf(type.prototype)].filter(([, spec]) => spec.default !== undefined || spec.nullable);
  return Object.fromEntries(fields.map(([name, spec]) => [name, spec.default ?? null])) as Partial<T>;
}

/** For validation by class-validator (Nest's `ValidationPipe`): rules are skipped for missing values. */
export const isGiven = (_object: object, value: unknown): boolean => value !== undefined && value !== null;

/** Declares a field programmatically, as a copy of another one. Its rules are not copied. */
export function declareField(target: object, name: string, spec: FieldSpec): void {
  const own = specs.get(target) ?? new Map<string, FieldSpec>();
  own.set(name, spec);
  specs.set(target, own);
  const { optional, nullable, schema } = spec;
  const required = !optional && spec.default === undefined;
  if (!required || nullable) ValidateIf(isGiven)(target, name);
  const stated = { required, ...(nullable && { nullable }), ...schema };
  Reflect.defineMetadata(
    STATED.PROPERTY,
    { ...Reflect.getMetadata(STATED.PROPERTY, target, name), ...stated },
    target,
    name,
  );
}
