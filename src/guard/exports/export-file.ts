import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { AUDIT_COLUMNS, Conditions, copiedLines } from '../../platform/index.js';
import { AuditLogQuery } from '../audit-logs/audit-log.dto.js';
import { ENTRY_COLUMNS, entryLines } from './entry-json.js';
import { type ExportFilters, FILTERS } from './export.dto.js';
import type { Export } from './export.entity.js';
import type { Format } from './export.resource.js';

/** Half the hashes of a file are random, which no level makes smaller: the best one saves 15 % of the bytes for twice the time. */
const QUICKLY = { level: constants.Z_BEST_SPEED };

/** Prefixes an apostrophe to values that a spreadsheet would run as a formula, also behind wide characters and blanks. */
const SIGNS = [...'=+-@＝＋－＠'].map((sign) => sign.codePointAt(0)).join();
const cell = (column: string) =>
  `case when ascii(ltrim(${column})) in (${SIGNS}) then '''' || ${column} else ${column} end`;

/** The columns of a CSV (D-GRD-4). Most hold ids and words of ours, which need no guard. */
const CSV_COLUMNS = [
  ...AUDIT_COLUMNS.filter((column) => column !== 'workspace_id' && column !== 'changes'),
  'sequence',
  'hash',
  'changes',
];
const CSV_VALUES: Record<string, string> = {
  timestamp: `to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  actor_email: cell('actor_email'),
  client_name: cell('client_name'),
  user_agent: cell('user_agent'),
  hash: `encode(hash, 'hex')`,
};

/** For each format: the query, and the text around its result. */
const FORMATS: Record<
  Format,
  { columns: string; copy: 'csv' | 'binary'; head: string; between: string; end: string; mime_type: string }
> = {
  csv: {
    columns: CSV_COLUMNS.map((column) => CSV_VALUES[column] ?? column).join(', '),
    copy: 'csv',
    head: `${CSV_COLUMNS.join()}\n`,
    between: '',
    end: '',
    mime_type: 'text/csv; charset=utf-8',
  },
  jsonl: {
    columns: ENTRY_COLUMNS,
    copy: 'binary',
    head: '',
    between: '',
    end: '',
    mime_type: 'application/jsonl',
  },
  json: {
    columns: ENTRY_COLUMNS,
    copy: 'binary',
    head: '[',
    between: ',',
    end: ']\n',
    mime_type: 'application/json',
  },
};

/** The name of a file and its type. */
export function fileOf({ format, gzip, created_at }: Export): { name: string; mime_type: string } {
  const name = `audit-logs-${created_at.slice(0, 19).replaceAll(':', '')}Z.${format}`;
  return gzip ? { name: `${name}.gz`, mime_type: 'application/gzip' } : { name, mime_type: FORMATS[format].mime_type };
}

/** The query for the entries of an export, newest first as in the list, and how it is copied. */
export function queryOf(workspaceId: string, format: Format, filters: ExportFilters, now: string) {
  const where = new Conditions().add('workspace_id = ?', workspaceId);
  for (const name of FILTERS) {
    const value = filters[name];
    if (value === undefined) continue;
    const own = AuditLogQuery.filters[name];
    if (own) where.add(...own(value, now, filters));
    else where.add(`${name} = ?`, value);
  }
  const { columns, copy } = FORMATS[format];
  const order = 'order by timestamp desc, id desc';
  // All seals of a trail are merged in their order with its entries, rather than sorted; a few are found by their keys.
  const seals = FILTERS.every((name) => filters[name] === undefined)
    ? `(select timestamp, id, sequence, prev_hash, hash from audit_seals where workspace_id = $1 ${order} offset 0) seals using (timestamp, id)`
    : 'audit_seals using (workspace_id, timestamp, id)';
  const query = `select ${columns} from audit_entries left join ${seals} where ${where.sql} ${order}`;
  return { copy, query, values: where.values };
}

/** Figures of a file that is being written. */
export interface Written {
  rows: number;
  bytes: number;
  sha256: string;
}

/**
 * The bytes of a file, made of what the database copies, in pieces that a blob store likes. `written` tells of it as it
 * grows; its digest is there at the end.
 */
export async function* bytesOf(
  { format, gzip }: Pick<Export, 'format' | 'gzip'>,
  copied: AsyncGenerator<Buffer>,
  written: Written,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const text = piecesOf(format, copied, written);
  // A failure of the source reaches the reader through the stream.
  const file = gzip ? Readable.from(text, { objectMode: false }).compose(createGzip(QUICKLY)) : text;
  for await (const piece of file as AsyncIterable<Buffer>) {
    digest.update(piece);
    written.bytes += piece.length;
    yield piece;
  }
  written.sha256 = digest.digest('hex');
}

async function* piecesOf(format: Format, copied: AsyncGenerator<Buffer>, written: Written) {
  const { copy, head, between, end } = FORMATS[format];
  if (head) yield Buffer.from(head);
  // Each entry is a line: none of its texts has a line break, as `changes` is JSON and headers cannot have one.
  yield* copy === 'csv' ? copiedLines(copied, written) : entryLines(copied, between, written);
  if (end) yield Buffer.from(end);
}
