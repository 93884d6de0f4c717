import { conflictError, defineResource } from '../../platform/index.js';

export const notes = defineResource('careers.note', {
  idPrefix: 'note',
  owner: 'author_id',
  notices: [
    { kind: 'mention', on: ['created', 'updated'], about: 'parent', to: ['mentions'], once: true },
    { kind: 'comment', on: ['created'], about: 'parent', toOfParent: ['owner_id'], followers: true },
  ],
  parent: { column: 'application_id', addedBy: 'viewers' },
  errors: { anonymized: conflictError('The application has been anonymized.') },
});
