import {
  type Condition,
  currentContext,
  DateOnly,
  ListOf,
  NestedList,
  PartialType,
  PickType,
  Choice,
  rule,
  Text,
  ViewType,
  isId,
  Where,
} from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { Task } from './task.entity.js';
import { STATUSES } from './task.resource.js';

const written = ['description', 'priority', 'assignee_id', 'due_date', 'labels', 'tags', 'sprint_id'] as const;

export class CreateTask extends PickType(Task, ['title', ...written]) {}

export class UpdateTask extends PartialType(CreateTask) {
  @Choice(STATUSES, { optional: true, description: 'How far it is.' }) status?: string;
}

/** The label of a task in the project of the path. */
const withLabel = (label: string): Condition => [
  `labels <> '{}' and in_workspace(project_id, labels) @> array[?::text]`,
  `${(currentContext().record as Project).id} ${label}`,
];

/** The tasks of one project; the path names it. */
export class TaskQuery extends ListOf(Task, {
  filter: ['status', 'assignee_id', 'priority', 'sprint_id'],
  sort: ['created_at', 'updated_at', 'title', 'due_date', 'priority', 'rank'],
}) {
  static override sortColumns = { priority: 'urgency' };

  @Text({ max: 50, optional: true, description: 'A label that the task has.' })
  @Where(withLabel, (label: string) => ({ dims: { labels: [label] } }))
  label?: string;

  @DateOnly({ optional: true, description: 'Only tasks that are due before this day.' })
  @Where((day: string) => [`coalesce(due_date, 'infinity') < ?`, day])
  due_before?: string;

  @rule('invalid_format', (id) => id === 'none' || isId('task', id), '$property must be the id of a task, or none.')
  @Text({
    max: 40,
    optional: true,
    description: 'Only subtasks of this task; `none`: only tasks that are no subtasks.',
  })
  @Where(
    (id: string) => (id === 'none' ? ['parent_id is null'] : ['parent_id = ?', id]),
    (id: string) => ({ dims: id === 'none' ? { top: true } : { parent_id: id } }),
  )
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
  @NestedList(() => SubtaskView, { description: 'Its subtasks, in the order of their ranks.' }) subtasks: SubtaskView[];
}
