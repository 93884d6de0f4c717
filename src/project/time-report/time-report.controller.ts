import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Endpoint, Loaded, wantsCsv } from '../../platform/index.js';
import { Project } from '../projects/project.entity.js';
import { timeEntries } from '../time-entries/time-entry.resource.js';
import { TimeReport, TimeReportQuery } from './time-report.dto.js';
import { timeReports } from './time-report.resource.js';
import { TimeReportService } from './time-report.service.js';

@Controller('v1/project/projects/:project_id/time-report')
export class TimeReportController {
  constructor(private readonly reports: TimeReportService) {}

  @Get()
  @Endpoint(timeReports, {
    returns: TimeReport,
    csv: true,
    exports: timeEntries,
    summary: 'Report the time of a project',
  })
  report(
    @Param('project_id', Loaded(Project)) project: Project,
    @Query() query: TimeReportQuery,
    @Req() request: Request,
  ) {
    return wantsCsv(request, query.export) ? this.reports.csv(project, query) : this.reports.json(project, query);
  }
}
