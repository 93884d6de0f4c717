import { Injectable } from '@nestjs/common';
import { EventListener, nameOf, type StoredEvent } from '../../platform/index.js';
import type { PolicyApprover } from '../policies/policy.entity.js';
import { ReviewNotices } from './review-notices.js';

interface Changed {
  approvers?: { from: PolicyApprover[] | null };
  approvals?: object;
}

/**
 * Waiting reviews follow the approvers of their policy, and reach people who become approvers by a role or a group, so that those
 * whom a policy names later see them (D-REV-3).
 */
@Injectable()
export class ApproverChangesListener extends EventListener {
  readonly name = 'reviews';
  override readonly types = [
    'guard.policy.updated',
    'access.user.created',
    'access.user.updated',
    'access.group.updated',
  ];

  constructor(private readonly notices: ReviewNotices) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    for (const { type, payload } of events) {
      if (type === 'guard.policy.updated') await this.#policyChanged(payload);
      else if (type === 'access.group.updated') await this.notices.groupChanged(payload.group_id as string);
      else await this.notices.userChanged(payload.user_id as string);
    }
  }

  async #policyChanged(payload: StoredEvent['payload']): Promise<void> {
    const { approvers, approvals } = payload.changes as Changed;
    if (!approvers && !approvals) return;
    const before = approvers ? (approvers.from ?? []).map(nameOf) : null;
    await this.notices.policyChanged(payload.policy_id as string, before);
  }
}
