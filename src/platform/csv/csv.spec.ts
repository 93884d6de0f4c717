import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { csvRecords } from './read.js';
import { csv, guarded, unguarded } from './write.js';

async function textOf(columns: string[], ...portions: Record<string, unknown>[][]): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of csv(columns, portions)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

it('has the names of its columns in the first line, also where there is nothing else', async () => {
  expect(await textOf(['id', 'name'])).toBe('id,name\r\n');
  expect(await textOf(['id', 'name'], [{ name: 'Ada', more: 1, id: 7 }], [{ id: 8 }])).toBe(
    'id,name\r\n7,Ada\r\n8,\r\n',
  );
});

it('writes numbers of ours as they are, and texts so that nothing runs them', async () => {
  const row = { a: -5, b: -0.5, c: '-5', d: '=1+1', e: '+49 30', f: '@ada', g: '\tx', h: "'=1", i: true, j: null };
  expect(await textOf(Object.keys(row), [row])).toBe(
    "a,b,c,d,e,f,g,h,i,j\r\n-5,-0.5,'-5,'=1+1,'+49 30,'@ada,\"'\tx\",'=1,true,\r\n",
  );
});

it('writes lists with semicolons, and what is more than that as JSON', async () => {
  const rows = [{ tags: ['a', 'b'] }, { tags: [] }, { tags: ['a;b', 'c'] }, { tags: ['[a'] }, { tags: { a: [1] } }];
  const read = parse(await textOf(['tags'], rows)) as string[][];
  expect(read.flat()).toEqual(['tags', 'a;b', '', '["a;b","c"]', '["[a"]', '{"a":[1]}']);
});

it('quotes what has commas, quotes, lines or blanks at its ends', async () => {
  const text = await textOf(['a', 'b'], [{ a: 'x, "y"\nz', b: ' w ' }]);
  expect(text).toBe('a,b\r\n"x, ""y""\nz"," w "\r\n');
});

it.each(['x;=1+1', 'x\t=1+1', 'x|=1+1'])(
  'quotes %j, which a spreadsheet with another separator would compute',
  async (cell) => {
    expect(await textOf(['a'], [{ a: cell }])).toBe(`a\r\n"${cell}"\r\n`);
  },
);

it.each(['', 'plain', '=1', "'plain", ' -1', '\r', '＝1', "O'Neil", "'"])('%j is what it was', (text) => {
  expect(unguarded(guarded(text))).toBe(text);
});

it.each(['name\r\nAda\r\n', 'name\r\n"A', ''])('closes a file that is not read to its end: %j', async (begin) => {
  let isClosed = false;
  async function* file() {
    try {
      yield Buffer.from(begin);
      yield Buffer.from('a line\r\n');
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of csvRecords(file(), { maxBytes: 1_000 })) break;
  expect(isClosed).toBe(true);
});

it('lets other requests run while it reads a file that came in one piece', async () => {
  const lines = 50_000;
  async function* file() {
    yield Buffer.from('é\n'.repeat(lines));
  }
  let turns = 0;
  const next = () => {
    turns++;
    turn = setImmediate(next);
  };
  let turn = setImmediate(next);
  onTestFinished(() => clearImmediate(turn));
  let read = 0;
  let longest = 0;
  let before = { read, turns };
  for await (const { cells } of csvRecords(file(), { maxBytes: 100 })) {
    read++;
    if (cells[0] !== 'é') throw new Error(`line ${read} is ${cells[0]}`);
    if (turns !== before.turns) before = { read, turns };
    longest = Math.max(longest, read - before.read);
  }
  expect(read).toBe(lines);
  expect(longest).toBeLessThan(lines / 10);
});

describe('lines of records', () => {
  const linesIn = async (text: string, size = 1000) => {
    async function* chunks() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const records: [line: number, cells: string[]][] = [];
    for await (const { line, cells } of csvRecords(chunks(), { maxBytes: 1000 })) records.push([line, cells]);
    return records;
  };

  it.each(['\n', '\r\n', '\r'])('are right behind breaks within a cell, in a file with %j', async (end) => {
    for (const within of ['\n', '\r\n', '\r'])
      for (const size of [1, 2, 3, 1000])
        expect(await linesIn(['a,b', `"1${within}2",x`, '', '3,y', ''].join(end), size)).toEqual([
          [1, ['a', 'b']],
          [2, [`1${within}2`, 'x']],
          [5, ['3', 'y']],
        ]);
  });

  it('are no records where they are blank, whatever ends them', async () => {
    expect(await linesIn('a,b\n1,2\n\r\n3,4\r\n\n5,6')).toEqual([
      [1, ['a', 'b']],
      [2, ['1', '2']],
      [4, ['3', '4']],
      [6, ['5', '6']],
    ]);
  });
});

describe('encodings', () => {
  const TEXT = 'name\nMüller – €\nÅsa\n';
  /** windows-1252 has the first 256 characters as Latin-1 does, and the dash and the euro where that has none. */
  const latin = Buffer.from(TEXT.replace('–', '\x96').replace('€', '\x80'), 'latin1');
  const be = Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16();
  async function cellsIn(bytes: Buffer, size: number): Promise<string[]> {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const cells: string[] = [];
    for await (const record of csvRecords(chunks(), { maxBytes: 1000 })) cells.push(...record.cells);
    return cells;
  }

  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, big end first', be],
    ['windows-1252', latin],
  ])('reads %s, in pieces of any size', async (_, bytes) => {
    for (const size of [2, 3, 5, 7, 1000]) expect(await cellsIn(bytes, size)).toEqual(['name', 'Müller – €', 'Åsa']);
  });

  it('refuses a file that mixes them, and what is no text', async () => {
    await expect(cellsIn(Buffer.concat([Buffer.from(TEXT), latin]), 1000)).rejects.toThrow('neither UTF-8 nor UTF-16');
    await expect(cellsIn(Buffer.concat([Buffer.from(TEXT), latin]), 4)).rejects.toThrow('neither UTF-8 nor UTF-16');
    await expect(cellsIn(Buffer.from('PK\x03\x04\0\0'), 1000)).rejects.toThrow('not text');
  });
});
