import { defineResource } from '../../platform/index.js';

/** Computed on demand; there are no records. */
export const timeReports = defineResource('project.time_report', { idPrefix: 'rep' });
