import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Authentication, CredentialStrategy, type Finding } from '../../platform/security/authentication.js';
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
    const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    // Beside an API key it is one credential too many, which the strategy of keys refuses.
    if (token === undefined || token.startsWith('wsk_') || request.headers['x-api-key'] !== undefined) return null;
    const credential = await this.tokens.credentialOf(token);
    if (!credential) return 'The access token does not exist, or has ended.';
    this.usage.used(credential.id, credential.workspace_id);
    return credential;
  }
}
