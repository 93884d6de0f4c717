import { Column, PrimaryColumn } from 'typeorm';
import { TimestampColumn } from '../platform/database/record.entity.js';
import { ResourceEntity } from '../platform/resource/stores.module.js';
import { deliveries } from './delivery.resource.js';

/** One event on its way to one webhook: the truth about what is delivered, due or given up. See `DeliveryLog`. */
@ResourceEntity(deliveries, 'webhook_deliveries')
export class Delivery {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('text') id: string;
  @Column('text') webhook_id: string;
  @Column('text') event_id: string;
  @Column('text') event_type: string;
  @TimestampColumn() event_timestamp: string;
  @Column('text') status: string;
  @Column('integer') attempt_count: number;
  @TimestampColumn({ nullable: true }) first_attempt_at: string | null;
  /** Null when nothing more is tried by itself. */
  @TimestampColumn({ nullable: true }) next_attempt_at: string | null;
  @TimestampColumn() created_at: string;
  @TimestampColumn({ nullable: true }) completed_at: string | null;
}
