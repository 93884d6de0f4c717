import { defineResource } from '../../platform/index.js';

/** A workspace has one record of them, which is there once something has been set. */
export const settings = defineResource('careers.settings', {
  idPrefix: 'cset',
  writable: (who) => (who.isAdmin('careers') ? 'all' : []),
  races: ['careers_settings_workspace'],
});
