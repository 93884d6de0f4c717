import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { EntryLog } from '../audit-logs/entry-log.js';
import { Alert } from './alert.entity.js';
import { AlertLog } from './alert-log.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { Evaluator } from './evaluator.js';

/** What rules found in the audit log, and who sees to it. */
@Module({
  imports: [AccessModule, StoresModule.for(Alert)],
  controllers: [AlertsController],
  providers: [EntryLog, AlertLog, AlertsService, Evaluator],
})
export class AlertsModule {}
