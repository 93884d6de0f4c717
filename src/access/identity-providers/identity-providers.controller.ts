import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import {
  CreateIdentityProvider,
  IdentityProviderItem,
  IdentityProviderQuery,
  IdentityProviderView,
  ProviderTestView,
  UpdateIdentityProvider,
  VerifyDomain,
} from './identity-provider.dto.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { identityProviders } from './identity-provider.resource.js';
import { IdentityProviders } from './identity-providers.service.js';

@Controller('v1/access/identity-providers')
export class IdentityProvidersController extends ResourceController(IdentityProvider, IdentityProviders, {
  view: IdentityProviderView,
  list: { query: IdentityProviderQuery, returns: IdentityProviderItem },
  create: { body: CreateIdentityProvider, recentProof: true },
  update: { body: UpdateIdentityProvider, recentProof: true },
  remove: { recentProof: true },
}) {
  @Post(':id/test')
  @Endpoint(identityProviders, {
    returns: ProviderTestView,
    status: 200,
    action: 'tested',
    summary: 'Read the metadata of an identity provider',
  })
  test(@Param('id', Loaded(IdentityProvider)) provider: IdentityProvider) {
    return this.service.test(provider);
  }

  @Post(':id/verify-domain')
  @Endpoint(identityProviders, {
    returns: IdentityProviderView,
    status: 200,
    action: 'domain_proved',
    errors: ['domainTaken', 'noDomainRecord', 'noNameServer', 'publicDomain'],
    recentProof: true,
    summary: 'Prove a domain by its TXT record',
  })
  verifyDomain(@Param('id', Loaded(IdentityProvider)) provider: IdentityProvider, @Body() body: VerifyDomain) {
    return this.service.verifyDomain(provider, body.domain.toLowerCase());
  }
}
