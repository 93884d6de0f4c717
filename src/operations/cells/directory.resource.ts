import { defineResource } from '../../platform/index.js';

export const directory = defineResource('operations.directory', { idPrefix: 'entry' });
