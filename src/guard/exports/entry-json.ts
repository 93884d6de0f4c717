import { AUDIT_TYPES, fieldNames, fieldsOf } from '../../platform/index.js';
import { HASHES } from '../audit-logs/audit-entry.entity.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { int32, int64, type Lines, put } from './copied-rows.js';

/** Maximum expansion of a byte by escaping: \u001f. */
const MAX_ESCAPED = 6;

/** Writes a column value as JSON. Returns the end of the output. */
type Write = (row: Buffer, from: number, end: number, out: Buffer, to: number) => number;

const bytes = (text: string): Uint8Array => Buffer.from(text);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NULL = bytes('null');
const END = bytes('}}\n');
/** Escape sequences by byte. */
const ESCAPED = Array.from({ length: 128 }, (_, code) => bytes(JSON.stringify(String.fromCharCode(code)).slice(1, -1)));

const text: Write = (row, from, end, out, to) => {
  out[to++] = QUOTE;
  for (let at = from; at < end; at++) {
    const byte = row[at]!;
    // Fast path: nearly all bytes are above the quote.
    if ((byte > QUOTE && byte !== BACKSLASH) || byte === 0x20 || byte === 0x21) out[to++] = byte;
    else to = put(ESCAPED[byte]!, out, to);
  }
  out[to++] = QUOTE;
  return to;
};

/** jsonb is a version byte followed by JSON text. */
const json: Write = (row, from, end, out, to) => to + row.copy(out, to, from + 1, end);

const DIGITS = bytes('0123456789abcdef');

/** bytea as hex. */
const hex: Write = (row, from, end, out, to) => {
  out[to++] = QUOTE;
  for (let at = from; at < end; at++) {
    out[to++] = DIGITS[row[at]! >> 4]!;
    out[to++] = DIGITS[row[at]! & 15]!;
  }
  out[to++] = QUOTE;
  return to;
};

const integer: Write = (row, from, _end, out, to) => {
  const digits = String(int64(row, from));
  for (let at = 0; at < digits.length; at++) out[to++] = digits.charCodeAt(at);
  return to;
};

/** Epoch of PostgreSQL timestamps. */
const EPOCH_MS = Date.UTC(2000, 0);
const DAY_MS = 86_400_000;
/** Cache of the last date, because entries are sorted by time. */
let [day, date] = [NaN, bytes('')];

const time: Write = (row, from, _end, out, to) => {
  const ms = EPOCH_MS + Math.floor(int64(row, from) / 1000);
  const itsDay = Math.floor(ms / DAY_MS);
  if (itsDay !== day) [day, date] = [itsDay, bytes(new Date(ms).toISOString().replace(/T.*/, 'T'))];
  const inDay = ms - itsDay * DAY_MS;
  out[to++] = QUOTE;
  to = put(date, out, to);
  const digits = (value: number, behind: string) => {
    out[to++] = 48 + Math.floor(value / 10);
    out[to++] = 48 + (value % 10);
    out[to++] = behind.charCodeAt(0);
  };
  digits(Math.floor(inDay / 3_600_000), ':');
  digits(Math.floor(inDay / 60_000) % 60, ':');
  digits(Math.floor(inDay / 1000) % 60, '.');
  out[to++] = 48 + Math.floor((inDay % 1000) / 100);
  digits(inDay % 100, 'Z');
  out[to++] = QUOTE;
  return to;
};

/** JSON writers by column type. */
const WRITERS: Record<string, Write> = { text, timestamptz: time, jsonb: json, bigint: integer, bytea: hex };

interface Column {
  name: string;
  /** SQL expression of a computed column. */
  sql?: string;
  /** Omit the key if null, as in older entries and their hashes. */
  optional?: boolean;
  /** JSON text before the value. */
  before: string;
  write: Write;
}

/** The OAuth client of an actor, from two columns (`viaOf`). */
const VIA = {
  sql: `case when client_id is not null then
    jsonb_build_object('type', 'oauth_client', 'id', client_id, 'name', client_name) end`,
  optional: true,
  write: json,
};

/** Columns of an entry and its seal, in the order of the list. */
const COLUMNS: Column[] = [...fieldsOf(AuditEntryView.prototype)].flatMap(([name, { nested, column }], place, all) => {
  const behindGroup = all[place - 1]?.[1].nested ? '}' : '';
  const before = `${behindGroup}${place ? ',' : '{'}"${name}":`;
  if (!nested) return { name, before, write: WRITERS[HASHES.includes(name) ? 'bytea' : String(column.type)]! };
  return fieldNames(nested()).map((part, index) => ({
    name: `${name}_${part}`,
    before: `${index ? ',' : `${before}{`}"${part}":`,
    ...(part === 'via' ? VIA : { write: WRITERS[AUDIT_TYPES[`${name}_${part}`]!]! }),
  }));
});
const PARTS = COLUMNS.map(({ before, write, optional = false }) => ({ before: bytes(before), write, optional }));
const AROUND_BYTES = COLUMNS.reduce((sum, { before }) => sum + before.length + 'null""'.length, END.length + 1);

function putEntry(row: Buffer, at: number, out: Buffer, to: number): number {
  for (const { before, write, optional } of PARTS) {
    const length = int32(row, at);
    at += 4;
    if (optional && length < 0) continue;
    to = put(before, out, to);
    if (length < 0) to = put(NULL, out, to);
    else {
      to = write(row, at, at + length, out, to);
      at += length;
    }
  }
  return put(END, out, to);
}

/**
 * Entries as JSON, a line each, as the list shows them. PostgreSQL takes several times as long to produce JSON, and JavaScript
 * objects per entry would be allocated.
 */
export const JSON_LINES: Lines = {
  columns: COLUMNS.map(({ name, sql = name }) => ({ name, sql })),
  put: putEntry,
  maxBytes: (rowBytes) => rowBytes * MAX_ESCAPED + AROUND_BYTES,
};
