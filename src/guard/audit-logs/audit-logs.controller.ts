import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { AuditEntryView, AuditLogQuery } from './audit-log.dto.js';
import { auditLogs } from './audit-log.resource.js';
import { AuditLogsService } from './audit-logs.service.js';

@Controller('v1/guard/audit-logs')
export class AuditLogsController {
  constructor(private readonly auditLogs: AuditLogsService) {}

  @Get()
  @Endpoint(auditLogs, { scope: 'read', returns: AuditEntryView, page: true })
  list(@Query() query: AuditLogQuery) {
    return this.auditLogs.list(query);
  }
}
