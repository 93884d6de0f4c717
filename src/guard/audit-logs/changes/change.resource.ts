import { defineResource } from '../../../platform/index.js';

/** Entries of the audit log, as those see them who may read the record (D-GRD-12). It spans apps, as the records do. */
export const changes = defineResource('records.change', { idPrefix: 'chg', visible: () => 'all' });
