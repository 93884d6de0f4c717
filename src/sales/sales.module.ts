import { Module } from '@nestjs/common';
import { ContactsModule } from './contacts/contacts.module.js';

@Module({
  imports: [ContactsModule],
})
export class SalesModule {}
