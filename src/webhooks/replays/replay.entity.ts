import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { replays, SELECTIONS } from './replay.resource.js';

@ResourceEntity(replays, 'webhook_replays')
export class Replay extends RecordEntity {
  @Id('wh') webhook_id: string;
  @Text({ default: 'running' }) status: string;
  @Choice(SELECTIONS) selection: (typeof SELECTIONS)[number];
  /** The event types that the webhook wanted when the replay began. */
  @Texts({ maxItems: 500, maxLength: 100 }) types: string[];
  /** Included. */
  @Timestamp() from_time: string;
  /** Excluded. */
  @Timestamp() to_time: string;
  /** How many events there were when it began. */
  @Int({ min: 0 }) count: number;
  /** The last event that was handed on; moved without a new revision. */
  @Timestamp() after_time: string;
  @Text() after_id: string;
}
