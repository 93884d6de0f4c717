import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { ApiError, invalidField } from '../../platform/index.js';
import { MAX_COLUMNS, MAX_ROWS } from './a1.js';
import { type Cell, typed } from './cell.js';
import { MAX_TEXT } from './values.js';
import type { PlacedCell } from './xlsx-import.js';

/** Rows that are handed on at a time. */
const PORTION = 500;

/** Bytes that one row may have. */
const MAX_RECORD = 16 * 2 ** 20;

/** The cells of a CSV file. What begins like a formula stays text: nobody runs what comes from elsewhere. */
export async function* csvCells(bytes: AsyncIterable<Buffer>, isTyped: boolean): AsyncGenerator<PlacedCell[]> {
  const { parse } = await import('csv-parse');
  const texts = decoded(bytes);
  const first = await texts.next();
  if (first.done) return;
  const options = { delimiter: delimiterOf(first.value), relax_column_count: true, max_record_size: MAX_RECORD };
  // An error of the source comes out of the parser.
  const records: AsyncIterable<string[]> = pipeline(
    Readable.from(joined(first.value, texts)),
    parse(options),
    () => undefined,
  );
  let cells: PlacedCell[] = [];
  let row = 0;
  try {
    for await (const record of records) {
      row++;
      if (row > MAX_ROWS || record.length > MAX_COLUMNS) {
        throw invalidField('file', 'too_large', `file must have at most ${MAX_ROWS} rows and ${MAX_COLUMNS} columns.`);
      }
      for (const [index, text] of record.entries()) {
        const cell = cellOf(text, isTyped);
        if (cell) cells.push([row, index + 1, cell]);
      }
      if (row % PORTION) continue;
      yield cells;
      cells = [];
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable((error as Error).message);
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

/** The text of a file: UTF-8, or UTF-16 as Excel writes it, told by its first bytes. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true });
    const text = decode(decoder, chunk);
    if (text !== '') yield text;
  }
  if (decoder) decode(decoder, null);
}

function decode(decoder: TextDecoder, chunk: Buffer | null): string {
  try {
    const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw unreadable('it is no text in UTF-8.');
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** What the first line has most of, outside of quotes. In doubt not the comma, which may stand in numbers. */
function delimiterOf(text: string): string {
  const line = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0]!;
  const count = (delimiter: string) => line.split(delimiter).length - 1;
  return ['\t', ';'].reduce((best, next) => (count(next) && count(next) >= count(best) ? next : best), ',');
}

const unreadable = (why: string) =>
  invalidField('file', 'invalid_format', `file must be an Excel workbook (.xlsx) or CSV: ${why}`);
