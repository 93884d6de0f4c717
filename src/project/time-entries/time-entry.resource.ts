import { conflictError, defineResource } from '../../platform/index.js';
import { inOpenProject } from '../projects/project.resource.js';

export const SOURCES = ['manual', 'timer'] as const;

export const timeEntries = defineResource('project.time_entry', {
  idPrefix: 'tme',
  userColumns: ['user_id'],
  // Whose time somebody may write depends on their role in the project: see TimeEntriesService.
  writable: () => 'all',
  errors: {
    archived: conflictError('The project is archived or has been deleted: its time stays as it is.'),
    stopped: conflictError('The timer has been stopped already.'),
    locked: conflictError('Time of this date is locked by the settings of the workspace.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
  countedBy: ['billable', 'project_id', 'user_id', 'date'],
  countedByMany: ['project_id', 'user_id', 'date'],
  // The days of one user are few enough to be counted one by one.
  countedTogether: [[], ['project_id'], ['user_id'], ['date'], ['project_id', 'date']],
});
