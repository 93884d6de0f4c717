import { Module } from '@nestjs/common';
import { AddressPolicy, OutgoingHttp, Settings, StoresModule } from '../../platform/index.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';
import { IdentityProvidersController } from './identity-providers.controller.js';
import { IdentityProviders } from './identity-providers.service.js';
import { ProviderClient } from './provider-client.js';

/** The providers of companies. Their pages, which need the sign-in and thus this, are `ProviderSignInModule`. */
@Module({
  imports: [StoresModule.forFeature(IdentityProvider)],
  controllers: [IdentityProvidersController],
  providers: [
    {
      provide: AddressPolicy,
      inject: [Settings],
      useFactory: (settings: Settings) => new AddressPolicy(settings.webhookAllowCidrs),
    },
    { provide: OutgoingHttp, inject: [AddressPolicy], useFactory: (policy: AddressPolicy) => new OutgoingHttp(policy) },
    IdentityProviderRepository,
    IdentityProviders,
    ProviderClient,
  ],
  exports: [IdentityProviders, ProviderClient],
})
export class IdentityProvidersModule {}
