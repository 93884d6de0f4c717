import {
  Choice,
  DateOnly,
  Id,
  Int,
  LongText,
  ResourceEntity,
  Tags,
  Tally,
  Text,
  Texts,
  Timestamp,
  TrashableEntity,
} from '../../platform/index.js';
import { PRIORITIES, STATUSES, tasks } from './task.resource.js';
import { TaskStore } from './task.store.js';

@ResourceEntity(tasks, 'tasks', { store: TaskStore })
export class Task extends TrashableEntity {
  @Id('prj', { description: 'Project.' }) project_id: string;
  @Id('task', { nullable: true, description: 'Parent task; null for a top-level task.' })
  parent_id: string | null;
  @Text({ example: 'Write the specification', description: 'Name.' }) title: string;
  @LongText({ max: 10_000, default: '', description: 'Work to be done.' }) description: string;
  @Choice(STATUSES, { default: 'todo', description: 'State; any can follow any other.' }) status: string;
  @Choice(PRIORITIES, { default: 'none', description: 'Priority.' }) priority: string;
  /** Numeric priority, for sorting. */
  @Int({
    generated: `case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end`,
  })
  urgency: number;
  @Id('usr', { optional: true, nullable: true, description: 'Assignee; need not be a member.' })
  assignee_id: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'Due date.' }) due_date: string | null;
  @Texts({ maxItems: 50, maxLength: 50, default: [], example: ['bug'], description: 'Labels of the task.' })
  labels: string[];
  @Tags({ default: [] }) tags: string[];
  @Id('spr', { optional: true, nullable: true, description: 'Sprint of the task, in the same project.' })
  sprint_id: string | null;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'task',
    default: [],
    example: ['task_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Dependencies: tasks of the same project to be done first. Cycles are refused.',
  })
  blocked_by: string[];
  @Text({
    description: 'Position on the board, as a text to sort by.',
    example: 'j0gCQeTqPyz',
  })
  rank: string;
  @Timestamp({ nullable: true, description: 'Time of completion; null if not done.' }) completed_at: string | null;
  /** Maintained in the transactions that change time entries, without a new revision. */
  @Tally({
    of: 'project.time_entry',
    from: 'time_entries e',
    row: 'e',
    by: 'e.task_id',
    sql: 'sum(e.duration_seconds)::float8',
    none: 0,
  })
  @Int({ min: 0, big: true, default: 0, description: 'Total of its time entries in seconds.' })
  time_spent_seconds: number;
}
