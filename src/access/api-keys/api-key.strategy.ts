import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import {
  Authentication,
  bearerOf,
  CredentialStrategy,
  currentContext,
  type Finding,
  Settings,
} from '../../platform/index.js';
import { environmentOf } from './api-key.token.js';
import { ApiKeyCache } from './api-keys.cache.js';
import { ApiKeyUsage } from './api-keys.usage.js';

/** Takes an API key from `X-API-Key`, or from `Authorization: Bearer wsk_…` as provisioning clients send it. */
@Injectable()
export class ApiKeyStrategy extends CredentialStrategy {
  override get name() {
    return 'api-key';
  }

  constructor(
    authentication: Authentication,
    private readonly cache: ApiKeyCache,
    private readonly usage: ApiKeyUsage,
    private readonly settings: Settings,
  ) {
    super(authentication);
  }

  override async validate(request: Request): Promise<Finding> {
    const own = request.headers['x-api-key']?.toString();
    const token = own ?? bearerOf(request);
    if (token === undefined || (own === undefined && !token.startsWith('wsk_'))) return null;
    const environment = environmentOf(token);
    if (!environment) return 'The API key is not well formed.';
    if (environment !== this.settings.keyEnvironment) {
      return `The API key is of another environment than this one (${this.settings.APP_ENV}).`;
    }
    const credential = await this.cache.credentialOf(token);
    if (!credential) return 'The API key does not exist.';
    this.usage.used(credential.id, credential.workspace_id, currentContext().ip);
    return credential;
  }
}
