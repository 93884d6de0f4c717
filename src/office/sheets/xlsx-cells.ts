import { type Area, MAX_COLUMNS, MAX_ROWS, parseRange } from './a1.js';
import type { Cell } from './cell.js';
import { shifted } from './formula-shift.js';
import { isDateFormat, serialOf } from './number-format.js';
import { cellsOf as cellsIn } from './tabs.js';
import { MAX_TEXT } from './values.js';
import { type Archive, tooLarge, unreadable } from './xlsx-archive.js';
import { Pieces, tooLong, unescaped } from './xlsx-text.js';

/** Maximum cells filled by formulas; also the limit of the engine. */
const MAX_FILLED = 100_000;

/** Difference between the two date systems in days. */
const YEAR_1904 = 1_462;

export type PlacedCell = [row: number, column: number, cell: Cell, origin?: Origin];

/** Properties of a source cell besides its content. */
interface Origin {
  /** Saved result of its formula. */
  saved?: Cell | null;
  /** Address of the formula that fills it. */
  filledBy?: string;
  /** An array formula. */
  isArray?: boolean;
}

/** Parts of the workbook that its cells refer to. */
export interface Context {
  texts: string[];
  formats: (string | undefined)[];
  counts1904: boolean;
}

/** The cells of a tab, portion by portion. */
export function cellsOf(archive: Archive, path: string, context: Context): AsyncGenerator<PlacedCell[]> {
  let cells: PlacedCell[] = [];
  /** Shared formulas by id. */
  const shared = new Map<string, { formula: string; row: number; column: number }>();
  /** Cells filled by array formulas. Not imported, because the formulas fill them again. */
  const filled = new Map<string, string>();
  const pieces = new Pieces();
  let [row, column] = [0, 0];
  let cell: Record<string, string> = {};
  let about: Record<string, string> = {};
  let formula: string | undefined;
  let value: string | undefined;

  const open = (name: string, attributes: Record<string, string>) => {
    pieces.open(name);
    if (name === 'row') {
      row = attributes.r ? Number(attributes.r) : row + 1;
      column = 0;
    } else if (name === 'c') {
      cell = attributes;
      const place = cell.r ? areaOf(cell.r) : { top: row, left: column + 1 };
      [row, column] = [place.top, place.left];
      if (!(row >= 1 && row <= MAX_ROWS && column >= 1 && column <= MAX_COLUMNS)) throw unreadable();
      formula = value = undefined;
    } else if (name === 'f') {
      about = attributes;
    }
  };
  const fill = (area: Area) => {
    if (filled.size + cellsIn(area) > MAX_FILLED)
      throw tooLarge(`has formulas that fill more than ${MAX_FILLED} cells`);
    for (let at = area.top; at <= area.bottom; at++) {
      for (let across = area.left; across <= area.right; across++) filled.set(`${at} ${across}`, `${row} ${column}`);
    }
  };
  const closeFormula = (text: string) => {
    const { t, si = '', ref } = about;
    if (t === 'dataTable') return;
    const first = t === 'shared' && !text ? shared.get(si) : undefined;
    formula = first ? shifted(first.formula, row - first.row, column - first.column) : text || undefined;
    if (first) archive.count(first.formula.length);
    if (t === 'shared' && text) shared.set(si, { formula: text, row, column });
    if (shared.size > MAX_FILLED) throw tooLarge(`has more than ${MAX_FILLED} shared formulas`);
    if (t === 'array' && ref) fill(areaOf(ref));
  };
  const close = (name: string, text: string) => {
    pieces.close(name, text);
    if (name === 'f') closeFormula(text);
    else if (name === 'v') value = text;
    else if (name === 'is') value = pieces.take();
    else if (name === 'c') {
      const format = context.formats[Number(cell.s ?? -1)];
      const plain = () => plainCell(cell.t ?? 'n', value, format, context);
      const read = formula === undefined ? plain() : formulaCell(formula, format);
      if (!read) return;
      if (cell.t === 's') archive.count(String(read.value).length);
      archive.use((formula ?? value)!);
      const saved = formula === undefined ? undefined : savedCell(plain);
      const filledBy = formula === undefined ? filled.get(`${row} ${column}`) : undefined;
      cells.push([row, column, read, { saved, filledBy, isArray: about.t === 'array' }]);
    }
  };
  return archive.parse(path, { open, close }, () => {
    const gathered = cells;
    cells = [];
    return gathered;
  });
}

/** Without a value, which the engine computes. Removes the prefixes that Excel writes for newer functions and local names. */
function formulaCell(formula: string, format: string | undefined): Cell {
  const text = `=${formula.replace(/_xlfn\.(_xlws\.)?|_xlpm\./g, '')}`;
  if (text.length > MAX_TEXT) throw tooLong();
  return { value: '', formula: text, ...(format !== undefined && { format }) };
}

function plainCell(type: string, value: string | undefined, format: string | undefined, context: Context): Cell | null {
  if (value === undefined || value === '') return null;
  if (type === 'b') return { value: value === '1' || value === 'true' };
  if (type === 'e') {
    if (!ERROR.test(value)) throw unreadable();
    return { value, isError: true };
  }
  if (type === 'n') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw unreadable();
    if (format === undefined) return { value: number };
    return { value: context.counts1904 && isDateFormat(format) ? number + YEAR_1904 : number, format };
  }
  if (type === 'd') return dateCell(value, format);
  const text = type === 's' ? context.texts[Number(value)] : type === 'inlineStr' ? value : unescaped(value);
  if (text === undefined) throw unreadable();
  if (text.length > MAX_TEXT) throw tooLong();
  return text === '' ? null : { value: text };
}

/** Null for a formula without a valid saved result. */
function savedCell(read: () => Cell | null): Cell | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Error values; Excel adds new ones occasionally. */
const ERROR = /^#[A-Z\d_/]{1,30}[!?]?$/;

const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?Z?$/;

/** A date stored as ISO 8601 instead of a serial number. */
function dateCell(text: string, format: string | undefined): Cell {
  const [, day, time] = DATE.exec(text) ?? [];
  const value = serialOf(Date.parse(`${day}T${time ?? '00:00'}Z`));
  if (Number.isNaN(value)) throw unreadable();
  return { value, format: format ?? (time === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss') };
}

/** The area of `A1` or `A1:B2`, as files write it. */
function areaOf(text: string): Area {
  try {
    const { top, left, bottom, right } = parseRange(text);
    return { top, left, bottom: bottom ?? MAX_ROWS, right: right ?? MAX_COLUMNS };
  } catch {
    throw unreadable();
  }
}
