import { ListOf, PickType, Text, ViewType } from '../../platform/index.js';
import { CalendarFeed } from './calendar-feed.entity.js';

export class CreateCalendarFeed extends PickType(CalendarFeed, ['project_id']) {}

export class CalendarFeedQuery extends ListOf(CalendarFeed, {
  filter: ['project_id', 'user_id'],
  sort: ['created_at'],
}) {}

export class CalendarFeedView extends ViewType(CalendarFeed, [
  'id',
  'project_id',
  'user_id',
  'created_at',
  'revision',
]) {}

export class NewCalendarFeed extends CalendarFeedView {
  @Text({
    secret: true,
    max: 2048,
    example: 'https://suite.example.com/v1/project/projects/prj_01jz8k3m5n7p9q1r3s5t7v9w1x/calendar.ics?token=…',
    description:
      'Secret URL for calendar apps. Only this response shows it: anyone with the URL can read the calendar.',
  })
  url: string;
}
