import { Injectable } from '@nestjs/common';
import { deferred } from '../../platform/index.js';
import { domainOf } from '../identity-providers/identity-providers.service.js';
import type { Proof } from '../pages/browser-session.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';

/** Whether a user may sign in in a way. Owners may despite a rule, in case a provider fails; the audit trail tells that. */
export interface Ruling {
  may: boolean;
  /** The rule that refuses this way, in English as in the audit trail; null if none does. */
  rule: string | null;
}

const ENFORCED = deferred('an identity provider is enforced for this address');
const OFF = deferred('passwords are switched off in this workspace');

/** Rules of a workspace about the ways to sign in (D-SIGN-4). The table of them is in docs/sign-in.md. */
@Injectable()
export class Ways {
  constructor(private readonly repository: UserRepository) {}

  /** Whether a user may sign in in this way, at this provider if it is one. Every session of a browser begins with this check. */
  async mayUse(
    { method, provider }: Pick<Proof, 'method' | 'provider'>,
    user: Pick<User, 'workspace_id' | 'id' | 'email'>,
  ): Promise<Ruling> {
    const found = await this.repository.signInRulesOf(user, domainOf(user.email));
    if (!found) return { may: false, rule: null };
    const { password_off, has_provider, enforced, owner } = found;
    const isElsewhere = enforced.length > 0 && !(method === 'sso' && enforced.includes(provider!.id));
    // Without a provider for their address, a passkey is the only way left.
    const isOff = password_off && (method === 'password' || (method === 'passkey' && has_provider));
    const rule = (isElsewhere && ENFORCED) || (isOff && OFF) || null;
    return { may: owner || rule === null, rule };
  }
}
