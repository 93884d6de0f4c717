import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import {
  CreateWebhook,
  NewWebhookView,
  RotatedWebhookView,
  RotateSecret,
  UpdateWebhook,
  WebhookQuery,
  WebhookView,
} from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { webhooks } from './webhook.resource.js';
import { WebhooksService } from './webhooks.service.js';

@Controller('v1/webhooks')
export class WebhooksController extends ResourceController(Webhook, WebhooksService, {
  scope: null,
  view: WebhookView,
  list: WebhookQuery,
  create: { body: CreateWebhook, returns: NewWebhookView, errors: ['tooMany'] },
  update: UpdateWebhook,
  remove: true,
}) {
  @Post(':id/rotate-secret')
  @Endpoint(webhooks, {
    scope: null,
    returns: RotatedWebhookView,
    status: 200,
    action: 'secret_rotated',
    summary: 'Rotate the secret of a webhook',
  })
  rotateSecret(@Param('id', Loaded(Webhook)) webhook: Webhook, @Body() body: RotateSecret) {
    return this.service.rotateSecret(webhook, body);
  }
}
