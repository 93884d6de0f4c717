import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { ApiKeyQuery, ApiKeyView, CreateApiKey, NewApiKeyView, RotateApiKey, UpdateApiKey } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { apiKeys } from './api-key.resource.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller('v1/access/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Endpoint(apiKeys, { returns: ApiKeyView, page: true })
  list(@Query() query: ApiKeyQuery) {
    return this.keys.list(query);
  }

  @Get(':id')
  @Endpoint(apiKeys, { returns: ApiKeyView })
  get(@Param('id', Loaded(ApiKey)) key: ApiKey) {
    return this.keys.view(key);
  }

  @Post()
  @Endpoint(apiKeys, { returns: NewApiKeyView, holdsSecret: true })
  create(@Body() body: CreateApiKey) {
    return this.keys.create(body);
  }

  @Patch(':id')
  @Endpoint(apiKeys, { returns: ApiKeyView, errors: ['ended'] })
  update(@Param('id', Loaded(ApiKey)) key: ApiKey, @Body() body: UpdateApiKey) {
    return this.keys.update(key, body);
  }

  @Post(':id/rotate')
  @Endpoint(apiKeys, {
    returns: NewApiKeyView,
    holdsSecret: true,
    action: 'rotated',
    errors: ['ended'],
  })
  rotate(@Param('id', Loaded(ApiKey)) key: ApiKey, @Body() body: RotateApiKey) {
    return this.keys.rotate(key, body.grace_period_seconds);
  }

  @Delete(':id')
  @Endpoint(apiKeys, { action: 'revoked', summary: 'Revoke an API key' })
  revoke(@Param('id', Loaded(ApiKey)) key: ApiKey) {
    return this.keys.revoke(key);
  }
}
