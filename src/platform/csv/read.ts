import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';

/** Bytes parsed per turn of the event loop. */
const PIECE_BYTES = 8_192;

/** A file that is no CSV, and why. */
export class UnreadableCsv extends Error {}

export interface CsvRecord {
  /** The line of the file in which it begins, from 1. */
  line: number;
  cells: string[];
}

/**
 * Parses the records of a CSV file; detects comma, semicolon or tab as the delimiter. Empty lines are skipped unless all are
 * requested. A record longer than `maxBytes`, or an unclosed quote, makes the file unreadable; memory stays bounded by
 * `maxBytes` either way.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Buffer>,
  { maxBytes, emptyLines = false }: { maxBytes: number; emptyLines?: boolean },
): AsyncGenerator<CsvRecord> {
  const { CsvError, parse } = await import('csv-parse');
  const texts = decoded(bytes);
  let line = 1;
  try {
    const first = await texts.next();
    if (first.done) return;
    const parser = parse({
      delimiter: delimiterOf(first.value),
      relax_column_count: true,
      skip_empty_lines: !emptyLines,
      max_record_size: maxBytes,
      info: true,
      // A file may mix the ends of lines. A carriage return by itself is one where no line feed is.
      record_delimiter: unquoted(first.value).includes('\n') ? ['\r\n', '\n'] : ['\r\n', '\n', '\r'],
    });
    // Errors of the source surface through the parser.
    const records: AsyncIterable<{ record: string[]; info: { empty_lines: number } }> = pipeline(
      Readable.from(pieces(first.value, texts)),
      parser,
      () => undefined,
    );
    let skipped = 0;
    for await (const { record, info } of records) {
      line += info.empty_lines - skipped;
      skipped = info.empty_lines;
      yield { line, cells: record };
      line += record.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 1);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableCsv(PROBLEMS[error.code]?.(line, maxBytes) ?? `line ${line}: ${error.message}`);
  } finally {
    // Closes the file also where the reader stopped before the parser had taken anything.
    await texts.return(undefined);
  }
}

const WITHIN = (line: number) => `a cell of the row at line ${line} contains a quote that is not doubled.`;

const PROBLEMS: Record<string, (line: number, maxBytes: number) => string> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `a quote that opens at line ${line} or later is never closed.`,
  INVALID_OPENING_QUOTE: WITHIN,
  CSV_INVALID_CLOSING_QUOTE: WITHIN,
  CSV_MAX_RECORD_SIZE: (line, maxBytes) => `the row at line ${line} is longer than ${maxBytes} bytes.`,
};

/**
 * The text of a file: UTF-16 where a byte order mark says so, else UTF-8 or, where that fails on the first bytes beyond ASCII,
 * windows-1252, as spreadsheets save "CSV".
 */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let isLatin = false;
  /** Whether multi-byte UTF-8 has been seen. */
  let isUtf8 = false;
  /** The beginning of a character at the end of the last chunk. */
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    let text = decode(decoder, chunk);
    if (text === null) {
      if (decoder.encoding !== 'utf-8' || isUtf8 || hasUtf8(chunk)) throw new UnreadableCsv(MIXED);
      isLatin = true;
      decoder = new TextDecoder('windows-1252');
      text = decoder.decode(Buffer.concat([rest, chunk]), { stream: true });
    }
    if (text.includes('\0')) throw new UnreadableCsv('it is not text.');
    if (!isLatin) {
      isUtf8 ||= /[^\0-\x7f]/.test(text);
      rest = beginningAtEnd(chunk);
    }
    if (text !== '') yield text;
  }
  if (decoder && decode(decoder, null) === null) {
    if (decoder.encoding !== 'utf-8' || isUtf8) throw new UnreadableCsv(MIXED);
    yield new TextDecoder('windows-1252').decode(rest);
  }
}

const MIXED = 'it is neither UTF-8 nor UTF-16 throughout.';

function encodingOf([one, two]: Buffer): string {
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  return one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8';
}

/** Null where the bytes are of another encoding. */
function decode(decoder: TextDecoder, chunk: Buffer | null): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}

/** Whether invalid UTF-8 contains at least one valid multi-byte character. */
const hasUtf8 = (chunk: Buffer): boolean => /[^\0-\x7f\ufffd]/.test(chunk.toString('utf8'));

/** An incomplete UTF-8 sequence at the end of a chunk. */
function beginningAtEnd(chunk: Buffer): Buffer {
  for (let length = 1; length <= Math.min(3, chunk.length); length++) {
    const byte = chunk[chunk.length - length]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return chunk.subarray(chunk.length - length);
  }
  return Buffer.alloc(0);
}

/**
 * Splits text into small pieces, because the parser emits all records of a piece at once and a file may consist of line breaks
 * only.
 */
async function* pieces(first: string, rest: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for (let next: IteratorResult<string> = { value: first }; !next.done; next = await rest.next()) {
    const bytes = Buffer.from(next.value);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      yield bytes.subarray(from, from + PIECE_BYTES);
      await setImmediate();
    }
  }
}

/** The most frequent delimiter of the first line, outside of quotes. The comma loses a tie, because numbers may have commas. */
function delimiterOf(text: string): string {
  const line = unquoted(text).split(/[\r\n]/, 1)[0]!;
  const count = (delimiter: string) => line.split(delimiter).length - 1;
  return ['\t', ';'].reduce((best, next) => (count(next) && count(next) >= count(best) ? next : best), ',');
}

const unquoted = (text: string): string => text.replace(/"[^"]*"/g, '');
