import { createReadStream } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, validateFileName } from 'yauzl';
import { CHECK_BYTES, CHECK_PREFIX } from './write.js';

/** A file of an archive that is read. */
export interface ReadEntry {
  /** Its path, which is relative and leads nowhere else. */
  name: string;
  isEncrypted: boolean;
  /** Bytes when unpacked. */
  size: number;
  content: () => Promise<AsyncIterable<Buffer>>;
}

/** Whether an archive is, to the byte, as `zip` wrote it. */
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
 * The files of an archive in their order. The content of one is read before the next one is asked for. Fails for absolute paths, and
 * for such that lead out of the archive or have control characters; a content fails that is longer than its `size`.
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
  // No store of ours takes such a name, and PostgreSQL no text with a NUL.
  if (/\p{Cc}/u.test(name)) throw new Error(`the name of an entry has control characters: ${JSON.stringify(name)}`);
  return name;
}

/** Many programs write UTF-8 without saying so; other names are in the code page of the format. */
function decodedName({ fileName, fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const isDeclared = (generalPurposeBitFlag & 0x800) !== 0;
  if (isDeclared && fileName.includes('\ufffd')) throw new Error(`the name of ${fileName} is not UTF-8`);
  if (isDeclared || !isUtf8(fileNameRaw) || fileName.includes('\\')) return fileName;
  const name = fileNameRaw.toString('utf8').replaceAll('\\', '/');
  const problem = validateFileName(name);
  if (problem) throw new Error(problem);
  return name;
}
