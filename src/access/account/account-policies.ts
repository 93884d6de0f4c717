import { Injectable } from '@nestjs/common';
import { type AccessKind, type PolicyTarget, Guardrails, UserDirectory } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';

/** Applies policies to the account page, except for signing out. */
@Injectable()
export class AccountPolicies {
  constructor(
    private readonly guardrails: Guardrails,
    private readonly directory: UserDirectory,
  ) {}

  /** 403 where a policy denies it to the user. */
  async ask(ask: AccessKind, resource: PolicyTarget, user: User): Promise<void> {
    const { workspace_id, id } = user;
    const restrictions = await this.guardrails.of(workspace_id, await this.directory.namesOf(`user:${id}`));
    // The page changes nothing that conditions could ask for.
    const change = { before: user, after: ask === 'read' ? null : user };
    if (resource === users) restrictions?.refuse(resource, ask, user, change);
    else restrictions?.refuse(resource, ask);
  }
}
