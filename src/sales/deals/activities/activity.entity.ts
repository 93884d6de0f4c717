import { Choice, Id, LongText, RecordEntity, ResourceEntity, Timestamp } from '../../../platform/index.js';
import { activities, ACTIVITY_TYPES } from './activity.resource.js';

@ResourceEntity(activities, 'sales_activities')
export class Activity extends RecordEntity {
  @Id('deal', { description: 'The deal that it is about.' }) deal_id: string;
  @Choice(ACTIVITY_TYPES, { description: 'What it was.' }) type: string;
  @LongText({ max: 10_000, default: '', example: 'They want to decide in May.', description: 'What came of it.' })
  note: string;
  @Timestamp({ optional: true, description: 'When it was; now, unless a request says otherwise.' }) occurred_at: string;
  @Id('usr', { description: 'The user who logged it.' }) created_by: string;
}
