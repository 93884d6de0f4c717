import { t } from './language.js';

/**
 * Numbers and dates in the language of the browser, and amounts of money (`money.ts`). Everything that is shown by this module is read by it again, in
 * forms, cells, filters and spreadsheets.
 */
export interface Locale {
  /** `1234.5` → `1.234,5`, with all its digits. */
  number(value: number): string;
  /** `2026-01-31` → `31.01.2026`. */
  date(day: string): string;
  /** The typed digits as the API writes them: `1.234,50` → `1234.50`. Null: not a number. */
  digits(typed: string): string | null;
  /** A typed number, also with a currency beside it. Null: not a number, or one that can be read in two ways. */
  readNumber(typed: string): number | null;
  /** A typed day, also as `2026-01-31`. Null: not a day. */
  readDate(typed: string): string | null;
}

const SPACE = /[\s\u00a0\u2009\u202f]/g;
const APOSTROPHE = /['\u2019]/g;
const MINUS = /[\u2212\u2010\u2011\ufe63\uff0d]/g;
/** Marks that browsers put around the parts of a number where text runs both ways. */
const MARKS = /[\u200e\u200f\u061c]/g;
/** An ISO code or a symbol beside the amount, at one of its ends. */
const CURRENCY =
  /^(-?)\s*(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}(?![A-Za-z]))\s*|\s*(?:[A-Z]{0,2}\p{Sc}[A-Z]{0,2}|(?<![A-Za-z])[A-Z]{3}|kr\.?|Fr\.)$/gu;

/** `locale`: a language tag. Default: that of the browser. */
export function localeOf(locale?: string): Locale {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
  const parts = plain.formatToParts(-12_345_678.9);
  const part = (type: Intl.NumberFormatPartTypes) => parts.find((each) => each.type === type)?.value;
  const decimal = part('decimal') ?? '.';
  // Spaces separate groups in any language, because no language has them for anything else.
  const separator = part('group')?.replace(SPACE, ' ').replace(APOSTROPHE, "'");
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  // Amounts may have groups of three where plain numbers have groups of two.
  const sizes = [...new Set([groups.at(-2) ?? 3, 3])];
  const grouped = (mark: string) =>
    new RegExp(`^(?:${sizes.map((size) => `\\d{1,${size}}(?:${mark}\\d{${size}})*`).join('|')})${mark}\\d{3}$`);
  const separators = [...new Set([' ', separator ?? ' '])].map((mark) => ({
    mark,
    isGrouped: grouped(mark.replace(/[.]/, '\\.')),
  }));
  const zero = new Intl.NumberFormat(locale).format(0).codePointAt(0)!;
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const order = day
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => ['day', 'month', 'year'].includes(type));

  /** ASCII digits, spaces and minus. */
  const inAscii = (typed: string) =>
    typed
      .replace(MARKS, '')
      .replace(SPACE, ' ')
      .replace(APOSTROPHE, "'")
      .replace(MINUS, '-')
      .replace(/\p{Nd}/gu, (digit) => {
        const value = digit.codePointAt(0)! - zero;
        return value >= 0 && value <= 9 ? String(value) : digit;
      })
      .trim();

  const wholeOf = (text: string): string | null => {
    if (/^\d+$/.test(text)) return text;
    const found = separators.find(({ isGrouped }) => isGrouped.test(text));
    return found ? text.replaceAll(found.mark, '') : null;
  };

  const digits = (typed: string): string | null => {
    const [, sign, unsigned] = /^([+-]?) ?(.*)$/.exec(inAscii(typed))!;
    const power = /e[+-]?\d+$/i.exec(unsigned!)?.[0] ?? '';
    const text = unsigned!.slice(0, unsigned!.length - power.length);
    const point = pointOf(text, decimal, separator);
    const [before, after] = point === null ? [text, null] : [text.slice(0, point), text.slice(point + 1)];
    const whole = before === '' && after ? '0' : wholeOf(before);
    if (whole === null || (after !== null && !/^\d*$/.test(after))) return null;
    return `${sign === '-' ? '-' : ''}${whole}${after ? `.${after}` : ''}${power}`;
  };

  return {
    number: (value) => plain.format(value),
    date: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    digits,
    readNumber(typed) {
      const text = digits(inAscii(typed).replace(CURRENCY, '$1'));
      const value = text === null ? NaN : Number(text);
      // There is no negative zero for people.
      return Number.isFinite(value) ? value + 0 : null;
    },
    readDate(typed) {
      const text = inAscii(typed);
      if (/^\d{4}-\d\d-\d\d$/.test(text)) return isDay(text) ? text : null;
      const numbers = /^(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{1,4})\.?$/.exec(text)?.slice(1);
      if (!numbers) return null;
      const of = (type: string) => numbers[order.indexOf(type as never)]!;
      const year = of('year').length === 2 ? `20${of('year')}` : of('year');
      const iso = `${year}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
      return isDay(iso) ? iso : null;
    },
  };
}

/**
 * The place of the decimal separator. One of another language counts too, unless three digits after it make it look like a
 * group: a Frenchman's `12.5` is clear, `1.234` is not.
 */
function pointOf(text: string, decimal: string, separator: string | undefined): number | null {
  const own = text.indexOf(decimal);
  if (own >= 0) return own;
  const other = [...'.,'].find((mark) => mark !== separator && text.includes(mark));
  const at = other ? text.indexOf(other) : -1;
  return at >= 0 && !/^\d{3}$/.test(text.slice(at + 1)) ? at : null;
}

function isDay(iso: string): boolean {
  const ms = Date.parse(`${iso}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso);
}

/** The language of the browser. */
export const here = localeOf();

/** The message at an input whose number cannot be read. */
export const notANumber = (): string => t('Type a number, such as {number}.', { number: here.number(1234.5) });

/** A typed number for the API. Other text goes as it was typed, because the server says what is wrong with it. */
export const sentNumber = (typed: string): number | string | null =>
  typed.trim() === '' ? null : (here.readNumber(typed) ?? typed);
