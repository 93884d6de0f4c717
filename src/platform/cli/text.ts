/** A result for people: a list as a table of the named columns, a record as lines of name and value. */
export function asText(result: object, columns?: string[]): string {
  const { data } = result as { data?: object[] };
  if (Array.isArray(data)) return data.length ? table(data, columns ?? Object.keys(data[0]!)) : 'None.';
  return table(lines(result), ['name', 'value'], false);
}

type Row = Record<string, unknown>;

function table(rows: object[], columns: string[], titled = true): string {
  const cells = rows.map((row) => columns.map((column) => cell((row as Row)[column])));
  if (titled) cells.unshift(columns);
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A record as rows; nested names are dotted. */
function lines(record: object, prefix = ''): { name: string; value: unknown }[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? lines(value, `${prefix}${name}.`)
      : [{ name: prefix + name, value }],
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return Array.isArray(value) ? value.join(',') : String(value);
}
