import { Injectable } from '@nestjs/common';
import { EventListener, nameOf, type StoredEvent } from '../../platform/index.js';
import type { PolicyApprover } from '../policies/policy.entity.js';
import { ReviewsService } from './reviews.service.js';

interface Changed {
  approvers?: { from: PolicyApprover[] | null };
  approvals?: object;
}

/** What waits follows the approvers of its policy, so that those whom it names later see it (D-REV-3). */
@Injectable()
export class PolicyChangesListener extends EventListener {
  readonly name = 'reviews';
  override readonly types = ['guard.policy.updated'];

  constructor(private readonly reviews: ReviewsService) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    for (const { payload } of events) {
      const { approvers, approvals } = payload.changes as Changed;
      if (!approvers && !approvals) continue;
      await this.reviews.followPolicy(
        payload.policy_id as string,
        approvers ? (approvers.from ?? []).map(nameOf) : null,
      );
    }
  }
}
