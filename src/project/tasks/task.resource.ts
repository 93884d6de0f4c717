import { conflictError, defineResource, editorsOr, Id, Text, Timestamp } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

export const STATUSES = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;

class TaskCreated {
  @Id('task', { description: 'The task.' }) task_id: string;
  @Id('prj', { description: 'The project that it is part of.' }) project_id: string;
  @Text({ example: 'Write the specification', description: 'What it is called.' }) title: string;
  @Id('usr', { nullable: true, description: 'The user who is to do it; null where nobody is.' }) assignee_id:
    string | null;
}

class TaskCompleted extends TaskCreated {
  @Timestamp({ description: 'When it was completed.' }) completed_at: string;
}

/** Of a task, in the order of their ranks; a subtask has none. */
const SUBTASKS = `select coalesce(json_agg(s order by s.rank), '[]') from (
    select id, title, status, priority, assignee_id, due_date, rank from tasks s
     where s.workspace_id = tasks.workspace_id and s.parent_id = tasks.id and s.deleted_at is null) s`;

export const tasks = defineResource('project.task', {
  idPrefix: 'task',
  trash: { purgeAfterDays: 30 },
  parent: { column: 'project_id' },
  shownWith: { subtasks: SUBTASKS },
  events: { created: TaskCreated, completed: TaskCompleted },
  errors: {
    ...inOpenProject.errors,
    parentDeleted: conflictError('The task that it is a subtask of is in the trash: restore that one first.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
  writable: editorsOr('project', 'assignee_id'),
  members: byMembers('admin', 'member'),
  userColumns: ['assignee_id'],
  countedBy: [
    'project_id',
    'status',
    'priority',
    'assignee_id',
    'sprint_id',
    'labels',
    'tags',
    'top=parent_id is null',
    'deleted',
    `due=coalesce(due_date, 'infinity')`,
  ],
  countedByMany: ['project_id', 'assignee_id', 'sprint_id', 'labels', 'tags', 'due'],
  countedTogether: [
    ['project_id'],
    ['project_id', 'assignee_id'],
    ['project_id', 'sprint_id'],
    ['project_id', 'assignee_id', 'sprint_id'],
    ['project_id', 'labels'],
    ['project_id', 'tags'],
    ['project_id', 'due'],
  ],
});
