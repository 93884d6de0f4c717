import { formatNumber, GENERAL, serialOf } from './number-format.js';

export type Value = string | number | boolean;

/** The content of one cell. Empty cells are not stored. */
export interface Cell {
  /** Input, or the result of the formula. Dates are serial numbers, errors their names (`#DIV/0!`). */
  value: Value;
  /** As entered, with `=`. */
  formula?: string;
  /** Number format in Excel notation. */
  format?: string;
  isError?: true;
  /** The value was spilled from the formula of another cell. */
  isSpilled?: true;
  /** Size of the spill range of its own formula, if larger than one cell. */
  fills?: [rows: number, columns: number];
}

/** Error values that can be entered; Excel knows all of them. */
export const ERRORS = ['#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#N/A', '#NUM!'];

const NUMBER = /^([+-]?)(\d[\d,]*|(?=\.\d))(\.\d*)?(e[+-]?\d+)?$/i;
const CURRENCY = /^(-?)([$€£]?)([^$€£]*)([$€£]?)$/;
const DATE = /^(\d{4})-(\d\d?)-(\d\d?)$/;

/**
 * Parses user input: formulas, numbers with grouping and exponents, percentages, currencies, booleans, ISO dates. Everything
 * else is text, as is input that begins with an apostrophe.
 */
export function typed(input: string): Cell {
  if (input.startsWith('=') && input.length > 1) return { value: '', formula: input };
  if (input.startsWith(`'`)) return { value: input.slice(1) };
  const text = input.trim();
  const number = typedNumber(text) ?? typedDate(text);
  if (number) return number;
  if (/^(true|false)$/i.test(input)) return { value: input.toLowerCase() === 'true' };
  const error = ERRORS.find((name) => name === input.toUpperCase());
  return error ? { value: error, isError: true } : { value: input };
}

function typedNumber(text: string): Cell | null {
  if (text.endsWith('%')) {
    const number = parse(text.slice(0, -1).trimEnd());
    return number && shown(number.value / 100, number.exponent ? EXPONENT : `#,##0${number.decimals ? '.00' : ''}%`);
  }
  const [, minus, before, digits, after] = CURRENCY.exec(text) ?? [];
  if (Boolean(before) !== Boolean(after)) {
    const number = parse(digits!.trim());
    if (!number) return null;
    const value = minus ? -number.value : number.value;
    const pattern = `#,##0${number.decimals ? '.00' : ''}`;
    return shown(value, number.exponent ? EXPONENT : `${before}${pattern}${after}`);
  }
  const number = parse(text);
  if (!number) return null;
  if (number.exponent) return shown(number.value, EXPONENT);
  return number.groups ? shown(number.value, `#,##0${number.decimals ? '.00' : ''}`) : { value: number.value };
}

const EXPONENT = '0.00E+00';

function parse(text: string) {
  const [, sign, whole, decimals, exponent] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return null;
  const groups = whole.includes(',');
  if (
    groups &&
    whole
      .split(',')
      .slice(1)
      .some((group) => group.length % 3 !== 0 || group === '')
  )
    return null;
  const value = Number(`${sign}${whole.replaceAll(',', '')}${decimals ?? ''}${exponent ?? ''}`);
  return Number.isFinite(value) ? { value, groups, decimals: decimals !== undefined, exponent } : null;
}

function typedDate(text: string): Cell | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!year) return null;
  // Not Date.UTC, which maps the year 1 to 1901.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) return null;
  const serial = serialOf(date.getTime());
  return serial >= 1 ? shown(serial, `yyyy-${month!.replace(/\d/g, 'm')}-${day!.replace(/\d/g, 'd')}`) : null;
}

const shown = (value: number, format: string): Cell => ({ value, format });

/** The text that a cell shows. */
export function textOf({ value, format = GENERAL }: Cell): string {
  if (typeof value === 'number') return formatNumber(value, format);
  return typeof value === 'boolean' ? String(value).toUpperCase() : value;
}
