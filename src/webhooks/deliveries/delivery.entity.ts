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

/** One event on its way to one webhook: the truth about what is delivered, due or given up. See `DeliveryRepository`. */
@ResourceEntity(deliveries, 'webhook_deliveries')
export class Delivery {
  @Id('ws', { primary: true }) workspace_id: string;
  @Id('dlv', { description: 'Id of the delivery.' }) id: string;
  @Id('wh', { description: 'The webhook that it goes to.' }) webhook_id: string;
  @Id('evt', { description: 'The event that it carries.' }) event_id: string;
  @Text({ max: 100, example: 'office.document.created', description: 'Type of the event.' }) event_type: string;
  /** Tells its partition. */
  @Timestamp({ primary: true }) event_timestamp: string;
  @Choice(DELIVERY_STATUSES, { description: 'Status of the delivery.' }) status: string;
  @Int({ min: 0, description: 'Number of attempts.' }) attempt_count: number;
  /** How many of them were asked for by hand. */
  @Int() manual_count: number;
  @Timestamp({ nullable: true }) first_attempt_at: string | null;
  @Timestamp({ nullable: true, description: 'Time of the next automatic attempt; null without one.' })
  next_attempt_at: string | null;
  @Timestamp({ description: 'Time of creation.' }) created_at: string;
  @Timestamp({ nullable: true, description: 'Time of the success or final failure.' }) completed_at: string | null;
  /** The next attempt was asked for by hand; the automatic one behind it is due at `retry_at`. */
  @Flag() manual: boolean;
  @Timestamp({ nullable: true }) retry_at: string | null;
  /** The replay that asked for it. */
  @Text({ nullable: true }) replay_id: string | null;
  /** The event of a test, which is not in the event log. */
  @FreeObject({ nullable: true }) test_event: StoredEvent | null;
}
