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

/** One event on its way to one webhook: the truth about what is delivered, due or given up. See `DeliveryLog`. */
@ResourceEntity(deliveries, 'webhook_deliveries')
export class Delivery {
  @Id('ws', { primary: true }) workspace_id: string;
  @Id('dlv', { description: 'The id of the delivery.' }) id: string;
  @Id('wh', { description: 'The webhook that it goes to.' }) webhook_id: string;
  @Id('evt', { description: 'The event that it carries.' }) event_id: string;
  @Text({ max: 100, example: 'office.document.created', description: 'The type of the event.' }) event_type: string;
  /** Tells its partition. */
  @Timestamp({ primary: true }) event_timestamp: string;
  @Choice(DELIVERY_STATUSES, { description: 'How far it has come.' }) status: string;
  @Int({ min: 0, description: 'How many attempts there were.' }) attempt_count: number;
  /** How many of them were asked for by hand. */
  @Int() manual_count: number;
  @Timestamp({ nullable: true }) first_attempt_at: string | null;
  @Timestamp({ nullable: true, description: 'Null once nothing more is tried by itself.' })
  next_attempt_at: string | null;
  @Timestamp({ description: 'When it was made.' }) created_at: string;
  @Timestamp({ nullable: true, description: 'When it succeeded or was given up.' }) completed_at: string | null;
  /** The next attempt was asked for by hand; the automatic one behind it is due at `retry_at`. */
  @Flag() manual: boolean;
  @Timestamp({ nullable: true }) retry_at: string | null;
  /** The replay that asked for it. */
  @Text({ nullable: true }) replay_id: string | null;
  /** What a test sends, which is no event of the log. */
  @FreeObject({ nullable: true }) test_event: StoredEvent | null;
}
