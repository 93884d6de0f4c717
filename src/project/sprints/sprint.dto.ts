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
  @Int({ min: 0, description: 'Number of tasks in the sprint.' }) total: number;
  @Int({ min: 0, description: 'Number of tasks to do.' }) todo: number;
  @Int({ min: 0, description: 'Number of tasks in progress.' }) in_progress: number;
  @Int({ min: 0, description: 'Number of tasks in review.' }) in_review: number;
  @Int({ min: 0, description: 'Number of tasks done.' }) done: number;
  @Int({ min: 0, description: 'Number of cancelled tasks.' }) cancelled: number;
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
  @Nested(() => Progress, { description: 'Number of tasks by state, including subtasks.' }) progress: Progress;
}

export class CompleteSprint {
  @Id('spr', {
    nullable: true,
    default: null,
    description: 'Sprint of the same project that takes the unfinished tasks; null: none.',
  })
  move_open_tasks_to: string | null;
}

export class CompletedSprint {
  @Nested(() => SprintView, { description: 'The sprint.' }) sprint: SprintView;
  @Int({ min: 0, description: 'Number of tasks moved out of the sprint.' }) moved_count: number;
}
