import { Int, ListOf, PartialType, PickType, ViewType } from '../../platform/index.js';
import { MAX_SECONDS, TimeEntry } from './time-entry.entity.js';

export class CreateTimeEntry extends PickType(TimeEntry, ['task_id', 'user_id', 'date', 'note', 'billable']) {
  @Int({ min: 1, max: MAX_SECONDS, description: 'Duration in seconds, at most a day.' }) duration_seconds: number;
}

export class UpdateTimeEntry extends PartialType(
  PickType(CreateTimeEntry, ['duration_seconds', 'date', 'note', 'billable']),
) {}

export class TimeEntryQuery extends ListOf(TimeEntry, {
  filter: ['project_id', 'task_id', 'user_id', 'billable'],
  range: 'date',
  sort: ['date', 'created_at', 'updated_at', 'duration_seconds'],
  defaultSort: 'date:desc',
}) {}

export class TimeEntryView extends ViewType(TimeEntry, [
  'id',
  'task_id',
  'project_id',
  'user_id',
  'duration_seconds',
  'date',
  'note',
  'source',
  'started_at',
  'ended_at',
  'long_running',
  'billable',
  'hourly_rate',
  'created_at',
  'updated_at',
  'revision',
]) {}
