import { defineResource } from '../platform/index.js';

/** Batches are not stored. The routes of their operations check the rights of the caller. */
export const batches = defineResource('batch.batch', { idPrefix: 'bat', visible: () => 'all' });
