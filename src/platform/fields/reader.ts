import { ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import { type Detail, type DetailCode, invalid } from '../errors/api-error.js';
import { fieldsOf, type FieldSpec, isGiven } from './field-spec.js';
import { isTransformed, typeOf, validatedFieldsOf, validatedNames } from './validated.js';
import {
  codeOf,
  constraintsOf,
  isOwn,
  mayCompare,
  rulesFor,
  seesOnlyValue,
  TYPE,
  type ValidationMetadata,
} from './validator-rules.js';

type Class<T = object> = new () => T;
type Reader = (
  source: Record<string, unknown>,
  path: string,
  problems: Detail[],
  mode: ReadMode,
  /** Further fields that the class knows. */
  further?: ReadonlySet<string>,
) => object;

interface ReadMode {
  /** The values are query texts. */
  text: boolean;
  /** Fields that are not declared are refused instead of ignored. */
  strict: boolean;
}

interface Rule {
  code: DetailCode;
  /** Where the rule is broken: null for the value itself, an index for an item; empty if valid. */
  breaches: (value: unknown, object: object) => (number | null)[];
  /** `value`: what breaks it, the value itself or the item. */
  message: (value: unknown, object: object) => string;
}

interface Field {
  name: string;
  spec: FieldSpec;
  /** Rules about the value alone; first those about its type. */
  rules: Rule[];
  /** Rules that may compare other fields. */
  comparing: Rule[];
  /** Conditions of `@ValidateIf` and `@IsOptional`; if one is false, the rules are skipped. */
  conditions: ((object: object, value: unknown) => boolean)[];
}

const NONE: number[] = [];
const WHOLE = [null];

const readers = new WeakMap<Class, Reader>();

/**
 * Parses untrusted input into an instance of a declared class: known fields only, validated and normalised. Throws one 400 that
 * lists all invalid fields. The rules of a class are compiled at its first use.
 *
 * @example read(CreateDeal, JSON.parse(text))
 */
export function read<T extends object>(type: Class<T>, source: unknown, mode: Partial<ReadMode> = {}): T {
  if (validatedFieldsOf(type)) throw new Error(`${type.name} has rules of class-validator only: use readInput.`);
  const { result, problems } = collect(type, source, mode);
  if (problems.length) throw invalid(problems);
  return result;
}

/**
 * Like `read`, for the input of a route. Fields without a field decorator are read as by Nest's `ValidationPipe`, with
 * class-transformer and class-validator, whose rules may be asynchronous.
 */
export async function readInput<T extends object>(
  type: Class<T>,
  source: unknown,
  mode: Partial<ReadMode> = {},
): Promise<T> {
  const validated = validatedFieldsOf(type);
  if (!validated) return read(type, source, mode);
  const { result, problems } = collect(type, source, mode, validated.sent);
  const rest = await validated.read(source as object, result, mode.strict ?? false);
  problems.push(...rest.problems);
  if (problems.length) throw invalid(problems);
  return Object.assign(result, rest.values);
}

function collect<T extends object>(
  type: Class<T>,
  source: unknown,
  mode: Partial<ReadMode>,
  further?: ReadonlySet<string>,
): { result: T; problems: Detail[] } {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    throw invalid([], 'The body must be a JSON object.');
  }
  const problems: Detail[] = [];
  const full = { text: false, strict: false, ...mode };
  const result = readerOf(type)(source as Record<string, unknown>, '', problems, full, further);
  return { result: result as T, problems };
}

function readerOf(type: Class): Reader {
  let reader = readers.get(type);
  if (!reader) readers.set(type, (reader = compile(type)));
  return reader;
}

/** A copy of a default, which is JSON. `structuredClone` takes 2 % of the time of a create. */
const copyOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;

function compile(type: Class): Reader {
  const fields = fieldsIn(type);
  const known = new Set(fields.map(({ name }) => name));
  const compares = fields.some(({ comparing }) => comparing.length);

  return (source, path, problems, mode, further) => {
    const result = new type() as Record<string, unknown>;
    /** Fields whose rules compare other fields, with their raw values. */
    const waiting: [Field, unknown][] = [];
    for (const field of fields) {
      const { name, spec, rules, comparing, conditions } = field;
      const given = Object.hasOwn(source, name) ? source[name] : undefined;
      const at = path ? `${path}.${name}` : name;
      if (given === undefined) {
        if (spec.default !== undefined) result[name] = copyOf(spec.default);
        else if (!spec.optional && result[name] === undefined)
          problems.push({ field: at, code: 'required', message: `${at} is required.` });
        continue;
      }
      const exempt = conditions.length > 0 && !conditions.every((holds) => holds(source, given));
      if (exempt || (given === null && spec.nullable)) {
        result[name] = given;
        continue;
      }
      if (given === null) {
        problems.push({ field: at, code: 'invalid_type', message: `${at} must not be null.` });
        continue;
      }
      const value = mode.text && spec.fromText && typeof given === 'string' ? spec.fromText(given) : given;
      if (refused(rules, value, source, at, problems)) continue;
      result[name] = spec.nested
        ? readNested(spec, value, at, problems, mode)
        : (spec.normalise?.(value as never) ?? value);
      if (comparing.length) waiting.push([field, value]);
    }
    if (compares) refuseCompared(waiting, result, path, problems);
    if (mode.strict) {
      for (const name of Object.keys(source)) {
        if (known.has(name) || further?.has(name)) continue;
        const at = path ? `${path}.${name}` : name;
        problems.push({ field: at, code: 'unknown_field', message: `${at} is not a field of this request.` });
      }
    }
    return result;
  };
}

/** Evaluates rules that compare fields, only if the compared values are valid themselves. */
function refuseCompared(
  waiting: [Field, unknown][],
  result: Record<string, unknown>,
  path: string,
  problems: Detail[],
): void {
  const good = { ...result };
  Object.setPrototypeOf(good, Object.getPrototypeOf(result));
  for (const [{ name, comparing }, value] of waiting)
    if (refused(comparing, value, good, path ? `${path}.${name}` : name, problems)) delete result[name];
}

/** Evaluates rules; reports the first one that is broken. */
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
  if (!spec.many)
    return reader(value as Record<string, unknown>, at, problems, spec.closed ? { ...mode, strict: true } : mode);
  return (value as unknown[]).map((item, index) => {
    const field = `${at}[${index}]`;
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      return reader(item as Record<string, unknown>, field, problems, mode);
    }
    problems.push({ field, code: 'invalid_type', message: `${field} must be an object.` });
    return null;
  });
}

function fieldsIn(type: Class): Field[] {
  const all = rulesFor(type);
  return [...fieldsOf(type.prototype)].map(([name, spec]) => {
    const own = all.filter(({ propertyName }) => propertyName === name);
    const rules = own.filter((rule) => rule.type === ValidationTypes.CUSTOM_VALIDATION);
    const compiled = (some: ValidationMetadata[]) => some.flatMap((rule) => compiledRules(type, name, rule));
    return {
      name,
      spec,
      rules: compiled(rules.filter((rule) => !mayCompare(rule)).toSorted((a, b) => rankOf(a) - rankOf(b))),
      comparing: compiled(rules.filter(mayCompare)),
      conditions: own
        .filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION)
        .map((rule) => rule.constraints[0] as Field['conditions'][number])
        .filter((holds) => holds !== isGiven),
    };
  });
}

/** Order of rules: type, then other field decorators, then class-validator. */
const rankOf = ({ name, context }: ValidationMetadata): number => (context === TYPE ? 0 : isOwn(name) ? 1 : 2);

function compiledRules(type: Class, name: string, metadata: ValidationMetadata): Rule[] {
  return constraintsOf(metadata).map((constraint): Rule => {
    const validator = constraint.instance as ValidatorConstraintInterface;
    const args = (value: unknown, object: object) => ({
      value,
      object,
      constraints: metadata.constraints ?? [],
      property: name,
      targetName: type.name,
    });
    // Our item rules return the indexes of the items that break them.
    const test = (value: unknown, object: object) => {
      const verdict = validator.validate(value, args(value, object)) as boolean | number[] | Promise<boolean>;
      if (!(verdict instanceof Promise)) return verdict;
      throw new Error(`${type.name}.${name}: its rule ${metadata.name ?? constraint.name} is asynchronous. ${ASYNC}`);
    };
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
  });
}

const ASYNC = 'Ask in the service, or declare the field by decorators of class-validator only.';

/** Classes that have passed. They are many, and each application of a process asks again. */
const checked = new WeakSet<Class>();

/**
 * Throws at startup if rules of the class could not all be applied; the message says how to fix it. `where`: the route, for the
 * message.
 */
export function checkInput(where: string, type: Class): void {
  if (checked.has(type)) return;
  // Before its fields, which may lead back to it.
  checked.add(type);
  try {
    checkFields(where, type);
  } catch (error) {
    checked.delete(type);
    throw error;
  }
}

function checkFields(where: string, type: Class): void {
  const declared = fieldsOf(type.prototype);
  const all = rulesFor(type);
  const refuse = (field: string, what: string) => {
    throw new Error(`${where}: ${type.name}.${field} ${what}`);
  };
  for (const [name, { nested }] of declared) {
    const rules = all.filter(({ propertyName }) => propertyName === name);
    if (rules.some((rule) => rule.type === ValidationTypes.NESTED_VALIDATION))
      refuse(name, 'has @ValidateNested beside its field decorator: write @Nested(() => …) or @NestedList(() => …).');
    if (rules.some((rule) => rule.type === ValidationTypes.PROMISE_VALIDATION))
      refuse(name, 'has @ValidatePromise: a request holds no promise. Leave it out.');
    const lasting = rules.find((rule) => constraintsOf(rule).some((constraint) => constraint.async));
    if (lasting) refuse(name, `has the asynchronous rule ${lasting.name ?? constraintsOf(lasting)[0]!.name}. ${ASYNC}`);
    if (isTransformed(type, name))
      refuse(name, `has a decorator of class-transformer beside its field decorator. ${ONE_OF_TWO}`);
    if (!nested) continue;
    const [foreign] = validatedNames(nested());
    if (foreign) refuse(name, `nests ${nested().name}, whose field ${foreign} has no field decorator. ${ONE_OF_TWO}`);
    checkInput(where, nested());
  }
  for (const name of validatedNames(type)) {
    if (all.some((rule) => rule.propertyName === name && seesOnlyValue(rule)))
      refuse(name, `has lost its field decorator: import PickType and its like from the platform. ${ONE_OF_TWO}`);
    const typed = typeOf(type, name);
    if (typed && fieldsOf(typed.prototype).size)
      refuse(name, `nests ${typed.name}, whose fields have field decorators: write @Nested(() => ${typed.name}).`);
    const isNested = all.some(
      ({ propertyName, type: kind }) => propertyName === name && kind === ValidationTypes.NESTED_VALIDATION,
    );
    if (isNested && !typed)
      refuse(name, 'has @ValidateNested without @Type, so its values would have no class: add @Type(() => …).');
    if (typed && isNested) checkInput(where, typed);
  }
}

const ONE_OF_TWO = 'Use field decorators, or those of class-validator and class-transformer, for all of them.';
