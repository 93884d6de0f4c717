import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET[bits >>> 5]! + ALPHABET[bits & 31]);

/** A clock that was set back by more than this gives ids their time again; until then they follow those before. */
const BACK_MS = 10_000;

/** Random bits are made for many ids at once: asking for them costs more than they do. */
const random = new Uint32Array(1024);
let used = random.length;
function randomBits(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random[used++]!;
}

let last = 0;
let count = 0;

/**
 * A new id: the prefix, an underscore, and a time-ordered UUID (version 7) in base 32, as TypeID has it. Those of one process
 * are in the order in which they were made: a counter that begins anywhere follows the milliseconds.
 */
export function newId(prefix: string): string {
  const now = Date.now();
  if (now > last || now < last - BACK_MS) {
    last = now;
    count = randomBits() >>> 1;
  } else if (++count > 0xffff_ffff) {
    last++;
    count = 0;
  }
  // Two bits more than a UUID has, the 48 of the time, then ten by ten: version, counter, variant, counter, random bits.
  const [high, low] = [Math.floor(last / 2 ** 20), last % 2 ** 20];
  const [one, two] = [randomBits(), randomBits()];
  const pair = (bits: number) => PAIRS[bits & 1023]!;
  return (
    `${prefix}_${pair(high / 2 ** 20)}${pair(high >>> 10)}${pair(high)}${pair(low >>> 10)}${pair(low)}` +
    pair((0b0111 << 6) | (count >>> 26)) +
    pair((((count >>> 20) & 63) << 4) | (0b10 << 2) | ((count >>> 18) & 3)) +
    pair(count >>> 8) +
    pair(((count & 255) << 2) | (one >>> 30)) +
    pair(one >>> 20) +
    pair(one >>> 10) +
    pair(one) +
    pair(two)
  );
}

/** Stands wherever a user was named who has been deleted since. */
export const DELETED_USER = 'usr_deleted';

/** Whether a text has the form of an id with this prefix. What does not can be refused without asking the database. */
export function isId(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.startsWith(prefix) &&
    ((value.length === prefix.length + 27 && /_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value)) ||
      (value === DELETED_USER && prefix === 'usr'))
  );
}

/** What an id begins with; null: it is none. */
export function prefixOf(text: string): string | null {
  return /^[a-z]{1,20}(?=_[0-7][0-9a-hjkmnp-tv-z]{25}$)/.exec(text)?.[0] ?? null;
}
