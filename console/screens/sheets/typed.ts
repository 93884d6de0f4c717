import { t } from '../../kit/language.js';

/** A value as the API takes it under `user_entered`; null leaves a cell alone. */
export type Entry = string | number | boolean | null;

/** The content of a cell: `raw` is its formula or its value, `shown` the text that it shows. */
export interface Cell {
  raw: string | number | boolean;
  shown: string;
}

export const EMPTY: Cell = { raw: '', shown: '' };

/** Texts that would be taken for something else if they were typed. */
const READ_OTHERWISE = /^[\s'=+\-$€£.,\d]|^(true|false)$/i;
const ISO_DATE = /^\d{4}-\d\d?-\d\d?$/;
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

export const isFormula = ({ raw, shown }: Cell): boolean =>
  typeof raw === 'string' && raw.startsWith('=') && raw !== shown;

/** The entry that gives an empty cell this content, with its number format where typing can give one. */
export function entryOf(cell: Cell): Entry {
  const { raw, shown } = cell;
  if (typeof raw === 'number') return ISO_DATE.test(shown) ? shown : inFormat(raw, shown);
  if (typeof raw === 'boolean' || isFormula(cell)) return raw;
  return READ_OTHERWISE.test(raw) ? `'${raw}` : raw;
}

/** The text that people edit: formulas, percentages and dates as they were typed, other numbers with all their digits. */
export function textOf(cell: Cell): string {
  const { raw, shown } = cell;
  if (typeof raw === 'number' && !shown.endsWith('%') && !ISO_DATE.test(shown)) return String(raw);
  const entry = entryOf(cell);
  return typeof entry === 'boolean' ? String(entry).toUpperCase() : String(entry ?? '');
}

/** The entry that somebody types into a cell: a plain number keeps the format that the cell has. */
export function typedInto(before: Cell, text: string): Entry {
  if (!PLAIN_NUMBER.test(text.trim()) || typeof before.raw !== 'number') return text;
  if (before.shown.endsWith('%')) return `${text.trim()}%`;
  return inFormat(Number(text), before.shown);
}

/** Formats of numbers that typing can give, each with a number that shows it. */
export const FORMATS = [
  { label: t('Plain number'), like: '1234.5' },
  { label: t('Number, 1,235'), like: '1,235' },
  { label: t('Number, 1,234.50'), like: '1,234.50' },
  { label: t('Percent, 12%'), like: '12%' },
  { label: t('Percent, 12.00%'), like: '12.00%' },
  { label: t('Dollars, $1,234.50'), like: '$1,234.50' },
  { label: t('Euros, €1,234.50'), like: '€1,234.50' },
  { label: t('Pounds, £1,234.50'), like: '£1,234.50' },
  { label: t('Date, 2026-01-31'), like: '2026-01-31' },
] as const;

const DAY_MS = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** A number as it is typed to be shown like another text: `$1,200.00`. Its digits are all kept. */
export function inFormat(value: number, like: string): Entry {
  if (ISO_DATE.test(like))
    return value >= 1 && value < 2_958_466
      ? new Date(DAY_ZERO_MS + Math.floor(value) * DAY_MS).toISOString().slice(0, 10)
      : value;
  const [, before = '', after = ''] = /^-?([$€£]?)[\d,.]*([$€£%]?)$/.exec(like) ?? [];
  const grouped = like.includes(',');
  if (!before && !after && !grouped) return value;
  const digits = after === '%' ? shiftedPoint(value, 2) : String(Math.abs(value));
  if (/e/i.test(digits)) return value;
  const [whole, fraction] = digits.split('.') as [string, string?];
  // The groups say that there is a format; a zero in front makes one where there are too few digits.
  const groups =
    before || after ? whole : whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : `0,${whole.padStart(3, '0')}`;
  const decimals = fraction ?? (/\.\d/.test(like) ? '00' : undefined);
  return `${value < 0 ? '-' : ''}${before}${groups}${decimals === undefined ? '' : `.${decimals}`}${after}`;
}

/** The digits of a number without its sign, the point so many places to the right: multiplying would add digits. */
function shiftedPoint(value: number, places: number): string {
  const digits = String(Math.abs(value));
  if (/e/i.test(digits)) return digits;
  const [whole, fraction = ''] = digits.split('.') as [string, string?];
  const moved = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(places);
  return rest ? `${moved}.${rest}` : moved;
}
