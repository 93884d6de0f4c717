import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { Replay } from './replay.entity.js';
import { ReplayRepository } from './replay.repository.js';
import { EveryReplayController, ReplaysController } from './replays.controller.js';
import { ReplaysProcessor } from './replays.processor.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { WebhookRecordsModule } from '../webhooks/webhook-records.module.js';
import { ReplaysService } from './replays.service.js';

@Module({
  imports: [DeliveriesModule, WebhookRecordsModule, StoresModule.forFeature(Replay, Webhook)],
  controllers: [EveryReplayController, ReplaysController],
  providers: [ReplaysService, ReplayRepository, ReplaysProcessor],
})
export class ReplaysModule {}
