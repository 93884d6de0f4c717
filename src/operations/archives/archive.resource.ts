import { defineResource, FILE_JOB_STATES } from '../../platform/index.js';

/** All of a workspace as a file. It holds what nobody may read alone, so it is for operators. */
export const archives = defineResource('operations.archive', {
  idPrefix: 'arc',
  states: FILE_JOB_STATES,
  userColumns: ['requested_by'],
});
