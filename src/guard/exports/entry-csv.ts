import { AUDIT_COLUMNS } from '../../platform/index.js';
import { int32, type Lines } from './copied-rows.js';

/** Characters that begin a formula in spreadsheets, including full-width ones; guarded by an apostrophe. */
const SIGNS = [...'=+-@＝＋－＠'].map((sign) => sign.codePointAt(0)).join();
const cell = (column: string) =>
  `case when ascii(ltrim(${column})) in (${SIGNS}) then '''' || ${column} else ${column} end`;

/** CSV columns (D-GRD-4). Most hold ids and our own words, which need no guard. */
const NAMES = [
  ...AUDIT_COLUMNS.filter((column) => column !== 'workspace_id' && column !== 'changes'),
  'sequence',
  'hash',
  'changes',
];
const VALUES: Record<string, string> = {
  timestamp: `to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  actor_email: cell('actor_email'),
  client_name: cell('client_name'),
  user_agent: cell('user_agent'),
  hash: `encode(hash, 'hex')`,
  sequence: 'sequence::text',
  changes: 'changes::text',
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** All cells are quoted, because some spreadsheets split at semicolons, which user agents contain. Null is empty. */
function putRow(row: Buffer, at: number, out: Buffer, to: number): number {
  for (let column = 0; column < NAMES.length; column++) {
    if (column) out[to++] = COMMA;
    const length = int32(row, at);
    at += 4;
    if (length < 0) continue;
    out[to++] = QUOTE;
    for (const end = at + length; at < end; at++) {
      if (row[at] === QUOTE) out[to++] = QUOTE;
      out[to++] = row[at]!;
    }
    out[to++] = QUOTE;
  }
  out[to++] = LINE_FEED;
  return to;
}

export const CSV_HEAD = `${NAMES.join()}\n`;

/** Entries as CSV, a line each: no value contains a line break, because `changes` is JSON and headers cannot contain one. */
export const CSV_LINES: Lines = {
  columns: NAMES.map((name) => ({ name, sql: VALUES[name] ?? name })),
  put: putRow,
  maxBytes: (rowBytes) => rowBytes * 2 + NAMES.length * 3 + 1,
};
