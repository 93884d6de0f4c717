import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { Import, ImportProblem } from './jobs/import.entity.js';
import { ImportRepository } from './jobs/import.repository.js';
import { ImportRuns } from './jobs/import-runs.js';
import { ImportsController } from './jobs/imports.controller.js';
import { StoredFiles } from './jobs/stored-files.js';
import { ImportsService } from './jobs/imports.service.js';

@Module({
  imports: [StoresModule.forFeature(Import, ImportProblem)],
  controllers: [ImportsController],
  providers: [ImportsService, ImportRuns, ImportRepository, StoredFiles],
})
export class ImportsModule {}
