import {
  Choice,
  FreeObject,
  Id,
  Int,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { MAX_RESOURCES, REVIEW_STATUSES, reviews } from './review.resource.js';
import { ReviewStore } from './review.store.js';

const WAYS = ['session', 'app', 'api_key'] as const;

/** The approvals that one policy asks for, as it was when the request was made. */
export class ReviewNeed {
  @Id('pol', { description: 'The policy. It may have been deleted.' }) policy_id: string;
  @Text({ max: 200, description: 'Name of the policy.' }) policy_name: string;
  @Texts({ maxItems: 20, maxLength: 80, example: ['role:sales:admin'], description: 'Who approves.' })
  approvers: string[];
  @Int({ min: 1, max: 3, description: 'Number of approvals.' }) approvals: number;
}

@ResourceEntity(reviews, 'reviews', { store: ReviewStore })
export class Review extends RecordEntity {
  @Choice(REVIEW_STATUSES, { default: 'pending', description: 'Status of the review.' }) status: string;
  @Text({ max: 500, empty: true, example: 'Large deals', description: 'Names of the policies when it was made.' })
  title: string;
  @Text({ max: 10, example: 'PATCH', description: 'Method of the request.' }) method: string;
  @Text({
    max: 8_192,
    audit: 'digest',
    example: '/v1/sales/deals/deal_01jz…',
    description: 'Path and query of the request.',
  })
  path: string;
  @Texts({ maxItems: 100, maxLength: 40, description: 'The policies that ask for approvals.' }) policies: string[];
  @NestedList(() => ReviewNeed, { maxItems: 100, description: 'The approvals that are needed.' }) needs: ReviewNeed[];
  /** All approvers, for row rules. */
  @Texts({ maxItems: 2_000, maxLength: 80, audit: 'nothing' }) approvers: string[];
  @Id('usr', { description: 'Who asked.' }) requested_by: string;
  @Choice(WAYS, { description: 'The way by which they asked.' }) requested_through: (typeof WAYS)[number];
  /** What is needed to act for them. */
  @FreeObject({ audit: 'nothing' }) holder: Readonly<Record<string, unknown>>;
  @Texts({ maxItems: MAX_RESOURCES, maxLength: 60, description: 'The records that the request changes.' })
  resource_ids: string[];
  /** Revisions of the records that it changes. */
  @FreeObject({ audit: 'nothing' }) seen: Readonly<Record<string, number>>;
  /** Encrypted: body and precondition. Null once it is decided. */
  @Text({ nullable: true, audit: 'nothing' }) request: string | null;
  /** Encrypted: the changes. */
  @Text({ audit: 'nothing' }) preview: string;
  /** The same request by the same person joins this one. */
  @Text({ audit: 'nothing' }) fingerprint: string;
  @Texts({ maxItems: 100, maxLength: 60, default: [], description: 'Who approved so far.' }) approved_by: string[];
  @Id('usr', { nullable: true, description: 'Who decided last.' }) decided_by: string | null;
  @Timestamp({ nullable: true, description: 'Time of the decision.' }) decided_at: string | null;
  @Text({ max: 1_000, nullable: true, description: 'Why it was rejected. Of a failed one: `stale`, or the error.' })
  reason: string | null;
  @Timestamp({ description: 'Without its approvals the request expires at this time.' }) expires_at: string;
}
