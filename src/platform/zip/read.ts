import { createReadStream } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, validateFileName } from 'yauzl';
import { CHECK_BYTES, CHECK_PREFIX } from './write.js';

/** A file in an archive. */
export interface ReadEntry {
  /** Relative path that stays inside the archive. */
  name: string;
  isEncrypted: boolean;
  /** Uncompressed size in bytes. */
  size: number;
  content: () => Promise<AsyncIterable<Buffer>>;
}

/** Whether every byte of an archive is as `zip` wrote it. */
export async function isUnchanged(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = CHECK_PREFIX.length + CHECK_BYTES;
    if (size <= end) return false;
    const tail = Buffer.alloc(end);
    await file.read(tail, 0, end, size - end);
    let check = 0;
    const pieces = createReadStream(path, { end: size - CHECK_BYTES - 1, highWaterMark: 2 ** 20 });
    for await (const piece of pieces) check = crc32(piece as Buffer, check);
    return tail.toString('latin1') === CHECK_PREFIX + check.toString(16).padStart(CHECK_BYTES, '0');
  } finally {
    await file.close();
  }
}

/**
 * The files of an archive, in order. Read the content of a file before you request the next one. Throws for paths that are absolute,
 * leave the archive or have control characters, and for content longer than its `size`.
 */
export async function* unzip(path: string): AsyncGenerator<ReadEntry> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      yield {
        name: nameOf(entry),
        isEncrypted: entry.isEncrypted(),
        size: entry.uncompressedSize,
        content: async () => (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>,
      };
  } finally {
    zip.close();
  }
}

function nameOf(entry: Entry): string {
  const name = decodedName(entry);
  // Blob stores reject such names, and PostgreSQL rejects text with a NUL.
  if (/\p{Cc}/u.test(name)) throw new Error(`the name of an entry has control characters: ${JSON.stringify(name)}`);
  return name;
}

/** Many programs write UTF-8 without the flag. Other names use code page 437. */
function decodedName({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const isDeclared = (generalPurposeBitFlag & 0x800) !== 0;
  if (isDeclared && fileName.includes('\ufffd')) throw new Error(`the name of ${fileName} is not UTF-8`);
  if (isDeclared || !isUtf8(fileNameRaw) || fileName.includes('\\')) return fileName;
  const name = fileNameRaw.toString('utf8').replaceAll('\\', '/');
  const problem = validateFileName(name);
  if (problem) throw new Error(problem);
  return name;
}
