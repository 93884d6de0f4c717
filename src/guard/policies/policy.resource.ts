import {
  type Changes,
  changesBetween,
  Choice,
  conflictError,
  defineResource,
  event,
  FreeObject,
  Id,
  Text,
} from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

export const POLICY_STATUSES = ['active', 'inactive'] as const;

class PolicyUpdated {
  @Id('pol', { description: 'The policy.' }) policy_id: string;
  @Text({ example: 'No exports for contractors', description: 'Name.' }) name: string;
  @Choice(POLICY_STATUSES, { description: 'Status of the policy.' }) status: string;
  @FreeObject({
    description: 'Changed fields with their values before (`from`) and after (`to`); of a deletion `deleted`.',
    example: { status: { from: 'inactive', to: 'active' } },
  })
  changes: Changes;
}

/** Policies (D-GRD-5, D-GRD-6). */
export const policies = defineResource('guard.policy', {
  idPrefix: 'pol',
  searchable: ['name'],
  states: { inactive: ['active'], active: ['inactive'] },
  events: {
    updated: event(PolicyUpdated, (policy: Policy, { before, changed_fields, hard }) => ({
      changes: hard ? { deleted: { from: false, to: true } } : changesBetween(before, { ...policy }, changed_fields),
    })),
  },
  errors: {
    active: conflictError('The policy is active: set status to inactive first.'),
    nobodyApproves: conflictError('Fewer people than the approvals that the policy needs are active approvers.'),
    locksOut: conflictError('No workspace:owner could read and change policies any more.'),
    tooMany: conflictError('A workspace has at most 1000 policies.'),
  },
});
