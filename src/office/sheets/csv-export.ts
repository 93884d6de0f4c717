import { CSV_FORMAT, guarded } from '../../platform/index.js';
import { textOf, type Cell } from './cell.js';
import { rowsOf } from './rows.js';
import type { Snapshot } from './sheet-block.repository.js';

/** Rows per chunk. */
const CHUNK_ROWS = 256;

/** One tab as CSV: displayed text, all rows padded to the widest. */
export async function* csv(snapshot: Snapshot, tab: number): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  let width = 0;
  for await (const { cells } of rowsOf(snapshot.lastBand(tab))) width = Math.max(width, cells.at(-1)![0]);
  const empty = (): string[] => Array.from({ length: width }, () => '');
  const write = (rows: string[][]) => stringify(rows, CSV_FORMAT);
  let rows: string[][] = [];
  let next = 1;
  for await (const { row, cells } of rowsOf(snapshot.blocks(tab))) {
    for (; next <= row; next++) {
      rows.push(empty());
      if (rows.length < CHUNK_ROWS || next === row) continue;
      yield write(rows);
      rows = [];
    }
    const texts = rows.at(-1)!;
    for (const [column, cell] of cells) texts[column - 1] = shown(cell);
    if (rows.length < CHUNK_ROWS) continue;
    yield write(rows);
    rows = [];
  }
  if (rows.length) yield write(rows);
}

/** Number formats may contain text. */
function shown(cell: Cell): string {
  const text = textOf(cell);
  return typeof cell.value === 'number' && PLAIN_NUMBER.test(text) ? text : guarded(text);
}

const PLAIN_NUMBER = /^[+-][\d\p{Sc}.,%E\s+-]*$/u;
