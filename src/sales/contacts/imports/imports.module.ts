import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../../platform/index.js';
import { Contact } from '../contact.entity.js';
import { ContactImport } from './import.entity.js';
import { ImportRepository } from './import.repository.js';
import { ImportRuns } from './import-runs.js';
import { ImportController, ImportsController } from './imports.controller.js';
import { ImportsProcessor } from './imports.processor.js';
import { IMPORTS_QUEUE, ImportsService } from './imports.service.js';

@Module({
  imports: [StoresModule.forFeature(Contact, ContactImport), QueuesModule.queue(IMPORTS_QUEUE)],
  controllers: [ImportController, ImportsController],
  providers: [ImportsService, ImportRuns, ImportRepository, ImportsProcessor],
})
export class ImportsModule {}
