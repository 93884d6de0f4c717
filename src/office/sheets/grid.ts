import { BLOCK_COLUMNS, BLOCK_ROWS, Block } from './block.js';
import { Breath } from './breath.js';
import type { Cell } from './cell.js';
import type { SheetBlocks } from './sheet-blocks.js';

/** A changed cell; null empties it. */
export type Change = [tab: number, row: number, column: number, cell: Cell | null];

interface Held {
  tab: number;
  block: Block;
  /** What was in it before. */
  cells: number;
  formulas: number;
}

/** Blocks that are written in one statement. */
const PORTION = 32;

/** Cells of one sheet that are being changed: their blocks are read once, changed here, and written once. */
export class Grid {
  readonly #held = new Map<number, Held>();

  constructor(
    private readonly stored: SheetBlocks,
    private readonly sheet: string,
  ) {}

  /** Applies changes. */
  async apply(changes: readonly Change[]): Promise<void> {
    await this.load(changes);
    const breath = new Breath();
    for (const [index, [tab, row, column, cell]] of changes.entries()) {
      this.#of(tab, row, column).set(row, column, cell);
      if (index % 1024 === 0) await breath.taken();
    }
  }

  /** A cell whose block has been loaded. */
  get(tab: number, row: number, column: number): Cell | null {
    return this.#of(tab, row, column).get(row, column);
  }

  /** Reads the blocks of cells that are about to be looked at or changed. */
  async load(cells: readonly (readonly [tab: number, row: number, column: number, ...unknown[]])[]): Promise<void> {
    const missing = new Map<number, [tab: number, block: number, band: number]>();
    for (const [tab, row, column] of cells) {
      const key = keyOf(tab, row, column);
      if (!this.#held.has(key) && !missing.has(key)) missing.set(key, [tab, blockOf(row), bandOf(column)]);
    }
    if (!missing.size) return;
    for (const [key, [tab, block, band]] of missing) {
      this.#held.set(key, { tab, block: new Block(block, band), cells: 0, formulas: 0 });
    }
    const breath = new Breath();
    for (const row of await this.stored.named(this.sheet, [...missing.values()])) {
      const { tab, block, band, cell_count, formula_count } = row;
      const held = { tab, block: new Block(block, band, row), cells: cell_count, formulas: formula_count };
      this.#held.set(numbered(tab, block, band), held);
      await breath.taken();
    }
  }

  /** Writes what has changed; answers how many more cells and formulas there are now. */
  async save(): Promise<{ cells: number; formulas: number }> {
    const changed = [...this.#held.values()].filter(({ block }) => block.isChanged);
    const breath = new Breath();
    for (let from = 0; from < changed.length; from += PORTION) {
      const portion = changed.slice(from, from + PORTION);
      await this.stored.save(
        this.sheet,
        portion.map(({ tab, block }) => [tab, block]),
      );
      await breath.taken();
    }
    this.#held.clear();
    const sum = (more: (held: Held) => number) => changed.reduce((total, held) => total + more(held), 0);
    return {
      cells: sum(({ block, cells }) => block.cellCount - cells),
      formulas: sum(({ block, formulas }) => block.formulaCount - formulas),
    };
  }

  #of(tab: number, row: number, column: number): Block {
    return this.#held.get(keyOf(tab, row, column))!.block;
  }
}

const blockOf = (row: number) => Math.floor((row - 1) / BLOCK_ROWS);
const bandOf = (column: number) => Math.floor((column - 1) / BLOCK_COLUMNS);
const numbered = (tab: number, block: number, band: number) => (tab * 2 ** 15 + block) * 2 ** 11 + band;
const keyOf = (tab: number, row: number, column: number) => numbered(tab, blockOf(row), bandOf(column));
