import { lettersOf } from './range.js';

/** Texts and names of tabs in quotes; whole columns, whole rows and cells that are no part of a longer word. */
const PIECES =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.$])(?:(\$?)([a-z]{1,3}):(\$?)([a-z]{1,3})|(\$?)(\d{1,7}):(\$?)(\d{1,7})|(\$?)([a-z]{1,3})(\$?)(\d{1,7}))(?![\w.(!])/gi;

/** A formula as it reads when its cell is copied so many rows down and columns to the right. */
export function shifted(formula: string, rows: number, columns: number): string {
  const column = (fixed: string, letters: string) => {
    if (fixed) return fixed + letters;
    const index = indexOf(letters) + columns;
    return index < 0 ? null : lettersOf(index);
  };
  const row = (fixed: string, digits: string) => {
    if (fixed) return fixed + digits;
    const number = Number(digits) + rows;
    return number < 1 ? null : String(number);
  };
  const joined = (parts: (string | null)[], separator: string) =>
    parts.includes(null) ? '#REF!' : parts.join(separator);
  return formula.replace(PIECES, (piece, ...[a, from, b, to, c, first, d, last, e, letters, f, digits]) => {
    if (from) return joined([column(a, from), column(b, to)], ':');
    if (first) return joined([row(c, first), row(d, last)], ':');
    return letters ? joined([column(e, letters), row(f, digits)], '') : piece;
  });
}

const indexOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
