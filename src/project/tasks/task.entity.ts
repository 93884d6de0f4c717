import {
  Choice,
  DateOnly,
  Id,
  Int,
  LongText,
  ResourceEntity,
  Tags,
  Text,
  Texts,
  Timestamp,
  TrashableEntity,
  wordsOf,
} from '../../platform/index.js';
import { PRIORITIES, STATUSES, tasks } from './task.resource.js';

@ResourceEntity(tasks, 'tasks')
export class Task extends TrashableEntity {
  @Id('prj', { description: 'The project that it is part of.' }) project_id: string;
  @Id('task', { nullable: true, description: 'The task that it is a subtask of; null where it is none.' })
  parent_id: string | null;
  @Text({ example: 'Write the specification', description: 'What it is called.' }) title: string;
  /** Of the title, for lists that look for them. */
  @Texts({ derived: ({ title }: Task) => wordsOf(title), maxItems: 255, maxLength: 255 }) words: string[];
  @LongText({ max: 10_000, default: '', description: 'What is to be done.' }) description: string;
  @Choice(STATUSES, { default: 'todo', description: 'How far it is. Any state can follow any other.' }) status: string;
  @Choice(PRIORITIES, { default: 'none', description: 'How much it matters.' }) priority: string;
  /** The priority as a number, for orders by it. */
  @Int({
    generated: `case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end`,
  })
  urgency: number;
  @Id('usr', { optional: true, nullable: true, description: 'The user who is to do it; need not be a member.' })
  assignee_id: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'The day on which it is due.' }) due_date: string | null;
  @Texts({ maxItems: 50, maxLength: 50, default: [], example: ['bug'], description: 'What kind of work it is.' })
  labels: string[];
  @Tags({ default: [] }) tags: string[];
  @Id('spr', { optional: true, nullable: true, description: 'The sprint of its project that it is planned for.' })
  sprint_id: string | null;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    default: [],
    example: ['task_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Tasks of the same project that are to be done first; none of them waits for this one.',
  })
  blocked_by: string[];
  @Text({
    description: 'Its place on the board: tasks sorted by this text stand in their order.',
    example: 'j0gCQeTqPyz',
  })
  rank: string;
  @Timestamp({ nullable: true, description: 'When it became done; null where it is not.' }) completed_at: string | null;
  /** Kept by what changes time entries, in the same transaction and without a new revision. */
  @Int({ min: 0, big: true, default: 0, description: 'Seconds of all time entries of it.' }) time_spent_seconds: number;
}
