import { defineResource } from '../../platform/index.js';

export const queues = defineResource('operations.queue', { idPrefix: 'queue' });
