import { conflictError, defineResource } from '../../platform/index.js';

export const MAX_ATTACHMENTS = 20;

export const attachments = defineResource('careers.attachment', {
  idPrefix: 'att',
  // The names of files that candidates send may tell who they are.
  feed: { unnamed: true },
  parent: { column: 'application_id' },
  // Whoever may change the application, which every route loads first.
  writable: () => 'all',
  errors: {
    tooMany: conflictError(`An application has at most ${MAX_ATTACHMENTS} attachments.`),
    anonymized: conflictError('The application has been anonymized.'),
    inOffice: conflictError('The attachment is a file in office. Download it there by its file_id.'),
  },
  userColumns: ['attached_by'],
});
