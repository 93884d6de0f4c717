import { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { ApiError, type BlobStore, invalidField } from '../../platform/index.js';

/** Maximum unpacked bytes of a file that is kept in memory (strings, styles), and of all files together. */
const MAX_FILE_BYTES = 64 * 2 ** 20;
const MAX_UNPACKED = 2 ** 30;

/** Maximum bytes without useful content, such as empty cells, because these compress to almost nothing (zip bomb). */
const MAX_UNUSED = 32 * 2 ** 20;

/** Allowed overhead of markup per non-empty cell. */
const BYTES_AROUND = 256;

/** Maximum nesting of elements. */
const MAX_DEPTH = 64;

/** Maximum bytes between element boundaries, and characters of one text; several times the longest cell. */
const MAX_TEXT_BYTES = 2 ** 20;

/** Maximum entries of the archive. */
const MAX_ENTRIES = 10_000;

interface Elements {
  open?: (name: string, attributes: Record<string, string>) => void;
  /** `text`: direct text content. */
  close?: (name: string, text: string) => void;
}

/** Random access to a blob. */
class BlobReader extends RandomAccessReader {
  constructor(
    private readonly store: BlobStore,
    private readonly key: string,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { store, key } = this;
    return Readable.from(
      (async function* () {
        yield* await store.read(key, { start, end: end - 1 });
      })(),
    );
  }
}

/** The zip archive of a workbook, read within limits. */
export class Archive {
  #unpacked = 0;
  #unused = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: Map<string, Entry>,
  ) {}

  /** Opens an archive in the blob store. 400 on `file` if it is not a workbook. */
  static async open(store: BlobStore, key: string, size: number): Promise<Archive> {
    const reader = new BlobReader(store, key);
    const entries = new Map<string, Entry>();
    const zip = await readable(() => fromRandomAccessReaderPromise(reader, size, { autoClose: false }));
    if (zip.entryCount > MAX_ENTRIES) throw tooLarge(`has more than ${MAX_ENTRIES} files in it`);
    await readable(async () => {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    });
    return new Archive(zip, entries);
  }

  /** Parses one file as a stream; a missing file has no elements. After each chunk yields what `gathered` returns. */
  async *parse<T>(path: string, { open, close }: Elements, gathered: () => T[] = () => []): AsyncGenerator<T[]> {
    const entry = this.entries.get(path);
    if (!entry) return;
    this.count(entry.uncompressedSize);
    const parser = new SaxesParser({ position: false });
    const texts: string[] = [];
    const takeText = (text: string) => {
      if (texts.length && (texts[texts.length - 1] += text).length > MAX_TEXT_BYTES) throw unreadable();
    };
    /** Bytes since the last element boundary. */
    let piece = 0;
    parser.on('text', takeText);
    parser.on('cdata', takeText);
    parser.on('opentag', ({ name, attributes }) => {
      piece = 0;
      if (texts.push('') > MAX_DEPTH) throw unreadable();
      open?.(plain(name), attributes as Record<string, string>);
    });
    parser.on('closetag', ({ name }) => {
      piece = 0;
      const text = texts.pop()!;
      close?.(plain(name), text);
    });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const stream = await readable(() => this.zip.openReadStreamPromise(entry));
    const chunks = stream[Symbol.asyncIterator]();
    try {
      for (let isOver = false; !isOver;) {
        await readable(async () => {
          const { done, value } = await chunks.next();
          isOver = done === true;
          if (done) return void parser.close();
          piece += (value as Buffer).length;
          if (piece > MAX_TEXT_BYTES) throw unreadable();
          this.#unused += (value as Buffer).length;
          parser.write(decoder.decode(value as Buffer, { stream: true }));
          if (this.#unused > MAX_UNUSED)
            throw tooLarge(`has more than ${MAX_UNUSED} bytes without a value, such as empty cells`);
        });
        const items = gathered();
        if (items.length) yield items;
      }
    } finally {
      stream.destroy();
    }
  }

  /** Counts unpacked bytes, including repeated use of shared content. */
  count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > MAX_UNPACKED) throw tooLarge(`has more than ${MAX_UNPACKED} bytes when unpacked`);
  }

  /** Marks text as useful, for the limit on useless bytes. */
  use(text: string): void {
    this.#unused = Math.max(0, this.#unused - BYTES_AROUND - Buffer.byteLength(text));
  }

  /** Parses one file that is kept in memory. */
  async read(path: string, elements: Elements): Promise<void> {
    if ((this.entries.get(path)?.uncompressedSize ?? 0) > MAX_FILE_BYTES)
      throw tooLarge(`has more than ${MAX_FILE_BYTES} bytes in ${path}`);
    await this.parse(path, elements).next();
  }

  async relations(path: string, folder = ''): Promise<{ id: string; type: string; target: string }[]> {
    const found: { id: string; type: string; target: string }[] = [];
    await this.read(path, {
      open(name, { Id = '', Type = '', Target = '' }) {
        if (name !== 'Relationship') return;
        const target = Target.startsWith('/') ? Target.slice(1) : folder + Target;
        if (found.length === MAX_ENTRIES) throw unreadable();
        found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
      },
    });
    return found;
  }

  close(): void {
    this.zip.close();
  }
}

/** The name of an element without its namespace. */
const plain = (name: string) => name.slice(name.indexOf(':') + 1);

/** Maps any error of a step to "not a workbook". */
async function readable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof ApiError ? error : unreadable();
  }
}

export const unreadable = () =>
  invalidField('file', 'invalid_format', 'file must be an Excel workbook (.xlsx) that can be read.');

export const tooLarge = (why: string) => invalidField('file', 'too_large', `file ${why}.`);
