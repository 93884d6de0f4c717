import type { Locale } from '../convert/conversion.js';
import { orderIn } from '../convert/dates.js';
import { decimalSignIn } from '../convert/numbers.js';
import type { SourceRow } from '../presets/preset.js';
import type { Plan } from './plan.js';

type Style = Omit<Locale, 'zone'>;

/** Formats of dates and numbers that a request states. */
export const styleGiven = (
  date_order: 'day_first' | 'month_first' | undefined,
  decimal_separator: 'comma' | 'point' | undefined,
): Partial<Style> => ({
  ...(date_order && { dayFirst: date_order === 'day_first' }),
  ...(decimal_separator && { decimalComma: decimal_separator === 'comma' }),
});

/** A cell that can be read in two ways. */
interface Unclear {
  line: number;
  text: string;
}

/** Order of dates and decimal separator, as the cells of a file show them. */
export class FileStyle {
  readonly #counts = { day: 0, month: 0, comma: 0, point: 0 };
  #date: Unclear | null = null;
  #number: Unclear | null = null;

  /** `given`: what the request says. */
  constructor(
    private readonly plan: Plan,
    private readonly given: Partial<Style>,
  ) {}

  take(row: SourceRow): void {
    for (const column of this.plan.dates) {
      const text = row.get(column);
      const order = orderIn(text);
      if (order) this.#counts[order]++;
      else if (!this.#date && /^\d{1,2}[-/]\d{1,2}[-/]\d{2,4}/.test(text)) this.#date = { line: row.line, text };
    }
    for (const column of this.plan.numbers) {
      const text = row.get(column);
      const sign = text ? decimalSignIn(text) : null;
      if (sign === 'either') this.#number ??= { line: row.line, text };
      else if (sign) this.#counts[sign]++;
    }
  }

  get found(): Style {
    const { day, month, comma, point } = this.#counts;
    return { dayFirst: day >= month, decimalComma: comma > point, ...this.given };
  }

  /** The first date and the first number that no other cell of the file explains. */
  get unclear(): { line: number; message: string }[] {
    const { day, month, comma, point } = this.#counts;
    const found: { line: number; message: string }[] = [];
    if (this.#date && !day && !month && this.given.dayFirst === undefined)
      found.push({
        line: this.#date.line,
        message: `Dates such as ${this.#date.text} are read with the day first. Say date_order=month_first if the month is.`,
      });
    if (this.#number && !comma && !point && this.given.decimalComma === undefined)
      found.push({
        line: this.#number.line,
        message: `Numbers such as ${this.#number.text} are read with a decimal point. Say decimal_separator=comma if it is a comma.`,
      });
    return found;
  }
}
