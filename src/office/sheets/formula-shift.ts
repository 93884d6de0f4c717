import { columnName, columnNumber, MAX_COLUMNS, MAX_ROWS } from './a1.js';

/** Texts, quoted tab names, and references: a cell, or whole columns or rows. Everything else stays as it is. */
const PIECES =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\w.$])(?:(\$?)([a-z]{1,3})(\$?)(\d{1,7})|(\$?)([a-z]{1,3}):(\$?)([a-z]{1,3})|(\$?)(\d{1,7}):(\$?)(\d{1,7}))(?![\w.(!])/gi;

/** A formula as it reads when it is copied so many rows down and columns to the right. */
export function shifted(formula: string, rows: number, columns: number): string {
  const column = (fixed: string, letters: string) => {
    if (fixed) return fixed + letters;
    const number = columnNumber(letters) + columns;
    return number < 1 || number > MAX_COLUMNS ? null : columnName(number);
  };
  const row = (fixed: string, digits: string) => {
    if (fixed) return fixed + digits;
    const number = Number(digits) + rows;
    return number < 1 || number > MAX_ROWS ? null : String(number);
  };
  return formula.replace(PIECES, (piece, ...parts: (string | undefined)[]) => {
    const [a, letters, b, digits, c, from, d, to, e, first, f, last] = parts;
    const moved = letters
      ? [column(a!, letters), row(b!, digits!)]
      : from
        ? [column(c!, from), ':', column(d!, to!)]
        : first
          ? [row(e!, first), ':', row(f!, last!)]
          : [piece];
    return moved.includes(null) ? '#REF!' : moved.join('');
  });
}
