import { conflictError, defineResource } from '../platform/index.js';

/** A record that a person keeps at hand (D-CON-10). It is found by the caller and the id of its record, so there is no rule about it. */
export const favourites = defineResource('favourites.favourite', {
  idPrefix: 'fav',
  visible: () => 'all',
  errors: { tooMany: conflictError('A person has at most 100 favourites. Remove one first.') },
});
