/** Rows of texts as spreadsheets put them on the clipboard: tabs between cells, quotes where a cell has tabs or lines. */
export const toTableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t')).join('\n');

const quoted = (text: string) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Reads what Excel, Google Sheets and `toTableText` put on the clipboard. */
export function fromTableText(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\n\r]|$)|([^\t\n\r]*)/y;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at <= source.length;) {
    cell.lastIndex = at;
    const [whole, inQuotes, plain] = cell.exec(source)!;
    rows.at(-1)!.push(inQuotes === undefined ? plain! : inQuotes.replaceAll('""', '"'));
    at += whole.length;
    if (source[at] === '\n') rows.push([]);
    at++;
  }
  return rows;
}
