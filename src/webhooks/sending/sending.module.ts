import { Module } from '@nestjs/common';
import { AddressPolicy, OutgoingHttp } from '../../platform/index.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { WebhookRecordsModule } from '../webhooks/webhook-records.module.js';
import { Attempts } from './attempts.js';
import { Claims } from './claims.js';
import { Dispatcher } from './dispatcher.js';
import { Recorder } from './recorder.js';
import { Sender } from './sender.js';
import { FastLaneProcessor, SlowLaneProcessor } from './sending.processor.js';

/** The workers that send what is due. */
@Module({
  imports: [DeliveriesModule, WebhookRecordsModule],
  providers: [
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
    Claims,
    Sender,
    Attempts,
    Recorder,
    Dispatcher,
    FastLaneProcessor,
    SlowLaneProcessor,
  ],
})
export class SendingModule {}
