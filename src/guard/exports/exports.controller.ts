import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded, Reply, shown } from '../../platform/index.js';
import { auditLogs } from '../audit-logs/audit-log.resource.js';
import { CreateExport, ExportListView, ExportQuery, ExportStarted, ExportView } from './export.dto.js';
import { Export } from './export.entity.js';
import { exports } from './export.resource.js';
import { ExportsService } from './exports.service.js';

/** Polling interval for clients (Retry-After). */
const RETRY_AFTER_SECONDS = 2;

@Controller('v1/guard')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Post('audit-logs/export')
  @Endpoint(exports, {
    scope: 'read',
    returns: ExportStarted,
    status: 202,
    heavy: true,
    exports: auditLogs,
    summary: 'Export the audit log to a file',
  })
  create(@Body() body: CreateExport) {
    return this.exports.create(body);
  }

  @Get('exports')
  @Endpoint(exports, { returns: ExportListView, page: true })
  list(@Query() query: ExportQuery) {
    return this.exports.list(query);
  }

  @Get('exports/:job_id')
  @Endpoint(exports, {
    returns: ExportView,
    exports: auditLogs,
    summary: 'Show how far an export is, and where its file is',
  })
  async get(@Param('job_id', Loaded(Export)) record: Export) {
    const view = await this.exports.show(record);
    if (view.status !== 'pending' && view.status !== 'processing') return view;
    return new Reply(200, { 'Retry-After': String(RETRY_AFTER_SECONDS) }, JSON.stringify(shown(ExportView, view)));
  }

  @Delete('exports/:job_id')
  @Endpoint(exports, { action: 'cancelled', summary: 'Cancel an export, or remove its file' })
  cancel(@Param('job_id', Loaded(Export)) record: Export) {
    return this.exports.cancel(record);
  }
}
