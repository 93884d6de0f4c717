import { Flag } from '../fields/fields.js';

/** Query of GET for a record that may be in the trash: `Loaded(X, { deleted: 'include_deleted' })`. */
export class FindTrashed {
  @Flag({ optional: true, description: 'Also look in the trash.' }) include_deleted?: boolean;
}

/** Query of DELETE that may bypass the trash: `Loaded(X, { deleted: 'hard' })`. */
export class Deletion {
  @Flag({ optional: true, description: 'Delete the record permanently instead of moving it to the trash.' })
  hard?: boolean;
}
