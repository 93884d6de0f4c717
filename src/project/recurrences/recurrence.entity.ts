import { Choice, DateOnly, Id, RecordEntity, ResourceEntity, rule, Text, Timestamp } from '../../platform/index.js';
import { RECURRENCE_STATUSES, recurrences, TRIGGERS } from './recurrence.resource.js';
import { isRule } from './rule.js';

@ResourceEntity(recurrences, 'recurrences')
export class Recurrence extends RecordEntity {
  @Id('task', { description: 'Latest task of the recurrence. It has a due date and is not a subtask.' })
  task_id: string;
  @Id('prj', { description: 'Project of the task.' }) project_id: string;
  @rule('invalid_format', isRule, '$property must be a rule of RFC 5545 in days, such as FREQ=WEEKLY;BYDAY=MO.')
  @Text({
    max: 200,
    example: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    description:
      'Days of the tasks: an RRULE of RFC 5545 without times. It starts with the due date of the first task.',
  })
  rule: string;
  @Choice(TRIGGERS, {
    default: 'done',
    description: 'Trigger of the next task: once the previous one is `done`, or on the day it is `due`.',
  })
  trigger: (typeof TRIGGERS)[number];
  @DateOnly({ description: 'Start of the rule: the due date of the first task.' }) begins_on: string;
  @DateOnly({ description: 'Due date of the latest task.' }) occurs_on: string;
  @Choice(RECURRENCE_STATUSES, { default: 'active', description: '`ended` if the rule has no more days.' })
  status: string;
  /** Due time of the next task; null until the current one is done. */
  @Timestamp({ nullable: true }) due_at: string | null;
}
