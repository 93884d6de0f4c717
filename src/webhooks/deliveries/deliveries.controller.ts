import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, Endpoint, Loaded } from '../../platform/index.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { webhooks } from '../webhooks/webhook.resource.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryItem, DeliveryQuery, DeliveryView, TestView } from './delivery.dto.js';
import { Delivery } from './delivery.entity.js';
import { deliveries } from './delivery.resource.js';

@Controller('v1/webhooks/:id/deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @Endpoint(deliveries, { scope: null, returns: DeliveryItem, page: true })
  list(@Param('id', Loaded(Webhook)) webhook: Webhook, @Query() query: DeliveryQuery) {
    return this.deliveries.list(webhook, query);
  }

  @Get(':delivery_id')
  @Endpoint(deliveries, { scope: null, returns: DeliveryView })
  get(@Param('id', Loaded(Webhook)) _: Webhook, @Param('delivery_id', Loaded(Delivery)) delivery: Delivery) {
    return this.deliveries.show(delivery);
  }

  @Post(':delivery_id/redeliver')
  @Endpoint(deliveries, {
    scope: null,
    returns: DeliveryView,
    status: 202,
    action: 'redelivered',
    errors: ['paused', 'purged'],
    summary: 'Send the event of a delivery once more',
  })
  redeliver(
    @Param('id', Loaded(Webhook)) webhook: Webhook,
    @Param('delivery_id', Loaded(Delivery)) delivery: Delivery,
  ) {
    return this.deliveries.redeliver(webhook, delivery);
  }
}

@Controller('v1/webhooks')
export class TestsController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Post(':id/test')
  @ApiOperation({ operationId: 'webhooksTest' })
  @Endpoint(webhooks, { scope: null, returns: TestView, status: 202, action: 'tested' })
  test(@Param('id', Loaded(Webhook)) webhook: Webhook) {
    return this.deliveries.sendTest(webhook);
  }
}
