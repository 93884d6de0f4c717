import {
  Choice,
  conflictError,
  type Credential,
  defineResource,
  Id,
  REVIEWS,
  type RowRule,
  Text,
  Texts,
} from '../../platform/index.js';

export const REVIEW_STATUSES = ['pending', 'executed', 'failed', 'rejected', 'cancelled', 'expired'] as const;
export const MAX_RESOURCES = 1_000;

class ReviewEvent {
  @Id('rev', { description: 'The review.' }) review_id: string;
  @Choice(REVIEW_STATUSES, { description: 'Status of the review.' }) status: string;
  @Id('usr', { description: 'Who asked.' }) requested_by: string;
  @Texts({
    maxItems: 100,
    maxLength: 40,
    example: ['pol_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'The policies that ask for approvals.',
  })
  policies: string[];
  @Texts({
    maxItems: MAX_RESOURCES,
    maxLength: 60,
    example: ['deal_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'The records that the request changes.',
  })
  resource_ids: string[];
  @Texts({
    maxItems: 100,
    maxLength: 60,
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Who approved so far.',
  })
  approved_by: string[];
  @Text({ nullable: true, example: 'Too much discount', description: 'Why it was rejected, or failed.' }) reason:
    string | null;
}

/** Whoever asked and whoever approves; admins of guard see all. */
const related = (who: Credential): RowRule =>
  who.isAdmin('guard') && who.scopes.has('guard:read')
    ? 'all'
    : [{ requested_by: who.user_id }, { approvers: { overlaps: who.principals } }];

/** Requests that wait for approvals (D-REV-2 to D-REV-5). */
export const reviews = defineResource(REVIEWS, {
  idPrefix: 'rev',
  userColumns: ['requested_by', 'decided_by'],
  feed: { none: 'Its own events tell of every step.' },
  states: {
    pending: ['executed', 'failed', 'rejected', 'cancelled', 'expired'],
    executed: [],
    failed: [],
    rejected: [],
    cancelled: [],
    expired: [],
  },
  events: {
    requested: ReviewEvent,
    approved: ReviewEvent,
    rejected: ReviewEvent,
    cancelled: ReviewEvent,
    executed: ReviewEvent,
    failed: ReviewEvent,
    expired: ReviewEvent,
  },
  errors: {
    notPending: conflictError('The review is decided already.'),
  },
  // The service tells the approvers, because who they are is asked of groups and roles.
  notices: [{ kind: 'decision', on: ['executed', 'failed', 'rejected', 'expired'], to: ['requested_by'] }],
  visible: related,
  byRelation: true,
  writable: related,
});
