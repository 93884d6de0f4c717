import { defineResource } from '../../../platform/index.js';
import { merged } from '../contact.resource.js';

/** Activities of a contact (D-SAL-6). Whoever may change the contact may log one. */
export const contactActivities = defineResource('sales.contact_activity', {
  idPrefix: 'cact',
  searchable: ['note'],
  parent: { column: 'contact_id' },
  userColumns: ['created_by'],
  writable: () => 'all',
  errors: { merged },
  writtenWhile: { table: 'sales_contacts', column: 'contact_id', holds: 'merged_into_id is null', error: 'merged' },
  notices: [
    { kind: 'mention', on: ['created'], about: 'parent', to: ['mentions'], once: true },
    { kind: 'comment', on: ['created'], about: 'parent', toOfParent: ['owner_id'], followers: true },
  ],
});
