import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TimeReportController } from './time-report.controller.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { TimeReportRepository } from './time-report.repository.js';
import { TimeReportService } from './time-report.service.js';

@Module({
  imports: [ProjectsModule, SettingsModule, StoresModule.forFeature(ProjectSettings)],
  controllers: [TimeReportController],
  providers: [TimeReportRepository, TimeReportService],
})
export class TimeReportModule {}
