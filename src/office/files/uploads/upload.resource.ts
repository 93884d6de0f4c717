import { conflictError, defineResource, editorsOr } from '../../../platform/index.js';

export const STATUSES = ['open', 'completed', 'failed'] as const;

/** A file on its way in, part by part. */
export const uploads = defineResource('office.upload', {
  idPrefix: 'upl',
  feed: { none: 'It is the way to a file, which is told when it is there.' },
  owner: 'uploaded_by',
  states: { open: ['completed', 'failed'], completed: [], failed: [] },
  errors: {
    completed: conflictError('The upload is completed.'),
    failed: conflictError('The upload has failed. Begin a new one.'),
    missing: conflictError('Parts of the upload are missing.'),
    outOfSequence: conflictError('Send the parts in sequence.'),
    otherBytes: conflictError('This part was sent before with other contents.'),
  },
  visible: editorsOr('office', 'uploaded_by'),
});
