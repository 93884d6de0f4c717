import { defineResource } from '../../../platform/index.js';
import { ACTIVITY_OPTIONS } from '../../activity-fields.js';
import { merged } from '../contact.resource.js';

export const contactActivities = defineResource('sales.contact_activity', {
  ...ACTIVITY_OPTIONS,
  idPrefix: 'cact',
  parent: { column: 'contact_id' },
  errors: { merged },
  writtenWhile: { table: 'sales_contacts', column: 'contact_id', holds: 'merged_into_id is null', error: 'merged' },
});
