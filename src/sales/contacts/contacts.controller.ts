import { Body, Controller, Param, Put } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import {
  ContactItem,
  ContactQuery,
  ContactRow,
  ContactView,
  CreateContact,
  CreatedContact,
  PutContact,
  UpdateContact,
} from './contact.dto.js';
import { Contact } from './contact.entity.js';
import { contacts } from './contact.resource.js';
import { ContactsService } from './contacts.service.js';

@Controller('v1/sales/contacts')
export class ContactsController extends ResourceController(Contact, ContactsService, {
  view: ContactView,
  list: { query: ContactQuery, returns: ContactItem },
  export: ContactRow,
  create: { body: CreateContact, returns: CreatedContact, errors: ['externalIdTaken'] },
  update: { body: UpdateContact, errors: ['merged', 'externalIdTaken'] },
  remove: true,
  restore: { errors: ['notDeleted', 'externalIdTaken'] },
}) {
  @Put('by-external-id/:external_id')
  @Endpoint(contacts, {
    returns: ContactView,
    errors: ['merged'],
    summary: 'Create or update a contact by its external id',
  })
  put(
    @Param('external_id', Loaded(Contact, { by: 'external_id' })) contact: Contact | null,
    @Param('external_id') externalId: string,
    @Body() body: PutContact,
  ) {
    return this.service.put(contact, externalId, body);
  }
}
