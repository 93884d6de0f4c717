import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Contact } from './contact.entity.js';
import { ContactImportKind } from './contact-import.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';

@Module({
  imports: [StoresModule.forFeature(Contact)],
  controllers: [ContactsController],
  providers: [ContactImportKind, ContactsService, ContactRepository],
})
export class ContactsModule {}
