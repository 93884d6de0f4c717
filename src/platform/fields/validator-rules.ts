import * as classValidator from 'class-validator';
import type { DetailCode } from '../errors/api-error.js';

type Class = abstract new (...args: any[]) => object;
export type ValidationMetadata = ReturnType<
  ReturnType<typeof classValidator.getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/** The rules of class-validator for a class and those it extends, of field decorators and others. */
export const rulesFor = (type: Class): ValidationMetadata[] =>
  classValidator.getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);

export const constraintsOf = ({ constraintCls }: ValidationMetadata) =>
  classValidator.getMetadataStorage().getTargetValidatorConstraints(constraintCls);

/** Built-in rules of class-validator (`isString`, `minLength`, …). None of them compares fields. */
const BUILT_IN = new Set(Object.values(classValidator).filter((value) => typeof value === 'string'));

/** Contexts of rules that see only their value (`rule`), and of type rules, which run first. */
export const VALUE_ONLY = Symbol('value only');
export const TYPE = Symbol('type');

export const seesOnlyValue = ({ context }: ValidationMetadata): boolean => context === VALUE_ONLY || context === TYPE;

/** Whether a rule may compare other fields of its object. */
export const mayCompare = (rule: ValidationMetadata): boolean =>
  rule.type === classValidator.ValidationTypes.CUSTOM_VALIDATION &&
  !seesOnlyValue(rule) &&
  !BUILT_IN.has(rule.name ?? constraintsOf(rule)[0]?.name ?? '');

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

export const isOwn = (name: string | undefined): name is DetailCode => ownCodes.includes(name as DetailCode);

/** The error code of a rule: our rules are named by it, those of class-validator are mapped here. */
export function codeOf(name: string): DetailCode {
  if (isOwn(name)) return name;
  if (name === 'whitelistValidation') return 'unknown_field';
  if (/^(is(String|Int|Boolean|Array|Object|Number|Date)|nestedValidation)$/.test(name)) return 'invalid_type';
  if (/^(isIn|isEnum|equals|isNotIn)$/.test(name)) return 'invalid_value';
  if (/^max(Length|Characters)$/i.test(name)) return 'too_long';
  if (/^minLength$/i.test(name)) return 'too_short';
  if (/^arrayMaxSize$/.test(name)) return 'too_many';
  if (/^arrayUnique$/.test(name)) return 'duplicate';
  if (/^(min|max|isPositive|isNegative|isDivisibleBy|minDate|maxDate)$/.test(name)) return 'out_of_range';
  if (/^(isDefined|isNotEmpty|arrayNotEmpty|arrayMinSize)$/.test(name)) return 'required';
  return 'invalid_format';
}
