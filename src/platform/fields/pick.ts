import { getMetadataStorage } from 'class-validator';
import { declareField, fieldNames, fieldsOf, type FieldSpec } from './fields.js';

type Class<T extends object = object> = abstract new (...args: any[]) => T;
type Name<T> = keyof T & string;

/**
 * A class with some fields of another one, as a request sends them: with their checks, their defaults, and what may be
 * left out. What differs is declared beside them, in the class that extends it.
 *
 * @example class CreateDeal extends PickType(Deal, ['title', 'value', 'tags']) {}
 */
export function PickType<T extends object, const K extends readonly Name<T>[]>(type: Class<T>, names: K) {
  return derive<Pick<T, K[number]>>(type, names, (spec) => spec);
}

/** The same fields, each of which may be left out: what PATCH takes. */
export function PartialType<T extends object>(type: Class<T>) {
  return derive<Partial<T>>(type, [...fieldsOf(type.prototype).keys()], (spec) => ({
    ...spec,
    optional: true,
    default: undefined,
  }));
}

/**
 * A class with some fields of another one, as an answer has them: all of them.
 *
 * @example class DealView extends ViewType(Deal, ['id', 'title', 'value', 'status', 'created_at']) {}
 */
export function ViewType<T extends object, const K extends readonly Name<T>[]>(type: Class<T>, names: K) {
  return derive<Pick<T, K[number]>>(type, names, (spec) => ({ ...spec, optional: false, default: undefined }));
}

/** The declared fields of a record, and of what is nested in it, so that nothing leaves by accident. */
export function shownAs<T extends object>(type: Class<T>, record: object): T {
  const shown: Record<string, unknown> = {};
  for (const name of fieldNames(type)) shown[name] = (record as Record<string, unknown>)[name];
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

function derive<T>(type: Class, names: readonly string[], change: (spec: FieldSpec) => FieldSpec): new () => T {
  class Derived {}
  copyFields(type, Derived, names, change);
  return Derived as new () => T;
}

/** Declares fields of one class in another, with their rules. */
export function copyFields(
  from: Class,
  to: new () => object,
  names: readonly string[],
  change: (spec: FieldSpec) => FieldSpec,
): void {
  const fields = fieldsOf(from.prototype);
  for (const name of names) {
    const spec = fields.get(name);
    if (!spec) throw new Error(`${from.name}.${name} has no field decorator: add one, such as @Text() ${name}.`);
    declareField(to.prototype, name, change(spec));
  }
  const storage = getMetadataStorage();
  for (const rule of storage.getTargetValidationMetadatas(from, '', true, false)) {
    if (!names.includes(rule.propertyName)) continue;
    storage.addValidationMetadata(Object.assign(Object.create(Object.getPrototypeOf(rule)), rule, { target: to }));
  }
}
