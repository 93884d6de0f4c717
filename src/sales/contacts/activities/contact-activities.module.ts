import { Module } from '@nestjs/common';
import { StoresModule } from '../../../platform/index.js';
import { Contact } from '../contact.entity.js';
import { ContactActivitiesController } from './contact-activities.controller.js';
import { ContactActivity } from './contact-activity.entity.js';

@Module({
  imports: [StoresModule.forFeature(ContactActivity, Contact)],
  controllers: [ContactActivitiesController],
})
export class ContactActivitiesModule {}
