import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ContactSearch } from './contact-search.js';
import { Contact } from './contact.entity.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';

@Module({
  imports: [StoresModule.for(Contact)],
  controllers: [ContactsController],
  providers: [ContactsService, ContactSearch],
})
export class ContactsModule {}
