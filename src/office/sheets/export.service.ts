import { Injectable } from '@nestjs/common';
import { invalidField } from '../../platform/errors/api-error.js';
import { StreamReply } from '../../platform/http/stream-reply.js';
import { attachment } from '../../platform/storage/content-disposition.js';
import { csv } from './csv-export.js';
import { SheetBlocks } from './sheet-blocks.js';
import type { ExportSheet } from './sheet.dto.js';
import type { Sheet } from './sheet.entity.js';
import { named } from './tabs.js';
import { xlsx } from './xlsx-export.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Exports that run at a time in one process: each holds a connection as long as its client takes. */
const MAX_EXPORTS = 2;

/** Sheets as files of other spreadsheets. */
@Injectable()
export class ExportService {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly blocks: SheetBlocks) {}

  export(sheet: Sheet, { format, tab }: ExportSheet): StreamReply {
    const position = tab === undefined ? null : named(tab, sheet.sheets);
    if (position !== null && position < 0) {
      throw invalidField('tab', 'not_found', `The sheet has no tab ${tab}.`);
    }
    const headers = {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
      'Content-Disposition': attachment(`${sheet.title}.${format}`),
    };
    return new StreamReply(headers, this.#written(sheet, format, position));
  }

  async *#written(
    sheet: Sheet,
    format: ExportSheet['format'],
    tab: number | null,
  ): AsyncGenerator<Uint8Array | string> {
    if (this.#running === MAX_EXPORTS) await new Promise<void>((next) => this.#waiting.push(next));
    else this.#running++;
    try {
      const snapshot = await this.blocks.snapshot(sheet.id);
      try {
        const tabs = [...sheet.sheets.entries()].filter(([position]) => tab === null || position === tab);
        yield* format === 'csv' ? csv(snapshot, tab ?? 0) : xlsx(snapshot, tabs);
      } finally {
        await snapshot.close();
      }
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
