import { defineResource } from '../../platform/index.js';

/** How durations are rounded in reports. */
export const ROUNDINGS = ['none', 'up', 'down', 'nearest'] as const;

/** A workspace has one record of them, which is there once something has been set. */
export const settings = defineResource('project.settings', {
  idPrefix: 'pset',
  writable: (who) => (who.isAdmin('project') ? 'all' : []),
  races: ['project_settings_workspace'],
});
