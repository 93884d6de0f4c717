import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import { currentContext } from '../../platform/context/request-context.js';
import { failure } from '../../platform/resource/define.js';
import type { Page } from '../../platform/resource/page.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { type CreateSheet, NewTab, SheetItem, type SheetQuery, type UpdateSheet } from './sheet.dto.js';
import { Sheet } from './sheet.entity.js';
import { sheets } from './sheet.resource.js';
import { checkTabs } from './tabs.js';

@Injectable()
export class SheetsService {
  constructor(
    @InjectStore(Sheet) private readonly store: ResourceStore<Sheet>,
    private readonly users: UsersPort,
  ) {}

  list(query: SheetQuery): Promise<Page<SheetItem>> {
    return this.store.page(query, SheetItem);
  }

  async create({ owner_id, initial_sheets = [firstTab()], ...input }: CreateSheet): Promise<Sheet> {
    checkTabs(initial_sheets, 'initial_sheets');
    await this.users.checkOwner(owner_id);
    const sheet = await this.store.create({
      ...input,
      owner_id: owner_id ?? currentContext().credential!.user_id,
      sheets: initial_sheets.map(({ name, rows, columns }) => ({ name, rows, columns })),
      cell_count: 0,
      formula_count: 0,
      writes: 0,
    });
    return Object.assign(sheet, { sheet_count: initial_sheets.length });
  }

  async update(sheet: Sheet, changes: UpdateSheet): Promise<Sheet> {
    if (changes.owner_id !== sheet.owner_id) await this.users.checkOwner(changes.owner_id);
    return this.store.update(sheet, changes);
  }

  remove(sheet: Sheet, hard: boolean): Promise<void> {
    return this.store.remove(sheet, { hard });
  }

  async restore(sheet: Sheet): Promise<Sheet> {
    if (!sheet.deleted_at) throw failure(sheets, 'notDeleted');
    return this.store.restore(sheet);
  }
}

const firstTab = () => Object.assign(new NewTab(), { name: 'Sheet1' });
