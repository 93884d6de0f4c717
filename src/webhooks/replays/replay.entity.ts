import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { REPLAY_STATUSES, replays, SELECTIONS } from './replay.resource.js';

@ResourceEntity(replays, 'webhook_replays')
export class Replay extends RecordEntity {
  @Id('wh', { description: 'The webhook.' }) webhook_id: string;
  @Choice(REPLAY_STATUSES, { default: 'running', description: 'State.' }) status: string;
  @Choice(SELECTIONS, { description: 'Selection of events.' }) selection: (typeof SELECTIONS)[number];
  /** Event types that the webhook subscribed to when the replay began. */
  @Texts({ maxItems: 500, maxLength: 100 }) types: string[];
  /** Included. */
  @Timestamp() from_time: string;
  /** Excluded. */
  @Timestamp() to_time: string;
  @Int({ min: 0, description: 'Events that there were to send when it began.' }) count: number;
  /** Updated with the cursor, without a new revision. */
  @Int({ min: 0, default: 0, description: 'Number of deliveries created so far.' }) handed_on: number;
  /** Cursor: the last event whose delivery was created. Updated without a new revision. */
  @Timestamp() after_time: string;
  @Text() after_id: string;
  /** Lease of the worker, updated without a new revision, as the attempts and their last error are. */
  @Timestamp({ nullable: true }) lease_until: string | null;
  @Int({ min: 0, default: 0 }) attempts: number;
  @Text({ nullable: true }) error: string | null;
}
