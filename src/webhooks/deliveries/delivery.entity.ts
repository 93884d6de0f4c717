import {
  Choice,
  Flag,
  FreeObject,
  Id,
  Int,
  ResourceEntity,
  type StoredEvent,
  Text,
  Timestamp,
} from '../../platform/index.js';
import { deliveries, DELIVERY_STATUSES } from './delivery.resource.js';

/** One event for one webhook, and its state: pending, succeeded or failed. See `DeliveryRepository`. */
@ResourceEntity(deliveries, 'webhook_deliveries')
export class Delivery {
  @Id('ws', { primary: true }) workspace_id: string;
  @Id('dlv', { description: 'Id of the delivery.' }) id: string;
  @Id('wh', { description: 'The webhook that it goes to.' }) webhook_id: string;
  @Id('evt', { description: 'The event that it carries.' }) event_id: string;
  @Text({ max: 100, example: 'office.document.created', description: 'Type of the event.' }) event_type: string;
  /** Determines the partition. */
  @Timestamp({ primary: true }) event_timestamp: string;
  @Choice(DELIVERY_STATUSES, { description: 'Status of the delivery.' }) status: string;
  @Int({ min: 0, description: 'Number of attempts.' }) attempt_count: number;
  /** Number of attempts requested by users. */
  @Int() manual_count: number;
  @Timestamp({ nullable: true }) first_attempt_at: string | null;
  @Timestamp({ nullable: true, description: 'Time of the next automatic attempt; null without one.' })
  next_attempt_at: string | null;
  @Timestamp({ description: 'Time of creation.' }) created_at: string;
  @Timestamp({ nullable: true, description: 'Time of the success or final failure.' }) completed_at: string | null;
  /** A user requested the next attempt; the automatic retry after it is due at `retry_at`. */
  @Flag() manual: boolean;
  @Timestamp({ nullable: true }) retry_at: string | null;
  /** The replay that requested the attempt. */
  @Text({ nullable: true }) replay_id: string | null;
  /** The event of a test, which is not in the event log. */
  @FreeObject({ nullable: true }) test_event: StoredEvent | null;
}
