import { type Type as NestType } from '@nestjs/common';
import * as mapped from '@nestjs/mapped-types';
import { declareField, fieldNames, fieldsOf, type FieldSpec } from './field-spec.js';
import { validatedNames } from './validated.js';

type Class<T extends object = object> = abstract new (...args: any[]) => T;
type Name<T> = keyof T & string;
type Together<T extends object[]> = T extends [infer First, ...infer Rest extends object[]]
  ? First & Together<Rest>
  : unknown;

// Nest's mapped types, extended to copy field decorators as well. Nest itself copies the rules of class-validator and
// class-transformer.

/**
 * Request class with some fields of another class, including their rules and defaults. Declare differences in the class that
 * extends it.
 *
 * @example class CreateDeal extends PickType(Deal, ['title', 'value', 'tags']) {}
 */
export function PickType<T extends object, const K extends readonly Name<T>[]>(type: Class<T>, names: K) {
  return picked<Pick<T, K[number]>>(type, names, (spec) => spec);
}

/** The class without the given fields. */
export function OmitType<T extends object, const K extends readonly Name<T>[]>(type: Class<T>, names: K) {
  const kept = fieldNames(type).filter((name) => !names.includes(name as K[number]));
  return declared<Omit<T, K[number]>>(mapped.OmitType(plain(type), names as never), type, kept);
}

/** The same fields, all optional: the body of PATCH. Null is a value and must be allowed by the field. */
export function PartialType<T extends object>(type: Class<T>) {
  // Nest's PartialType copies initial values. A PATCH would then overwrite fields that the request omits.
  class Patch {}
  const ruled = new Set(mapped.inheritValidationMetadata(plain(type), Patch));
  mapped.inheritTransformationMetadata(plain(type), Patch);
  for (const name of ruled) mapped.applyValidateIfDefinedDecorator(Patch, name);
  return declared<Partial<T>>(Patch, type, fieldNames(type), (spec) => ({
    ...spec,
    optional: true,
    default: undefined,
  }));
}

/** The fields of all these classes. */
export function IntersectionType<T extends object[]>(...types: { [I in keyof T]: Class<T[I]> }) {
  const all: Class[] = types;
  const together = mapped.IntersectionType(...all.map(plain)) as new () => object;
  for (const type of all) declared(together, type, fieldNames(type));
  return together as new () => Together<T>;
}

/**
 * Response class with some fields of another class, all required.
 *
 * @example class DealView extends ViewType(Deal, ['id', 'title', 'value', 'status', 'created_at']) {}
 */
export function ViewType<T extends object, const K extends readonly Name<T>[]>(type: Class<T>, names: K) {
  return picked<Pick<T, K[number]>>(type, names, (spec) => ({ ...spec, optional: false, default: undefined }));
}

/**
 * Keeps only declared fields, recursively, so that no other field leaks into a response. `names`: some of these fields, in the
 * order of the class.
 */
export function shownAs<T extends object>(type: Class<T>, record: object, names = fieldNames(type)): T {
  const shown: Record<string, unknown> = {};
  for (const name of names) shown[name] = (record as Record<string, unknown>)[name];
  for (const [name, nested] of nestedIn(type)) {
    const value = shown[name];
    if (Array.isArray(value)) shown[name] = value.map((item) => shownAs(nested, item));
    else if (value) shown[name] = shownAs(nested, value);
  }
  return shown as T;
}

const nestedFields = new Map<Class, [name: string, type: Class][]>();

/** Fields whose values are objects of declared classes. */
function nestedIn(type: Class): [name: string, type: Class][] {
  let found = nestedFields.get(type);
  if (!found) {
    const fields = [...fieldsOf(type.prototype)];
    found = fields.flatMap(([name, { nested }]) => (nested ? [[name, nested()] as [string, Class]] : []));
    nestedFields.set(type, found);
  }
  return found;
}

type Change = (spec: FieldSpec) => FieldSpec;

/** Nest's functions require a concrete class, but only use its metadata and initial values. */
const plain = (type: Class): NestType<object> => type as NestType<object>;

function picked<T>(type: Class, names: readonly string[], change: Change): new () => T {
  refuseUnknown(type, names);
  const known = names.filter((name) => fieldsOf(type.prototype).has(name));
  return declared<T>(mapped.PickType(plain(type), names as never[]), type, known, change);
}

function refuseUnknown(type: Class, names: readonly string[]): void {
  const known = [...fieldNames(type), ...validatedNames(type as new () => object)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`${type.name}.${unknown} has no field decorator: add one, such as @Text() ${unknown}.`);
}

/** Declares fields of a class in one that was made of it. */
function declared<T>(
  made: Function,
  from: Class,
  names: readonly string[],
  change: Change = (spec) => spec,
): new () => T {
  const fields = fieldsOf(from.prototype);
  for (const name of names) declareField(made.prototype, name, change(fields.get(name)!));
  return made as new () => T;
}

/** Declares fields of one class in another, with their rules. */
export function copyFields(from: Class, to: new () => object, names: readonly string[], change: Change): void {
  refuseUnknown(from, names);
  mapped.inheritValidationMetadata(plain(from), to, (name) => names.includes(name));
  declared(to, from, names, change);
}
