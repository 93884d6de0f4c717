import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import {
  ContactItem,
  ContactQuery,
  ContactRow,
  ContactView,
  CreateContact,
  CreatedContact,
  UpdateContact,
} from './contact.dto.js';
import { Contact } from './contact.entity.js';
import { ContactsService } from './contacts.service.js';

@Controller('v1/sales/contacts')
export class ContactsController extends ResourceController(Contact, ContactsService, {
  view: ContactView,
  list: { query: ContactQuery, returns: ContactItem },
  export: ContactRow,
  create: { body: CreateContact, returns: CreatedContact },
  update: { body: UpdateContact, errors: ['merged', 'externalIdTaken'] },
  remove: true,
  restore: { errors: ['notDeleted', 'externalIdTaken'] },
}) {}
