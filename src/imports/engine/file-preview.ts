import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { BlobStore, invalidField } from '../../platform/index.js';
import type { SourceRow } from '../presets/preset.js';
import { draftsOf, shownValues } from './drafts.js';
import type { FileStyle } from './file-style.js';
import type { PreviewedItem } from './import.entity.js';
import type { Plan } from './plan.js';
import { columnsOf, rowsOf } from './source-file.js';
import { UnreadableFile } from './unreadable-file.js';

/** Rows of a file that are read for the preview. */
const PREVIEW_ROWS = 20;
/** Records that a preview shows of a file. */
const PREVIEW_ITEMS = 20;

/** The beginning of a file, at which a request looks before a worker reads all of it. */
@Injectable()
export class FilePreview {
  constructor(private readonly blobStore: BlobStore) {}

  /** The columns that its first line names. 400 where it cannot be read. */
  columns(key: string, name: string) {
    return this.#reading(key, name, columnsOf);
  }

  /** The first rows of a file, with the records that they become. */
  async rows({ key, name }: { key: string; name: string }, plan: Plan, style: FileStyle, zone: string, file: number) {
    const rows: SourceRow[] = [];
    await this.#reading(key, name, async (stream) => {
      for await (const { row } of rowsOf(stream, plan.preset)) {
        if (plan.preset.skip?.(row)) continue;
        style.take(row);
        if (rows.push(row) === PREVIEW_ROWS) break;
      }
    });
    const drafts = rows.flatMap((row) => draftsOf(row, plan, file, { zone, ...style.found }));
    const preview = drafts.slice(0, PREVIEW_ITEMS).map((draft): PreviewedItem => ({
      file: name,
      line: draft.line,
      kind: draft.kind,
      external_id: draft.external_id,
      values: shownValues(draft),
    }));
    return { rows, drafts, preview, style: style.found };
  }

  async #reading<T>(key: string, name: string, read: (stream: Readable) => Promise<T>): Promise<T> {
    const stream = await this.blobStore.read(key);
    try {
      return await read(stream);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw invalidField('file', 'invalid_format', `${name} cannot be imported: ${error.message}`);
    } finally {
      stream.destroy();
    }
  }
}
