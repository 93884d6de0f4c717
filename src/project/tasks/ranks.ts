import { BASE_62_DIGITS, generateKeyBetween } from 'fractional-indexing';
import { randomInt } from 'node:crypto';

/**
 * Places on a board are keys of fractional indexing: texts between any two of which there is always another one. So a task
 * that moves changes its own key only.
 *
 * A new task stands last. Its key is a whole number that is made of the time, so nothing needs to be read for it, and
 * requests that make tasks at the same time do not meet.
 */

/** The first letter of keys whose whole number has ten digits: with these steps enough until the year 2374. */
const HEAD = 'j';
const DIGITS = 10;
const STEPS_PER_MS = 65_536;

let last = 0n;

/** A place behind all that were given out before. `now`: milliseconds since 1970. */
export function placeAtEnd(now: number): string {
  const next = BigInt(now) * BigInt(STEPS_PER_MS) + BigInt(randomInt(STEPS_PER_MS));
  last = next > last ? next : last + 1n;
  let digits = '';
  for (let rest = last; digits.length < DIGITS; rest /= 62n) digits = BASE_62_DIGITS[Number(rest % 62n)] + digits;
  return HEAD + digits;
}

/** A place between two others; null: before or behind all there are. */
export const placeBetween = (before: string | null, after: string | null): string => generateKeyBetween(before, after);
