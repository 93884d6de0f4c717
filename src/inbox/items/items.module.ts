import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { FollowsModule } from '../follows/follows.module.js';
import { InboxSettingsModule } from '../settings/inbox-settings.module.js';
import { InboxListener } from './inbox.listener.js';
import { InboxWriter } from './inbox-writer.js';
import { Item } from './item.entity.js';
import { ItemRecords } from './item-records.js';
import { ItemRepository } from './item.repository.js';
import { ItemRetention } from './item-retention.js';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';

@Module({
  imports: [AccessModule, FollowsModule, InboxSettingsModule, StoresModule.forFeature(Item)],
  controllers: [ItemsController],
  providers: [InboxListener, InboxWriter, ItemRecords, ItemRepository, ItemRetention, ItemsService],
  exports: [ItemRecords, ItemRepository],
})
export class ItemsModule {}
