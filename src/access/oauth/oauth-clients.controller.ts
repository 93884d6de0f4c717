import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import {
  CreateOAuthClient,
  NewOAuthClientView,
  OAuthClientQuery,
  OAuthClientView,
  RotatedOAuthClientView,
  RotateSecret,
  UpdateOAuthClient,
} from './oauth-client.dto.js';
import { OAuthClient } from './oauth-client.entity.js';
import { oauthClients } from './oauth-client.resource.js';
import { OAuthClientsService } from './oauth-clients.service.js';

@Controller('v1/access/oauth-clients')
export class OAuthClientsController {
  constructor(private readonly clients: OAuthClientsService) {}

  @Get()
  @Endpoint(oauthClients, { returns: OAuthClientView, page: true })
  list(@Query() query: OAuthClientQuery) {
    return this.clients.page(query);
  }

  @Get(':client_id')
  @Endpoint(oauthClients, { returns: OAuthClientView })
  get(@Param('client_id', Loaded(OAuthClient)) client: OAuthClient) {
    return this.clients.get(client);
  }

  @Post()
  @Endpoint(oauthClients, { returns: NewOAuthClientView, recentProof: true })
  create(@Body() body: CreateOAuthClient) {
    return this.clients.register(body);
  }

  @Patch(':client_id')
  @Endpoint(oauthClients, { returns: OAuthClientView, errors: ['documented'], recentProof: true })
  update(@Param('client_id', Loaded(OAuthClient)) client: OAuthClient, @Body() body: UpdateOAuthClient) {
    return this.clients.update(client, body);
  }

  @Post(':client_id/rotate-secret')
  @Endpoint(oauthClients, {
    returns: RotatedOAuthClientView,
    status: 200,
    action: 'secret_rotated',
    errors: ['noSecret'],
    recentProof: true,
    summary: 'Give an OAuth client a new secret',
  })
  rotateSecret(@Param('client_id', Loaded(OAuthClient)) client: OAuthClient, @Body() body: RotateSecret) {
    return this.clients.rotateSecret(client, body.grace_period_seconds);
  }

  @Delete(':client_id')
  @Endpoint(oauthClients, { action: 'revoked', summary: 'Delete an OAuth client and revoke all its grants' })
  remove(@Param('client_id', Loaded(OAuthClient)) client: OAuthClient) {
    return this.clients.remove(client);
  }
}
