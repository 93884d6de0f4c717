import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { AddressPolicy, QueuesModule, Settings, StoresModule } from '../../platform/index.js';
import { AutoPause } from './auto-pause.js';
import { EventConditions } from './event-conditions.js';
import { LANES, Lanes } from './lanes.js';
import { MakersListener } from './makers.listener.js';
import { PauseRepository } from './pause.repository.js';
import { WaitingDeliveries } from './waiting-deliveries.repository.js';
import { Webhook } from './webhook.entity.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhookUrls } from './webhook-urls.js';

@Module({
  imports: [
    AccessModule,
    StoresModule.forFeature(Webhook),
    QueuesModule.queue(LANES.fast),
    QueuesModule.queue(LANES.slow),
  ],
  controllers: [WebhooksController],
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    WebhooksService,
    EventConditions,
    WebhookUrls,
    WebhookRepository,
    AutoPause,
    MakersListener,
    PauseRepository,
    WaitingDeliveries,
    Lanes,
  ],
  exports: [AddressPolicy, AutoPause, EventConditions, Lanes, PauseRepository, WebhookRepository],
})
export class WebhookRecordsModule {}
