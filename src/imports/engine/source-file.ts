import type { Readable } from 'node:stream';
import { csvRecords, type Detail, UnreadableCsv, unguarded } from '../../platform/index.js';
import type { Preset } from '../presets/preset.js';
import { SourceRow } from '../presets/preset.js';
import { cardsOf } from '../presets/vcard.js';
import { UnreadableFile } from './unreadable-file.js';
import { columnsOfZip, rowsOfFiles, rowsOfZip } from './zip-file.js';

/** Bytes that a row may have. */
const MAX_ROW_BYTES = 2 ** 20;
const MAX_COLUMNS = 1_000;
/** Bytes of a file that is read as a whole. */
const MAX_WHOLE_BYTES = 64 * 2 ** 20;

/** A row, and what is wrong with it as a whole. */
export interface ReadRow {
  row: SourceRow;
  flaw: Detail | null;
}

/** The names of the columns of a file; of a JSON document the names of its properties, of a zip those of the rows of its pages. */
export async function columnsOf(file: Readable): Promise<{ columns: string[]; format: Preset['format'] }> {
  const [first, bytes] = await peek(file);
  if (isCard(first)) {
    const names = new Set<string>();
    for (const { cells } of cardsOf(await textIn(bytes))) for (const name of cells.keys()) names.add(name);
    return { columns: [...names], format: 'vcard' };
  }
  if (isZip(first)) return { columns: await columnsOfZip(bytes), format: 'zip' };
  if (isJson(first)) return { columns: Object.keys(await documentIn(bytes)), format: 'json' };
  for await (const { cells } of records(bytes)) return { columns: namesIn(cells), format: 'csv' };
  throw new UnreadableFile('it has no line with the names of its columns.');
}

/** Whether a preset makes the rows of a file, with columns of its own. */
export const hasRows = (format: Preset['format']): boolean => format === 'json' || format === 'zip';

/** The columns of the rows that a preset makes of a file. */
export const columnsIn = ({ items, notTaken }: Preset): string[] => [
  ...new Set([
    ...items.flatMap(({ fields }) => Object.values(fields).flatMap(({ from }) => from)),
    ...Object.keys(notTaken),
  ]),
];

/** The rows of a file. Its stream is closed at the end, also where the reader stops before. */
export async function* rowsOf(file: Readable, preset: Preset): AsyncGenerator<ReadRow> {
  try {
    if (preset.format === 'json') {
      for (const row of preset.rows!(await documentIn(file))) yield { row, flaw: null };
      return;
    }
    if (preset.format === 'vcard') {
      for (const row of preset.rows!(await textIn(file))) yield { row, flaw: null };
      return;
    }
    if (preset.format === 'zip') {
      const rows = preset.ofFiles ? rowsOfFiles(file) : rowsOfZip(file);
      for await (const row of rows) yield { row, flaw: null };
      return;
    }
    let columns: string[] | null = null;
    for await (const { line, cells } of records(file)) {
      if (columns) yield rowOf(line, cells, columns);
      else columns = namesIn(cells);
    }
  } finally {
    file.destroy();
  }
}

function rowOf(line: number, cells: readonly string[], columns: readonly string[]): ReadRow {
  const texts = new Map<string, string[]>();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (!cell || !column) continue;
    const text = unguarded(cell);
    const others = texts.get(column);
    if (others) others.push(text);
    else texts.set(column, [text]);
  }
  const isLong = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const message = `The row has ${cells.length} cells, but the file has ${columns.length} columns.`;
  return { row: new SourceRow(line, texts), flaw: isLong ? { field: '', code: 'too_many', message } : null };
}

async function* records(bytes: AsyncIterable<Buffer>) {
  try {
    yield* csvRecords(bytes, { maxBytes: MAX_ROW_BYTES });
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw new UnreadableFile(`it is no CSV: ${error.message}`);
  }
}

function namesIn(cells: readonly string[]): string[] {
  const names = cells.map((cell) => unguarded(cell).trim());
  if (names.length > MAX_COLUMNS) throw new UnreadableFile(`it has more than ${MAX_COLUMNS} columns.`);
  return names;
}

/** The first bytes of a stream, and the stream with them. */
async function peek(file: Readable): Promise<[Buffer, AsyncIterable<Buffer>]> {
  const iterator = file.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const { value, done } = await iterator.next();
  const first: Buffer = done ? Buffer.alloc(0) : value;
  async function* whole() {
    if (first.length) yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return [first, whole()];
}

const isZip = (first: Buffer): boolean => first.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

const isJson = (first: Buffer): boolean => /^(\ufeff)?\s*\{/.test(first.subarray(0, 64).toString('utf8'));

const isCard = (first: Buffer): boolean => /^(\ufeff)?\s*BEGIN:VCARD/i.test(first.subarray(0, 64).toString('utf8'));

async function documentIn(bytes: AsyncIterable<Buffer>): Promise<object> {
  try {
    const value: unknown = JSON.parse(await textIn(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
  }
  throw new UnreadableFile('it is no JSON object.');
}

/** The whole text of a file, which is UTF-8. */
async function textIn(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_WHOLE_BYTES) throw new UnreadableFile(`it has more than ${MAX_WHOLE_BYTES} bytes.`);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
