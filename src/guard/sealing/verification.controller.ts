import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { auditLogs } from '../audit-logs/audit-log.resource.js';
import { VerificationQuery, VerificationView } from './verification.dto.js';
import { VerificationService } from './verification.service.js';

@Controller('v1/guard/audit-logs')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  @Get('verify')
  @Endpoint(auditLogs, {
    returns: VerificationView,
    action: 'verified',
    heavy: true,
    summary: 'Verify the integrity of the audit log',
  })
  verify(@Query() query: VerificationQuery) {
    return this.verification.verify(query);
  }
}
