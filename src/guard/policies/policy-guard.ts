import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import { contextIfAny, Denials, Guardrails } from '../../platform/index.js';
import { PolicyRepository } from './policy.repository.js';
import { policies } from './policy.resource.js';

/** Answers the platform which active policies deny, and keeps them from locking out every owner. */
@Injectable()
export class PolicyGuard {
  constructor(
    repository: PolicyRepository,
    private readonly people: PrincipalsPort,
    guardrails: Guardrails,
  ) {
    guardrails.answers(
      (workspaceId) => repository.denying(workspaceId),
      (denials, principals) => this.#spares(denials, principals),
    );
  }

  /** Whether these policies leave no active owner who can read and change all of them. */
  async lockOut(denials: Denials): Promise<boolean> {
    const owners = await this.people.owners();
    return owners.length > 0 && !owners.some((names) => isFree(denials, names));
  }

  /**
   * No policy about policies is refused that binds some owners only, and the others may lose their role, be suspended, or join
   * a group that is bound. As soon as no owner is free any more, all of them are, once they are signed in: it is judged
   * anew with every request, so no changes, however they meet, lock all of them out.
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
