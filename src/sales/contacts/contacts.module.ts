import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../platform/index.js';
import { Deal } from '../deals/deal.entity.js';
import { Contact } from './contact.entity.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsService } from './contacts.service.js';
import { ImportRepository } from './imports/import.repository.js';
import { ImportRuns } from './imports/import-runs.js';
import { ContactImport } from './imports/import.entity.js';
import { ImportController, ImportsController } from './imports/imports.controller.js';
import { ImportsProcessor } from './imports/imports.processor.js';
import { IMPORTS_QUEUE, ImportsService } from './imports/imports.service.js';
import { MergeRepository } from './merges/merge.repository.js';
import { MergesController } from './merges/merges.controller.js';
import { MergesService } from './merges/merges.service.js';

@Module({
  imports: [StoresModule.forFeature(Contact, ContactImport, Deal), QueuesModule.queue(IMPORTS_QUEUE)],
  controllers: [ContactsController, ImportController, ImportsController, MergesController],
  providers: [
    ContactsService,
    ImportsService,
    ImportRuns,
    ImportRepository,
    ImportsProcessor,
    MergesService,
    MergeRepository,
  ],
})
export class ContactsModule {}
