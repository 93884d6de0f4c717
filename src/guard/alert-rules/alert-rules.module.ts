import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { AuditLogsModule } from '../audit-logs/audit-logs.module.js';
import { AlertRule } from './alert-rule.entity.js';
import { AlertRulesController } from './alert-rules.controller.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AlertRuleRepository } from './alert-rule.repository.js';
import { AuditedFields } from './audited-fields.js';

@Module({
  imports: [AuditLogsModule, StoresModule.forFeature(AlertRule)],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, AlertRuleRepository, AuditedFields],
  exports: [AuditedFields],
})
export class AlertRulesModule {}
