import { conflictError, defineResource } from '../../../platform/index.js';

export const IMPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export const MATCHED_BY = ['email', 'external_id'] as const;

/** An import of contacts. Whoever may write every contact may import. */
export const imports = defineResource('sales.import', {
  idPrefix: 'imp',
  states: {
    pending: ['running', 'cancelled'],
    running: ['completed', 'failed', 'cancelled'],
    completed: [],
    failed: ['pending'],
    cancelled: [],
  },
  errors: { ended: conflictError('The import has ended.') },
  userColumns: ['created_by'],
});
