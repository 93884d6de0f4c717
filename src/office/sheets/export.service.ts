import { Injectable } from '@nestjs/common';
import { CSV, Exports, invalidField, type StreamReply } from '../../platform/index.js';
import { csv } from './csv-export.js';
import { SheetBlockRepository } from './sheet-block.repository.js';
import type { ExportSheet } from './sheet.dto.js';
import type { Sheet } from './sheet.entity.js';
import { named } from './tabs.js';
import { xlsx } from './xlsx-export.js';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

@Injectable()
export class ExportService {
  constructor(
    private readonly blocks: SheetBlockRepository,
    private readonly exports: Exports,
  ) {}

  async export(sheet: Sheet, { format, tab }: ExportSheet): Promise<StreamReply> {
    const position = tab === undefined ? null : named(tab, sheet.sheets);
    if (position !== null && position < 0) {
      throw invalidField('tab', 'not_found', `The sheet has no tab ${tab}.`);
    }
    const name = `${sheet.title}.${format}`;
    return this.exports.file(name, format === 'csv' ? CSV : XLSX, () => this.#written(sheet, format, position));
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
