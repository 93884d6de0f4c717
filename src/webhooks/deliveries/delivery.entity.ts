import { Column, PrimaryColumn } from 'typeorm';
import { isoColumn } from '../../platform/database/data-source.js';
import { TimestampColumn } from '../../platform/resource/record.entity.js';
import type { StoredEvent } from '../../platform/events/event-listener.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { deliveries } from './delivery.resource.js';

/** One event on its way to one webhook: the truth about what is delivered, due or given up. See `DeliveryLog`. */
@ResourceEntity(deliveries, 'webhook_deliveries')
export class Delivery {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('text') id: string;
  @Column('text') webhook_id: string;
  @Column('text') event_id: string;
  @Column('text') event_type: string;
  /** Tells its partition. */
  @PrimaryColumn('timestamptz', { precision: 3, transformer: isoColumn }) event_timestamp: string;
  @Column('text') status: string;
  @Column('integer') attempt_count: number;
  /** How many of them were asked for by hand. */
  @Column('integer') manual_count: number;
  @TimestampColumn({ nullable: true }) first_attempt_at: string | null;
  /** Null when nothing more is tried by itself. */
  @TimestampColumn({ nullable: true }) next_attempt_at: string | null;
  @TimestampColumn() created_at: string;
  @TimestampColumn({ nullable: true }) completed_at: string | null;
  /** The next attempt was asked for by hand; the automatic one behind it is due at `retry_at`. */
  @Column('boolean') manual: boolean;
  @TimestampColumn({ nullable: true }) retry_at: string | null;
  /** The replay that asked for it. */
  @Column('text', { nullable: true }) replay_id: string | null;
  /** What a test sends, which is no event of the log. */
  @Column('jsonb', { nullable: true }) test_event: StoredEvent | null;
}
