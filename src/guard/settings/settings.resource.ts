import { defineResource } from '../../platform/index.js';

/** A workspace has one record of them, which is there once something has been set. */
export const settings = defineResource('guard.settings', {
  idPrefix: 'gset',
  userColumns: ['updated_by'],
  races: ['guard_settings_workspace'],
  writable: (who) => (who.isAdmin('guard') ? 'all' : []),
});
