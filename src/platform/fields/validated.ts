import { PickType } from '@nestjs/mapped-types';
import { plainToInstance, TransformationType } from 'class-transformer';
// @ts-expect-error: class-transformer shows its decorators nowhere else, and has no types for this path.
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';
import { Allow, getMetadataStorage, validate, type ValidationError } from 'class-validator';
import type { Detail } from '../errors/api-error.js';
import { fieldNames, fieldsOf } from './field-spec.js';
import { codeOf, mayCompare, rulesFor } from './validator-rules.js';

const transforms = defaultMetadataStorage as MetadataStorage;

type Class = new () => object;

/** Fields declared only for class-validator and class-transformer, without a field decorator. */
export interface ValidatedFields {
  names: readonly string[];
  /** Names in the request: `@Expose({ name })`, or the field name. */
  sent: ReadonlySet<string>;
  /** `declared`: values of the other fields, for conditions and comparing rules. */
  read(source: object, declared: object, strict: boolean): Promise<{ values: object; problems: Detail[] }>;
}

const known = new WeakMap<Class, ValidatedFields | null>();

export function validatedFieldsOf(type: Class): ValidatedFields | null {
  let fields = known.get(type);
  if (fields === undefined) known.set(type, (fields = find(type)));
  return fields;
}

/** The names of fields with a rule of class-validator or `@Expose`, and without a field decorator. */
export function validatedNames(type: Class): string[] {
  const declared = fieldsOf(type.prototype);
  const ruled = rulesFor(type).map(({ propertyName }) => propertyName);
  const exposed = transforms.getExposedMetadatas(type).flatMap(({ propertyName }) => propertyName ?? []);
  return [...new Set([...ruled, ...exposed])].filter((name) => !declared.has(name));
}

/** Whether class-transformer changes a field, its name or its type. */
export const isTransformed = (type: Class, name: string): boolean =>
  [
    transforms.findTypeMetadata(type, name),
    transforms.findExposeMetadata(type, name),
    transforms.findExcludeMetadata(type, name),
    ...transforms.findTransformMetadatas(type, name, TransformationType.PLAIN_TO_CLASS),
  ].some(Boolean);

/** The class that `@Type` gives a field. */
export const typeOf = (type: Class, name: string): Class | undefined =>
  transforms.findTypeMetadata(type, name)?.typeFunction?.() as Class | undefined;

const OPTIONS = { whitelist: true, forbidUnknownValues: false };

function find(type: Class): ValidatedFields | null {
  const names = validatedNames(type);
  if (!names.length) return null;
  const part = partOf(type, names);
  const plain = withoutComparing(part);
  const sent = new Set(names.map((name) => transforms.findExposeMetadata(type, name)?.options.name ?? name));

  return {
    names,
    sent,
    async read(source, declared, strict) {
      const given = Object.fromEntries(Object.entries(source).filter(([name]) => sent.has(name)));
      const instance = plainToInstance(part, given) as Record<string, unknown>;
      for (const name of fieldNames(type)) instance[name] = (declared as Record<string, unknown>)[name];
      const options = { ...OPTIONS, forbidNonWhitelisted: strict };
      // Async wrapper, because a rule may throw synchronously.
      const check = async (object: object) => validate(object, options);
      const errors = await check(instance).catch(async (error: unknown) => {
        // A rule that compares fields may throw on values of a wrong type. Then only the errors of those values are reported.
        const wrong = await check(Object.assign(new plain(), instance));
        if (!wrong.length) throw error;
        return wrong;
      });
      const values = Object.fromEntries(names.map((name) => [name, instance[name]]));
      return { values, problems: detailsOf(errors, '') };
    },
  };
}

/** A class with only these fields. Instances may have others, for conditions to read; their rules do not run again. */
function partOf(type: Class, names: string[]): Class {
  const part = PickType(type, names as never[]) as Class;
  for (const name of fieldNames(type)) Allow()(part.prototype, name);
  return part;
}

/** The same class without comparing rules. */
function withoutComparing(type: Class): Class {
  class Plain {}
  for (const rule of rulesFor(type))
    if (!mayCompare(rule)) getMetadataStorage().addValidationMetadata({ ...rule, target: Plain });
  return Plain;
}

/** Errors of class-validator as details: one for each field, by its path. */
function detailsOf(errors: ValidationError[], path: string): Detail[] {
  return errors.flatMap(({ property, constraints, children, value }) => {
    const field = /^\d+$/.test(property) ? `${path}[${property}]` : path ? `${path}.${property}` : property;
    const all = Object.entries(constraints ?? {});
    const broken = all.find(([name]) => codeOf(name) === 'invalid_type') ?? all[0];
    const nested = detailsOf(children ?? [], field);
    if (!broken) return nested;
    const [name, message] = broken;
    const code = value === undefined && name !== 'whitelistValidation' ? 'required' : codeOf(name);
    // Messages of class-validator name the field, not its path.
    const named = message.startsWith(`${property} `) ? field + message.slice(property.length) : message;
    return [{ field, code, message: named }, ...nested];
  });
}
