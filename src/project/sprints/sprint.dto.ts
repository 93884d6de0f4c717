import { Id, Int, ListOf, Nested, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Sprint } from './sprint.entity.js';

export class CreateSprint extends PickType(Sprint, ['name', 'goal', 'start_date', 'end_date']) {}

export class UpdateSprint extends PartialType(CreateSprint) {}

export class SprintQuery extends ListOf(Sprint, {
  filter: ['status'],
  sort: ['created_at', 'updated_at', 'name', 'start_date', 'end_date'],
}) {}

/** How many of its tasks are in each state. */
export class Progress {
  @Int({ min: 0, description: 'Tasks in the sprint.' }) total: number;
  @Int({ min: 0, description: 'Of them, those to be begun.' }) todo: number;
  @Int({ min: 0, description: 'Those that are worked on.' }) in_progress: number;
  @Int({ min: 0, description: 'Those that are looked at.' }) in_review: number;
  @Int({ min: 0, description: 'Those that are done.' }) done: number;
  @Int({ min: 0, description: 'Those that will not be done.' }) cancelled: number;
}

export class SprintView extends ViewType(Sprint, [
  'id',
  'project_id',
  'name',
  'goal',
  'start_date',
  'end_date',
  'status',
  'started_at',
  'completed_at',
  'created_at',
  'updated_at',
  'revision',
]) {
  @Nested(() => Progress, { description: 'How many tasks, subtasks included, are in each state.' }) progress: Progress;
}

export class CompleteSprint {
  @Id('spr', {
    nullable: true,
    default: null,
    description:
      'The sprint of the same project that takes the tasks which are not done or cancelled; null: none does.',
  })
  move_open_tasks_to: string | null;
}

export class CompletedSprint {
  @Nested(() => SprintView, { description: 'The sprint.' }) sprint: SprintView;
  @Int({ min: 0, description: 'Tasks that were moved out of it.' }) moved_count: number;
}
