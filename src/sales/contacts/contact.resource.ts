import { conflictError, defineResource, Id, Text } from '../../platform/index.js';

export const CONTACT_STATUSES = ['active', 'archived'] as const;

class ContactCreated {
  @Id('cnt', { description: 'The contact.' }) contact_id: string;
  @Text({ nullable: true, example: 'Ada Lovelace', description: 'Display name.' }) display_name: string | null;
  @Text({ max: 254, nullable: true, example: 'ada@example.com', description: 'E-mail address of the contact.' }) email:
    string | null;
  @Id('usr', { nullable: true, description: 'Owner.' }) owner_id: string | null;
}

export const merged = conflictError('The contact has been merged into another one. Use that contact.');

export const contacts = defineResource('sales.contact', {
  idPrefix: 'cnt',
  searchable: ['display_name', 'email', 'organization_name'],
  owner: 'owner_id',
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] }],
  trash: { purgeAfterDays: 30 },
  events: { created: ContactCreated },
  errors: {
    merged,
    notMerged: conflictError('The contact has not been merged into another one.'),
    mergedSince: conflictError('One of the contacts has since been merged or deleted. Undo that first, if possible.'),
    externalIdTaken: conflictError('A contact with this external_id already exists.'),
  },
  races: ['sales_contacts_external_id'],
});
