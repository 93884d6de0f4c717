/**
 * CSV format. Cells with any common delimiter are quoted: a German spreadsheet splits at semicolons, and would evaluate the
 * second half of `x;=1+1` (D-SEC-6).
 */
export const CSV_FORMAT = { record_delimiter: 'windows', quoted_match: /[\r\n\t;|]|^\s|\s$/ } as const;

type Row = Readonly<Record<string, unknown>>;

/**
 * Streams rows as CSV (RFC 4180, UTF-8): a header, then one line per row. Applies backpressure to `portions`.
 *
 * @example await blobs.write(key, csv(['id', 'title', 'value'], database.rows(sql, values)))
 */
export async function* csv(
  columns: readonly string[],
  portions: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const { stringify } = await import('csv-stringify/sync');
  const write = (lines: string[][]) => Buffer.from(stringify(lines, CSV_FORMAT));
  // Emitted together with the first rows, so that an error of the first read surfaces before anything is sent.
  let lines = [[...columns]];
  for await (const rows of portions) {
    yield write([...lines, ...rows.map((row) => columns.map((name) => cellOf(row[name])))]);
    lines = [];
  }
  if (lines.length) yield write(lines);
}

/** Numbers cannot be formulas, so negative ones are not guarded. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guarded(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return guarded(listed(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Joins texts with semicolons; falls back to JSON if that would be ambiguous. */
const listed = (items: string[]): string =>
  items.some((item) => item.includes(';')) || items[0]?.startsWith('[') ? JSON.stringify(items) : items.join(';');

/**
 * Formula injection: spreadsheets evaluate text that begins like a formula, and some ignore leading blanks or full-width
 * characters. A leading apostrophe marks it as text. `unguarded` removes it.
 */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
