import { Module } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { AddressPolicy } from '../platform/http/addresses.js';
import { OutgoingHttp } from '../platform/http/outgoing.js';
import { QueuesModule } from '../platform/queues/queues.module.js';
import { StoresModule } from '../platform/resource/stores.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLog } from './delivery-log.js';
import { Delivery } from './delivery.entity.js';
import { Dispatcher } from './dispatcher.js';
import { LANES, Lanes } from './lanes.js';
import { Recorder } from './recorder.js';
import { WebhookRetention } from './retention.js';
import { Sender } from './sender.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksListener } from './webhooks.listener.js';
import { SlowWebhooksProcessor, WebhooksProcessor } from './webhooks.processor.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [StoresModule.for(Webhook, Delivery), QueuesModule.queue(LANES.fast), QueuesModule.queue(LANES.slow)],
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
    WebhooksService,
    DeliveriesService,
    DeliveryLog,
    Lanes,
    WebhooksListener,
    Sender,
    Recorder,
    Dispatcher,
    WebhookRetention,
    WebhooksProcessor,
    SlowWebhooksProcessor,
  ],
})
export class WebhooksModule {}
