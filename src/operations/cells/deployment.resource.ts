import { defineResource } from '../../platform/index.js';

export const deployment = defineResource('operations.deployment', { idPrefix: 'deployment' });
