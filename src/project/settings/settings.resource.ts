import { defineResource } from '../../platform/index.js';

/** How durations are rounded in reports. */
export const ROUNDINGS = ['none', 'up', 'down', 'nearest'] as const;

/** Singleton per workspace, stored when first changed. */
export const settings = defineResource('project.settings', {
  idPrefix: 'pset',
  writable: (who) => (who.isAdmin('project') ? 'all' : []),
  races: ['project_settings_workspace'],
});
