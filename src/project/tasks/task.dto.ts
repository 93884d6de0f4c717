import {
  Id,
  Int,
  Nested,
  Texts,
  type Condition,
  currentContext,
  DateOnly,
  ListOf,
  NestedList,
  PartialType,
  PickType,
  rule,
  Text,
  ViewType,
  isId,
  Where,
} from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { Task } from './task.entity.js';

/** Fields of bulk updates. */
const shared = ['description', 'priority', 'assignee_id', 'due_date', 'labels', 'tags', 'sprint_id'] as const;

export class CreateTask extends PickType(Task, ['title', ...shared, 'blocked_by']) {}

export class UpdateTask extends PartialType(PickType(Task, ['title', ...shared, 'blocked_by', 'status'])) {}

export class TaskUpdates extends PartialType(PickType(Task, [...shared, 'status'])) {
  @rule('invalid_value', () => false, '$property cannot be changed on several tasks at once.')
  @Text({ optional: true, description: 'Refused: several tasks cannot get the same title.' })
  title?: string;
}

export class BulkUpdate {
  @Texts({
    minItems: 1,
    maxItems: 100,
    maxLength: 40,
    idPrefix: 'task',
    example: ['task_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Ids of tasks, from any projects.',
  })
  task_ids: string[];
  @Nested(() => TaskUpdates, { description: 'Changes to all of the tasks; at least one field.' }) updates: TaskUpdates;
}

export class MoveTask {
  @Id('task', { optional: true, description: 'Task of the same project to place it before.' })
  before?: string;
  @Id('task', { optional: true, description: 'Task of the same project to place it after, instead.' }) after?: string;
}

/** The label of a task in the project of the path. */
const withLabel = (label: string): Condition => [
  `labels <> '{}' and in_workspace(project_id, labels) @> array[?::text]`,
  `${(currentContext().record as Project).id} ${label}`,
];

/** The tasks of one project; the path names it. */
export class TaskQuery extends ListOf(Task, {
  filter: ['status', 'assignee_id', 'priority', 'sprint_id'],
  lists: { labels: 'project_id' },
  sort: ['created_at', 'updated_at', 'title', 'due_date', 'priority', 'rank'],
}) {
  static override sortColumns = { priority: 'urgency' };

  @Text({ max: 50, optional: true, description: 'Only tasks with this label.' })
  @Where(withLabel, { index: 'gin' })
  label?: string;

  @DateOnly({ optional: true, description: 'Only tasks due before this day.' })
  @Where((day: string) => [`coalesce(due_date, 'infinity') < ?`, day])
  due_before?: string;

  @rule('invalid_format', (id) => id === 'none' || isId('task', id), '$property must be the id of a task, or none.')
  @Text({
    max: 40,
    optional: true,
    description: 'Only subtasks of this task; `none`: only top-level tasks.',
  })
  @Where((id: string) => (id === 'none' ? ['parent_id is null'] : ['parent_id = ?', id]))
  parent_id?: string;
}

const item = [
  'id',
  'project_id',
  'parent_id',
  'title',
  'status',
  'priority',
  'assignee_id',
  'due_date',
  'labels',
  'tags',
  'sprint_id',
  'blocked_by',
  'rank',
  'completed_at',
  'time_spent_seconds',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

/** A task in a list. */
export class TaskItem extends ViewType(Task, item) {}

/** A task without its subtasks. */
export class TaskRecord extends ViewType(Task, [...item, 'description', 'revision', 'purge_at']) {}

export class SubtaskView extends ViewType(Task, [
  'id',
  'title',
  'status',
  'priority',
  'assignee_id',
  'due_date',
  'rank',
]) {}

export class TaskView extends TaskRecord {
  @NestedList(() => SubtaskView, { description: 'Subtasks, in the order of their ranks.' }) subtasks: SubtaskView[];
}

export class BulkUpdated {
  @Int({ min: 0, description: 'Number of tasks that changed.' }) updated: number;
  @NestedList(() => TaskRecord, { description: 'The tasks, in the order of the request.' }) data: TaskRecord[];
}
