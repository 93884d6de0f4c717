import { Controller, Get, Param } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { AlertEntriesView, AlertQuery, AlertView, UpdateAlert } from './alert.dto.js';
import { Alert } from './alert.entity.js';
import { alerts } from './alert.resource.js';
import { AlertsService } from './alerts.service.js';

@Controller('v1/guard/alerts')
export class AlertsController extends ResourceController(Alert, AlertsService, {
  view: AlertView,
  list: AlertQuery,
  update: UpdateAlert,
}) {
  @Get(':id/entries')
  @Endpoint(alerts, { returns: AlertEntriesView, summary: 'List the audit entries of an alert' })
  entries(@Param('id', Loaded(Alert)) alert: Alert) {
    return this.service.entries(alert);
  }
}
