import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { TimeReportController } from './time-report.controller.js';
import { TimeReportService } from './time-report.service.js';

@Module({
  imports: [ProjectsModule, SettingsModule],
  controllers: [TimeReportController],
  providers: [TimeReportService],
})
export class TimeReportModule {}
