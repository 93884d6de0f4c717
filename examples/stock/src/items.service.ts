import { Injectable } from '@nestjs/common';
import {
  currentContext,
  Database,
  failure,
  InjectStore,
  ResourceService,
  type ResourceStore,
} from 'workspace-suite/platform';
import { Item } from './item.entity.js';
import { items } from './item.resource.js';
import { StockSettings } from './stock.settings.js';

@Injectable()
export class ItemsService extends ResourceService<Item> {
  constructor(
    @InjectStore(Item) store: ResourceStore<Item>,
    private readonly database: Database,
    private readonly settings: StockSettings,
  ) {
    super(store);
  }

  override async create(item: Partial<Item>): Promise<Item> {
    const { rows } = await this.database.execute<{ full: boolean }>(
      'select count(*) >= $2 as full from (select from stock_items where workspace_id = $1 limit $2) as present',
      [currentContext().workspaceId, this.settings.STOCK_MAX_ITEMS],
    );
    if (rows[0]?.full) throw failure(items, 'full');
    return this.store.create(item);
  }
}
