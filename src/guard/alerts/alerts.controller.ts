import { Controller } from '@nestjs/common';
import { ResourceController } from '../../platform/index.js';
import { AlertQuery, AlertView, UpdateAlert } from './alert.dto.js';
import { Alert } from './alert.entity.js';
import { AlertsService } from './alerts.service.js';

@Controller('v1/guard/alerts')
export class AlertsController extends ResourceController(Alert, AlertsService, {
  view: AlertView,
  list: AlertQuery,
  update: UpdateAlert,
}) {}
