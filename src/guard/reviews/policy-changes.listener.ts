import { Injectable } from '@nestjs/common';
import { EventListener, nameOf, type StoredEvent } from '../../platform/index.js';
import type { PolicyApprover } from '../policies/policy.entity.js';
import { ReviewNotices } from './review-notices.js';

interface Changed {
  approvers?: { from: PolicyApprover[] | null };
  approvals?: object;
}

/** Waiting reviews follow the approvers of their policy, so that those whom it names later see them (D-REV-3). */
@Injectable()
export class PolicyChangesListener extends EventListener {
  readonly name = 'reviews';
  override readonly types = ['guard.policy.updated'];

  constructor(private readonly notices: ReviewNotices) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    for (const { payload } of events) {
      const { approvers, approvals } = payload.changes as Changed;
      if (!approvers && !approvals) continue;
      const before = approvers ? (approvers.from ?? []).map(nameOf) : null;
      await this.notices.policyChanged(payload.policy_id as string, before);
    }
  }
}
