import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { AUDIT_COLUMNS, Conditions, copiedLines } from '../../platform/index.js';
import { AuditLogQuery } from '../audit-logs/audit-log.dto.js';
import { ENTRY_COLUMNS, entryLines } from './entry-json.js';
import { type ExportFilters, FILTERS } from './export.dto.js';
import type { Export } from './export.entity.js';
import type { Format } from './export.resource.js';

/** Fast compression, because hashes are incompressible: the best level saves 15 % for twice the time. */
const FASTEST = { level: constants.Z_BEST_SPEED };

/** Characters that begin a formula in spreadsheets, including full-width ones; guarded by an apostrophe (see `guarded`). */
const SIGNS = [...'=+-@＝＋－＠'].map((sign) => sign.codePointAt(0)).join();
const cell = (column: string) =>
  `case when ascii(ltrim(${column})) in (${SIGNS}) then '''' || ${column} else ${column} end`;

/** CSV columns (D-GRD-4). Most hold ids and our own words, which need no guard. */
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

/** Per format: query, and text around the result. */
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

/** Query of an export, newest first as in the list, and its COPY format. */
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
  // A full export uses a merge join of entries and seals, without sorting; a filtered one looks seals up by key.
  const seals = FILTERS.every((name) => filters[name] === undefined)
    ? `(select timestamp, id, sequence, prev_hash, hash from audit_seals where workspace_id = $1 ${order} offset 0) seals using (timestamp, id)`
    : 'audit_seals using (workspace_id, timestamp, id)';
  const query = `select ${columns} from audit_entries left join ${seals} where ${where.sql} ${order}`;
  return { copy, query, values: where.values };
}

/** Progress of a file. */
export interface Written {
  rows: number;
  bytes: number;
  sha256: string;
}

/** The content of a file, converted from COPY output, in chunks. `written` is updated; its digest is set at the end. */
export async function* bytesOf(
  { format, gzip }: Pick<Export, 'format' | 'gzip'>,
  copied: AsyncGenerator<Buffer>,
  written: Written,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const text = piecesOf(format, copied, written);
  // Errors of the source surface through the stream.
  const file = gzip ? Readable.from(text, { objectMode: false }).compose(createGzip(FASTEST)) : text;
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
  // One line per entry: no value contains a line break, because `changes` is JSON and headers cannot contain one.
  yield* copy === 'csv' ? copiedLines(copied, written) : entryLines(copied, between, written);
  if (end) yield Buffer.from(end);
}
