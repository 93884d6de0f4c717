import type { BlobStore } from '../../platform/index.js';
import { type Area, MAX_COLUMNS, MAX_ROWS, parseRange } from './a1.js';
import type { Cell } from './cell.js';
import { inExcel } from './excel-formula.js';
import { shifted } from './formula-shift.js';
import { isDateFormat, serialOf } from './number-format.js';
import type { ImportWarning } from './sheet.dto.js';
import type { DefinedName } from './sheet.entity.js';
import { cellsOf as cellsIn, MAX_TABS } from './tabs.js';
import { MAX_TEXT } from './values.js';
import { Archive, tooLarge, unreadable } from './xlsx-archive.js';

/** Maximum cells filled by formulas; also the limit of the engine. */
const MAX_FILLED = 100_000;

/** Limits of defined names, because the engine is slow with more. */
const MAX_NAMES = 500;
const MAX_NAME = 255;

/** Maximum characters of an escaped cell. */
const MAX_ESCAPED = 2 ** 20;

/** Difference between the two date systems in days. */
const YEAR_1904 = 1_462;

/** Built-in number formats by id. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};

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

/** A lazily read Excel workbook. */
export interface Workbook {
  tabs: { name: string; cells: () => AsyncGenerator<PlacedCell[]> }[];
  names: DefinedName[];
  /** Parts that are not imported. */
  warnings: ImportWarning[];
  close: () => void;
}

interface Context {
  texts: string[];
  formats: (string | undefined)[];
  counts1904: boolean;
}

/** Opens a workbook in the blob store. 400 on `file` if it is not a workbook. */
export async function openXlsx(store: BlobStore, key: string, size: number): Promise<Workbook> {
  const archive = await Archive.open(store, key, size);
  try {
    const base =
      (await archive.relations('_rels/.rels')).find(({ type }) => type === 'officeDocument')?.target ??
      'xl/workbook.xml';
    const folder = base.slice(0, base.lastIndexOf('/') + 1);
    const parts = await archive.relations(`${folder}_rels/${base.slice(folder.length)}.rels`, folder);
    const pathOf = (type: string) => parts.find((part) => part.type === type)?.target;
    const book = await workbookOf(archive, base);
    const context: Context = {
      texts: await textsOf(archive, pathOf('sharedStrings')),
      formats: await formatsOf(archive, pathOf('styles')),
      counts1904: book.counts1904,
    };
    const tabs = book.tabs.flatMap(({ name, id }) => {
      const path = parts.find((part) => part.id === id && part.type === 'worksheet')?.target;
      return path === undefined ? [] : [{ name, id, cells: () => cellsOf(archive, path, context) }];
    });
    const position = (tab: string) => tabs.findIndex(({ id }) => id === book.tabs[Number(tab)]?.id);
    const keys = new Set(tabs.map(({ name }) => name.toUpperCase()));
    return { tabs, ...namesOf(book.names, position, keys), close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function workbookOf(archive: Archive, path: string) {
  const tabs: { name: string; id: string }[] = [];
  const names: FoundName[] = [];
  let found: Record<string, string> = {};
  let counts1904 = false;
  await archive.read(path, {
    open(name, attributes) {
      if (name === 'definedName') found = attributes;
      if (name === 'workbookPr') counts1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id'))?.[1];
      if (tabs.push({ name: unescaped(attributes.name ?? ''), id: id ?? '' }) > MAX_TABS)
        throw tooLarge(`has more than ${MAX_TABS} tabs`);
    },
    close(name, text) {
      const { hidden, function: isFunction, vbProcedure, name: given = '', localSheetId } = found;
      if (name !== 'definedName' || [hidden, isFunction, vbProcedure].some(isTrue) || /^_xlnm\./i.test(given)) return;
      names.push({ name: unescaped(given), formula: unescaped(text).trim(), tab: localSheetId });
    },
  });
  if (!tabs.length) throw unreadable();
  return { tabs, names, counts1904 };
}

const isTrue = (attribute = '') => /^(1|true)$/.test(attribute);

interface FoundName {
  name: string;
  formula: string;
  /** Index of the tab it is local to. */
  tab: string | undefined;
}

/** Names that are kept (within limits and valid in Excel), and warnings for the others. */
function namesOf(
  found: FoundName[],
  position: (tab: string) => number,
  tabs: ReadonlySet<string>,
): Pick<Workbook, 'names' | 'warnings'> {
  const names = new Map<string, DefinedName>();
  const warnings: ImportWarning[] = [];
  for (const { name, formula, tab: text } of found) {
    const tab = text === undefined ? null : position(text);
    const key = `${tab} ${name.toUpperCase()}`;
    const problem =
      name.length > MAX_NAME || formula.length > MAX_NAME
        ? `or its definition has more than ${MAX_NAME} characters`
        : tab === -1
          ? 'belongs to a missing tab'
          : !isName(name) || names.has(key)
            ? 'is not a valid name in Excel'
            : inExcel(`=${formula}`, tabs, { isName: true }) === null
              ? 'refers to something outside the file: another workbook, a table or a missing tab'
              : names.size === MAX_NAMES
                ? `exceeds the limit of ${MAX_NAMES} names`
                : null;
    if (problem === null) names.set(key, { name, tab, formula });
    else warnings.push({ name: name.slice(0, MAX_NAME), reason: `The name ${problem}; it was not imported.` });
  }
  return { names: [...names.values()], warnings };
}

/** Excludes names that look like a cell in A1 or R1C1 notation. */
const isName = (text: string) =>
  /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u.test(text) && !/^(r\d*)?(c\d*)?$/i.test(text) && !isCell(text);

function isCell(text: string): boolean {
  try {
    return parseRange(text).isCell;
  } catch {
    return false;
  }
}

/** Shared strings. */
async function textsOf(archive: Archive, path = ''): Promise<string[]> {
  const texts: string[] = [];
  const pieces = new Pieces();
  await archive.read(path, {
    open: (name) => pieces.open(name),
    close(name, text) {
      pieces.close(name, text);
      if (name !== 'si') return;
      const taken = pieces.take();
      if (taken !== '') archive.use(taken);
      texts.push(taken);
    },
  });
  return texts;
}

/** Number format by style; undefined for general and text. */
async function formatsOf(archive: Archive, path = ''): Promise<(string | undefined)[]> {
  const own = new Map<string, string>();
  const formats: (string | undefined)[] = [];
  let inCells = false;
  await archive.read(path, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') own.set(numFmtId, formatCode);
      else if (name === 'xf' && inCells) {
        const format = own.get(numFmtId) ?? BUILT_IN[Number(numFmtId)];
        formats.push(format === undefined || /^(general|@)$/i.test(format) ? undefined : format);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The cells of a tab, portion by portion. */
function cellsOf(archive: Archive, path: string, context: Context): AsyncGenerator<PlacedCell[]> {
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

/** Concatenates the runs of rich text, without phonetic hints. */
class Pieces {
  #text = '';
  #isHint = false;

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true;
  }

  close(name: string, text: string): void {
    if (name === 'rPh') this.#isHint = false;
    if (name === 't' && !this.#isHint && (this.#text += text).length > MAX_ESCAPED) throw tooLong();
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** Decodes characters that XML forbids, written by Excel as `_x0008_`. Drops NUL. */
const unescaped = (text: string) =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
    .toWellFormed();

/** The area of `A1` or `A1:B2`, as files write it. */
function areaOf(text: string): Area {
  try {
    const { top, left, bottom, right } = parseRange(text);
    return { top, left, bottom: bottom ?? MAX_ROWS, right: right ?? MAX_COLUMNS };
  } catch {
    throw unreadable();
  }
}

const tooLong = () => tooLarge(`has cells of more than ${MAX_TEXT} characters`);
