import { Flag, Id, Int, Nested } from '../../../platform/index.js';
import { ContactView } from '../contact.dto.js';

export class MergeContacts {
  @Id('cnt', { description: 'Contact that remains.' }) primary_id: string;
  @Id('cnt', { description: 'Contact that is merged into it and archived.' }) duplicate_id: string;
  @Flag({ default: false, description: 'Return the result without any change.' }) dry_run: boolean;
}

class Moved {
  @Int({ min: 0, description: 'Number of deals moved from the duplicate to the primary.' }) deals: number;
  @Int({ min: 0, description: 'Number of activities of these deals and of the duplicate.' }) activities: number;
  @Int({ min: 0, description: 'Number of files that were linked to the duplicate.' }) files: number;
}

export class MergedContact extends ContactView {
  @Nested(() => Moved, { description: 'Records moved from the duplicate to the primary.' }) merged: Moved;
}
