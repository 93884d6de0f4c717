import type { ParsedUrlQuery } from 'node:querystring';
import { readComparisons, readCondition } from '../conditions/read-condition.js';
import type { RecordCondition } from '../conditions/record-condition.js';
import { invalidField } from '../errors/api-error.js';
import { MAX_WHERE, type PageQuery } from '../resource/page.js';
import { refuseBadText } from './body.js';

const COMPARISON = /^(\w+)\[(\w+)\]$/;

/**
 * The condition of a list (D-QRY-2): `where` as JSON together with parameters such as `status[in]=open,won`. Null if the request
 * has none.
 */
export function conditionOf({ asked }: typeof PageQuery, source: ParsedUrlQuery): RecordCondition | null {
  const comparisons = Object.entries(source).flatMap(([name, text]) => {
    const [, field, operator] = COMPARISON.exec(name) ?? [];
    return field === undefined ? [] : [[field, operator!, text] as const];
  });
  const { where } = source;
  const whole = where === undefined ? null : readCondition(parse(where), asked);
  const beside = comparisons.length ? readComparisons(comparisons, asked) : null;
  return whole && beside ? whole.and(beside) : (whole ?? beside);
}

function parse(where: string | string[]): unknown {
  if (typeof where !== 'string') throw invalidField('where', 'duplicate', 'where must be given once.');
  if (where.length > MAX_WHERE)
    throw invalidField('where', 'too_long', `where must have at most ${MAX_WHERE} characters.`);
  try {
    const value: unknown = JSON.parse(where);
    refuseBadText(value, 'where');
    return value;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw invalidField('where', 'invalid_format', 'where must be JSON, such as {"status": "open"}.');
    throw error;
  }
}
