import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { replays, type SELECTIONS } from './replay.resource.js';

@ResourceEntity(replays, 'webhook_replays')
export class Replay extends RecordEntity {
  @Column('text') webhook_id: string;
  @Column('text') status: string;
  @Column('text') selection: (typeof SELECTIONS)[number];
  /** The event types that the webhook wanted when the replay began. */
  @Column('text', { array: true }) types: string[];
  /** Included. */
  @TimestampColumn() from_time: string;
  /** Excluded. */
  @TimestampColumn() to_time: string;
  /** How many events there were when it began. */
  @Column('integer') count: number;
  /** The last event that was handed on; moved without a new revision. */
  @TimestampColumn() after_time: string;
  @Column('text') after_id: string;
}
