import { ValidateBy } from 'class-validator';
import { TYPE, VALUE_ONLY } from './validator-rules.js';

/** A class-validator rule about a single value. Its name is the error code. */
export function rule(code: string, test: (value: any) => boolean, message: string): PropertyDecorator {
  return about(VALUE_ONLY, code, test, message);
}

/** A rule about the type of a field; evaluated before all others, whatever the order of decorators. */
export const typed = (test: (value: any) => boolean, message: string) => about(TYPE, 'invalid_type', test, message);

function about(context: symbol, name: string, test: (value: any) => boolean, message: string): PropertyDecorator {
  const validator = { validate: (value: unknown) => test(value), defaultMessage: () => message };
  return ValidateBy({ name, validator }, { context });
}

/** Indexes of the items that break a rule, or true. */
export const broken = (test: (item: any, index: number, items: any[]) => boolean) => (items: any[]) =>
  items.every(test) ? true : (items.flatMap((item, index) => (test(item, index, items) ? [] : [index])) as never);

/** A rule for every item of a list; reports the indexes of items that break it. */
export const eachItem = (
  code: string,
  test: (item: any, index: number, items: any[]) => boolean,
  message: string,
): PropertyDecorator => rule(code, broken(test), message);
