import { invalidField } from '../../platform/index.js';

/** The largest sheet that Excel and the engine know: column XFD, row 1 048 576. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** A rectangle of cells, 1-based and inclusive on all sides. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A parsed range in A1 notation. An open side (`A:C` has no last row) is null. */
export interface Range {
  /** Null: the first tab. */
  tab: string | null;
  top: number;
  left: number;
  bottom: number | null;
  right: number | null;
  /** A single cell without a colon, so a write may extend beyond it. */
  isCell: boolean;
}

interface Corner {
  column: number | null;
  row: number | null;
}

const QUOTED = /^'((?:[^']|'')+)'(?:!(.*))?$/s;
const CELL = /^\$?[a-z]{1,3}\$?\d+$/i;
const CORNER = /^(?:\$?([a-z]{1,9}))?(?:\$?([1-9]\d{0,8}))?$/i;

/**
 * Reads A1 notation: `A1`, `A1:C10`, `A:C`, `2:5`, `A2:C`, each with `$` or not and behind a tab (`Tab!A1`,
 * `'My ''tab'''!A1`) or not; a tab alone means all of it. Throws a 400 on `range`.
 */
export function parseRange(text: string): Range {
  const quoted = QUOTED.exec(text);
  if (quoted) {
    const tab = quoted[1]!.replaceAll(`''`, `'`);
    return quoted[2] === undefined ? wholeTab(tab) : { ...cells(quoted[2], text), tab };
  }
  if (text.startsWith(`'`)) throw bad(text);
  const mark = text.lastIndexOf('!');
  if (mark >= 0) {
    const tab = text.slice(0, mark);
    if (tab === '') throw bad(text);
    return { ...cells(text.slice(mark + 1), text), tab };
  }
  if (!text.includes(':') && !CELL.test(text)) return wholeTab(text);
  return { ...cells(text, text), tab: null };
}

/** All of a tab. */
export const wholeTab = (tab: string): Range => ({
  tab,
  top: 1,
  left: 1,
  bottom: null,
  right: null,
  isCell: false,
});

/** `Tab!A1:C10`, the tab quoted where it must be. */
export function printRange(tab: string, { top, left, bottom, right }: Area): string {
  const first = `${columnName(left)}${top}`;
  const last = `${columnName(right)}${bottom}`;
  return `${quoteTab(tab)}!${first}${first === last ? '' : `:${last}`}`;
}

/** 1 is `A`, 27 is `AA`. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** `A` is 1, `AA` 27, in either case. */
export function columnNumber(name: string): number {
  let column = 0;
  for (const letter of name.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** The name of a tab as ranges and formulas write it. */
export function quoteTab(tab: string): string {
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(tab) && !/^([a-z]{1,3}\d+|r\d*c\d*|true|false)$/i.test(tab);
  return plain ? tab : `'${tab.replaceAll(`'`, `''`)}'`;
}

function cells(text: string, all: string): Omit<Range, 'tab'> {
  const [first, last, ...rest] = text.split(':').map(cornerOf);
  if (!first || last === null || rest.length) throw bad(all);
  if (!last) {
    const { row, column } = first;
    if (!row || !column) throw bad(all);
    return { top: row, left: column, bottom: row, right: column, isCell: true };
  }
  const share = (first.row && last.row) || (first.column && last.column);
  if (!share) throw bad(all);
  const [top, bottom] = side(first.row, last.row);
  const [left, right] = side(first.column, last.column);
  return { top, left, bottom, right, isCell: false };
}

/** Bounds in one dimension: both given, one given (open end), or none (all). */
function side(a: number | null, b: number | null): [from: number, to: number | null] {
  if (a && b) return [Math.min(a, b), Math.max(a, b)];
  return [a ?? b ?? 1, null];
}

/** Null if it is not a corner of a range. */
function cornerOf(text: string): Corner | null {
  const [, letters, digits] = CORNER.exec(text) ?? [];
  if (!letters && !digits) return null;
  const column = letters ? columnNumber(letters) : null;
  const row = digits ? Number(digits) : null;
  if ((column ?? 0) > MAX_COLUMNS || (row ?? 0) > MAX_ROWS) {
    throw invalidField('range', 'out_of_range', `range must stay within column XFD and row ${MAX_ROWS}.`);
  }
  return { column, row };
}

const bad = (text: string) =>
  invalidField('range', 'invalid_format', `range must be in A1 notation, such as Sheet1!A1:C10; ${text} is not.`);
