import { Id, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { calendarFeeds } from './calendar-feed.resource.js';

@ResourceEntity(calendarFeeds, 'calendar_feeds')
export class CalendarFeed extends RecordEntity {
  @Id('prj', { description: 'Project of the calendar.' }) project_id: string;
  @Id('usr', { optional: true, description: 'User of the feed. Readers see what this user may currently see.' })
  user_id: string;
  @Text({ audit: 'nothing' }) token_hash: string;
  /** The grant to an app with which it was made, and ends; null without one. */
  @Text({ nullable: true, audit: 'nothing' }) made_through: string | null;
}
