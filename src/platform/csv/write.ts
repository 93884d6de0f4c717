/**
 * How CSV is written. Cells with a separator of any spreadsheet are quoted: the one of Germany splits at semicolons, and
 * would compute the second half of `x;=1+1` (D-SEC-6).
 */
export const CSV_FORMAT = { record_delimiter: 'windows', quoted_match: /[\r\n\t;|]|^\s|\s$/ } as const;

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as CSV (RFC 4180, UTF-8), in pieces: the names of the columns, then a line for each row with what it has under
 * them. `portions` are taken as fast as the CSV is.
 *
 * @example await blobs.write(key, csv(['id', 'title', 'value'], database.rows(sql, values)))
 */
export async function* csv(
  columns: readonly string[],
  portions: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const { stringify } = await import('csv-stringify/sync');
  const write = (lines: string[][]) => Buffer.from(stringify(lines, CSV_FORMAT));
  // With the first rows, so that what keeps those from being read is told before anything is sent.
  let lines = [[...columns]];
  for await (const rows of portions) {
    yield write([...lines, ...rows.map((row) => columns.map((name) => cellOf(row[name])))]);
    lines = [];
  }
  if (lines.length) yield write(lines);
}

/** Numbers are ours and stay as they are, also below zero. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guarded(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return guarded(listed(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Texts with semicolons between them; as JSON where that could be taken for another list. */
const listed = (items: string[]): string =>
  items.some((item) => item.includes(';')) || items[0]?.startsWith('[') ? JSON.stringify(items) : items.join(';');

/**
 * Spreadsheets run as a formula what begins like one, even if it is text, and some of them take spaces and wide
 * characters of East Asia for nothing special: the apostrophe tells them that it is text. `unguarded` takes it away.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
