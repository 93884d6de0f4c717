import { defineResource } from '../../platform/index.js';

export const extensions = defineResource('operations.extension', { idPrefix: 'extension' });
