import { Id, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { projects } from '../projects/project.resource.js';
import { calendarFeeds } from './calendar-feed.resource.js';

@ResourceEntity(calendarFeeds, 'calendar_feeds')
export class CalendarFeed extends RecordEntity {
  @Id('prj', { of: projects, description: 'Project of the calendar.' }) project_id: string;
  @Id('usr', { optional: true, description: 'User of the feed. Readers see what this user may currently see.' })
  user_id: string;
  @Text({ audit: 'nothing' }) token_hash: string;
  /** The OAuth grant with which it was created, and with whose end it ends; null if none. */
  @Text({ nullable: true, audit: 'nothing' }) made_through: string | null;
}
