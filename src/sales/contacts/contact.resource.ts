import { conflictError, defineResource, Id, Text } from '../../platform/index.js';

export const CONTACT_STATUSES = ['active', 'archived'] as const;

class ContactCreated {
  @Id('cnt', { description: 'The contact.' }) contact_id: string;
  @Text({ nullable: true, example: 'Ada Lovelace', description: 'The name that is shown.' }) display_name:
    string | null;
  @Text({ max: 254, nullable: true, example: 'ada@example.com', description: 'The address of the contact.' }) email:
    string | null;
  @Id('usr', { nullable: true, description: 'The user it belongs to.' }) owner_id: string | null;
}

export const contacts = defineResource('sales.contact', {
  idPrefix: 'cnt',
  owner: 'owner_id',
  trash: { purgeAfterDays: 30 },
  events: { created: ContactCreated },
  errors: {
    merged: conflictError('The contact is merged into another one, which stands for it.'),
    notMerged: conflictError('The contact is not merged into another one.'),
    mergedSince: conflictError('One of the contacts has been merged since, or removed: undo that first, if it can be.'),
    externalIdTaken: conflictError('There is a contact with this external_id already.'),
  },
  races: ['sales_contacts_external_id'],
  countedBy: ['status', 'owner_id', 'deleted', 'tags'],
  countedByMany: ['owner_id', 'tags'],
});
