import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Blobs, BlobStore, type Detail, isText, Settings, typeOf, WorkspaceBounds } from '../../platform/index.js';
import type { SourceRow } from '../presets/preset.js';
import { UnreadableFile } from './unreadable-file.js';

/** First bytes of a file, from which its type is told. */
const HEAD_BYTES = 16_384;
const UNKNOWN = 'application/octet-stream';

/** Types of texts by the ending of their name, as their bytes do not tell them. */
const TEXTS: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  markdown: 'text/markdown',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  vcf: 'text/vcard',
  xml: 'application/xml',
};

/**
 * Stores the files of a zip before their portion is written, as an upload does: within the size of a file and the storage of the
 * workspace. A blob that no record claims is removed a day later, so an import that is killed in between leaves nothing.
 */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly bounds: WorkspaceBounds,
    private readonly settings: Settings,
  ) {}

  /** Reads the bytes of a row, into the store or only through. Answers why they are not taken, or null. */
  async read(row: SourceRow, { stores }: { stores: boolean }): Promise<Detail | null> {
    const { MAX_FILE_BYTES } = this.settings;
    const refused = (code: Detail['code'], message: string): Detail => ({ field: '', code, message });
    if (row.size > MAX_FILE_BYTES) return refused('too_large', `A file has at most ${MAX_FILE_BYTES} bytes.`);
    try {
      await this.bounds.refuseBeyond('storage_bytes', row.size);
    } catch (error) {
      const { status, message } = error as { status?: number; message: string };
      if (status !== 403) throw error;
      return refused('too_large', message);
    }
    const key = stores ? await this.blobs.announce() : '';
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let size_bytes = 0;
    let flaw: UnreadableFile | null = null;
    const measured = async function* () {
      try {
        for await (const piece of row.bytes!) {
          if (size_bytes < HEAD_BYTES) head.push(piece);
          hash.update(piece);
          size_bytes += piece.length;
          yield piece;
        }
      } catch (error) {
        if (error instanceof UnreadableFile) flaw = error;
        throw error;
      }
    };
    try {
      if (stores) await this.blobStore.write(key, measured());
      else for await (const _ of measured());
    } catch (error) {
      if (stores) await this.blobs.discard(key);
      if (!flaw) throw error;
      return refused('invalid_format', `${row.get('file')}: ${(flaw as UnreadableFile).message}`);
    }
    const mime_type = await typeIn(row.get('file'), Buffer.concat(head));
    row.stored = { key, mime_type, size_bytes, sha256: hash.digest('hex') };
    return null;
  }
}

async function typeIn(name: string, head: Buffer): Promise<string> {
  const found = await typeOf(null, head);
  if (found !== UNKNOWN || !isText(head.subarray(0, HEAD_BYTES))) return found;
  return TEXTS[name.split('.').at(-1)!.toLowerCase()] ?? 'text/plain';
}
