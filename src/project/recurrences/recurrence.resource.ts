import { conflictError, defineResource, editorsOr } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

/** When the next task is created: after the current one is done, or on its day. */
export const TRIGGERS = ['done', 'due'] as const;
export const RECURRENCE_STATUSES = ['active', 'ended'] as const;

export const recurrences = defineResource('project.recurrence', {
  idPrefix: 'rec',
  partOf: ['task_id'],
  feed: { within: ['task_id'] },
  errors: {
    ...inOpenProject.errors,
    taskRecurs: conflictError('The task already has a recurrence. Change or delete it.'),
  },
  constraints: { recurrences_task: 'taskRecurs' },
  writtenWhile: inOpenProject.writtenWhile,
  writable: editorsOr('project'),
  members: byMembers('admin', 'member'),
});
