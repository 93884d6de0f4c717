import { Module } from '@nestjs/common';
import { AddressPolicy, OutgoingHttp } from '../../platform/index.js';
import { WebhookRecordsModule } from '../webhooks/webhook-records.module.js';
import { Sender } from './sender.js';
import { SendingRepository } from './sending.repository.js';
import { SendingWorker } from './sending.worker.js';
import { FastLaneProcessor, SlowLaneProcessor } from './sending.processor.js';

@Module({
  imports: [WebhookRecordsModule],
  providers: [
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
    Sender,
    SendingWorker,
    SendingRepository,
    FastLaneProcessor,
    SlowLaneProcessor,
  ],
})
export class SendingModule {}
