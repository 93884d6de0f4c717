import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { AlertRulesModule } from './alert-rules/alert-rules.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AuditEntry } from './audit-logs/audit-entry.entity.js';
import { AuditLogsController } from './audit-logs/audit-logs.controller.js';
import { AuditLogsService } from './audit-logs/audit-logs.service.js';
import { ExportsModule } from './exports/exports.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { SealingModule } from './sealing/sealing.module.js';
import { SettingsModule } from './settings/settings.module.js';

@Module({
  imports: [
    StoresModule.forFeature(AuditEntry),
    AlertRulesModule,
    AlertsModule,
    ExportsModule,
    PoliciesModule,
    SealingModule,
    SettingsModule,
  ],
  controllers: [AuditLogsController],
  providers: [AuditLogsService],
})
export class GuardModule {}
