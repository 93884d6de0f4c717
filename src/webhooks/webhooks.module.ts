import { Module } from '@nestjs/common';
import { AccessModule } from '../access/index.js';
import { Settings } from '../platform/config/settings.js';
import { AddressPolicy } from '../platform/outgoing/addresses.js';
import { OutgoingHttp } from '../platform/outgoing/outgoing.js';
import { QueuesModule } from '../platform/queues/queues.module.js';
import { StoresModule } from '../platform/resource/stores.module.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLog } from './delivery-log.js';
import { Delivery } from './delivery.entity.js';
import { Dispatcher } from './dispatcher.js';
import { Event } from './events/event.entity.js';
import { EventCounts } from './events/event-counts.js';
import { EventsController } from './events/events.controller.js';
import { EventsService } from './events/events.service.js';
import { FailingWebhooks } from './failing-webhooks.js';
import { LANES, Lanes } from './lanes.js';
import { Recorder } from './recorder.js';
import { Replay } from './replays/replay.entity.js';
import { ReplayLog } from './replays/replay-log.js';
import { ReplaysController } from './replays/replays.controller.js';
import { ReplaysProcessor } from './replays/replays.processor.js';
import { REPLAYS_QUEUE, ReplaysService } from './replays/replays.service.js';
import { WebhookRetention } from './retention.js';
import { Sender } from './sender.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksListener } from './webhooks.listener.js';
import { SlowWebhooksProcessor, WebhooksProcessor } from './webhooks.processor.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [
    AccessModule,
    StoresModule.for(Webhook, Delivery, Replay, Event),
    QueuesModule.queue(LANES.fast),
    QueuesModule.queue(LANES.slow),
    QueuesModule.queue(REPLAYS_QUEUE),
  ],
  controllers: [WebhooksController, DeliveriesController, ReplaysController, EventsController],
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
    WebhooksService,
    DeliveriesService,
    ReplaysService,
    EventsService,
    EventCounts,
    DeliveryLog,
    ReplayLog,
    Lanes,
    WebhooksListener,
    Sender,
    Recorder,
    Dispatcher,
    WebhookRetention,
    WebhooksProcessor,
    SlowWebhooksProcessor,
    ReplaysProcessor,
    FailingWebhooks,
  ],
})
export class WebhooksModule {}
