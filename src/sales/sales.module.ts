import { Module } from '@nestjs/common';
import { ContactsModule } from './contacts/contacts.module.js';
import { DealsModule } from './deals/deals.module.js';

@Module({
  imports: [ContactsModule, DealsModule],
})
export class SalesModule {}
