import {
  Choice,
  currentContext,
  Id,
  Int,
  ListOf,
  LongText,
  NestedList,
  Text,
  Timestamp,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Delivery } from './delivery.entity.js';
import { TRIGGERS } from './delivery.resource.js';

export class DeliveryQuery extends ListOf(Delivery, {
  filter: ['status', 'event_type'],
  sort: ['created_at'],
  range: 'created_at',
}) {
  @Id('evt', { optional: true, description: 'The event that it carries, as long as the log has it.' })
  @Where((id: string) => [
    // With the timestamp of the event, which selects the partition and leads the index.
    'event_id = ? and event_timestamp = (select timestamp from events where workspace_id = ? and id = ?)',
    id,
    currentContext().workspaceId,
    id,
  ])
  event_id?: string;
}

const item = [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'status',
  'attempt_count',
  'next_attempt_at',
  'created_at',
  'completed_at',
] as const;

/** A delivery in a list. */
export class DeliveryItem extends ViewType(Delivery, item) {}

export class AttemptView {
  @Int({ min: 1, description: 'The place of the attempt, from 1.' }) number: number;
  @Choice(TRIGGERS, { description: 'Trigger of the attempt.' }) trigger: string;
  @Timestamp({ description: 'Time of the attempt.' }) started_at: string;
  @Int({ min: 0, description: 'Milliseconds.' }) duration_ms: number;
  @Int({ nullable: true, description: 'Status of the response, if any.' }) response_status: number | null;
  @LongText({ nullable: true, description: 'First 2048 bytes of the response.' }) response_body: string | null;
  @Text({ nullable: true, description: 'Reason that there was no response.' }) error: string | null;
}

export class DeliveryView extends DeliveryItem {
  @NestedList(() => AttemptView, { description: 'The oldest first.' }) attempts: AttemptView[];
}

export class TestView {
  @Id('dlv', { description: 'The delivery that carries the test.' }) delivery_id: string;
}
