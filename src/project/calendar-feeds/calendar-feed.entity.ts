import { Id, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { calendarFeeds } from './calendar-feed.resource.js';

@ResourceEntity(calendarFeeds, 'calendar_feeds')
export class CalendarFeed extends RecordEntity {
  @Id('prj', { description: 'The project whose dates it shows.' }) project_id: string;
  @Id('usr', { optional: true, description: 'Whoever reads it sees what this user sees, as long as they see it.' })
  user_id: string;
  @Text({ audit: 'nothing' }) token_hash: string;
}
