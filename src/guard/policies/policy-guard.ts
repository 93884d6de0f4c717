import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import { contextIfAny, type Denial, Denials, Guardrails, nameOf } from '../../platform/index.js';
import { PolicyConditions } from './policy-conditions.js';
import { type ActivePolicy, PolicyRepository } from './policy.repository.js';
import type { Policy } from './policy.entity.js';
import { policies } from './policy.resource.js';

/** Provides active policies to the platform, and prevents locking out every owner. */
@Injectable()
export class PolicyGuard {
  constructor(
    repository: PolicyRepository,
    private readonly people: PrincipalsPort,
    private readonly conditions: PolicyConditions,
    guardrails: Guardrails,
  ) {
    guardrails.answers(
      async (workspaceId) => {
        const all = await repository.enforced(workspaceId);
        const of = (wanted: string) => all.flatMap((policy) => (policy.effect === wanted ? this.denialOf(policy) : []));
        return { denials: of('deny'), reviews: of('review') };
      },
      (denials, principals) => this.#spares(denials, principals),
    );
  }

  /** A policy as the request path judges it. */
  denialOf(policy: ActivePolicy): Denial {
    const { when, ...rules } = policy;
    return when ? { ...rules, when: (type) => this.conditions.of(policy, type) } : rules;
  }

  /** Whether a policy binds every active owner to approvals of changes of policies that nobody else can give. */
  async reviewLocksOut(policy: ActivePolicy & Pick<Policy, 'approvers' | 'approvals'>): Promise<boolean> {
    const rules = new Denials([this.denialOf(policy)]);
    const owners = await this.people.owners();
    const approvers = await this.people.holders(policy.approvers.map(nameOf));
    return (
      owners.length > 0 &&
      owners.every((names) => {
        const others = approvers.filter(({ id }) => !names.includes(`user:${id}`));
        return rules.deniesAny(names, policies.type, 'write') && others.length < policy.approvals;
      })
    );
  }

  /** Whether no active owner could read and change all of these policies. */
  async lockOut(denials: Denials): Promise<boolean> {
    const owners = await this.people.owners();
    return owners.length > 0 && !owners.some((names) => isFree(denials, names));
  }

  /**
   * Policies on policies may bind some of the owners, and the others may later lose their role, be suspended or join a bound
   * group. As soon as no owner is unbound, all owners are exempt from policies on policies. This is evaluated on every request,
   * so no sequence of changes can lock all of them out.
   */
  #spares(denials: Denials, principals: readonly string[]): Promise<string | null> | null {
    const { route, credential } = contextIfAny() ?? {};
    const asks = route?.endpoint?.resource === policies && credential?.kind === 'user' && credential.isOwner;
    if (!asks || isFree(denials, principals)) return null;
    return this.lockOut(denials).then((lockedOut) => (lockedOut ? policies.type : null));
  }
}

const isFree = (denials: Denials, names: readonly string[]): boolean =>
  (['read', 'write'] as const).every((ask) => !denials.deniesAny(names, policies.type, ask));
