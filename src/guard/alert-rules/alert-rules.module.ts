import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { EntryLog } from '../audit-logs/entry-log.js';
import { AlertRule } from './alert-rule.entity.js';
import { AlertRulesController } from './alert-rules.controller.js';
import { AlertRulesService } from './alert-rules.service.js';
import { RuleLog } from './rule-log.js';

/** What entries of the audit log make an alert. */
@Module({
  imports: [StoresModule.for(AlertRule)],
  controllers: [AlertRulesController],
  providers: [AlertRulesService, EntryLog, RuleLog],
})
export class AlertRulesModule {}
