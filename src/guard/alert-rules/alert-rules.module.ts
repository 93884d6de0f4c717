import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { AuditEntryRepository } from '../audit-logs/audit-entry.repository.js';
import { AlertRule } from './alert-rule.entity.js';
import { AlertRulesController } from './alert-rules.controller.js';
import { AlertRulesService } from './alert-rules.service.js';
import { AlertRuleRepository } from './alert-rule.repository.js';

/** Rules that make alerts from entries of the audit log. */
@Module({
  imports: [StoresModule.forFeature(AlertRule)],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, AuditEntryRepository, AlertRuleRepository],
})
export class AlertRulesModule {}
