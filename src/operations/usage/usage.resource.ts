import { defineResource } from '../../platform/index.js';

export const usage = defineResource('operations.usage', { idPrefix: 'usage' });
