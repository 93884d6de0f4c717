import { defineResource } from '../../../platform/index.js';

/**
 * A time that a deal spent in a stage while it was open. Triggers of the table of deals write them, so each move has one,
 * whatever made it.
 */
export const stays = defineResource('sales.stay', {
  idPrefix: 'sty',
  parent: { column: 'deal_id' },
  userColumns: ['moved_by'],
});
