import { Choice, Flag, Id, ListOf, LongText, PickType, ViewType } from '../../platform/index.js';
import { TimeEntryView } from '../time-entries/time-entry.dto.js';
import { Timer } from './timer.entity.js';

export class ContinueTimer {
  @Flag({ default: false, description: 'Whether to stop the running timer instead of refusing the request.' })
  stop_running: boolean;
}

export class StartTimer extends PickType(Timer, ['task_id', 'user_id']) {
  @Flag({ default: false, description: 'Whether to stop the running timer instead of refusing the request.' })
  stop_running: boolean;
}

export class StopTimer {
  @Id('tmr', { description: 'The timer.' }) timer_id: string;
  @LongText({ max: 10_000, default: '', description: 'Description of the work.' }) note: string;
}

export class TimerQuery extends ListOf(Timer, {
  filter: ['project_id', 'task_id', 'user_id'],
  sort: ['started_at'],
  defaultSort: 'started_at:desc',
}) {}

export class TimerView extends ViewType(Timer, ['task_id', 'project_id', 'user_id', 'started_at']) {
  @Id('tmr', { description: 'The timer.' }) timer_id: string;
  @Choice(['running'], { description: 'A stopped timer becomes a time entry.' }) status: string;
}

/** The time entry that a timer has become. */
export class StoppedTimer extends TimeEntryView {
  @Id('tmr', { description: 'The timer.' }) timer_id: string;
  @Choice(['stopped'], { description: 'The timer no longer runs.' }) timer_status: string;
}
