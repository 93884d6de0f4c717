import { conflictError, defineResource } from '../../platform/index.js';

/** A person follows a record (D-NTF-1). A follow is found by the caller and the id of its record, so there is no rule about follows. */
export const follows = defineResource('inbox.follow', {
  idPrefix: 'flw',
  visible: () => 'all',
  errors: { tooMany: conflictError('A person follows at most 1000 records. Unfollow one first.') },
});
