/** The format of a number that nobody gave one. */
export const GENERAL = 'general';

const DAY = 86_400_000;

/** Day 0 of Excel and Sheets, for dates from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The number that a time (milliseconds since 1970) is in a cell: its days, and parts of a day. */
export const serialOf = (time: number): number => (time - DAY_ZERO) / DAY;

/**
 * Shows a number as the engine does (its rules for `general`: up to nine decimals, an exponent where the number is very
 * small or very large), but keeps the minus that it loses in some formats. Null for formats other than `general` and
 * those that typing gives.
 */
export function formatNumber(value: number, format: string): string | null {
  const grouped = /^([^#0]*)#,##0(\.0+)?([^#0]*)$/.exec(format);
  if (grouped) {
    const [, before = '', decimals = '.', after = ''] = grouped;
    const digits = withGroups(Math.abs(after === '%' ? value * 100 : value), decimals.length - 1);
    return `${value < 0 && /[1-9]/.test(digits) ? '-' : ''}${before}${digits}${after}`;
  }
  if (format === '0.00E+00') return withExponent(value, 2);
  if (/^yyyy-m{1,2}-d{1,2}$/.test(format)) return dated(value, format);
  return format === GENERAL ? general(value) : null;
}

function general(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-8 && size < 1e11)
    return value.toFixed(Math.min(9, 14 - Math.floor(Math.log10(size)))).replace(/\.?0+$/, '');
  return withExponent(value, 5).replace(/\.?0+E/, 'E');
}

/** By number of decimals: making one takes far longer than using it. */
const grouping = new Map<number, Intl.NumberFormat>();

/** `1,234.50` */
function withGroups(value: number, decimals: number): string {
  let format = grouping.get(decimals);
  if (!format) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    grouping.set(decimals, (format = new Intl.NumberFormat('en-US', digits)));
  }
  return format.format(value);
}

/** `1.50E+03` */
function withExponent(value: number, decimals: number): string {
  const [digits, exponent] = value.toExponential(decimals).split('e') as [string, string];
  return `${digits}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

function dated(value: number, format: string): string {
  const date = new Date(DAY_ZERO + Math.floor(value) * DAY);
  const [month, day] = [String(date.getUTCMonth() + 1), String(date.getUTCDate())];
  return format
    .replace('yyyy', String(date.getUTCFullYear()).padStart(4, '0'))
    .replace(/m+/, (letters) => month.padStart(letters.length, '0'))
    .replace(/d+/, (letters) => day.padStart(letters.length, '0'));
}
