import { Module } from '@nestjs/common';
import { Extension, StoresModule } from 'workspace-suite/platform';
import { Item } from './item.entity.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';
import { StockItems1795000000000 } from './migrations.js';
import { StockSettings } from './stock.settings.js';

@Extension({
  name: 'stock',
  suite: '^1.0.0',
  app: { name: 'stock', title: 'Stock', read: 'Read items in stock', write: 'Change items in stock' },
  migrations: [StockItems1795000000000],
  settings: StockSettings,
})
@Module({ imports: [StoresModule.forFeature(Item)], controllers: [ItemsController], providers: [ItemsService] })
export class StockExtension {}
