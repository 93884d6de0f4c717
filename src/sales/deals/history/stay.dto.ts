import { Int, ListOf, ViewType } from '../../../platform/index.js';
import { Stay } from './stay.entity.js';

export class StayQuery extends ListOf(Stay, { sort: ['entered_at'], defaultSort: 'entered_at:asc' }) {}

export class StayView extends ViewType(Stay, [
  'pipeline_id',
  'stage_id',
  'stage_name',
  'entered_at',
  'left_at',
  'moved_by',
]) {
  @Int({ min: 0, description: 'Whole seconds from then to then, or to now where it still is there.' })
  duration_seconds: number;
}
