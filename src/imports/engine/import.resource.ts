import { apps, conflictError, type Credential, defineResource, type RowRule } from '../../platform/index.js';

export const IMPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone'] as const;

/** `error`: the row was not taken. `warning`: it was, but for the field. `skipped`: nothing to take, or there already. */
export const LEVELS = ['error', 'warning', 'skipped'] as const;

/** The imports of a person, or all for owners of the workspace, of apps that the credential may read. */
const theirs = (who: Credential): RowRule => {
  const theirApps = { within: apps().filter((app) => who.scopes.has(`${app}:read`)) };
  return [who.isOwner ? { apps: theirApps } : { created_by: who.user_id, apps: theirApps }];
};

/**
 * Files of other systems on their way in. They reach across apps: the scopes of each kind that a file has are asked for when an
 * import starts and before each portion.
 */
export const imports = defineResource('imports.import', {
  idPrefix: 'imf',
  states: {
    pending: ['running', 'completed', 'failed', 'cancelled'],
    running: ['completed', 'failed', 'cancelled'],
    completed: ['pending', 'undoing'],
    failed: ['pending', 'undoing'],
    cancelled: ['undoing'],
    undoing: ['undone', 'failed'],
    undone: [],
  },
  errors: {
    ended: conflictError('The import has ended.'),
    notReady: conflictError('Only a completed dry run can be started.'),
    notUndoable: conflictError('Only an import that has ended can be undone, and only until `undo_until`.'),
    sampleExists: conflictError('The workspace has sample data already. Undo that import first.'),
  },
  constraints: { imports_one_sample: 'sampleExists' },
  userColumns: ['created_by'],
  visible: theirs,
  writable: theirs,
});

/** Rows, columns and fields that were not taken. */
export const problems = defineResource('imports.problem', {
  idPrefix: 'ipb',
  parent: { column: 'import_id' },
});
