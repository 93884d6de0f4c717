import { Injectable } from '@nestjs/common';
import { type PrincipalHolder, PrincipalsPort } from '../../access/index.js';
import { nameOf } from '../../platform/index.js';
import type { Review, ReviewNeed } from './review.entity.js';
import { type AskingPolicy, ReviewRepository } from './review.repository.js';

export const needOf = ({ id, name, approvers, approvals }: AskingPolicy): ReviewNeed => ({
  policy_id: id,
  policy_name: name,
  approvers: approvers.map(nameOf),
  approvals,
});

/** A need with the people who can meet it now. */
export interface CurrentNeed extends ReviewNeed {
  people: readonly PrincipalHolder[];
}

/** Who may approve, asked anew at every decision (D-REV-3). */
@Injectable()
export class Approvers {
  constructor(
    private readonly people: PrincipalsPort,
    private readonly repository: ReviewRepository,
  ) {}

  /** Active approvers of a need, without whoever asked. */
  async of(need: ReviewNeed, asker: string): Promise<CurrentNeed> {
    const people = (await this.people.holders(need.approvers)).filter(({ id }) => id !== asker);
    return { ...need, people };
  }

  /** The needs of a review by its policies as they are now. A policy that was deleted needs what it needed when it asked. */
  async needsOf({ needs, requested_by }: Pick<Review, 'needs' | 'requested_by'>): Promise<CurrentNeed[]> {
    const policies = await this.repository.policies(needs.map(({ policy_id }) => policy_id));
    const current = new Map(policies.map((policy) => [policy.id, policy]));
    return Promise.all(
      needs.map((need) => {
        const policy = current.get(need.policy_id);
        return this.of(policy?.effect === 'review' ? needOf(policy) : need, requested_by);
      }),
    );
  }
}
