import { defineResource } from '../../platform/index.js';

/** Made anew for every request; it has no records. */
export const timeReports = defineResource('project.time_report', { idPrefix: 'rep' });
