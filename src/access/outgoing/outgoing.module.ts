import { Module } from '@nestjs/common';
import { AddressPolicy, OutgoingHttp, Settings } from '../../platform/index.js';

/** HTTP client for user-supplied URLs: identity providers and app documents. Allows the networks of `WEBHOOK_ALLOW_CIDRS`. */
@Module({
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
  ],
  exports: [AddressPolicy, OutgoingHttp],
})
export class OutgoingModule {}
