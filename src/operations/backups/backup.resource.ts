import { defineResource } from '../../platform/index.js';

export const backups = defineResource('operations.backup', { idPrefix: 'backup' });
