import { Choice, Id, Int, LongText, NestedList, Text, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { DELIVERY_STATUSES, TRIGGERS } from './delivery.resource.js';

export class DeliveryQuery extends PageQuery {
  static override sorts = ['created_at'];
  static override filters = {
    from: (from: string): [string, ...unknown[]] => ['created_at >= ?', from],
    to: (to: string): [string, ...unknown[]] => ['created_at < ?', to],
  };

  @Choice(DELIVERY_STATUSES, { optional: true }) status?: string;
  @Text({ max: 100, optional: true }) event_type?: string;
  @Timestamp({ optional: true, description: 'Included.' }) from?: string;
  @Timestamp({ optional: true, description: 'Excluded.' }) to?: string;
}

/** A delivery in a list. */
export class DeliveryItem {
  @Id('dlv') id: string;
  @Id('wh') webhook_id: string;
  @Id('evt') event_id: string;
  @Text() event_type: string;
  @Choice(DELIVERY_STATUSES) status: string;
  @Int({ min: 0 }) attempt_count: number;
  @Timestamp({ nullable: true, description: 'Null once nothing more is tried.' }) next_attempt_at: string | null;
  @Timestamp() created_at: string;
  @Timestamp({ nullable: true }) completed_at: string | null;
}

export class AttemptView {
  @Int({ min: 1 }) number: number;
  @Choice(TRIGGERS) trigger: string;
  @Timestamp() started_at: string;
  @Int({ min: 0, description: 'Milliseconds.' }) duration_ms: number;
  @Int({ nullable: true }) response_status: number | null;
  @LongText({ nullable: true, description: 'The first 2048 bytes of the answer.' }) response_body: string | null;
  @Text({ nullable: true, description: 'Why there was no answer.' }) error: string | null;
}

export class DeliveryView extends DeliveryItem {
  @NestedList(() => AttemptView, { description: 'The oldest first.' }) attempts: AttemptView[];
}
