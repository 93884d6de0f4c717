import { defineResource } from '../../../platform/index.js';
import { ACTIVITY_OPTIONS } from '../../activity-fields.js';

export const activities = defineResource('sales.activity', {
  ...ACTIVITY_OPTIONS,
  idPrefix: 'act',
  parent: { column: 'deal_id' },
});
