import { BASE_62_DIGITS, generateKeyBetween } from 'fractional-indexing';
import { randomInt } from 'node:crypto';

/**
 * Board positions are fractional indexing keys: strings between any two of which there is another one. So moving a task changes
 * only its own key.
 *
 * A new task is appended. Its integer key is derived from the time, so no read is needed and concurrent requests do not
 * conflict.
 */

/** Prefix of integer keys with ten digits, which suffice until the year 2374. */
const INTEGER_PREFIX = 'j';
const DIGITS = 10;
const STEPS_PER_MS = 65_536;

let last = 0n;

/** A position after all existing ones. `now`: milliseconds since 1970. */
export function placeAtEnd(now: number): string {
  const next = BigInt(now) * BigInt(STEPS_PER_MS) + BigInt(randomInt(STEPS_PER_MS));
  last = next > last ? next : last + 1n;
  let digits = '';
  for (let rest = last; digits.length < DIGITS; rest /= 62n) digits = BASE_62_DIGITS[Number(rest % 62n)] + digits;
  return INTEGER_PREFIX + digits;
}

/** A position between two others; null: no bound. */
export const placeBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);
