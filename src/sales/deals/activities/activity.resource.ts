import { defineResource } from '../../../platform/index.js';

/** Activities of a deal (D-SAL-6). Whoever may change the deal may log one. */
export const activities = defineResource('sales.activity', {
  idPrefix: 'act',
  searchable: ['note'],
  parent: { column: 'deal_id' },
  userColumns: ['created_by'],
  writable: () => 'all',
  notices: [
    { kind: 'mention', on: ['created'], about: 'parent', to: ['mentions'], once: true },
    { kind: 'comment', on: ['created'], about: 'parent', toOfParent: ['owner_id'], followers: true },
  ],
});
