import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { REPLAY_STATUSES, replays, SELECTIONS } from './replay.resource.js';

@ResourceEntity(replays, 'webhook_replays')
export class Replay extends RecordEntity {
  @Id('wh', { description: 'The webhook.' }) webhook_id: string;
  @Choice(REPLAY_STATUSES, { default: 'running', description: 'State.' }) status: string;
  @Choice(SELECTIONS, { description: 'Selection of events.' }) selection: (typeof SELECTIONS)[number];
  /** The event types that the webhook wanted when the replay began. */
  @Texts({ maxItems: 500, maxLength: 100 }) types: string[];
  /** Included. */
  @Timestamp() from_time: string;
  /** Excluded. */
  @Timestamp() to_time: string;
  /** How many events there were when it began. */
  @Int({ min: 0, description: 'Events that there were to send when it began.' }) count: number;
  /** Moved with its place, without a new revision. */
  @Int({ min: 0, default: 0, description: 'Number of deliveries created so far.' }) handed_on: number;
  /** The last event that was handed on; moved without a new revision. */
  @Timestamp() after_time: string;
  @Text() after_id: string;
}
