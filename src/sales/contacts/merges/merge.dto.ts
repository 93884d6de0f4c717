import { Flag, Id, Int, Nested } from '../../../platform/index.js';
import { ContactView } from '../contact.dto.js';

export class MergeContacts {
  @Id('cnt', { description: 'The contact that stays.' }) primary_id: string;
  @Id('cnt', { description: 'The contact that becomes part of it, and is archived.' }) duplicate_id: string;
  @Flag({ default: false, description: 'Only answer what would come of it, and change nothing.' }) dry_run: boolean;
}

class Moved {
  @Int({ min: 0, description: 'Deals that named the duplicate, and name the primary now.' }) deals: number;
  @Int({ min: 0, description: 'Activities of these deals.' }) activities: number;
  @Int({ min: 0, description: 'Files that were linked to the duplicate.' }) files: number;
}

export class MergedContact extends ContactView {
  @Nested(() => Moved, { description: 'What went from the duplicate to the primary.' }) merged: Moved;
}
