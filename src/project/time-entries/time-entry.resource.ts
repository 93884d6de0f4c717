import { conflictError, defineResource } from '../../platform/index.js';
import { inOpenProject } from '../projects/project.resource.js';

export const SOURCES = ['manual', 'timer'] as const;

export const timeEntries = defineResource('project.time_entry', {
  idPrefix: 'tme',
  feed: { within: ['task_id'] },
  partOf: ['task_id', 'project_id'],
  userColumns: ['user_id'],
  // The role in the project decides whose time a user may write: see TimeEntriesService.
  writable: () => 'all',
  errors: {
    archived: conflictError('The project is archived or deleted: its time entries cannot be changed.'),
    stopped: conflictError('The timer is already stopped.'),
    locked: conflictError('The settings of the workspace lock time entries of this date.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
});
