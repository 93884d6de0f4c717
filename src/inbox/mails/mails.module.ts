import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { ItemsModule } from '../items/items.module.js';
import { InboxSettingsModule } from '../settings/inbox-settings.module.js';
import { InboxMails } from './inbox-mails.js';

@Module({ imports: [AccessModule, InboxSettingsModule, ItemsModule], providers: [InboxMails] })
export class MailsModule {}
