import { LANGUAGE } from '../languages/index.js';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Bytes in words: `1.4 MB`. The number is written as the browser writes numbers, the unit in the language of the console. */
export function sized(bytes: number, locale?: string): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const maximumFractionDigits = value < 10 ? 1 : 0;
  const unit = new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits,
  })
    .formatToParts(value)
    .filter(({ type }) => type === 'literal' || type === 'unit');
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value);
  return number + unit.map(({ value }) => value).join('');
}
