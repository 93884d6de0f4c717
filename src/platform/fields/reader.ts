import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { type Detail, type DetailCode, invalid } from '../errors/api-error.js';
import { fieldsOf, type FieldSpec } from './fields.js';

type Class<T = object> = new () => T;
type Reader = (source: Record<string, unknown>, path: string, problems: Detail[], mode: ReadMode) => object;

interface ReadMode {
  /** The values are query texts. */
  text: boolean;
  /** Fields that are not declared are refused instead of ignored. */
  strict: boolean;
}

interface Rule {
  code: DetailCode;
  /** Where a value breaks it: null for the value itself, an index for an item. */
  breaches: (value: unknown, object: object) => (number | null)[];
  /** `value`: what breaks it, the value itself or the item. */
  message: (value: unknown, object: object) => string;
}

const NONE: number[] = [];
const WHOLE = [null];

const readers = new WeakMap<Class, Reader>();

/**
 * Makes an instance of a declared class from untrusted input: known fields only, checked and normalised.
 * Throws one 400 that lists every wrong field. The rules of a class are compiled at its first use.
 *
 * @example read(CreateDeal, JSON.parse(text))
 */
export function read<T extends object>(type: Class<T>, source: unknown, mode: Partial<ReadMode> = {}): T {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw invalid([], 'The body must be a JSON object.');
  }
  const problems: Detail[] = [];
  const result = readerOf(type)(source as Record<string, unknown>, '', problems, {
    text: false,
    strict: false,
    ...mode,
  });
  if (problems.length) throw invalid(problems);
  return result as T;
}

function readerOf(type: Class): Reader {
  let reader = readers.get(type);
  if (!reader) readers.set(type, (reader = compile(type)));
  return reader;
}

function compile(type: Class): Reader {
  const fields = [...fieldsOf(type.prototype)].map(([name, spec]) => ({ name, spec, rules: rulesOf(type, name) }));
  const known = new Set(fields.map(({ name }) => name));

  return (source, path, problems, mode) => {
    const result = new type() as Record<string, unknown>;
    for (const { name, spec, rules } of fields) {
      const given = Object.hasOwn(source, name) ? source[name] : undefined;
      const at = path ? `${path}.${name}` : name;
      if (given === undefined) {
        if (spec.default !== undefined) result[name] = structuredClone(spec.default);
        else if (!spec.optional && result[name] === undefined)
          problems.push({ field: at, code: 'required', message: `${at} is required.` });
        continue;
      }
      if (given === null) {
        if (spec.nullable) result[name] = null;
        else problems.push({ field: at, code: 'invalid_type', message: `${at} must not be null.` });
        continue;
      }
      const value = mode.text && spec.fromText && typeof given === 'string' ? spec.fromText(given) : given;
      if (refused(rules, value, source, at, problems)) continue;
      result[name] = spec.nested
        ? readNested(spec, value, at, problems, mode)
        : (spec.normalise?.(value as never) ?? value);
    }
    if (mode.strict) {
      for (const name of Object.keys(source)) {
        if (known.has(name)) continue;
        const at = path ? `${path}.${name}` : name;
        problems.push({ field: at, code: 'unknown_field', message: `${at} is not a field of this request.` });
      }
    }
    return result;
  };
}

/** Whether a value breaks a rule; the first one that it breaks is told. */
function refused(rules: Rule[], value: unknown, source: object, at: string, problems: Detail[]): boolean {
  for (const { code, breaches, message } of rules) {
    const places = breaches(value, source);
    for (const place of places) {
      const [field, broken] = place === null ? [at, value] : [`${at}[${place}]`, (value as unknown[])[place]];
      problems.push({ field, code, message: message(broken, source).replaceAll('$property', field) });
    }
    if (places.length) return true;
  }
  return false;
}

function readNested(spec: FieldSpec, value: unknown, at: string, problems: Detail[], mode: ReadMode): unknown {
  const reader = readerOf(spec.nested!());
  if (!spec.many) return reader(value as Record<string, unknown>, at, problems, mode);
  return (value as unknown[]).map((item, index) => {
    const field = `${at}[${index}]`;
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      return reader(item as Record<string, unknown>, field, problems, mode);
    }
    problems.push({ field, code: 'invalid_type', message: `${field} must be an object.` });
    return null;
  });
}

/** The class-validator rules of one field: first ours, which begin with the type, then others beside them. */
function rulesOf(type: Class, name: string): Rule[] {
  const storage = getMetadataStorage();
  return storage
    .getTargetValidationMetadatas(type, '', true, false)
    .filter((metadata) => metadata.propertyName === name && metadata.type === ValidationTypes.CUSTOM_VALIDATION)
    .toSorted((a, b) => Number(isOwn(b.name)) - Number(isOwn(a.name)))
    .flatMap((metadata) =>
      storage.getTargetValidatorConstraints(metadata.constraintCls).map((constraint): Rule => {
        const validator = constraint.instance as ValidatorConstraintInterface;
        const args = (value: unknown, object: object) => ({
          value,
          object,
          constraints: metadata.constraints ?? [],
          property: name,
          targetName: type.name,
        });
        // Rules of ours for items answer the places of those that break them.
        const test = (value: unknown, object: object) =>
          validator.validate(value, args(value, object)) as boolean | number[];
        return {
          code: codeOf(metadata.name ?? constraint.name),
          breaches: (value, object) => {
            if (metadata.each && Array.isArray(value)) {
              return value.flatMap((item, index) => (test(item, object) === true ? [] : [index]));
            }
            const verdict = !metadata.each && test(value, object);
            if (verdict === true) return NONE;
            return verdict === false ? WHOLE : verdict;
          },
          message: (value, object) => {
            const message =
              metadata.message ?? validator.defaultMessage?.(args(value, object)) ?? '$property is not valid.';
            return typeof message === 'function' ? message(args(value, object)) : message;
          },
        };
      }),
    );
}

const ownCodes: DetailCode[] = [
  'required',
  'invalid_type',
  'invalid_format',
  'invalid_value',
  'too_long',
  'too_short',
  'too_many',
  'too_large',
  'out_of_range',
  'duplicate',
];

const isOwn = (name: string | undefined): name is DetailCode => ownCodes.includes(name as DetailCode);

/** The error code for a rule: our rules carry it as their name, class-validator's own are sorted here. */
function codeOf(name: string): DetailCode {
  if (isOwn(name)) return name;
  if (/^is(String|Int|Boolean|Array|Object|Number|Date)$/.test(name)) return 'invalid_type';
  if (/^(isIn|isEnum|equals|isNotIn)$/.test(name)) return 'invalid_value';
  if (/^max(Length|Characters)$/i.test(name)) return 'too_long';
  if (/^minLength$/i.test(name)) return 'too_short';
  if (/^arrayMaxSize$/.test(name)) return 'too_many';
  if (/^arrayUnique$/.test(name)) return 'duplicate';
  if (/^(min|max|isPositive|isDivisibleBy|minDate|maxDate)$/.test(name)) return 'out_of_range';
  if (/^(isDefined|isNotEmpty|arrayNotEmpty|arrayMinSize)$/.test(name)) return 'required';
  return 'invalid_format';
}
