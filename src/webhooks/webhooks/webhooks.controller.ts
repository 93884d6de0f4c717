import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { DeliveriesService } from '../deliveries/deliveries.service.js';
import {
  CreateWebhook,
  NewWebhookView,
  RotatedWebhookView,
  RotateSecret,
  TestView,
  UpdateWebhook,
  WebhookQuery,
  WebhookView,
} from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { webhooks } from './webhook.resource.js';
import { WebhooksService } from './webhooks.service.js';

@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get()
  @Endpoint(webhooks, { scope: null, returns: WebhookView, page: true })
  list(@Query() query: WebhookQuery) {
    return this.webhooks.list(query);
  }

  @Get(':id')
  @Endpoint(webhooks, { scope: null, returns: WebhookView })
  get(@Param('id', Loaded(Webhook)) webhook: Webhook) {
    return webhook;
  }

  @Post()
  @Endpoint(webhooks, { scope: null, returns: NewWebhookView, holdsSecret: true, errors: ['tooMany'] })
  create(@Body() body: CreateWebhook) {
    return this.webhooks.create(body);
  }

  @Patch(':id')
  @Endpoint(webhooks, { scope: null, returns: WebhookView })
  update(@Param('id', Loaded(Webhook)) webhook: Webhook, @Body() body: UpdateWebhook) {
    return this.webhooks.update(webhook, body);
  }

  @Post(':id/rotate-secret')
  @Endpoint(webhooks, {
    scope: null,
    returns: RotatedWebhookView,
    status: 200,
    action: 'secret_rotated',
    holdsSecret: true,
    summary: 'Rotate the secret of a webhook',
  })
  rotateSecret(@Param('id', Loaded(Webhook)) webhook: Webhook, @Body() body: RotateSecret) {
    return this.webhooks.rotateSecret(webhook, body);
  }

  @Post(':id/test')
  @Endpoint(webhooks, { scope: null, returns: TestView, status: 202, action: 'tested' })
  test(@Param('id', Loaded(Webhook)) webhook: Webhook) {
    return this.deliveries.sendTest(webhook);
  }

  @Delete(':id')
  @Endpoint(webhooks, { scope: null })
  remove(@Param('id', Loaded(Webhook)) webhook: Webhook) {
    return this.webhooks.remove(webhook);
  }
}
