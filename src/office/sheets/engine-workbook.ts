import { columnNameFromNumber, Model } from '@ironcalc/wasm';
import type { Cell, Value } from './cell.ts';
import { addNames, addTabs, evaluate, inputOf, newModel } from './engine-model.ts';
import type { Place, Result } from './engine.ts';
import type { DefinedName } from './sheet.entity.ts';

/** Maximum spilled cells. */
const MAX_SPILLED = 100_000;

/** A workbook is rebuilt after this many changes, because it keeps an undo history. */
const MAX_HISTORY = 200_000;

/** Cells per probe. */
const MAX_RUN = 1_000;

/** Type of a cell whose value is an error. */
const ERROR = 16;

/** A limit that the formulas exceed; its message is shown to the user. */
export class Refusal extends Error {}

const keyOf = (tab: number, row: number, column: number) => (tab * 2 ** 21 + row) * 2 ** 15 + column;

/** A cached workbook. */
export class Workbook {
  /** Write counter of its state; null while a change is not committed. */
  writes: number | null = null;
  /** Id of the change it was last opened for. */
  task = 0;
  #model = newModel();
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
