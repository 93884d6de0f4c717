import { Injectable } from '@nestjs/common';
import { InjectStore, ResourceService, type ResourceStore } from '../../platform/index.js';
import { type CreateSheet, NewTab } from './sheet.dto.js';
import { Sheet } from './sheet.entity.js';
import { checkTabs } from './tabs.js';

@Injectable()
export class SheetsService extends ResourceService<Sheet> {
  constructor(@InjectStore(Sheet) store: ResourceStore<Sheet>) {
    super(store);
  }

  override async create({ initial_sheets = [firstTab()], ...input }: CreateSheet): Promise<Sheet> {
    checkTabs(initial_sheets, 'initial_sheets');
    const sheets = initial_sheets.map(({ name, rows, columns }) => ({ name, rows, columns }));
    const sheet = await this.store.create({ ...input, sheets });
    return Object.assign(sheet, { sheet_count: sheets.length });
  }
}

const firstTab = () => Object.assign(new NewTab(), { name: 'Sheet1' });
