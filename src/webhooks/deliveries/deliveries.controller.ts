import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryItem, DeliveryQuery, DeliveryView } from './delivery.dto.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { webhooks } from '../webhooks/webhook.resource.js';

@Controller('v1/webhooks/:id/deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @Endpoint(webhooks, { scope: null, returns: DeliveryItem, page: true })
  list(@Param('id', Loaded(Webhook)) webhook: Webhook, @Query() query: DeliveryQuery) {
    return this.deliveries.list(webhook, query);
  }

  @Get(':delivery_id')
  @Endpoint(webhooks, { scope: null, returns: DeliveryView })
  get(@Param('id', Loaded(Webhook)) webhook: Webhook, @Param('delivery_id') id: string) {
    return this.deliveries.get(webhook, id);
  }

  @Post(':delivery_id/redeliver')
  @Endpoint(webhooks, {
    scope: null,
    returns: DeliveryView,
    status: 202,
    action: 'redelivered',
    errors: ['paused', 'purged'],
    summary: 'Send the event of a delivery once more',
  })
  redeliver(@Param('id', Loaded(Webhook)) webhook: Webhook, @Param('delivery_id') id: string) {
    return this.deliveries.redeliver(webhook, id);
  }
}
