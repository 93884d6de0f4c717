import { columnName, columnNumber, MAX_COLUMNS, MAX_ROWS } from './a1.js';

/** Strings, quoted tab names, and words joined by colons. Words are matched whole, so that matching is linear. */
const PIECES = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[\w.$]+(?::[\w.$]+)*/g;
const CELL = /^(\$?)([a-z]{1,3})(\$?)(\d{1,7})$/i;
const COLUMN = /^(\$?)([a-z]{1,3})$/i;
const ROW = /^(\$?)(\d{1,7})$/;

/** Adjusts relative references of a formula copied by this many rows and columns. */
export function shifted(formula: string, rows: number, columns: number): string {
  const column = ([, fixed, letters]: readonly string[]) => {
    if (fixed) return fixed + letters;
    const number = columnNumber(letters!) + columns;
    return number < 1 || number > MAX_COLUMNS ? null : columnName(number);
  };
  const row = ([, fixed, digits]: readonly string[]) => {
    if (fixed) return fixed + digits;
    const number = Number(digits) + rows;
    return number < 1 || number > MAX_ROWS ? null : String(number);
  };
  const joined = (moved: (string | null)[], separator: string) =>
    moved.includes(null) ? '#REF!' : moved.join(separator);
  /** A cell moves; every other word stays. */
  const word = (text: string) => {
    const [, a, letters, b, digits] = CELL.exec(text) ?? [];
    return letters ? joined([column(['', a!, letters]), row(['', b!, digits!])], '') : text;
  };
  /** Whole columns or rows; null where two words are neither. */
  const range = (from: string, to: string) => {
    for (const [pattern, move] of [[COLUMN, column] as const, [ROW, row] as const]) {
      const [first, last] = [pattern.exec(from), pattern.exec(to)];
      if (first && last) return joined([move(first), move(last)], ':');
    }
    return null;
  };
  return formula.replace(PIECES, (piece, offset: number) => {
    if (piece.startsWith('"') || piece.startsWith("'")) return piece;
    const words = piece.split(':');
    // The name of a function or a tab.
    const name = /[(!]/.test(formula.charAt(offset + piece.length)) ? words.pop()! : null;
    const shown: string[] = [];
    while (words.length) {
      const pair = words.length > 1 ? range(words[0]!, words[1]!) : null;
      if (pair === null) shown.push(word(words.shift()!));
      else {
        shown.push(pair);
        words.splice(0, 2);
      }
    }
    return [...shown, ...(name === null ? [] : [name])].join(':');
  });
}
