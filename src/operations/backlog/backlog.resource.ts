import { defineResource } from '../../platform/index.js';

export const backlog = defineResource('operations.backlog_item', { idPrefix: 'item' });
