import { defineResource, FILE_JOB_STATES } from '../../platform/index.js';

/** A whole workspace as a file. Only operators may read it, because no user may read everything in it. */
export const archives = defineResource('operations.archive', {
  idPrefix: 'arc',
  states: FILE_JOB_STATES,
  userColumns: ['requested_by'],
});
