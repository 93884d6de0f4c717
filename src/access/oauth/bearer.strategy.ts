import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { bearerOf, type Finding, RequestStrategy, Settings } from '../../platform/index.js';
import { AccessTokens } from './access-tokens.js';
import { isWithin, resourcesOf } from './resources.js';
import { SessionUsage } from './session-usage.js';

/** Reads an OAuth access token from `Authorization: Bearer …`. */
@Injectable()
export class BearerStrategy extends PassportStrategy(RequestStrategy, 'bearer') {
  readonly #resources: ReadonlyMap<string, string>;

  constructor(
    private readonly tokens: AccessTokens,
    private readonly usage: SessionUsage,
    { BASE_URL }: Settings,
  ) {
    super();
    this.#resources = resourcesOf(BASE_URL);
  }

  override async validate(request: Request): Promise<Finding> {
    const token = bearerOf(request);
    if (token === undefined || token.startsWith('wsk_')) return null;
    const credential = await this.tokens.credentialOf(token);
    if (!credential) return 'The access token does not exist or has expired.';
    const part = credential.audience && this.#resources.get(credential.audience);
    if (part && !isWithin(request.path, part)) return `The access token is for ${credential.audience}.`;
    this.usage.used(credential.id, credential.workspace_id);
    return credential;
  }
}
