import {
  Choice,
  currentContext,
  FreeObject,
  Int,
  ListOf,
  Nested,
  NestedList,
  Text,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Review } from './review.entity.js';

const MAX_CHANGES = 1_000;

export class ReviewQuery extends ListOf(Review, {
  filter: ['status', 'requested_by'],
  sort: ['created_at'],
}) {
  @Where(() => ['approvers && ?::text[]', currentContext().credential!.principals])
  @Choice(['me'], { optional: true, description: '`me`: those that wait for the caller, or did.' })
  approver?: string;
  @Where((id: string) => ['resource_ids @> array[?::text]', id])
  @Text({
    max: 60,
    optional: true,
    description: 'The record that the request changes. Whoever may read it sees what waits for whom.',
  })
  resource_id?: string;
}

const shown = [
  'id',
  'status',
  'title',
  'method',
  'path',
  'policies',
  'needs',
  'requested_by',
  'requested_through',
  'resource_ids',
  'approved_by',
  'decided_by',
  'decided_at',
  'reason',
  'expires_at',
  'created_at',
  'updated_at',
] as const;

export class ReviewView extends ViewType(Review, shown) {}

class PreviewedChange {
  @Text({ example: 'sales.deal', description: 'Type of the record.' }) type: string;
  @Text({ description: 'Id of the record. A new one gets another id.' }) id: string;
  @Text({ example: 'sales.deal.updated', description: 'The change.' }) action: string;
  @FreeObject({ nullable: true, description: 'Fields before (`from`) and after (`to`).' })
  changes: Record<string, unknown> | null;
}

class ReviewPreview {
  @NestedList(() => PreviewedChange, { maxItems: MAX_CHANGES, description: 'The changes that the caller may read.' })
  changes: PreviewedChange[];
  @Int({ description: 'Number of changes that the caller may not read.' }) hidden: number;
}

/** A try of the request as it would run now. */
export class ReviewForecast extends ReviewPreview {
  @Text({
    max: 1_000,
    nullable: true,
    example: 'stale',
    description:
      'Why it would fail: `stale`, where a record has changed since it was asked for, or the error. Null: it would be run.',
  })
  fails: string | null;
}

export class ReviewDetails extends ViewType(Review, shown) {
  @Nested(() => ReviewPreview, { description: 'What the request would have changed when it was made.' })
  preview: ReviewPreview;
}

export class RejectReview {
  @Text({ max: 1_000, example: 'Too much discount', description: 'Why.' }) reason: string;
}
