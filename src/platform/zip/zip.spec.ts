import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isUnchanged, unzip } from './read.js';
import { zip } from './write.js';

const directory = mkdtempSync(join(tmpdir(), 'suite-zip-'));
const path = join(directory, 'made.zip');
afterAll(() => rmSync(directory, { recursive: true }));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function write(files: Record<string, { texts: string[]; deflated: boolean }>): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, { texts, deflated }] of Object.entries(files))
      yield { name, deflated, content: pieces(...texts) };
  };
  const written: Buffer[] = [];
  for await (const piece of zip(entries())) written.push(piece);
  writeFileSync(path, Buffer.concat(written));
  return Buffer.concat(written);
}

it('has the files that were written, stored and compressed', async () => {
  const long = 'The same again. '.repeat(10_000);
  const bytes = await write({
    'a/long.txt': { texts: [long.slice(0, 7), long.slice(7)], deflated: true },
    'Übung.txt': { texts: ['as it is'], deflated: false },
    empty: { texts: [], deflated: false },
  });
  expect(bytes.length).toBeLessThan(long.length / 10);
  const found: [string, number, string][] = [];
  for await (const { name, size, content } of unzip(path)) {
    let text = '';
    for await (const piece of await content()) text += piece.toString();
    found.push([name, size, text]);
  }
  expect(found).toEqual([
    ['a/long.txt', long.length, long],
    ['Übung.txt', 8, 'as it is'],
    ['empty', 0, ''],
  ]);
});

it('without a file is one too', async () => {
  await write({});
  for await (const entry of unzip(path)) expect(entry).toBeUndefined();
  expect(await isUnchanged(path)).toBe(true);
});

it('shows any byte that is another one, and that its end is missing', async () => {
  const bytes = await write({ 'plan.txt': { texts: ['The plan'], deflated: true } });
  expect(await isUnchanged(path)).toBe(true);
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 4;
    writeFileSync(path, changed);
    expect(await isUnchanged(path), `byte ${at}`).toBe(false);
  }
  writeFileSync(path, bytes.subarray(0, -1));
  expect(await isUnchanged(path)).toBe(false);
  writeFileSync(path, '');
  expect(await isUnchanged(path)).toBe(false);
});

it('fails where a file cannot be read', async () => {
  const entries = async function* () {
    const content = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('The beginning');
      throw new Error('The disk is gone.');
    };
    yield { name: 'gone.txt', deflated: true, content: content() };
  };
  await expect(async () => {
    for await (const _ of zip(entries()));
  }).rejects.toThrow('The disk is gone.');
  expect(readFileSync(path).length).toBe(0);
});
