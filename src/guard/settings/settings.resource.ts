import { defineResource } from '../../platform/index.js';

/** Singleton per workspace, stored when first changed. */
export const settings = defineResource('guard.settings', {
  idPrefix: 'gset',
  userColumns: ['updated_by'],
  races: ['guard_settings_workspace'],
  writable: (who) => (who.isAdmin('guard') ? 'all' : []),
});
