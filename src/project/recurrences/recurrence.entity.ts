import { Choice, DateOnly, Id, RecordEntity, ResourceEntity, rule, Text, Timestamp } from '../../platform/index.js';
import { RECURRENCE_STATUSES, recurrences, TRIGGERS } from './recurrence.resource.js';
import { isRule } from './rule.js';

@ResourceEntity(recurrences, 'recurrences')
export class Recurrence extends RecordEntity {
  @Id('task', { description: 'The task that was made last. It has a due date, and is no subtask.' }) task_id: string;
  @Id('prj', { description: 'The project of the task.' }) project_id: string;
  @rule('invalid_format', isRule, '$property must be a rule of RFC 5545 in days, such as FREQ=WEEKLY;BYDAY=MO.')
  @Text({
    max: 200,
    example: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    description:
      'The days of the tasks: an RRULE of RFC 5545 without times. It begins with the due date of the first task.',
  })
  rule: string;
  @Choice(TRIGGERS, {
    default: 'done',
    description: 'When the next task is made: once the one before is `done`, or on the day that it is `due`.',
  })
  trigger: (typeof TRIGGERS)[number];
  @DateOnly({ description: 'The due date of the first task, with which the rule begins.' }) begins_on: string;
  @DateOnly({ description: 'The day of the task that was made last.' }) occurs_on: string;
  @Choice(RECURRENCE_STATUSES, { default: 'active', description: '`ended` where the rule has no more days.' })
  status: string;
  /** From when on the next task is to be made; null until the one before is done. */
  @Timestamp({ nullable: true }) due_at: string | null;
}
