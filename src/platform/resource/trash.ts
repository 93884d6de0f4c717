import { Flag } from '../fields/fields.js';

/** The query of a single get whose record can be in the trash: `Loaded(X, { deleted: 'include_deleted' })`. */
export class FindTrashed {
  @Flag({ optional: true, description: 'Also look in the trash.' }) include_deleted?: boolean;
}

/** The query of a deletion that may pass by the trash: `Loaded(X, { deleted: 'hard' })`. */
export class Deletion {
  @Flag({ optional: true, description: 'Delete the record permanently instead of moving it to the trash.' })
  hard?: boolean;
}
