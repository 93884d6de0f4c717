import { columnNameFromNumber, initSync, Model } from '@ironcalc/wasm';
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Cell, Value } from './cell.js';
import type { Answer, Place, Result, Task } from './engine.js';
import type { DefinedName } from './sheet.entity.js';

// Worker thread. Tests run the source directly, so it imports only types from our code.

/** Cache size in cells; the most recent workbook is always kept. */
const MAX_CACHED_CELLS = 500_000;

/** Maximum spilled cells. */
const MAX_SPILLED = 100_000;

/** A workbook is rebuilt after this many changes, because it keeps an undo history. */
const MAX_HISTORY = 200_000;

/** Helper tab with probes, after all others, with an unguessable name. */
const PROBES = randomBytes(15).toString('hex');

/** Cells per probe. */
const MAX_RUN = 1_000;

const ERROR = 16;

const port = parentPort!;
const { memory } = initSync({ module: workerData.module });

const TOO_MUCH = 'The formulas of the sheet are nested too deeply or need too much memory';

/** Results per message. */
const MAX_RESULTS = 5_000;

class Refusal extends Error {}

const keyOf = (tab: number, row: number, column: number) => (tab * 2 ** 21 + row) * 2 ** 15 + column;

/** A cached workbook. */
class Workbook {
  /** Write counter of its state; null while a change is not committed. */
  writes: number | null = null;
  /** Id of the change it was last opened for. */
  task = 0;
  #model = new Model('sheet', 'en', 'UTC', 'en');
  #history = 0;
  readonly #formulas = new Map<number, Place>();
  /** A digest of the last result of each formula cell and spilled cell. */
  readonly #results = new Map<number, string>();
  /** Size of spill ranges. */
  readonly #fills = new Map<number, [rows: number, columns: number]>();
  /** Cells that have a number format. */
  readonly #formatted = new Set<number>();
  /** Cells of the helper tab with the exact digits of a cell. */
  #probes = new Map<number, [row: number, column: number]>();
  #probed: string[] = [];

  readonly tabs: string[];
  readonly size: number;

  constructor(tabs: string[], names: DefinedName[], size: number) {
    this.tabs = tabs;
    this.size = size;
    this.#model.pauseEvaluation();
    addTabs(this.#model, tabs);
    addNames(this.#model, names);
  }

  /** Loads a stored cell. */
  load(tab: number, row: number, column: number, cell: Cell): void {
    const key = keyOf(tab, row, column);
    if (cell.formula !== undefined || cell.isSpilled) this.#results.set(key, digest(cell));
    if (cell.isSpilled) return;
    this.#set(tab, row, column, cell);
    // The format of a formula is fixed when it is entered, and does not follow its operands later.
    if (cell.formula !== undefined) this.#format(tab, row, column, cell.format ?? 'general');
  }

  change(tab: number, row: number, column: number, cell: Cell | null): void {
    const key = keyOf(tab, row, column);
    this.#formulas.delete(key);
    this.#results.delete(key);
    if (this.#formatted.delete(key)) this.#format(tab, row, column, 'general');
    if (cell) this.#set(tab, row, column, cell);
    else this.#model.setUserInput(tab, row, column, '');
    this.#history++;
  }

  clear(tab: number, top: number, left: number, bottom: number, right: number): void {
    const isInside = (place: Place) =>
      place[0] === tab && place[1] >= top && place[1] <= bottom && place[2] >= left && place[2] <= right;
    for (const [key, place] of this.#formulas) if (isInside(place)) this.#formulas.delete(key);
    for (const key of this.#results.keys()) if (isInside(placeOf(key))) this.#results.delete(key);
    for (const key of this.#formatted) if (isInside(placeOf(key))) this.#formatted.delete(key);
    this.#model.rangeClearAll(tab, top, left, bottom, right);
    this.#history += this.size;
  }

  /** Evaluates the workbook and returns changed results. */
  evaluate(): Result[] {
    const formulas = [...this.#formulas.values()];
    this.#probe(formulas);
    evaluate(this.#model);
    let spilled = this.#spilled();
    // Newly spilled cells need probes too. Evaluating those may change the spill (RAND).
    if (spilled.some((place) => !this.#probes.has(keyOf(...place)))) {
      this.#probe([...formulas, ...spilled]);
      evaluate(this.#model);
      spilled = this.#spilled();
    }
    const results: Result[] = [];
    const current = new Set<number>();
    const take = (place: Place, isSpilled: boolean) => {
      const key = keyOf(...place);
      current.add(key);
      const cell = this.#read(place);
      if (isSpilled) cell.isSpilled = true;
      const fills = this.#fills.get(key);
      if (fills) cell.fills = fills;
      const short = digest(cell);
      if (this.#results.get(key) === short) return;
      this.#results.set(key, short);
      results.push([...place, cell]);
    };
    for (const place of formulas) take(place, false);
    for (const place of spilled) take(place, true);
    for (const key of this.#results.keys()) {
      if (current.has(key)) continue;
      this.#results.delete(key);
      results.push([...placeOf(key), null]);
    }
    return results;
  }

  /** Discards the undo history when it is long. */
  trim(): void {
    if (this.#history < MAX_HISTORY) return;
    const bytes = this.#model.toBytes();
    this.#model.free();
    this.#model = Model.from_bytes(bytes, 'en');
    this.#model.pauseEvaluation();
    this.#history = 0;
  }

  free(): void {
    this.#model.free();
  }

  #set(tab: number, row: number, column: number, cell: Cell): void {
    this.#model.setUserInput(tab, row, column, inputOf(cell, this.tabs.length));
    this.#history++;
    if (cell.formula !== undefined) {
      this.#formulas.set(keyOf(tab, row, column), [tab, row, column]);
      this.#formatted.add(keyOf(tab, row, column));
    } else if (cell.format !== undefined) {
      this.#format(tab, row, column, cell.format);
    }
  }

  #format(tab: number, row: number, column: number, format: string): void {
    this.#model.updateRangeStyle({ sheet: tab, row, column, width: 1, height: 1 }, 'num_fmt', format);
    if (format !== 'general') this.#formatted.add(keyOf(tab, row, column));
  }

  /**
   * Adds probes. The API of the engine returns displayed numbers; only a formula sees all digits, so a probe converts the value
   * of a cell to text. Consecutive cells in a column share a probe, which spills.
   */
  #probe(places: readonly Place[]): void {
    const inColumns = places.toSorted((a, b) => a[0] - b[0] || a[2] - b[2] || a[1] - b[1]);
    this.#probes.clear();
    const formulas: string[] = [];
    for (let from = 0; from < inColumns.length;) {
      const [tab, top, column] = inColumns[from]!;
      let to = from + 1;
      const isNext = (place: Place | undefined) =>
        place?.[0] === tab && place[2] === column && place[1] === top + to - from && to - from < MAX_RUN;
      while (isNext(inColumns[to])) to++;
      const [row, across] = probePlace(formulas.length);
      for (let down = 0; down < to - from; down++)
        this.#probes.set(keyOf(tab, top + down, column), [row + down, across]);
      const name = columnNameFromNumber(column);
      const range = `${name}${top}${to - from > 1 ? `:${name}${top + to - from - 1}` : ''}`;
      formulas.push(`='${this.tabs[tab]!.replaceAll(`'`, `''`)}'!${range}&""`);
      from = to;
    }
    for (let index = 0; index < Math.max(formulas.length, this.#probed.length); index++) {
      const formula = formulas[index] ?? '';
      if (formula !== this.#probed[index]) this.#model.setUserInput(this.tabs.length, ...probePlace(index), formula);
    }
    this.#probed = formulas;
  }

  /** Spilled cells. */
  #spilled(): Place[] {
    const spilled: Place[] = [];
    this.#fills.clear();
    for (const [tab, row, column] of this.#formulas.values()) {
      const structure = this.#model.getCellArrayStructure(tab, row, column);
      if (typeof structure === 'string' || !('DynamicAnchor' in structure)) continue;
      const [width, height] = structure.DynamicAnchor;
      if (width * height > 1) this.#fills.set(keyOf(tab, row, column), [height, width]);
      if (spilled.length + width * height > MAX_SPILLED) {
        throw new Refusal(`The formulas of a sheet may fill at most ${MAX_SPILLED} cells beside their own`);
      }
      for (let down = 0; down < height; down++) {
        for (let across = 0; across < width; across++)
          if (down || across) spilled.push([tab, row + down, column + across]);
      }
    }
    return spilled;
  }

  #read(place: Place): Cell {
    const type = this.#model.getCellType(...place);
    if (type === ERROR) return { value: this.#model.getFormattedCellValue(...place), isError: true };
    const probe = this.#probes.get(keyOf(...place));
    // Missing only if RAND enlarged a spill just now; then the displayed 15 digits are used.
    const exact = probe
      ? this.#model.getFormattedCellValue(this.tabs.length, ...probe)
      : this.#model.getCellContent(...place);
    const value: Value = type === 1 ? Number(exact) : type === 4 ? exact === 'TRUE' : exact;
    if (type !== 1) return { value };
    const format = this.#model.getCellStyle(...place).style.num_fmt;
    return format === 'general' ? { value } : { value, format };
  }
}

/** The tabs of a sheet, and that of probes behind them. */
function addTabs(model: Model, tabs: string[]): void {
  for (const [index, name] of tabs.entries()) {
    if (index > 0) model.newSheet();
    if (model.getWorksheetsProperties()[index]!.name !== name) model.renameSheet(index, name);
  }
  model.newSheet();
  model.renameSheet(tabs.length, PROBES);
}

/** An absolute reference, independent of where the name is used. */
const REFERENCE =
  /^('([^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!(\$[a-z]+\$\d+(:\$[a-z]+\$\d+)?|\$[a-z]+:\$[a-z]+|\$\d+:\$\d+)$/iu;

/** Defines names that are absolute references. */
function addNames(model: Model, names: DefinedName[]): void {
  for (const { name, tab, formula } of names) {
    if (!REFERENCE.test(formula)) continue;
    try {
      model.newDefinedName(name, tab, formula);
    } catch (error) {
      if ((error as Error).name === 'RuntimeError') throw error;
    }
  }
}

/** Words that may be names, in upper case. */
const wordsOf = (text: string) => text.toUpperCase().match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [];

function evaluate(model: Model): void {
  // Guard area at the end of the stack, to detect an overflow.
  const end = () => new Uint8Array(memory.buffer, workerData.stackEnd, 65_536);
  end().fill(1);
  model.evaluate();
  if (end().some((byte) => byte !== 1)) throw new RangeError('The stack ran into the memory below it.');
}

/** Input text that reproduces the cell. Numbers without exponent, which would set a format. */
function inputOf({ value, formula, isError }: Cell, tabs: number): string {
  // Excludes the helper tab from SHEETS().
  if (formula !== undefined) return formula.replace(/\bSHEETS\(\s*\)/gi, String(tabs));
  if (typeof value === 'boolean') return String(value).toUpperCase();
  if (typeof value === 'string') return isError ? value : `'${value}`;
  const text = String(value);
  const [digits, exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole, decimals = ''] = digits!.replace('-', '').split('.') as [string, string?];
  const power = Number(exponent);
  const plain =
    power < 0 ? `0.${'0'.repeat(-power - 1)}${whole}${decimals}` : (whole + decimals).padEnd(power + 1, '0');
  return value < 0 ? `-${plain}` : plain;
}

/** Fingerprint of a result. */
const digest = ({ value, format, isError, isSpilled, fills }: Cell) =>
  JSON.stringify([value, format, isError, isSpilled, fills]);

function placeOf(key: number): Place {
  const rest = Math.floor(key / 2 ** 15);
  return [Math.floor(rest / 2 ** 21), rest % 2 ** 21, key % 2 ** 15];
}

/** Layout of probes: side by side, then in rows with room for the longest. */
const probePlace = (index: number): [row: number, column: number] => [
  Math.floor(index / 16_000) * MAX_RUN + 1,
  (index % 16_000) + 1,
];

const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Errors of unsupported formulas. */
const UNKNOWN = new Set(['#NAME?', '#ERROR!', '#N/IMPL!']);

function checked({ tabs, tab, names, formulas }: Extract<Task, { type: 'check' }>): Answer {
  const model = new Model('sheet', 'en', 'UTC', 'en');
  try {
    model.pauseEvaluation();
    addTabs(model, tabs);
    // Formulas are placed on an extra tab with the names of their own. Only names that occur are defined, because defining one
    // is slow if there are many.
    const words = new Set(formulas.flatMap(wordsOf));
    const used = names.filter((name) => (name.tab ?? tab) === tab && words.has(name.name.toUpperCase()));
    addNames(
      model,
      used.map((name) => ({ ...name, tab: name.tab === null ? null : tabs.length })),
    );
    const isNamed = new Set(used.map(({ name }) => name.toUpperCase()));
    // In the last column from the bottom, where hardly any formula refers to.
    const place = (index: number) => [tabs.length, LAST_ROW - index, LAST_COLUMN] as const;
    for (const [index, formula] of formulas.entries()) model.setUserInput(...place(index), formula);
    evaluate(model);
    const results = formulas.map((_, index) => model.getFormattedCellValue(...place(index)));
    return {
      unknown: formulas.filter((_, index) => UNKNOWN.has(results[index]!)),
      spilling: formulas.filter(
        (formula, index) => results[index] === '#SPILL!' && wordsOf(formula).some((word) => isNamed.has(word)),
      ),
    };
  } finally {
    model.free();
  }
}

/** LRU cache: most recent last. */
const workbooks = new Map<string, Workbook>();
let current: Workbook;
let results: Result[] = [];

function forget(sheet: string): void {
  workbooks.get(sheet)?.free();
  workbooks.delete(sheet);
}

function open({ sheet, writes, task, tabs, names, size }: Extract<Task, { type: 'open' }>): Answer {
  const known = workbooks.get(sheet);
  const isKnown = known !== undefined && known.writes === writes;
  if (!isKnown) forget(sheet);
  let room = MAX_CACHED_CELLS - size;
  for (const [other, { size: taken }] of [...workbooks].reverse()) {
    room -= other === sheet ? 0 : taken;
    if (room < 0 && other !== sheet) forget(other);
  }
  current = isKnown ? known : new Workbook(tabs, names, size);
  workbooks.delete(sheet);
  workbooks.set(sheet, current);
  current.writes = null;
  current.task = task;
  return { isKnown };
}

function perform(task: Task): Answer | null {
  switch (task.type) {
    case 'open':
      return open(task);
    case 'load':
      for (const cell of task.cells) current.load(...cell);
      return {};
    case 'change':
      for (const change of task.cells) current.change(...change);
      return {};
    case 'clear':
      current.clear(task.tab, task.top, task.left, task.bottom, task.right);
      return {};
    case 'evaluate':
      results = current.evaluate();
      current.trim();
      return {};
    case 'check':
      return checked(task);
    case 'results':
      return { results: results.splice(-MAX_RESULTS) };
    case 'keep': {
      const workbook = workbooks.get(task.sheet);
      if (workbook?.task === task.task) workbook.writes = task.writes;
      return null;
    }
  }
}

port.on('message', (task: Task) => {
  try {
    const answer = perform(task);
    if (answer) port.postMessage(answer, []);
  } catch (error) {
    // Any error of the engine (out of memory, stack overflow) leaves it in an undefined state, so the thread is terminated.
    const refusal = error instanceof Refusal ? error.message : TOO_MUCH;
    port.postMessage({ refusal }, []);
  }
});

port.postMessage({}, []);
