import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Alert } from './alert.entity.js';
import { AlertLog } from './alert-log.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { Evaluator } from './evaluator.js';

/** What rules found in the audit log, and who sees to it. */
@Module({
  imports: [AccessModule, StoresModule.for(Alert)],
  controllers: [AlertsController],
  providers: [AlertLog, AlertsService, Evaluator],
})
export class AlertsModule {}
