import { Module } from '@nestjs/common';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { ReplaysModule } from './replays/replays.module.js';
import { SendingModule } from './sending/sending.module.js';
import { WebhookRecordsModule } from './webhooks/webhook-records.module.js';

@Module({ imports: [WebhookRecordsModule, DeliveriesModule, SendingModule, ReplaysModule] })
export class WebhooksModule {}
