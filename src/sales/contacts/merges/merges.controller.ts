import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiErrors, Endpoint, Loaded } from '../../../platform/index.js';
import { ContactView } from '../contact.dto.js';
import { Contact } from '../contact.entity.js';
import { contacts } from '../contact.resource.js';
import { MergeContacts, MergedContact } from './merge.dto.js';
import { MergesService } from './merges.service.js';

@Controller('v1/sales/contacts')
export class MergesController {
  constructor(private readonly merges: MergesService) {}

  @Post('merge')
  @Endpoint(contacts, {
    returns: MergedContact,
    status: 200,
    action: 'merged',
    errors: ['merged'],
    heavy: true,
    summary: 'Merge two contacts',
  })
  @ApiErrors(404)
  merge(@Body() body: MergeContacts) {
    return this.merges.merge(body);
  }

  @Post(':id/unmerge')
  @Endpoint(contacts, {
    returns: ContactView,
    status: 200,
    action: 'unmerged',
    errors: ['notMerged', 'mergedSince'],
    summary: 'Undo the merge of a contact',
  })
  unmerge(@Param('id', Loaded(Contact)) contact: Contact) {
    return this.merges.unmerge(contact);
  }
}
