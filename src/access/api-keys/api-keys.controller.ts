import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { ApiKeyQuery, ApiKeyView, CreateApiKey, NewApiKeyView, RotateApiKey, UpdateApiKey } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { apiKeys } from './api-key.resource.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller('v1/access/api-keys')
export class ApiKeysController extends ResourceController(ApiKey, ApiKeysService, {
  view: ApiKeyView,
  list: ApiKeyQuery,
  create: { body: CreateApiKey, returns: NewApiKeyView, recentProof: true },
  update: { body: UpdateApiKey, errors: ['ended'], recentProof: true },
}) {
  @Post(':id/rotate')
  @Endpoint(apiKeys, {
    returns: NewApiKeyView,
    action: 'rotated',
    errors: ['ended'],
    recentProof: true,
  })
  rotate(@Param('id', Loaded(ApiKey)) key: ApiKey, @Body() body: RotateApiKey) {
    return this.service.rotate(key, body.grace_period_seconds);
  }

  @Delete(':id')
  @Endpoint(apiKeys, { action: 'revoked', summary: 'Revoke an API key' })
  revoke(@Param('id', Loaded(ApiKey)) key: ApiKey) {
    return this.service.revoke(key);
  }
}
