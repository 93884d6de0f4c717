import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Settings } from '../config/settings.js';
import { ApiError, unavailable } from '../errors/api-error.js';
import { BlobGone, BlobStore, type ByteRange, type LinkOptions, PartsLost, type StoredPart } from './blob-store.js';
import { FileLinks } from './file-links.js';

/** Bytes written or read at a time. */
const CHUNK_BYTES = 2 ** 20;

/**
 * Blobs in DATA_DIR/blobs. A blob written at once is a file; a multipart one is a directory of parts, so that completing it
 * copies nothing. Data is written to a temporary path, fsynced and renamed.
 */
@Injectable()
export class LocalBlobStore extends BlobStore {
  readonly #root: string;
  /** Memory for `pieces`, which nobody uses now. */
  readonly #spare: Buffer[][] = [];

  constructor(
    settings: Settings,
    private readonly links: FileLinks,
  ) {
    super();
    this.#root = join(settings.DATA_DIR, 'blobs');
  }

  async write(key: string, source: AsyncIterable<Buffer>): Promise<void> {
    const place = this.#place(key);
    await ensureDirectory(dirname(place));
    await writeFile(`${place}.new`, source);
    await move(`${place}.new`, place);
  }

  async begin(key: string): Promise<string> {
    await ensureDirectory(this.#parts(key));
    return '';
  }

  async writePart(
    key: string,
    _upload: string,
    number: number,
    _size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<string> {
    const part = { number, tag: randomBytes(8).toString('hex') };
    const directory = this.#parts(key);
    try {
      await writeFile(join(directory, nameOf(part)), source);
      await flushDirectory(directory);
    } catch (error) {
      throw isAbsence(error) ? new PartsLost() : error;
    }
    return part.tag;
  }

  removePart(key: string, part: StoredPart): Promise<void> {
    return rm(join(this.#parts(key), nameOf(part)), { force: true });
  }

  async complete(key: string, _upload: string, parts: readonly StoredPart[]): Promise<void> {
    const place = this.#place(key);
    // Missing if it was moved already, by a concurrent request or before a crash.
    await move(this.#parts(key), place).catch(absent);
    const found = (await readdir(place).catch(absent)) ?? [];
    const wanted = new Set(parts.map(nameOf));
    // No part is added at the final place, so this removes the last leftovers.
    for (const name of found) if (!wanted.has(name)) await rm(join(place, name), { force: true });
    if (found.filter((name) => wanted.has(name)).length < wanted.size) throw new PartsLost();
    await flushDirectory(place);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const place = this.#place(key);
    const found = await stat(place).catch(absent);
    if (!found) throw new BlobGone(`The blob ${key} is not in DATA_DIR.`);
    if (found.isDirectory()) return Readable.from(readParts(place, range), { objectMode: false });
    const file = await open(place);
    return file.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
  }

  override async pieces(key: string): Promise<AsyncIterable<Buffer>> {
    const place = this.#place(key);
    const found = await stat(place).catch(absent);
    return found?.isFile() ? this.#reused(place) : this.read(key);
  }

  /** Reads the next piece while one is used, and the one before it may still be. */
  async *#reused(path: string): AsyncGenerator<Buffer> {
    const file = await open(path);
    const buffers = this.#spare.pop() ?? Array.from({ length: 3 }, () => Buffer.allocUnsafeSlow(CHUNK_BYTES));
    const next = (turn: number) => {
      const reading = file.read(buffers[turn % buffers.length]!, 0, CHUNK_BYTES);
      // Its failure is told where it is awaited, unless nobody wants the piece any more.
      reading.catch(() => undefined);
      return reading;
    };
    let reading = next(0);
    try {
      for (let turn = 1; ; turn++) {
        const { bytesRead, buffer } = await reading;
        if (bytesRead === 0) return;
        reading = next(turn);
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await reading.catch(() => undefined);
      await file.close();
      this.#spare.push(buffers);
    }
  }

  async remove(key: string): Promise<void> {
    const place = this.#place(key);
    // The final path last, because the blob may be moved there meanwhile.
    for (const path of [`${place}.new`, this.#parts(key), place]) await rm(path, { recursive: true, force: true });
  }

  async link(key: string, options: LinkOptions): Promise<string> {
    return this.links.make(key, options);
  }

  /** The size of a finished blob in bytes, or null where there is none. */
  async size(key: string): Promise<number | null> {
    const place = this.#place(key);
    const found = await stat(place).catch(absent);
    if (!found?.isDirectory()) return found?.size ?? null;
    let size = 0;
    for (const name of await readdir(place)) size += (await stat(join(place, name))).size;
    return size;
  }

  /** Sharded into 256 directories. */
  #place(key: string): string {
    if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('This is no key of a blob.');
    return join(this.#root, key.slice(0, 2), key);
  }

  #parts(key: string): string {
    return `${this.#place(key)}.parts`;
  }
}

/** In the order of the parts, as names sort. */
const nameOf = ({ number, tag }: StoredPart) => `${String(number).padStart(5, '0')}.${tag}`;

const isAbsence = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function absent(error: unknown): null {
  if (!isAbsence(error)) throw error;
  return null;
}

/** Writes and fsyncs a file; leaves nothing if it fails. */
async function writeFile(path: string, source: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch(refused);
  try {
    await writeAll(file, source);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    return refused(error);
  }
}

/** Overlaps writing one chunk with reading the next. */
async function writeAll(file: FileHandle, source: AsyncIterable<Buffer>): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  const write = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
  };
  try {
    for await (const bytes of source) {
      await writing;
      writing = write(bytes);
      // Its failure is told where it is awaited, at the latest with the next piece.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
}

/** A disk that is full is no fault of the program. */
function refused(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof ApiError || !/^(ENOSPC|EDQUOT|EFBIG)$/.test(code ?? '')) throw error;
  throw Object.assign(unavailable('The file storage is full. Try again later or ask the operator.'), { cause: error });
}

async function* readParts(directory: string, range?: ByteRange): AsyncGenerator<Buffer> {
  let { start, end } = range ?? { start: 0, end: Infinity };
  for (const name of (await readdir(directory)).sort()) {
    const path = join(directory, name);
    const { size } = await stat(path);
    if (start < size && end >= 0) {
      const file = await open(path);
      yield* file.createReadStream({ start, end: Math.min(end, size - 1), highWaterMark: CHUNK_BYTES });
    }
    start = Math.max(0, start - size);
    end -= size;
  }
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushDirectory(dirname(to));
}

/** mkdir -p with fsync. */
async function ensureDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true }).catch(refused);
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushDirectory(dirname(made));
}

/** A name is durable once its directory is. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync().finally(() => directory.close());
}
