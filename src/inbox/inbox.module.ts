import { Module } from '@nestjs/common';
import { FollowsModule } from './follows/follows.module.js';
import { ItemsModule } from './items/items.module.js';
import { MailsModule } from './mails/mails.module.js';
import { InboxSettingsModule } from './settings/inbox-settings.module.js';

@Module({ imports: [FollowsModule, InboxSettingsModule, ItemsModule, MailsModule] })
export class InboxModule {}
