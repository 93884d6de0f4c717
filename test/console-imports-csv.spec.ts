import { expect, it } from 'vitest';
import { columnsOf } from '../console/screens/imports/csv.js';
import { csvRecords, unguarded } from '../src/platform/index.js';

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

it.each<[string, Buffer]>([
  ['commas', Buffer.from('a,b\n1,2\n')],
  ['semicolons and CRLF', Buffer.from('a;b, or c\r\n1,5;2\r\n')],
  ['tabs', Buffer.from('a\tb;c\n1\t2\n')],
  ['quotes', Buffer.from('"a, ""b""",c\n"two\nlines, one cell",2\n')],
  ['a byte order mark', Buffer.from('\ufeffa;b\n1;2\n')],
  ['windows-1252', Buffer.from('Größe;Maß\n1;ü\n', 'latin1')],
  ['UTF-16', utf16('Größe;Maß\n1;ü\n')],
  ['empty lines first', Buffer.from('\n\na;b\n\n1;2\n')],
  ['a formula as text', Buffer.from("'=a,'b\n'-1,x\n")],
  ['short and long rows', Buffer.from('a,b\n1\n2,3,4\n')],
  ['no line break at the end', Buffer.from('a,b\n1,2')],
])('the console reads the columns of a CSV as an import does: %s', async (_, bytes) => {
  const records: string[][] = [];
  async function* file() {
    yield bytes;
  }
  for await (const { cells } of csvRecords(file(), { maxBytes: 2 ** 20 })) records.push(cells.map(unguarded));
  const [header, ...rows] = records;
  expect(await columnsOf([new Blob([new Uint8Array(bytes)])])).toEqual(
    header!.map((name, index) => ({
      name: name.trim(),
      samples: rows.flatMap((row) => row[index]?.trim() || []),
    })),
  );
});

it('the console reads no columns from a file of another format', async () => {
  expect(await columnsOf([new Blob(['PK\x03\x04\0\0a,b\n'])])).toEqual([]);
  expect(await columnsOf([new Blob(['{"a": 1, "b": 2}'])])).toEqual([]);
});
