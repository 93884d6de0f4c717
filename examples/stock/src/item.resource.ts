import { conflictError, defineResource } from 'workspace-suite/platform';

export const items = defineResource('stock.item', {
  idPrefix: 'stockitem',
  searchable: ['name'],
  errors: {
    nameTaken: conflictError('There is an item with this name already.'),
    full: conflictError('The stock is full.'),
  },
  constraints: { stock_items_name: 'nameTaken' },
});
