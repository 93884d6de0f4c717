import { conflictError, defineResource } from '../../platform/index.js';

export const notes = defineResource('careers.note', {
  idPrefix: 'note',
  owner: 'author_id',
  parent: { column: 'application_id', addedBy: 'viewers' },
  errors: { anonymized: conflictError('The application has been anonymized.') },
});
