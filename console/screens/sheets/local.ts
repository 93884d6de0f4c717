import { here, type Locale } from '../../kit/locale.js';
import { type Cell, isFormula, textOf } from './typed.js';

/** Cells are shown and typed in the language of the browser. The API has them in English, and so have formulas. */

const ENGLISH = /^([-(]?[$€£]?)([\d,]*\.?\d*(?:E[+-]?\d+)?)([$€£%]?\)?)$/;
const TYPED = /^([-+−]?\s*[$€£]?\s*)([^$€£%]*\p{Nd}[^$€£%]*?)(\s*[$€£%]?)$/u;

const separatorsOf = (locale: Locale) => {
  const text = locale.number(12_345.6).replace(/\p{Nd}/gu, '');
  return { group: text.length > 1 ? text[0]! : '', decimal: text.at(-1)! };
};

/** A number as the API shows it, in another language. Other text stays as it is. */
function localNumber(text: string, locale: Locale): string {
  const [, before, digits, after] = ENGLISH.exec(text) ?? [];
  if (!digits) return text;
  const { group, decimal } = separatorsOf(locale);
  return before + digits.replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group)) + after;
}

/** The text of a cell. */
export const shownLocally = (cell: Cell, locale = here): string =>
  typeof cell.raw === 'number' || isFormula(cell) ? localNumber(cell.shown, locale) : cell.shown;

/** The text of a cell for its input. */
export const editedLocally = (cell: Cell, locale = here): string =>
  typeof cell.raw === 'number' ? localNumber(textOf(cell), locale) : textOf(cell);

/** A typed or pasted text as the API reads it. A number of another language alone becomes text, not another number. */
export function typedLocally(text: string, locale = here): string {
  if (/^[='\s]*$|^[=']/.test(text)) return text;
  const [, before, typed, after] = TYPED.exec(text) ?? [];
  const digits = typed === undefined ? null : locale.digits(typed);
  if (digits !== null) {
    const [whole, fraction] = digits.split('.') as [string, string?];
    const marks = typed!
      .trim()
      .replace(/\D$/, '')
      .replace(/\p{Nd}/gu, '').length;
    const isGrouped = marks > (fraction === undefined ? 0 : 1) && !/e/i.test(digits);
    const groups = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
    const sign = before!.replace('−', '-').replace(/\s/g, '');
    return `${sign}${groups}${fraction === undefined ? '' : `.${fraction}`}${after!.trim()}`;
  }
  const day = locale.readDate(text);
  if (day !== null) return /^\s*\d{4}-/.test(text) ? text : day;
  return separatorsOf(locale).decimal !== '.' && ENGLISH.test(text.trim()) ? `'${text}` : text;
}
