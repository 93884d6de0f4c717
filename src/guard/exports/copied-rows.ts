/** Chunk size. */
const PIECE_BYTES = 2 ** 18;
/** Length of the header of binary COPY. */
const HEADER_BYTES = 19;

/** How rows are written: the columns of the query, and the text of a row. */
export interface Lines {
  columns: readonly { name: string; sql: string }[];
  /** Writes the fields of the row at an offset, behind its field count. Returns the end of the output. */
  put: (row: Buffer, at: number, out: Buffer, to: number) => number;
  /** Upper limit of the output for a row of so many bytes. */
  maxBytes: (rowBytes: number) => number;
}

/** The columns of the query. Without aliases, because `order by` would take those for columns. */
export const selected = ({ columns }: Lines): string => columns.map(({ sql }) => sql).join(', ');

export const int32 = (row: Buffer, at: number): number =>
  (row[at]! << 24) | (row[at + 1]! << 16) | (row[at + 2]! << 8) | row[at + 3]!;
export const int64 = (row: Buffer, at: number): number => int32(row, at) * 2 ** 32 + (int32(row, at + 4) >>> 0);

export function put(text: Uint8Array, out: Buffer, to: number): number {
  for (let at = 0; at < text.length; at++) out[to++] = text[at]!;
  return to;
}

/** End of the row at this offset; -1 if it is incomplete or the end of data. */
function endOfRow(row: Buffer, at: number, columns: number): number {
  at += 2;
  for (let column = 0; column < columns; column++) {
    if (at + 4 > row.length) return -1;
    at += 4 + Math.max(0, int32(row, at));
  }
  return at <= row.length ? at : -1;
}

/** Complete rows of a binary COPY: the bytes, and the offset at which each row ends. `bytes` may be reused for the next rows. */
interface Rows {
  bytes: Buffer;
  from: number;
  ends: number[];
}

/** Splits binary COPY output at rows, in portions of at least so many bytes. */
async function* rowsOf(copied: AsyncIterable<Buffer>, columns: number, portionBytes: number): AsyncGenerator<Rows> {
  let gathered: Buffer[] = [];
  let size = 0;
  let at = HEADER_BYTES;
  const taken = (): Rows => {
    const bytes = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered);
    const rows: Rows = { bytes, from: at, ends: [] };
    for (let end = endOfRow(bytes, at, columns); end >= 0; end = endOfRow(bytes, at, columns))
      rows.ends.push((at = end));
    const used = Math.min(at, bytes.length);
    gathered = [bytes.subarray(used)];
    size = bytes.length - used;
    at -= used;
    return rows;
  };
  for await (const more of copied) {
    gathered.push(more);
    size += more.length;
    if (size < portionBytes) continue;
    const rows = taken();
    if (rows.ends.length) yield rows;
  }
  const rows = taken();
  if (rows.ends.length) yield rows;
}

/** Converts binary COPY to lines. `between`: separator before every line but the first. */
export async function* linesOf(
  { columns, put: putRow, maxBytes }: Lines,
  copied: AsyncIterable<Buffer>,
  between: string,
  written: { rows: number },
): AsyncGenerator<Buffer> {
  const separator = Buffer.from(between);
  let out = Buffer.allocUnsafe(PIECE_BYTES);
  let size = 0;
  for await (const { bytes, from, ends } of rowsOf(copied, columns.length, 0)) {
    let at = from;
    for (const end of ends) {
      const most = maxBytes(end - at) + separator.length;
      if (out.length - size < most) {
        yield out.subarray(0, size);
        out = Buffer.allocUnsafe(Math.max(PIECE_BYTES, most));
        size = 0;
      }
      if (written.rows++) size = put(separator, out, size);
      size = putRow(bytes, at + 2, out, size);
      at = end;
    }
  }
  if (size) yield out.subarray(0, size);
}

/** Rows whose fields may be replaced before they are written. */
export interface Replacement {
  /** Columns that the decision needs. */
  columns: readonly string[];
  /** The column that is replaced. */
  replaces: string;
  /** New bytes per row, null to keep the field. `rows` has the bytes of `columns` and, last, of `replaces`; null for SQL null. */
  decide: (rows: readonly (Buffer | null)[][]) => Promise<(Buffer | null)[]>;
}

/** Replaces fields of binary COPY output, in portions, so that memory does not grow with the number of rows. */
export async function* replaced(
  { columns }: Lines,
  copied: AsyncIterable<Buffer>,
  portionBytes: number,
  { columns: needed, replaces, decide }: Replacement,
): AsyncGenerator<Buffer> {
  const places = [...needed, replaces].map((name) => columns.findIndex((column) => column.name === name));
  const place = places.at(-1)!;
  yield Buffer.alloc(HEADER_BYTES);
  for await (const { bytes, from, ends } of rowsOf(copied, columns.length, portionBytes)) {
    const rows: (Buffer | null)[][] = [];
    const fieldsAt: number[] = [];
    let at = from;
    for (const end of ends) {
      const fields: (Buffer | null)[] = [];
      let field = at + 2;
      for (let column = 0; column < columns.length; column++) {
        if (column === place) fieldsAt.push(field);
        const length = int32(bytes, field);
        fields.push(length < 0 ? null : bytes.subarray(field + 4, field + 4 + length));
        field += 4 + Math.max(0, length);
      }
      rows.push(places.map((index) => fields[index]!));
      at = end;
    }
    const values = await decide(rows);
    const pieces: Buffer[] = [];
    let kept = from;
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const length = Buffer.alloc(4);
      length.writeInt32BE(value.length);
      pieces.push(bytes.subarray(kept, fieldsAt[index]), length, value);
      kept = fieldsAt[index]! + 4 + rows[index]!.at(-1)!.length;
    }
    pieces.push(bytes.subarray(kept, at));
    yield Buffer.concat(pieces);
  }
}
