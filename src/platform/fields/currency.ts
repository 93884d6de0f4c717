import { applyDecorators } from '@nestjs/common';
import { rule } from './field-rules.js';
import type { FieldOptions } from './field-spec.js';
import { Text } from './fields.js';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** A currency by its code (ISO 4217). */
export const Currency = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ max: 3, example: 'EUR', ...options }),
    rule(
      'invalid_value',
      (code: string) => CURRENCIES.has(code),
      '$property must be a code of ISO 4217 in capitals, such as EUR.',
    ),
  );
