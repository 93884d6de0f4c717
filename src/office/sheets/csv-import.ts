import { csvRecords, invalidField, UnreadableCsv } from '../../platform/index.js';
import { MAX_COLUMNS, MAX_ROWS } from './a1.js';
import { type Cell, typed } from './cell.js';
import { MAX_TEXT } from './values.js';
import type { PlacedCell } from './xlsx-cells.js';

/** Rows per chunk. */
const CHUNK_ROWS = 500;

/** Maximum size of a row. */
const MAX_RECORD = 16 * 2 ** 20;

/** Cells of a CSV file. Formulas are imported as text, because files from elsewhere are untrusted. */
export async function* csvCells(bytes: AsyncIterable<Buffer>, isTyped: boolean): AsyncGenerator<PlacedCell[]> {
  let cells: PlacedCell[] = [];
  let row = 0;
  try {
    for await (const { cells: record } of csvRecords(bytes, { maxBytes: MAX_RECORD, emptyLines: true })) {
      row++;
      if (row > MAX_ROWS || record.length > MAX_COLUMNS) {
        throw invalidField('file', 'too_large', `file must have at most ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);
      }
      for (const [index, text] of record.entries()) {
        const cell = cellOf(text, isTyped);
        if (cell) cells.push([row, index + 1, cell]);
      }
      if (row % CHUNK_ROWS) continue;
      yield cells;
      cells = [];
    }
  } catch (error) {
    throw error instanceof UnreadableCsv ? unreadable(error.message) : error;
  }
  yield cells;
}

function cellOf(text: string, isTyped: boolean): Cell | null {
  if (text.length > MAX_TEXT) {
    throw invalidField('file', 'too_large', `Cells of file must have at most ${MAX_TEXT} characters.`);
  }
  const cell = isTyped && !text.startsWith('=') ? typed(text) : { value: text };
  return cell.value === '' ? null : cell;
}

const unreadable = (why: string) =>
  invalidField('file', 'invalid_format', `file must be an Excel workbook (.xlsx) or CSV: ${why}`);
