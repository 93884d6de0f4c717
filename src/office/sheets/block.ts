import type { Area } from './a1.js';
import type { Cell, Value } from './cell.js';

/** Cells are stored in blocks of limited height and width, so that a small range touches little of a large or wide sheet. */
export const BLOCK_ROWS = 64;
export const BLOCK_COLUMNS = 16;

type Extras = Omit<Cell, 'value'>;

/** Stored form: values in row-major order, and further properties of some cells by index. */
interface Stored {
  v: (Value | null)[];
  x?: Record<string, Extras>;
}

/** The blocks that an area touches. */
interface BlockArea {
  firstBlock: number;
  lastBlock: number;
  firstBand: number;
  lastBand: number;
}

export const blocksOf = ({ top, left, bottom, right }: Area): BlockArea => ({
  firstBlock: Math.floor((top - 1) / BLOCK_ROWS),
  lastBlock: Math.floor((bottom - 1) / BLOCK_ROWS),
  firstBand: Math.floor((left - 1) / BLOCK_COLUMNS),
  lastBand: Math.floor((right - 1) / BLOCK_COLUMNS),
});

/** A decoded block of cells. Rows and columns are those of the tab, 1-based. */
export class Block {
  readonly #values: (Value | null)[];
  readonly #extras: Map<number, Extras>;
  cellCount: number;
  formulaCount: number;
  /** Modified since it was loaded. */
  isChanged = false;

  constructor(
    readonly block: number,
    readonly band: number,
    stored?: { cell_count: number; formula_count: number; cells: string },
  ) {
    const { v, x = {} }: Stored = stored ? JSON.parse(stored.cells) : { v: [] };
    this.#values = v;
    this.#extras = new Map(Object.entries(x).map(([place, extras]) => [Number(place), extras]));
    this.cellCount = stored?.cell_count ?? 0;
    this.formulaCount = stored?.formula_count ?? 0;
  }

  /** The area of the block. */
  get area(): Area {
    return { top: this.top, left: this.left, bottom: this.top + BLOCK_ROWS - 1, right: this.left + BLOCK_COLUMNS - 1 };
  }

  get top(): number {
    return this.block * BLOCK_ROWS + 1;
  }

  get left(): number {
    return this.band * BLOCK_COLUMNS + 1;
  }

  get(row: number, column: number): Cell | null {
    const place = this.#place(row, column);
    const value = this.#values[place];
    return value === null || value === undefined ? null : { value, ...this.#extras.get(place) };
  }

  /** Like `get`, but a cell with only a value is returned as that value, to avoid an allocation. */
  value(row: number, column: number): Value | Cell | null {
    const place = this.#place(row, column);
    const value = this.#values[place] ?? null;
    const extras = value !== null && this.#extras.size ? this.#extras.get(place) : undefined;
    return extras ? { value: value!, ...extras } : value;
  }

  set(row: number, column: number, cell: Cell | null): void {
    const place = this.#place(row, column);
    const before = this.#values[place] ?? null;
    this.isChanged = true;
    this.cellCount += Number(cell !== null) - Number(before !== null);
    this.formulaCount += Number(cell?.formula !== undefined) - Number(this.#extras.get(place)?.formula !== undefined);
    if (cell) {
      const { value, ...extras } = cell;
      while (this.#values.length < place) this.#values.push(null);
      this.#values[place] = value;
      if (Object.keys(extras).length) this.#extras.set(place, extras);
      else this.#extras.delete(place);
    } else if (before !== null) {
      this.#values[place] = null;
      this.#extras.delete(place);
    }
  }

  /** Every cell, row by row. */
  *cells(): Generator<[row: number, column: number, cell: Cell]> {
    for (let place = 0; place < this.#values.length; place++) {
      const [row, column] = [this.top + Math.floor(place / BLOCK_COLUMNS), this.left + (place % BLOCK_COLUMNS)];
      const cell = this.get(row, column);
      if (cell) yield [row, column, cell];
    }
  }

  /** Serialized for the column `cells`. */
  stored(): string {
    while (this.#values.at(-1) === null) this.#values.pop();
    const stored: Stored = { v: this.#values };
    if (this.#extras.size) stored.x = Object.fromEntries(this.#extras);
    return JSON.stringify(stored);
  }

  #place(row: number, column: number): number {
    return (row - this.top) * BLOCK_COLUMNS + column - this.left;
  }
}
