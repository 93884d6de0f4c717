import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Clock, currentContext, Endpoint, InjectStore, Loaded, type ResourceStore } from '../../../platform/index.js';
import { Contact } from '../contact.entity.js';
import { ContactActivityQuery, ContactActivityView, CreateContactActivity } from './contact-activity.dto.js';
import { ContactActivity } from './contact-activity.entity.js';
import { contactActivities } from './contact-activity.resource.js';

@Controller('v1/sales/contacts/:id/activities')
export class ContactActivitiesController {
  constructor(
    @InjectStore(ContactActivity) private readonly activities: ResourceStore<ContactActivity>,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint(contactActivities, { returns: ContactActivityView, page: true })
  list(@Param('id', Loaded(Contact)) contact: Contact, @Query() query: ContactActivityQuery) {
    return this.activities.page(query, ContactActivityView, { contact_id: contact.id });
  }

  @Post()
  @Endpoint(contactActivities, { returns: ContactActivityView, summary: 'Log an activity on a contact' })
  async create(
    @Param('id', Loaded(Contact)) contact: Contact,
    @Body() { occurred_at = this.clock.iso(), ...body }: CreateContactActivity,
  ) {
    const created_by = currentContext().credential!.user_id;
    return this.activities.create({ ...body, occurred_at, contact_id: contact.id, created_by });
  }
}
