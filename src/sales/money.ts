const CENTS = 100n;

/** Known to Node, not yet to TypeScript. */
const RAW = JSON as unknown as { rawJSON(text: string): number };

/** Numbers of JavaScript have so many digits for sure. */
const SURE = 10n ** 15n;

/**
 * A sum of amounts of money, exact whatever its size: in cents and their hundredths, as percentages of cents have them. It is
 * rounded once, where it is shown: to the cent, halves to the even one.
 */
export class ExactSum {
  #hundredths = 0n;

  /** Adds so many per cent of an amount: decimal text with two decimals at most, as PostgreSQL gives it. */
  add(text: string, percent = 100): this {
    const [whole, fraction = ''] = text.split('.') as [string, string?];
    this.#hundredths += BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) * BigInt(percent);
    return this;
  }

  /** As a JSON number with all its digits. */
  get shown(): number {
    const rest = this.#hundredths % CENTS;
    let cents = this.#hundredths / CENTS;
    if (rest > 50n || (rest === 50n && cents % 2n === 1n)) cents += 1n;
    if (cents < SURE) return Number(cents) / 100;
    return RAW.rawJSON(`${cents / CENTS}.${String(cents % CENTS).padStart(2, '0')}`);
  }
}
