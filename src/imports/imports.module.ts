import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { FilePreview } from './engine/file-preview.js';
import { Import, ImportProblem } from './engine/import.entity.js';
import { ImportRepository } from './engine/import.repository.js';
import { ImportServices } from './engine/import-engine.js';
import { ImportRuns } from './engine/import-runs.js';
import { ImportsController } from './engine/imports.controller.js';
import { StoredFiles } from './engine/stored-files.js';
import { ImportsService } from './engine/imports.service.js';
import { SamplesService } from './engine/samples.service.js';

@Module({
  imports: [StoresModule.forFeature(Import, ImportProblem)],
  controllers: [ImportsController],
  providers: [FilePreview, ImportsService, SamplesService, ImportRuns, ImportServices, ImportRepository, StoredFiles],
  exports: [ImportServices],
})
export class ImportsModule {}
