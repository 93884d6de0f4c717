import {
  Choice,
  DateOnly,
  Flag,
  Id,
  Int,
  LongText,
  Money,
  RecordEntity,
  ResourceEntity,
  Timestamp,
} from '../../platform/index.js';
import { SOURCES, timeEntries } from './time-entry.resource.js';

/** Seconds of a day, the most that an entry made by hand may have. */
export const MAX_SECONDS = 86_400;

@ResourceEntity(timeEntries, 'time_entries')
export class TimeEntry extends RecordEntity {
  @Id('task', { description: 'What was worked on. It may have been deleted since.' }) task_id: string;
  @Id('prj', { description: 'The project of the task.' }) project_id: string;
  @Id('usr', { optional: true, description: 'Whose time it is; yours, unless a request names another user.' })
  user_id: string;
  @Int({ min: 0, example: 3600, description: 'How long. Only timers make less than a second, or more than a day.' })
  duration_seconds: number;
  @DateOnly({
    optional: true,
    description: 'The day, in UTC: at most one day ahead. Default: today. Of a timer: when it was started.',
  })
  date: string;
  @LongText({ max: 10_000, default: '', description: 'What was done.' }) note: string;
  @Choice(SOURCES, { default: 'manual', description: 'Whether it was entered or measured.' }) source: string;
  @Timestamp({ nullable: true, description: 'When the timer was started; null without one.' }) started_at:
    string | null;
  @Timestamp({ nullable: true, description: 'When the timer was stopped; null without one.' }) ended_at: string | null;
  @Flag({ default: false, description: 'The timer ran for more than 24 hours, so somebody may have forgotten it.' })
  long_running: boolean;
  @Flag({ optional: true, description: 'Whether a customer pays for it. Default: as the project says.' })
  billable: boolean;
  @Money({
    nullable: true,
    description:
      'For an hour, in the currency of the settings: the rate of the member or the project when the entry was made.',
  })
  hourly_rate: number | null;
}
