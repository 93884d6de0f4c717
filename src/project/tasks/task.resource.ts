import { conflictError, defineResource, editorsOr, Id, Text, Timestamp } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

export const STATUSES = ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none'] as const;

class TaskCreated {
  @Id('task', { description: 'The task.' }) task_id: string;
  @Id('prj', { description: 'Project.' }) project_id: string;
  @Text({ example: 'Write the specification', description: 'Name.' }) title: string;
  @Id('usr', { nullable: true, description: 'Assignee; null if unassigned.' }) assignee_id: string | null;
}

class TaskCompleted extends TaskCreated {
  @Timestamp({ description: 'Time of completion.' }) completed_at: string;
}

export const tasks = defineResource('project.task', {
  idPrefix: 'task',
  searchable: ['title'],
  trash: { purgeAfterDays: 30 },
  parent: { column: 'project_id' },
  events: { created: TaskCreated, completed: TaskCompleted },
  errors: {
    ...inOpenProject.errors,
    parentDeleted: conflictError('The parent task is in the trash. Restore it first.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
  writable: editorsOr('project', 'assignee_id'),
  members: byMembers('admin', 'member'),
  userColumns: ['assignee_id'],
  feed: { within: ['parent_id'] },
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['assignee_id'] }],
});
