import { Injectable } from '@nestjs/common';
import { currentContext } from '../../platform/context/request-context.js';
import { invalidField } from '../../platform/errors/api-error.js';
import { Reply } from '../../platform/request/reply.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { csvCells } from './csv-import.js';
import type { Change } from './grid.js';
import type { CreatedSheet, ImportSheet } from './sheet.dto.js';
import { Sheet, type Tab } from './sheet.entity.js';
import { checkTabs } from './tabs.js';
import { ValuesService } from './values.service.js';
import type { Workbook } from './xlsx-import.js';

/** Cells that are written at a time. */
const PORTION = 10_000;

/** How every zip archive begins. */
const ZIP = 'PK\u0003\u0004';

/** Sheets made from files of other spreadsheets. */
@Injectable()
export class ImportService {
  constructor(
    @InjectStore(Sheet) private readonly store: ResourceStore<Sheet>,
    private readonly values: ValuesService,
    private readonly blobs: BlobStore,
  ) {}

  async import({ file, title, tags, value_input }: ImportSheet): Promise<Reply> {
    const workbook = await this.#open(file.key, file.size_bytes, value_input === 'user_entered');
    try {
      const tabs = workbook.tabs.map(({ name }): Tab => ({ name, rows: 1, columns: 1 }));
      checkTabs(tabs, 'file');
      const sheet = await this.store.create({
        title: title ?? titleOf(file.name),
        tags,
        owner_id: currentContext().credential!.user_id,
        sheets: tabs.map((tab) => ({ ...tab })),
        cell_count: 0,
        formula_count: 0,
        writes: 0,
      });
      const { revision } = await this.values.fill(sheet, this.#portions(workbook, tabs), tabs);
      const { id, created_at } = sheet;
      const view: CreatedSheet = { id, title: sheet.title, sheet_count: tabs.length, created_at };
      return new Reply(201, { Location: `/v1/office/sheets/${id}`, ETag: `"${revision}"` }, JSON.stringify(view));
    } finally {
      workbook.close();
    }
  }

  async #open(key: string, size: number, isTyped: boolean): Promise<Workbook> {
    if (size === 0) throw invalidField('file', 'required', 'file must not be empty.');
    let head = '';
    for await (const chunk of await this.blobs.read(key, { start: 0, end: Math.min(size, ZIP.length) - 1 })) {
      head += (chunk as Buffer).toString('latin1');
    }
    if (head === ZIP) {
      const { openXlsx } = await import('./xlsx-import.js');
      return openXlsx(this.blobs, key, size);
    }
    const { blobs } = this;
    async function* cells() {
      yield* csvCells(await blobs.read(key), isTyped);
    }
    return { tabs: [{ name: 'Sheet1', cells }], close: () => undefined };
  }

  /** The cells of all tabs. The sizes of the tabs grow with them. */
  async *#portions(workbook: Workbook, tabs: Tab[]): AsyncGenerator<Change[]> {
    for (const [position, { cells }] of workbook.tabs.entries()) {
      const tab = tabs[position]!;
      let changes: Change[] = [];
      for await (const portion of cells()) {
        for (const [row, column, cell] of portion) {
          tab.rows = Math.max(tab.rows, row);
          tab.columns = Math.max(tab.columns, column);
          changes.push([position, row, column, cell]);
        }
        checkTabs(tabs, 'file');
        if (changes.length < PORTION) continue;
        yield changes;
        changes = [];
      }
      if (changes.length) yield changes;
    }
  }
}

/** The name of a file without its ending. */
function titleOf(name: string | null): string {
  return (name ?? '').replace(/\.(xlsx|csv)$/i, '').trim() || 'Imported';
}
