import { Module } from '@nestjs/common';
import { AlertRulesModule } from './alert-rules/alert-rules.module.js';
import { AlertsModule } from './alerts/alerts.module.js';
import { AuditLogsModule } from './audit-logs/audit-logs.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { SealingModule } from './sealing/sealing.module.js';
import { SettingsModule } from './settings/settings.module.js';

@Module({
  imports: [
    AuditLogsModule,
    AlertRulesModule,
    AlertsModule,
    ExportsModule,
    PoliciesModule,
    ReviewsModule,
    SealingModule,
    SettingsModule,
  ],
  exports: [SealingModule],
})
export class GuardModule {}
