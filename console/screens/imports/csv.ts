/** A column of a CSV file, and some of its values. */
export interface CsvColumn {
  name: string;
  samples: string[];
}

/** Bytes that are read of each file. */
const READ_BYTES = 2 ** 20;
/** Rows that are read of each file. */
const READ_ROWS = 50;
/** Values that are shown of each column. */
const MAX_SAMPLES = 3;

/** The columns of CSV files by name, with their first values. Files of other formats have none. */
export async function columnsOf(files: readonly Blob[]): Promise<CsvColumn[]> {
  const columns = new Map<string, string[]>();
  for (const file of files) {
    const text = decoded(new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer()));
    if (text.includes('\0') || text.startsWith('{')) return [];
    const [header = [], ...rows] = recordsIn(text);
    for (const [index, cell] of header.entries()) {
      const name = cell.trim();
      if (!name) continue;
      const samples = columns.get(name) ?? [];
      for (const row of rows) {
        const value = row[index]?.trim();
        if (value && samples.length < MAX_SAMPLES && !samples.includes(value)) samples.push(value);
      }
      columns.set(name, samples);
    }
  }
  return [...columns].map(([name, samples]) => ({ name, samples }));
}

/** The server reads files of the same encodings. */
function decoded(bytes: Uint8Array): string {
  const [one, two] = bytes;
  const wide = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : null;
  if (wide) return new TextDecoder(wide).decode(bytes, { stream: true });
  try {
    // The last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The first records, without empty lines. */
function recordsIn(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endRecord = () => {
    const record = [...cells, cell].map(unguarded);
    if (record.length > 1 || record[0]) records.push(record);
    [cells, cell] = [[], ''];
  };
  for (let index = 0; index < text.length && records.length <= READ_ROWS; index++) {
    const sign = text[index]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[index + 1] === '"') cell += text[++index];
      else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n' || sign === '\r') endRecord();
    else cell += sign;
  }
  endRecord();
  return records;
}

/** The most frequent delimiter of the first line, as the server finds it. */
function delimiterOf(text: string): string {
  const [line] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (delimiter: string) => line!.split(delimiter).length - 1;
  return ['\t', ';'].reduce((best, next) => (count(next) && count(next) >= count(best) ? next : best), ',');
}

/** Without the apostrophe that marks a text which looks like a formula. */
const unguarded = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, '');
