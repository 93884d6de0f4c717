import { Injectable } from '@nestjs/common';
import { attachment, invalidField, StreamReply } from '../../platform/index.js';
import { csv } from './csv-export.js';
import { ExportLeases } from './export-leases.js';
import { SheetBlocks } from './sheet-blocks.js';
import type { ExportSheet } from './sheet.dto.js';
import type { Sheet } from './sheet.entity.js';
import { named } from './tabs.js';
import { xlsx } from './xlsx-export.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sheets as files of other spreadsheets. */
@Injectable()
export class ExportService {
  readonly #leases = new ExportLeases();

  constructor(private readonly blocks: SheetBlocks) {}

  async export(sheet: Sheet, { format, tab }: ExportSheet): Promise<StreamReply> {
    const position = tab === undefined ? null : named(tab, sheet.sheets);
    if (position !== null && position < 0) {
      throw invalidField('tab', 'not_found', `The sheet has no tab ${tab}.`);
    }
    const headers = {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
      'Content-Disposition': attachment(`${sheet.title}.${format}`),
    };
    const tooSlow = new AbortController();
    const source = this.#leases.run(
      sheet.workspace_id,
      () => this.#written(sheet, format, position),
      () => tooSlow.abort(),
    );
    return StreamReply.of(headers, source, tooSlow.signal);
  }

  async *#written(
    sheet: Sheet,
    format: ExportSheet['format'],
    tab: number | null,
  ): AsyncGenerator<Uint8Array | string> {
    const snapshot = await this.blocks.snapshot(sheet.id);
    try {
      const tabs = [...sheet.sheets.entries()].filter(([position]) => tab === null || position === tab);
      yield* format === 'csv' ? csv(snapshot, tab ?? 0) : xlsx(snapshot, tabs, sheet.names);
    } finally {
      await snapshot.close();
    }
  }
}
