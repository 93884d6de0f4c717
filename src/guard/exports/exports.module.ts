import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../platform/index.js';
import { Export } from './export.entity.js';
import { ExportRepository } from './export.repository.js';
import { EXPORTS_QUEUE, ExportRuns } from './export-runs.js';
import { ExportsController } from './exports.controller.js';
import { ExportsProcessor } from './exports.processor.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [StoresModule.forFeature(Export), QueuesModule.queue(EXPORTS_QUEUE)],
  controllers: [ExportsController],
  providers: [ExportsService, ExportRepository, ExportRuns, ExportsProcessor],
})
export class ExportsModule {}
