import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../platform/index.js';
import { Import, ImportProblem } from './jobs/import.entity.js';
import { ImportRepository } from './jobs/import.repository.js';
import { ImportRuns } from './jobs/import-runs.js';
import { ImportsController } from './jobs/imports.controller.js';
import { ImportsProcessor } from './jobs/imports.processor.js';
import { StoredFiles } from './jobs/stored-files.js';
import { IMPORTS_QUEUE, ImportsService } from './jobs/imports.service.js';

@Module({
  imports: [StoresModule.forFeature(Import, ImportProblem), QueuesModule.queue(IMPORTS_QUEUE)],
  controllers: [ImportsController],
  providers: [ImportsService, ImportRuns, ImportRepository, ImportsProcessor, StoredFiles],
})
export class ImportsModule {}
