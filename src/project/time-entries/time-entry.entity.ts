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
  @Id('task', { description: 'Task of the entry. It may have been deleted.' }) task_id: string;
  @Id('prj', { description: 'Project of the task.' }) project_id: string;
  @Id('usr', { optional: true, description: 'User of the entry. Default: the user of the credential.' })
  user_id: string;
  @Int({
    min: 0,
    example: 3600,
    description: 'Duration in seconds. Only timers create entries of less than a second or more than a day.',
  })
  duration_seconds: number;
  @DateOnly({
    optional: true,
    description:
      'Day in the time zone of the workspace, at most one day ahead. Default: today. For a timer: the day of its start.',
  })
  date: string;
  @LongText({ max: 10_000, default: '', description: 'Description of the work.' }) note: string;
  @Choice(SOURCES, { default: 'manual', description: 'Source: entered by hand or measured by a timer.' })
  source: string;
  @Timestamp({ nullable: true, description: 'Start of the timer; null without one.' }) started_at: string | null;
  @Timestamp({ nullable: true, description: 'Stop of the timer; null without one.' }) ended_at: string | null;
  @Flag({ default: false, description: 'Whether the timer ran for more than 24 hours and may have been forgotten.' })
  long_running: boolean;
  @Flag({ optional: true, description: 'Whether the time is billable. Default: the setting of the project.' })
  billable: boolean;
  @Money({
    nullable: true,
    description: 'Hourly rate of the member or project at the time of the entry, in the currency of the settings.',
  })
  hourly_rate: number | null;
}
