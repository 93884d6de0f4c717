import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DomainProofs } from './domain-proofs.service.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderRepository } from './identity-provider.repository.js';
import { IdentityProvidersController } from './identity-providers.controller.js';
import { IdentityProviders } from './identity-providers.service.js';
import { ProvedDomainRepository } from './proved-domain.repository.js';
import { ProviderClient } from './provider-client.js';

/** The providers of companies. Their pages, which need the sign-in and thus this, are `ProviderSignInModule`. */
@Module({
  imports: [OutgoingModule, SessionsModule, StoresModule.forFeature(IdentityProvider)],
  controllers: [IdentityProvidersController],
  providers: [DomainProofs, IdentityProviderRepository, IdentityProviders, ProvedDomainRepository, ProviderClient],
  exports: [IdentityProviders, ProviderClient],
})
export class IdentityProvidersModule {}
