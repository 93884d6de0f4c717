import { BLOCK_COLUMNS, BLOCK_ROWS, Block } from './block.js';
import { Yielding } from './yielding.js';
import type { Cell } from './cell.js';
import type { SheetBlockRepository, StoredBlock } from './sheet-block.repository.js';

/** A changed cell; null empties it. */
export type Change = [tab: number, row: number, column: number, cell: Cell | null];

type Placed = readonly [tab: number, row: number, column: number, ...unknown[]];

/** Blocks processed at a time, which bounds memory. */
const BATCH_BLOCKS = 32;

/** Applies changes to the stored cells of a sheet. */
export class Grid {
  /** Difference in the number of cells and formulas. */
  readonly more = { cells: 0, formulas: 0 };

  constructor(
    private readonly stored: SheetBlockRepository,
    private readonly sheet: string,
  ) {}

  /** Changes cells. `change` returns the new cell for an item; undefined leaves it unchanged. */
  async apply<T extends Placed>(
    items: readonly T[],
    change: (item: T, before: Cell | null) => Cell | null | undefined,
  ): Promise<void> {
    const yielding = new Yielding();
    const byBlock = new Map<number, T[]>();
    for (const [index, item] of items.entries()) {
      const [tab, row, column] = item;
      const key = keyOf(tab, blockOf(row), bandOf(column));
      const others = byBlock.get(key);
      if (others) others.push(item);
      else byBlock.set(key, [item]);
      if (index % 1024 === 0) await yielding.ifDue();
    }
    const groups = [...byBlock.values()];
    for (let from = 0; from < groups.length; from += BATCH_BLOCKS) {
      await this.#apply(groups.slice(from, from + BATCH_BLOCKS), change, yielding);
    }
  }

  async #apply<T extends Placed>(
    groups: T[][],
    change: (item: T, before: Cell | null) => Cell | null | undefined,
    yielding: Yielding,
  ): Promise<void> {
    const places = groups.map(([first]): [number, number, number] => [
      first![0],
      blockOf(first![1]),
      bandOf(first![2]),
    ]);
    const found = new Map<number, StoredBlock>();
    for (const row of await this.stored.named(this.sheet, places)) found.set(keyOf(row.tab, row.block, row.band), row);
    const changed: [tab: number, block: Block][] = [];
    for (const [index, items] of groups.entries()) {
      const [tab, at, band] = places[index]!;
      const before = found.get(keyOf(tab, at, band));
      const block = new Block(at, band, before);
      for (const item of items) {
        const [, row, column] = item;
        const cell = change(item, block.get(row, column));
        if (cell !== undefined) block.set(row, column, cell);
      }
      await yielding.ifDue();
      if (!block.isChanged) continue;
      changed.push([tab, block]);
      this.more.cells += block.cellCount - (before?.cell_count ?? 0);
      this.more.formulas += block.formulaCount - (before?.formula_count ?? 0);
    }
    if (changed.length) await this.stored.save(this.sheet, changed);
  }
}

const blockOf = (row: number) => Math.floor((row - 1) / BLOCK_ROWS);
const bandOf = (column: number) => Math.floor((column - 1) / BLOCK_COLUMNS);
const keyOf = (tab: number, block: number, band: number) => (tab * 2 ** 15 + block) * 2 ** 11 + band;
