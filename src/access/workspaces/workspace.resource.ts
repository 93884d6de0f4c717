import { defineResource } from '../../platform/index.js';

/** The first days of a week that calendars know. */
export const WEEK_DAYS = ['monday', 'saturday', 'sunday'] as const;

/** The company that works here. The first start and the command line make workspaces, so there is no route that does. */
export const workspaces = defineResource('access.workspace', {
  idPrefix: 'ws',
  writable: (who) => (who.isAdmin('access') ? 'all' : []),
});
