import { defineResource } from '../../platform/index.js';

/** A period that a deal spent in a stage while it was open. `DealHistory` writes them. */
export const dealHistory = defineResource('sales.stage_history', {
  idPrefix: 'sth',
  parent: { column: 'record_id' },
  userColumns: ['moved_by_id'],
  feed: { none: 'It follows from changes of the deal, which are told.' },
});
