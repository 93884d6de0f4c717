import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Export } from './export.entity.js';
import { ExportMasks } from './export-masks.js';
import { ExportRepository } from './export.repository.js';
import { ExportRuns } from './export-runs.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [StoresModule.forFeature(Export)],
  controllers: [ExportsController],
  providers: [ExportsService, ExportRepository, ExportMasks, ExportRuns],
})
export class ExportsModule {}
