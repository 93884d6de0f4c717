import type { DetailCode } from '../../platform/index.js';

/** A cell that cannot become the value of its field. */
export class ConversionError extends Error {
  constructor(
    readonly code: DetailCode,
    message: string,
  ) {
    super(message);
  }
}

/** Settings for dates and numbers that a file does not state. */
export interface Locale {
  /** Time zone of times without one. */
  zone: string;
  /** Whether the day stands before the month in dates such as 04/05/2026. */
  dayFirst: boolean;
  /** Whether a comma stands before decimals in numbers such as 12,500. */
  decimalComma: boolean;
}

/** The beginning of a cell, for messages. */
export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
