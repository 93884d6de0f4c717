import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Authentication, bearerOf, CredentialStrategy, type Finding } from '../../platform/index.js';
import { AccessTokens } from './access-tokens.js';
import { SessionUsage } from './session-usage.js';

/** Takes an OAuth access token from `Authorization: Bearer …`. */
@Injectable()
export class BearerStrategy extends CredentialStrategy {
  override get name() {
    return 'bearer';
  }

  constructor(
    authentication: Authentication,
    private readonly tokens: AccessTokens,
    private readonly usage: SessionUsage,
  ) {
    super(authentication);
  }

  override async validate(request: Request): Promise<Finding> {
    const token = bearerOf(request);
    if (token === undefined || token.startsWith('wsk_')) return null;
    const credential = await this.tokens.credentialOf(token);
    if (!credential) return 'The access token does not exist, or has ended.';
    this.usage.used(credential.id, credential.workspace_id);
    return credential;
  }
}
