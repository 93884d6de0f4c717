import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { bearerOf, type Finding, RequestStrategy } from '../../platform/index.js';
import { AccessTokens } from './access-tokens.js';
import { SessionUsage } from './session-usage.js';

/** Takes an OAuth access token from `Authorization: Bearer …`. */
@Injectable()
export class BearerStrategy extends PassportStrategy(RequestStrategy, 'bearer') {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly usage: SessionUsage,
  ) {
    super();
  }

  override async validate(request: Request): Promise<Finding> {
    const token = bearerOf(request);
    if (token === undefined || token.startsWith('wsk_')) return null;
    const credential = await this.tokens.credentialOf(token);
    if (!credential) return 'The access token does not exist or has expired.';
    this.usage.used(credential.id, credential.workspace_id);
    return credential;
  }
}
