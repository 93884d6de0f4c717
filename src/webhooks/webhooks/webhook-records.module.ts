import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { AddressPolicy, Settings, StoresModule } from '../../platform/index.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { AutoPause } from './auto-pause.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhookUrls } from './webhook-urls.js';

/** Where events are sent to. */
@Module({
  imports: [AccessModule, DeliveriesModule, StoresModule.forFeature(Webhook)],
  controllers: [WebhooksController],
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    WebhooksService,
    WebhookUrls,
    AutoPause,
  ],
  exports: [AddressPolicy, AutoPause],
})
export class WebhookRecordsModule {}
