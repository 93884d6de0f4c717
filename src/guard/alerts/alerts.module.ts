import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { AlertRulesModule } from '../alert-rules/alert-rules.module.js';
import { AuditLogsModule } from '../audit-logs/audit-logs.module.js';
import { Alert } from './alert.entity.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { Evaluator } from './evaluator.js';

/** Alerts from the audit log, and their handling. */
@Module({
  imports: [AlertRulesModule, AuditLogsModule, AccessModule, StoresModule.forFeature(Alert)],
  controllers: [AlertsController],
  providers: [AlertRepository, AlertsService, Evaluator],
})
export class AlertsModule {}
