import { Module } from '@nestjs/common';
import { ImportsModule as EngineModule } from '../../../imports/index.js';
import { StoresModule } from '../../../platform/index.js';
import { Contact } from '../contact.entity.js';
import { ContactRepository } from '../contact.repository.js';
import { ContactImport } from './import.entity.js';
import { ImportRepository } from './import.repository.js';
import { ImportRuns } from './import-runs.js';
import { ImportController, ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [EngineModule, StoresModule.forFeature(Contact, ContactImport)],
  controllers: [ImportController, ImportsController],
  providers: [ContactRepository, ImportsService, ImportRuns, ImportRepository],
})
export class ImportsModule {}
