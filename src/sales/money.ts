const CENTS = 100n;

/** Missing in the types of TypeScript. */
const RAW = JSON as unknown as { rawJSON(text: string): number };

/** Integers below this are exact as JavaScript numbers. */
const MAX_SAFE = 10n ** 15n;

/**
 * An exact sum of amounts of any size, in hundredths of cents, because percentages of cents are added. Rounded once for
 * display, half to even.
 */
export class ExactSum {
  #hundredths = 0n;

  /** Adds a percentage of an amount (decimal text with at most two decimals, from PostgreSQL). */
  add(text: string, percent = 100): this {
    const [whole, fraction = ''] = text.split('.') as [string, string?];
    this.#hundredths += BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) * BigInt(percent);
    return this;
  }

  /** As a JSON number, with all digits. */
  get shown(): number {
    const rest = this.#hundredths % CENTS;
    let cents = this.#hundredths / CENTS;
    if (rest > 50n || (rest === 50n && cents % 2n === 1n)) cents += 1n;
    if (cents < MAX_SAFE) return Number(cents) / 100;
    return RAW.rawJSON(`${cents / CENTS}.${String(cents % CENTS).padStart(2, '0')}`);
  }
}
