import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ReadEntry, unzip } from '../../platform/index.js';
import { columnsOfPages } from '../presets/pages.js';
import { SourceRow } from '../presets/preset.js';
import { UnreadableFile } from './unreadable-file.js';

/** Files of a zip. */
const MAX_ENTRIES = 100_000;
/** Bytes of a page, as of a document. */
const MAX_PAGE_BYTES = 5 * 2 ** 20;
/** Bytes of all pages together. */
const MAX_BYTES = 2 ** 30;

/** Bytes of all files together, unpacked: a zip has at most 1 GiB, and most files are as long in it. */
const MAX_FILES_BYTES = 10 * 2 ** 30;

/** Pages by the ending of their name. */
const TYPES: Readonly<Record<string, string>> = { md: 'markdown', markdown: 'markdown', html: 'html', htm: 'html' };

/** The columns of the rows that a zip gives. */
export async function columnsOfZip(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  const pages: string[] = [];
  let [nested, others] = [0, 0];
  for await (const { name } of filesOf(bytes)) {
    if (typeOf(name)) pages.push(name);
    else if (name.toLowerCase().endsWith('.zip')) nested++;
    else others++;
  }
  if (pages.length) return columnsOfPages(pages);
  if (others) return ['file'];
  throw new UnreadableFile(nested ? 'it has only other zips. Unpack it, and import those.' : 'it has no files.');
}

/** A row for each file of a zip, with its bytes. */
export async function* rowsOfFiles(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceRow> {
  let line = 0;
  let total = 0;
  for await (const { name, size, content } of filesOf(bytes)) {
    if ((total += size) > MAX_FILES_BYTES)
      throw new UnreadableFile(`its files have more than ${MAX_FILES_BYTES} bytes together.`);
    yield new SourceRow(++line, cellsOf({ file: name }), size, piecesOf(content));
  }
}

async function* piecesOf(content: ReadEntry['content']): AsyncGenerator<Buffer> {
  try {
    yield* await content();
  } catch (error) {
    throw new UnreadableFile(`its bytes cannot be unpacked: ${(error as Error).message}.`);
  }
}

/** A row for each page of a zip, and for each file that is none, with the reason why it is not taken. */
export async function* rowsOfZip(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceRow> {
  let line = 0;
  let total = 0;
  for await (const { name, size, content } of filesOf(bytes)) {
    line++;
    const type = typeOf(name);
    const reason = !type
      ? 'Files beside the pages are not imported. The preset files takes them.'
      : size > MAX_PAGE_BYTES
        ? `A page has at most ${MAX_PAGE_BYTES} bytes.`
        : null;
    if (reason !== null) yield new SourceRow(line, cellsOf({ file: name, reason }));
    else {
      if ((total += size) > MAX_BYTES)
        throw new UnreadableFile(`its pages have more than ${MAX_BYTES} bytes together.`);
      yield new SourceRow(line, cellsOf({ path: name, type: type!, content: await textOf(content) }), size);
    }
  }
}

const cellsOf = (cells: Record<string, string>) => new Map(Object.entries(cells).map(([name, text]) => [name, [text]]));

const typeOf = (name: string): string | undefined => TYPES[name.split('.').at(-1)!.toLowerCase()];

/** Whether a file or folder is one that systems add for themselves. */
const isHidden = (part: string): boolean => part.startsWith('.') || part === '__MACOSX';

/** The files of a zip, which is kept on the disk meanwhile. */
async function* filesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const directory = await mkdtemp(join(tmpdir(), 'suite-import-'));
  const path = join(directory, 'file.zip');
  const entries = unzip(path);
  try {
    await pipeline(bytes, createWriteStream(path));
    for (let count = 0; ; count++) {
      const next = await readable(() => entries.next());
      if (next.done) return;
      const { name, isEncrypted } = next.value;
      if (count === MAX_ENTRIES) throw new UnreadableFile(`it has more than ${MAX_ENTRIES} files.`);
      if (isEncrypted) throw new UnreadableFile(`${name} is encrypted.`);
      if (!name.endsWith('/') && !name.split('/').some(isHidden)) yield next.value;
    }
  } finally {
    await entries.return(undefined);
    await rm(directory, { recursive: true, force: true });
  }
}

async function textOf(content: ReadEntry['content']): Promise<string> {
  const chunks: Buffer[] = [];
  await readable(async () => {
    for await (const chunk of await content()) chunks.push(chunk);
  });
  const bytes = Buffer.concat(chunks);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/^\ufeff/, '').replaceAll('\0', '');
}

/** A failure to read a zip is one of the file. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UnreadableFile(`it is no zip that can be read: ${(error as Error).message}.`);
  }
}
