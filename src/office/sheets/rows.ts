import { Block } from './block.js';
import { Yielding } from './yielding.js';
import type { Cell } from './cell.js';
import type { StoredBlock } from './sheet-block.repository.js';

export interface Row {
  /** From 1. */
  row: number;
  /** Non-empty cells by column. */
  cells: [column: number, cell: Cell][];
}

/** Non-empty rows of a tab in order, from its blocks in order. */
export async function* rowsOf(portions: AsyncIterable<StoredBlock[]>): AsyncGenerator<Row> {
  const yielding = new Yielding();
  let rows = new Map<number, Row>();
  let current = -1;
  for await (const portion of portions) {
    for (const stored of portion) {
      if (stored.block !== current) {
        yield* sorted(rows);
        rows = new Map();
        current = stored.block;
      }
      for (const [row, column, cell] of new Block(stored.block, stored.band, stored).cells()) {
        const entry = rows.get(row);
        if (entry) entry.cells.push([column, cell]);
        else rows.set(row, { row, cells: [[column, cell]] });
      }
      await yielding.ifDue();
    }
  }
  yield* sorted(rows);
}

const sorted = (rows: Map<number, Row>) => [...rows.values()].sort((a, b) => a.row - b.row);
