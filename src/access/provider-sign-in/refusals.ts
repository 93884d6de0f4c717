import { Injectable } from '@nestjs/common';
import { asSystem, AuditTrail, currentContext, Usage } from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import { sessions } from '../sessions/session.resource.js';

type Provider = Pick<IdentityProvider, 'workspace_id' | 'id'>;

interface Counted {
  provider: Provider;
  reason: string;
  count: number;
}

/**
 * Refused sign-ins at identity providers, in the audit trail. Anybody can cause refusals before the provider has named a person, so
 * these are counted: one entry a minute for a provider, with the first reason.
 */
@Injectable()
export class Refusals extends Usage<Counted> {
  #counted = new Map<string, Counted>();

  constructor(private readonly audit: AuditTrail) {
    super({ every: 60_000 });
  }

  /** Counts the refusal of nobody in particular. */
  count(provider: Provider, reason: string): void {
    const known = this.#counted.get(provider.id);
    if (known) return void known.count++;
    const counted = { provider, reason, count: 1 };
    this.#counted.set(provider.id, counted);
    this.note(provider.id, counted);
  }

  /** Records the refusal of a person that the provider has named. */
  record(provider: Provider, reason: string): Promise<void> {
    const context = currentContext();
    context.workspaceId = provider.workspace_id;
    context.actor = { type: 'public', id: null, email: null };
    return this.#write(provider, { reason: { from: null, to: reason } });
  }

  protected override async write(counted: [id: string, counted: Counted][]): Promise<void> {
    this.#counted = new Map();
    for (const [, { provider, reason, count }] of counted)
      await asSystem(provider.workspace_id, () => {
        currentContext().actor = { type: 'public', id: null, email: null };
        return this.#write(provider, { reason: { from: null, to: reason }, count: { from: null, to: count } });
      });
  }

  #write({ id }: Provider, changes: Record<string, { from: null; to: unknown }>): Promise<void> {
    return this.audit.note({
      action: `${sessions.type}.created`,
      resource_type: sessions.type,
      resource_id: null,
      outcome: 'failure',
      changes: { provider_id: { from: null, to: id }, ...changes },
    });
  }
}
