import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../platform/index.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { Replay } from './replay.entity.js';
import { ReplayRepository } from './replay.repository.js';
import { EveryReplayController, ReplaysController } from './replays.controller.js';
import { ReplaysProcessor } from './replays.processor.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { WebhookRecordsModule } from '../webhooks/webhook-records.module.js';
import { REPLAYS_QUEUE, ReplaysService } from './replays.service.js';

@Module({
  imports: [
    DeliveriesModule,
    WebhookRecordsModule,
    StoresModule.forFeature(Replay, Webhook),
    QueuesModule.queue(REPLAYS_QUEUE),
  ],
  controllers: [EveryReplayController, ReplaysController],
  providers: [ReplaysService, ReplayRepository, ReplaysProcessor],
})
export class ReplaysModule {}
