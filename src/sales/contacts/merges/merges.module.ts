import { Module } from '@nestjs/common';
import { StoresModule } from '../../../platform/index.js';
import { Deal } from '../../deals/deal.entity.js';
import { ContactActivity } from '../activities/contact-activity.entity.js';
import { Contact } from '../contact.entity.js';
import { MergeRepository } from './merge.repository.js';
import { MergesController } from './merges.controller.js';
import { MergesService } from './merges.service.js';

@Module({
  imports: [StoresModule.forFeature(Contact, ContactActivity, Deal)],
  controllers: [MergesController],
  providers: [MergesService, MergeRepository],
})
export class MergesModule {}
